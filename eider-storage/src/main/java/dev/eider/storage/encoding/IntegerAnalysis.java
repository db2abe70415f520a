// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.encoding;

import java.util.Arrays;

/** What the integer encodings need to know of a run of numbers to tell their sizes. Reused. */
final class IntegerAnalysis {
  /** Smallest and largest number. */
  long min;

  long max;

  /** Runs of equal numbers. */
  int runs;

  /** Smallest and largest difference of a number and the one before. */
  long minDelta;

  long maxDelta;

  /** Numbers by the bits that they need above {@link #min}; made by {@link #countWidths}. */
  final int[] widths = new int[65];

  /** Looks at {@code values[from, from + count)}, of which there is at least one. */
  void analyze(long[] values, int from, int count) {
    long low = values[from];
    long high = low;
    long lowDelta = Long.MAX_VALUE;
    long highDelta = Long.MIN_VALUE;
    int changes = 0;
    long before = low;
    for (int i = from + 1; i < from + count; i++) {
      long value = values[i];
      long delta = value - before;
      before = value;
      low = Math.min(low, value);
      high = Math.max(high, value);
      lowDelta = Math.min(lowDelta, delta);
      highDelta = Math.max(highDelta, delta);
      changes += delta != 0 ? 1 : 0;
    }
    min = low;
    max = high;
    runs = changes + 1;
    minDelta = count == 1 ? 0 : lowDelta;
    maxDelta = count == 1 ? 0 : highDelta;
  }

  void countWidths(long[] values, int from, int count) {
    Arrays.fill(widths, 0);
    for (int i = from; i < from + count; i++) {
      widths[BitPacking.width(values[i] - min)]++;
    }
  }
}
