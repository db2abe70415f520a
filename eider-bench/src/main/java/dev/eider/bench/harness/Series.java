// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.harness;

import java.util.Arrays;

/** Order statistics of a few measurements. */
public final class Series {
  private Series() {}

  /** The middle value, or the mean of the two middle ones. */
  public static double median(double... values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("No values to take a median of");
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  public static double min(double... values) {
    return Arrays.stream(values).min().orElseThrow();
  }

  public static double max(double... values) {
    return Arrays.stream(values).max().orElseThrow();
  }
}
