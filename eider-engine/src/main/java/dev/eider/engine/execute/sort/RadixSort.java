// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.sort;

import java.util.Arrays;

/**
 * Stable radix sort of longs by the bits from {@code low} on (unsigned); the bits below travel
 * along. Most significant digit first, and every range looks only at bits in which its values
 * differ, so that clustered keys cost no more than even ones. One thread uses an instance.
 */
final class RadixSort {
  /** Below this an insertion sort is faster. */
  private static final int SMALL = 24;

  /** The widest digit: its counters fill half of a level 1 cache. */
  private static final int MAX_DIGIT = 11;

  private final int[][] counters = new int[65][];
  private int depth;

  /** Sorts {@code a[from, to)}; {@code scratch} is as long and is overwritten in that range. */
  void sort(long[] a, long[] scratch, int from, int to, int low) {
    int count = to - from;
    if (count <= SMALL) {
      insertionSort(a, from, to, low);
      return;
    }
    long difference = difference(a, from, to) >>> low;
    if (difference == 0) {
      return;
    }
    int top = 64 - Long.numberOfLeadingZeros(difference);
    int digit = Math.min(Math.min(top, MAX_DIGIT), 31 - Integer.numberOfLeadingZeros(count) - 1);
    int shift = low + top - digit;
    int buckets = 1 << digit;
    int[] ends = counters(depth, buckets);
    count(a, from, to, shift, buckets - 1, ends);
    int at = from;
    for (int b = 0; b < buckets; b++) {
      int size = ends[b];
      ends[b] = at;
      at += size;
    }
    scatter(a, scratch, from, to, shift, buckets - 1, ends);
    System.arraycopy(scratch, from, a, from, count);
    if (shift == low) {
      return;
    }
    depth++;
    int start = from;
    for (int b = 0; b < buckets; b++) {
      int end = ends[b];
      if (end - start > 1) {
        sort(a, scratch, start, end, low);
      }
      start = end;
    }
    depth--;
  }

  private int[] counters(int level, int buckets) {
    int[] counts = counters[level];
    if (counts == null || counts.length < buckets) {
      counts = new int[buckets];
      counters[level] = counts;
    } else {
      Arrays.fill(counts, 0, buckets, 0);
    }
    return counts;
  }

  static long difference(long[] a, int from, int to) {
    long first = a[from];
    long difference = 0;
    for (int i = from + 1; i < to; i++) {
      difference |= a[i] ^ first;
    }
    return difference;
  }

  static void count(long[] a, int from, int to, int shift, int mask, int[] counts) {
    for (int i = from; i < to; i++) {
      counts[(int) (a[i] >>> shift) & mask]++;
    }
  }

  /** Moves values to their buckets; {@code next[b]} is where bucket b continues. */
  static void scatter(long[] a, long[] to, int from, int end, int shift, int mask, int[] next) {
    for (int i = from; i < end; i++) {
      long value = a[i];
      int bucket = (int) (value >>> shift) & mask;
      to[next[bucket]++] = value;
    }
  }

  /** {@code low} is at least 1, so that shifted values are not negative. */
  private static void insertionSort(long[] a, int from, int to, int low) {
    for (int i = from + 1; i < to; i++) {
      long value = a[i];
      long key = value >>> low;
      int j = i;
      while (j > from && a[j - 1] >>> low > key) {
        a[j] = a[j - 1];
        j--;
      }
      a[j] = value;
    }
  }
}
