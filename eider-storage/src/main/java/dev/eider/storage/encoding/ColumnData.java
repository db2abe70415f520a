// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.encoding;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.ArrayVector;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.StructVector;
import java.util.List;

/**
 * The values of one column chunk: its vectors, all but the last of {@link
 * dev.eider.storage.format.v1.PackFormat#VECTOR_ROWS} rows (those of nested children of any
 * number). The elements of lists stand in their child in the order of the rows, without gaps.
 */
public final class ColumnData {
  private final LogicalType type;
  private final FlatVector[] vectors;
  private final int[] counts;

  /** A chunk of these vectors, of which so many rows count each. */
  public ColumnData(LogicalType type, FlatVector[] vectors, int[] counts) {
    this.type = type;
    this.vectors = vectors;
    this.counts = counts;
  }

  LogicalType type() {
    return type;
  }

  int vectors() {
    return vectors.length;
  }

  FlatVector vector(int index) {
    return vectors[index];
  }

  int count(int index) {
    return counts[index];
  }

  long rows() {
    long rows = 0;
    for (int count : counts) {
      rows += count;
    }
    return rows;
  }

  /** Some vectors of it, spread evenly. */
  ColumnData sample(int most) {
    if (vectors.length <= most) {
      return this;
    }
    FlatVector[] some = new FlatVector[most];
    int[] someCounts = new int[most];
    for (int i = 0; i < most; i++) {
      int at = (int) ((2L * i + 1) * vectors.length / (2L * most));
      some[i] = vectors[at];
      someCounts[i] = counts[at];
    }
    return new ColumnData(type, some, someCounts);
  }

  /** The children of a nested column. */
  ColumnData child(int field) {
    FlatVector[] children = new FlatVector[vectors.length];
    int[] childCounts = new int[vectors.length];
    for (int i = 0; i < vectors.length; i++) {
      switch (vectors[i]) {
        case ListVector list -> {
          children[i] = list.child();
          childCounts[i] = list.childSize();
        }
        case ArrayVector array -> {
          children[i] = array.child();
          childCounts[i] = Math.multiplyExact(counts[i], array.size());
        }
        case StructVector struct -> {
          children[i] = struct.child(field);
          childCounts[i] = counts[i];
        }
        default -> throw new IllegalStateException("no children in " + type);
      }
    }
    return new ColumnData(childTypes(type).get(field), children, childCounts);
  }

  /** The types of the children of a nested type. */
  static List<LogicalType> childTypes(LogicalType type) {
    return switch (type.physical()) {
      case LIST -> List.of(ListVector.childType(type));
      case ARRAY -> List.of(((LogicalType.ArrayOf) type).child());
      case STRUCT -> StructVector.childTypes(type);
      case BOOL, INT32, INT64, INT128, FLOAT, DOUBLE, INTERVAL, STRING -> List.of();
    };
  }

  /**
   * The integers of a vector as 64 bits with sign; in place of a NULL the number before it, so that
   * it costs nothing.
   */
  static void integers(FlatVector vector, int count, long[] into) {
    switch (vector) {
      case BoolVector v -> widen(v.values(), count, into);
      case IntVector v -> widen(v.values(), count, into);
      case LongVector v -> System.arraycopy(v.values(), 0, into, 0, count);
      default -> throw new IllegalStateException("no integers in " + vector.type());
    }
    if (vector.mayHaveNulls()) {
      fillNulls(vector, count, into);
    }
  }

  private static void widen(byte[] from, int count, long[] into) {
    for (int i = 0; i < count; i++) {
      into[i] = from[i];
    }
  }

  private static void widen(int[] from, int count, long[] into) {
    for (int i = 0; i < count; i++) {
      into[i] = from[i];
    }
  }

  /** Puts the number before it in place of each NULL, the first one in place of leading NULLs. */
  static void fillNulls(FlatVector vector, int count, long[] values) {
    int first = 0;
    while (first < count && vector.isNull(first)) {
      first++;
    }
    long last = first < count ? values[first] : 0;
    for (int i = 0; i < count; i++) {
      if (vector.isNull(i)) {
        values[i] = last;
      } else {
        last = values[i];
      }
    }
  }

  /** Length of a string, 0 for NULL. */
  static int length(StringVector vector, int row) {
    return vector.isNull(row) ? 0 : vector.length(row);
  }
}
