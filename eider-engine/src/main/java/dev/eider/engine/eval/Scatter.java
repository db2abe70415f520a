// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.eval;

import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.DictionaryVector;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.SequenceVector;
import dev.eider.base.vector.Vector;

/** Writes the rows of a compact vector to the places they came from. */
final class Scatter {
  private Scatter() {}

  /** Copies {@code source[i]} to {@code target[rows[i]]} for all {@code i} below count. */
  static void scatter(FlatVector target, Vector source, int[] rows, int count) {
    switch (source) {
      case FlatVector flat -> {
        if (flat.mayHaveNulls() || target.mayHaveNulls()) {
          scatterRows(target, flat, rows, count);
        } else {
          scatterValid(target, flat, rows, count);
        }
      }
      case ConstantVector constant -> {
        for (int i = 0; i < count; i++) {
          target.copyRow(constant.value(), 0, rows[i]);
        }
      }
      case DictionaryVector dictionary -> {
        int[] codes = dictionary.codes();
        for (int i = 0; i < count; i++) {
          target.copyRow(dictionary.dictionary(), codes[i], rows[i]);
        }
      }
      case SequenceVector sequence -> scatterRows(target, sequence.flatten(count), rows, count);
    }
  }

  private static void scatterRows(FlatVector target, FlatVector source, int[] rows, int count) {
    for (int i = 0; i < count; i++) {
      target.copyRow(source, i, rows[i]);
    }
  }

  private static void scatterValid(FlatVector target, FlatVector source, int[] rows, int count) {
    switch (target) {
      case IntVector v -> scatterInt(((IntVector) source).values(), v.values(), rows, count);
      case LongVector v -> scatterLong(((LongVector) source).values(), v.values(), rows, count);
      case DoubleVector v ->
          scatterDouble(((DoubleVector) source).values(), v.values(), rows, count);
      case BoolVector v -> scatterBool(((BoolVector) source).values(), v.values(), rows, count);
      default -> scatterRows(target, source, rows, count);
    }
  }

  private static void scatterInt(int[] from, int[] to, int[] rows, int count) {
    for (int i = 0; i < count; i++) {
      to[rows[i]] = from[i];
    }
  }

  private static void scatterLong(long[] from, long[] to, int[] rows, int count) {
    for (int i = 0; i < count; i++) {
      to[rows[i]] = from[i];
    }
  }

  private static void scatterDouble(double[] from, double[] to, int[] rows, int count) {
    for (int i = 0; i < count; i++) {
      to[rows[i]] = from[i];
    }
  }

  private static void scatterBool(byte[] from, byte[] to, int[] rows, int count) {
    for (int i = 0; i < count; i++) {
      to[rows[i]] = from[i];
    }
  }
}
