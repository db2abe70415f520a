// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Rounding is that of exact decimals, and keeps the sign of zero. */
class RoundKernelsTest {
  private static void check(double x) {
    double exact =
        Double.isFinite(x)
            ? Math.copySign(new BigDecimal(x).setScale(0, RoundingMode.HALF_UP).doubleValue(), x)
            : x;
    double[] out = new double[1];
    RoundKernels.roundDouble(new double[] {x}, out, 1);
    assertEquals(exact, out[0], () -> "round of " + x);
    assertEquals(exact, RoundKernels.round(x), () -> "round of " + x);
  }

  @Test
  void aroundHalves() {
    for (double whole :
        new double[] {0, 1, 2, 3, 7, 1e6, 1e15, 0x1p50, 0x1p51, 0x1p52, 0x1p53, 0x1p60}) {
      for (double part : new double[] {0, 0.25, 0.5, 0.75, 1}) {
        for (double sign : new double[] {-1, 1}) {
          double x = sign * (whole + part);
          check(x);
          check(Math.nextUp(x));
          check(Math.nextDown(x));
        }
      }
    }
    check(0.0);
    check(-0.0);
    check(Double.MIN_VALUE);
    check(Double.NaN);
    check(Double.POSITIVE_INFINITY);
    check(Double.NEGATIVE_INFINITY);
  }

  @Test
  void anyNumbers() {
    Random random = new Random(11);
    for (int i = 0; i < 100_000; i++) {
      check(Double.longBitsToDouble(random.nextLong()));
      check((random.nextInt(2_000_001) - 1_000_000) / 100.0);
    }
  }
}
