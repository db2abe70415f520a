// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.window;

import dev.eider.engine.execute.sort.RowOrdering;
import java.util.Arrays;

/**
 * The place of every row among those of its partition in the order of an argument's ORDER BY:
 * {@code position} is unique (rows that are equal keep the window's order), {@code rank} is the
 * position of the first equal row. Immutable after construction.
 */
final class ArgumentRanks {
  final int[] position;
  final int[] rank;

  ArgumentRanks(WindowBlock block, RowOrdering order) {
    int rows = block.rows();
    position = new int[rows];
    rank = new int[rows];
    int start = 0;
    while (start < rows) {
      int end = block.partitionEnd()[start];
      Integer[] sorted = new Integer[end - start];
      for (int i = 0; i < sorted.length; i++) {
        sorted[i] = start + i;
      }
      Arrays.sort(sorted, (a, b) -> order.compare(block.columns(), a, block.columns(), b, 0));
      for (int i = 0; i < sorted.length; i++) {
        int row = sorted[i];
        position[row] = start + i;
        rank[row] =
            i > 0 && order.compare(block.columns(), sorted[i - 1], block.columns(), row, 0) == 0
                ? rank[sorted[i - 1]]
                : start + i;
      }
      start = end;
    }
  }

  /** The rows of a frame in the argument's order. */
  int[] sorted(int[] intervals, int count) {
    int total = 0;
    for (int k = 0; k < count; k++) {
      total += intervals[2 * k + 1] - intervals[2 * k];
    }
    long[] keyed = new long[total];
    int n = 0;
    for (int k = 0; k < count; k++) {
      for (int row = intervals[2 * k]; row < intervals[2 * k + 1]; row++) {
        keyed[n++] = (long) position[row] << 32 | row;
      }
    }
    Arrays.sort(keyed);
    int[] rows = new int[total];
    for (int i = 0; i < total; i++) {
      rows[i] = (int) keyed[i];
    }
    return rows;
  }
}
