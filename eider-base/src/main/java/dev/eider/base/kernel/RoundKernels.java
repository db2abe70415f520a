// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.kernel;

/** Rounding of floats to whole numbers, branch-free. */
public final class RoundKernels {
  private RoundKernels() {}

  /** Half away from zero. */
  public static double round(double x) {
    double magnitude = Math.abs(x);
    double whole = Math.floor(magnitude);
    whole += magnitude - whole >= 0.5 ? 1 : 0;
    return Math.copySign(whole, x);
  }

  /** Rounds each value half away from zero. */
  public static void roundDouble(double[] in, double[] out, int count) {
    for (int i = 0; i < count; i++) {
      double x = in[i];
      double magnitude = Math.abs(x);
      double whole = Math.floor(magnitude);
      whole += magnitude - whole >= 0.5 ? 1 : 0;
      out[i] = Math.copySign(whole, x);
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
