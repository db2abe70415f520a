// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.index;

import java.util.Arrays;

/**
 * Sorts entries by key, then row id: a radix sort by eight bytes of the key, then those with the
 * same eight bytes by the next eight.
 */
final class EntrySort {
  /** Bytes that sorting takes for each entry. */
  static final int BYTES = 2 * Long.BYTES + Integer.BYTES;

  /** Fewer entries are sorted by insertion. */
  private static final int FEW = 32;

  /** In place of an offset: the keys are equal, the row ids count. */
  private static final int BY_ROW = -1;

  private static final int DIGITS = 256;

  private final EntryBlocks blocks;
  private int[] entries;
  private int[] otherEntries;
  private long[] heads;
  private long[] otherHeads;
  private final int[] counts = new int[Long.BYTES * DIGITS];

  /** Ranges to sort: from, to, offset. */
  private int[] work = new int[48];

  private int workCount;

  private EntrySort(EntryBlocks blocks, int[] entries, int count) {
    this.blocks = blocks;
    this.entries = entries;
    otherEntries = new int[count];
    heads = new long[count];
    otherHeads = new long[count];
  }

  /** Sorts the first {@code count} entries. */
  static void sort(EntryBlocks blocks, int[] entries, int count) {
    EntrySort sort = new EntrySort(blocks, entries, count);
    sort.push(0, count, sort.common(count));
    while (sort.workCount > 0) {
      sort.workCount -= 3;
      int at = sort.workCount;
      sort.range(sort.work[at], sort.work[at + 1], sort.work[at + 2]);
    }
  }

  /** Number of first bytes that all keys have in common. */
  private int common(int count) {
    int common = count == 0 ? 0 : blocks.keyLength(entries[0]);
    for (int i = 1; i < count && common > 0; i++) {
      common = Math.min(common, blocks.common(entries[0], entries[i]));
    }
    return common;
  }

  private void push(int from, int to, int offset) {
    if (workCount + 3 > work.length) {
      work = Arrays.copyOf(work, 2 * work.length);
    }
    work[workCount++] = from;
    work[workCount++] = to;
    work[workCount++] = offset;
  }

  private void range(int from, int to, int offset) {
    if (to - from <= FEW) {
      insertionSort(from, to, Math.max(0, offset));
      return;
    }
    boolean ascending = true;
    for (int i = from; i < to; i++) {
      int entry = entries[i];
      heads[i] =
          offset == BY_ROW ? blocks.rowId(entry) ^ Long.MIN_VALUE : blocks.head(entry, offset);
      ascending &= i == from || Long.compareUnsigned(heads[i - 1], heads[i]) <= 0;
    }
    if (!ascending) {
      radixSort(from, to);
    }
    if (offset != BY_ROW) {
      pushEqual(from, to, offset + Long.BYTES);
    }
  }

  /** Asks for the order of those whose heads are equal. */
  private void pushEqual(int from, int to, int offset) {
    int start = from;
    for (int i = from + 1; i <= to; i++) {
      if (i == to || heads[i] != heads[start]) {
        if (i - start > FEW) {
          // Prefix-free keys that are equal to the end of one of them are equal.
          push(start, i, blocks.keyLength(entries[start]) <= offset ? BY_ROW : offset);
        } else if (i - start > 1) {
          insertionSort(start, i, 0);
        }
        start = i;
      }
    }
  }

  private void insertionSort(int from, int to, int offset) {
    for (int i = from + 1; i < to; i++) {
      int entry = entries[i];
      int at = i;
      while (at > from && blocks.compare(entries[at - 1], entry, offset) > 0) {
        entries[at] = entries[at - 1];
        at--;
      }
      entries[at] = entry;
    }
  }

  private void radixSort(int from, int to) {
    Arrays.fill(counts, 0);
    for (int i = from; i < to; i++) {
      long head = heads[i];
      for (int digit = 0; digit < Long.BYTES; digit++) {
        counts[digit * DIGITS + ((int) (head >>> 8 * digit) & 0xFF)]++;
      }
    }
    boolean moved = false;
    for (int digit = 0; digit < Long.BYTES; digit++) {
      int base = digit * DIGITS;
      if (counts[base + ((int) (heads[from] >>> 8 * digit) & 0xFF)] == to - from) {
        continue;
      }
      int sum = from;
      for (int i = base; i < base + DIGITS; i++) {
        int here = counts[i];
        counts[i] = sum;
        sum += here;
      }
      scatter(from, to, digit);
      swap();
      moved = !moved;
    }
    if (moved) {
      // Other ranges lie in the arrays as they were.
      System.arraycopy(heads, from, otherHeads, from, to - from);
      System.arraycopy(entries, from, otherEntries, from, to - from);
      swap();
    }
  }

  private void scatter(int from, int to, int digit) {
    int[] positions = counts;
    int base = digit * DIGITS;
    int shift = 8 * digit;
    for (int i = from; i < to; i++) {
      long head = heads[i];
      int at = positions[base + ((int) (head >>> shift) & 0xFF)]++;
      otherHeads[at] = head;
      otherEntries[at] = entries[i];
    }
  }

  private void swap() {
    long[] longs = heads;
    heads = otherHeads;
    otherHeads = longs;
    int[] ints = entries;
    entries = otherEntries;
    otherEntries = ints;
  }
}
