// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

/**
 * Counts of times in classes, each at most 1/8 wider than its lower bound: quantiles are right to
 * about 6 %. One thread at a time.
 */
public final class LatencyHistogram {
  /** Classes in each power of two. */
  private static final int STEPS = 8;

  private final long[] counts = new long[64 * STEPS];
  private long count;
  private double sum;

  /** Counts a time. */
  public void add(long nanos) {
    counts[index(Math.max(nanos, STEPS))]++;
    count++;
    sum += nanos;
  }

  private static int index(long nanos) {
    int power = 63 - Long.numberOfLeadingZeros(nanos);
    return power * STEPS + (int) (nanos >>> power - 3) - STEPS;
  }

  /** The middle of a class. */
  private static double nanos(int index) {
    return Math.scalb(1 + (index % STEPS + 0.5) / STEPS, index / STEPS);
  }

  /** How many times were counted. */
  public long count() {
    return count;
  }

  double meanMillis() {
    return count == 0 ? 0 : sum / count / 1e6;
  }

  /** The time that a share of all did not exceed; 0 when there are none. */
  public double quantileMillis(double share) {
    long wanted = (long) Math.ceil(count * share);
    long seen = 0;
    for (int i = 0; i < counts.length; i++) {
      seen += counts[i];
      if (seen >= wanted && seen > 0) {
        return nanos(i) / 1e6;
      }
    }
    return 0;
  }

  /** Halves all counts, so that what comes next weighs more. */
  public void age() {
    count = 0;
    for (int i = 0; i < counts.length; i++) {
      counts[i] /= 2;
      count += counts[i];
    }
    sum /= 2;
  }
}
