// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.sort;

import dev.eider.base.kernel.CompareKernels;
import dev.eider.base.vector.FlatVector;
import dev.eider.engine.expr.SortKey;
import java.util.List;

/**
 * How rows are ordered: by these columns of a stored row, each with a direction and a place for
 * NULL. Immutable (nobody changes the arrays).
 */
public final class RowOrdering {
  final int[] columns;
  final boolean[] descending;
  final boolean[] nullsFirst;

  public RowOrdering(int[] columns, boolean[] descending, boolean[] nullsFirst) {
    this.columns = columns;
    this.descending = descending;
    this.nullsFirst = nullsFirst;
  }

  /**
   * The ordering by {@code keys}, of which key {@code i} is stored in column {@code columns[i]}.
   */
  public static RowOrdering of(int[] columns, List<SortKey> keys) {
    boolean[] descending = new boolean[columns.length];
    boolean[] nullsFirst = new boolean[columns.length];
    for (int i = 0; i < columns.length; i++) {
      descending[i] = keys.get(i).descending();
      nullsFirst[i] = keys.get(i).nullsFirst();
    }
    return new RowOrdering(columns, descending, nullsFirst);
  }

  /** This ordering with one more ascending column at its end. */
  public RowOrdering then(int column) {
    int keys = columns.length;
    int[] longer = java.util.Arrays.copyOf(columns, keys + 1);
    longer[keys] = column;
    return new RowOrdering(
        longer,
        java.util.Arrays.copyOf(descending, keys + 1),
        java.util.Arrays.copyOf(nullsFirst, keys + 1));
  }

  /** The ordering by the first keys of this one. */
  public RowOrdering prefix(int keys) {
    return new RowOrdering(java.util.Arrays.copyOf(columns, keys), descending, nullsFirst);
  }

  /** Number of keys. */
  public int keys() {
    return columns.length;
  }

  /** The column of a key. */
  public int column(int key) {
    return columns[key];
  }

  public boolean isDescending(int key) {
    return descending[key];
  }

  /** Compares row {@code i} of columns {@code a} with row {@code j} of {@code b} from a key on. */
  public int compare(FlatVector[] a, int i, FlatVector[] b, int j, int fromKey) {
    for (int k = fromKey; k < columns.length; k++) {
      FlatVector left = a[columns[k]];
      FlatVector right = b[columns[k]];
      boolean leftNull = left.isNull(i);
      boolean rightNull = right.isNull(j);
      if (leftNull || rightNull) {
        if (leftNull != rightNull) {
          return leftNull == nullsFirst[k] ? -1 : 1;
        }
        continue;
      }
      int result = CompareKernels.compare(left, i, right, j);
      if (result != 0) {
        return descending[k] ? -result : result;
      }
    }
    return 0;
  }
}
