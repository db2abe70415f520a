// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.sort;

import dev.eider.base.vector.FlatVector;

/** Rows of segments in sorted order. Immutable; for any number of threads. */
public final class SortedRows {
  private final SegmentColumns columns;
  private final long[] order;
  private final int rows;
  private final int addressMask;

  SortedRows(SegmentColumns columns, long[] order, int rows, int addressBits) {
    this.columns = columns;
    this.order = order;
    this.rows = rows;
    this.addressMask = (int) ((1L << addressBits) - 1);
  }

  public int rows() {
    return rows;
  }

  /** Writes the addresses of rows {@code [from, from + count)} of the order. */
  public void addresses(int from, int count, int[] target) {
    for (int i = 0; i < count; i++) {
      target[i] = (int) order[from + i] & addressMask;
    }
  }

  /** The row after the last one that agrees with a row in all keys of an ordering sorted by. */
  public int endOfEqual(int row, RowOrdering prefix) {
    int low = row + 1;
    int high = rows;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (compare(row, middle, prefix) == 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private int compare(int i, int j, RowOrdering ordering) {
    int left = (int) order[i] & addressMask;
    int right = (int) order[j] & addressMask;
    return ordering.compare(
        columns.segmentOf(left),
        SegmentColumns.rowOf(left),
        columns.segmentOf(right),
        SegmentColumns.rowOf(right),
        0);
  }

  /** Makes the target's rows {@code [0, count)} the rows at these addresses. */
  public void gather(int column, int[] addresses, int count, FlatVector target) {
    columns.gather(column, addresses, count, target);
  }
}
