// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.FloatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;

/** Values as longs whose signed order is the order of the values; NaN is greatest. */
final class OrderedWords {
  private OrderedWords() {}

  /** Whether every value of the type has a word. */
  static boolean fits(LogicalType type) {
    return switch (type.physical()) {
      case BOOL, INT32, INT64, FLOAT, DOUBLE -> true;
      case INT128, INTERVAL, STRING, LIST, ARRAY, STRUCT -> false;
    };
  }

  static long ofDouble(double value) {
    long bits = Double.doubleToLongBits(value);
    return bits ^ ((bits >> 63) & Long.MAX_VALUE);
  }

  static double toDouble(long word) {
    return Double.longBitsToDouble(word ^ ((word >> 63) & Long.MAX_VALUE));
  }

  static long get(FlatVector vector, int row) {
    return switch (vector) {
      case BoolVector v -> v.get(row);
      case IntVector v -> v.get(row);
      case LongVector v ->
          v.type().id() == TypeId.UBIGINT ? v.get(row) ^ Long.MIN_VALUE : v.get(row);
      case FloatVector v -> ofDouble(v.get(row));
      case DoubleVector v -> ofDouble(v.get(row));
      default -> throw new IllegalStateException("no word for " + vector.type());
    };
  }

  static void set(FlatVector vector, int row, long word) {
    switch (vector) {
      case BoolVector v -> v.set(row, (byte) word);
      case IntVector v -> v.set(row, (int) word);
      case LongVector v ->
          v.set(row, v.type().id() == TypeId.UBIGINT ? word ^ Long.MIN_VALUE : word);
      case FloatVector v -> v.set(row, (float) toDouble(word));
      case DoubleVector v -> v.set(row, toDouble(word));
      default -> throw new IllegalStateException("no word for " + vector.type());
    }
  }

  /**
   * Puts the value of rank {@code rank} (0-based) at that index, smaller ones before and greater
   * ones behind it: quickselect with a median of three, falling back to sorting when it
   * degenerates.
   */
  static long select(long[] words, int size, int rank) {
    int low = 0;
    int high = size - 1;
    int budget = 64;
    while (low < high) {
      if (budget-- == 0) {
        java.util.Arrays.sort(words, low, high + 1);
        return words[rank];
      }
      int middle = (low + high) >>> 1;
      long a = words[low];
      long b = words[middle];
      long c = words[high];
      long pivot = Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
      int i = low;
      int j = high;
      while (i <= j) {
        while (words[i] < pivot) {
          i++;
        }
        while (words[j] > pivot) {
          j--;
        }
        if (i <= j) {
          long swap = words[i];
          words[i++] = words[j];
          words[j--] = swap;
        }
      }
      if (rank <= j) {
        high = j;
      } else if (rank >= i) {
        low = i;
      } else {
        return words[rank];
      }
    }
    return words[rank];
  }
}
