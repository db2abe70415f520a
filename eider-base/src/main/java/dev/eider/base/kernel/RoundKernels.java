// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.kernel;

/** Rounding of floats to whole numbers, branch-free. */
public final class RoundKernels {
  /**
   * The greatest number below a half: added to a magnitude, and the sum rounded to a double, it
   * reaches the next whole number exactly from a half on. With the half itself 0.49999999999999994
   * would become 1.
   */
  private static final double BELOW_HALF = 0.49999999999999994;

  private RoundKernels() {}

  /** Half away from zero. */
  public static double round(double x) {
    return Math.copySign(Math.floor(Math.abs(x) + BELOW_HALF), x);
  }

  /** Rounds each value half away from zero. */
  public static void roundDouble(double[] in, double[] out, int count) {
    for (int i = 0; i < count; i++) {
      out[i] = Math.copySign(Math.floor(Math.abs(in[i]) + BELOW_HALF), in[i]);
    }
  }

  /** Rounds each value up. */
  public static void ceilDouble(double[] in, double[] out, int count) {
    for (int i = 0; i < count; i++) {
      out[i] = Math.ceil(in[i]);
    }
  }

  /** Rounds each value down. */
  public static void floorDouble(double[] in, double[] out, int count) {
    for (int i = 0; i < count; i++) {
      out[i] = Math.floor(in[i]);
    }
  }
}
