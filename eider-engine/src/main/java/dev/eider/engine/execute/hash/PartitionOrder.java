// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.hash;

import java.util.Arrays;

/**
 * Row numbers in the order of their partitions (a counting sort that keeps the order of rows within
 * one). After {@link #sort}, the rows of partition {@code p} are {@code rows()[start(p), end(p))}.
 * One thread at a time.
 */
final class PartitionOrder {
  private final int[] ends = new int[PartitionedAggregation.PARTITIONS + 1];
  private int[] rows = new int[0];

  void sort(long[] hashes, int count) {
    if (rows.length < count) {
      rows = new int[count];
    }
    int[] at = ends;
    Arrays.fill(at, 0);
    for (int i = 0; i < count; i++) {
      at[PartitionedAggregation.partition(hashes[i]) + 1]++;
    }
    for (int p = 1; p < at.length; p++) {
      at[p] += at[p - 1];
    }
    int[] sorted = rows;
    for (int i = 0; i < count; i++) {
      sorted[at[PartitionedAggregation.partition(hashes[i])]++] = i;
    }
  }

  int[] rows() {
    return rows;
  }

  int start(int partition) {
    return partition == 0 ? 0 : ends[partition - 1];
  }

  int end(int partition) {
    return ends[partition];
  }

  /** The rows of a partition as an array of their own. */
  int[] rows(int partition) {
    return Arrays.copyOfRange(rows, start(partition), end(partition));
  }
}
