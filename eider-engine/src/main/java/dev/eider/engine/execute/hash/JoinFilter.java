// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.hash;

import dev.eider.base.kernel.CompareKernels;
import dev.eider.base.kernel.HashKernels;
import dev.eider.base.table.RuntimeFilter;
import dev.eider.base.type.Value;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import org.jspecify.annotations.Nullable;

/**
 * What a join's build side says of one probe column: least and greatest key, and a Bloom filter of
 * one word a key. Filled by one thread when the build side is complete; {@code state} publishes it
 * to scan workers.
 */
public final class JoinFilter implements RuntimeFilter {
  /** Build rows above which a filter is not worth its memory. */
  private static final int MAX_ROWS = 1 << 22;

  /** Rows after which a filter that keeps most of them is switched off. */
  private static final int TRIAL_ROWS = 1 << 15;

  private volatile @Nullable State state;
  private volatile boolean useless;
  private volatile long seen;
  private volatile long kept;

  private record State(@Nullable Value min, @Nullable Value max, long[] words, int mask) {}

  /** Describes the keys of a build side; the filter becomes active. */
  public void fill(FlatVector keys, int rows) {
    if (rows > MAX_ROWS) {
      return;
    }
    int size = 64;
    while (size < rows / 4) {
      size *= 2;
    }
    long[] words = new long[size];
    int least = -1;
    int greatest = -1;
    long[] hashes = new long[Vector.CAPACITY];
    int[] selection = new int[Vector.CAPACITY];
    FlatVector block = FlatVector.allocate(keys.type(), Vector.CAPACITY);
    for (int from = 0; from < rows; from += Vector.CAPACITY) {
      int count = Math.min(Vector.CAPACITY, rows - from);
      for (int i = 0; i < count; i++) {
        selection[i] = from + i;
      }
      block.gather(keys, selection, count);
      HashKernels.hash(block, count, hashes);
      for (int i = 0; i < count; i++) {
        int row = from + i;
        if (keys.isNull(row)) {
          continue;
        }
        words[(int) (hashes[i] >>> 32) & size - 1] |= bits(hashes[i]);
        least = least < 0 || CompareKernels.compare(keys, row, keys, least) < 0 ? row : least;
        greatest =
            greatest < 0 || CompareKernels.compare(keys, row, keys, greatest) > 0 ? row : greatest;
      }
    }
    Value min = least < 0 ? null : keys.getValue(least);
    Value max = greatest < 0 ? null : keys.getValue(greatest);
    state = new State(min, max, words, size - 1);
  }

  private static long bits(long hash) {
    return 1L << (hash & 63) | 1L << (hash >>> 6 & 63);
  }

  @Override
  public boolean isActive() {
    return state != null && !useless;
  }

  @Override
  public @Nullable Value min() {
    State filled = state;
    return filled == null ? null : filled.min;
  }

  @Override
  public @Nullable Value max() {
    State filled = state;
    return filled == null ? null : filled.max;
  }

  @Override
  public boolean rejectsNull() {
    return true;
  }

  @Override
  public int filter(FlatVector column, int[] selection, int count) {
    State filled = state;
    if (filled == null || useless || count == 0) {
      return count;
    }
    int rows = selection[count - 1] + 1;
    long[] hashes = new long[rows];
    HashKernels.hash(column, rows, hashes);
    boolean nulls = column.mayHaveNulls();
    long[] words = filled.words;
    int mask = filled.mask;
    int left = 0;
    for (int i = 0; i < count; i++) {
      int row = selection[i];
      long hash = hashes[row];
      long bits = bits(hash);
      boolean keep = (words[(int) (hash >>> 32) & mask] & bits) == bits;
      selection[left] = row;
      left += keep && !(nulls && column.isNull(row)) ? 1 : 0;
    }
    judge(count, left);
    return left;
  }

  /** Counts loosely (workers may lose updates) and gives up when too little is filtered. */
  private void judge(int count, int left) {
    long all = seen + count;
    long some = kept + left;
    seen = all;
    kept = some;
    if (all > TRIAL_ROWS && some > all / 10 * 9) {
      useless = true;
    }
  }
}
