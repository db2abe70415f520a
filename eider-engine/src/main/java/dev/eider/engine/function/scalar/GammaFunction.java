// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.scalar;

/**
 * The gamma function and its logarithm by the Lanczos approximation (g = 7, nine coefficients), as
 * given in "Numerical Recipes", 3rd edition, section 6.1; exact for small integers.
 */
final class GammaFunction {
  private static final double[] COEFFICIENTS = {
    0.99999999999980993,
    676.5203681218851,
    -1259.1392167224028,
    771.32342877765313,
    -176.61502916214059,
    12.507343278686905,
    -0.13857109526572012,
    9.9843695780195716e-6,
    1.5056327351493116e-7
  };
  private static final double G = 7;
  private static final int LARGEST_FACTORIAL = 170;

  private GammaFunction() {}

  static double gamma(double x) {
    if (x < 0 && x == Math.rint(x)) {
      return Double.NaN;
    }
    if (x > LARGEST_FACTORIAL + 2) {
      return Double.POSITIVE_INFINITY;
    }
    if (x == 0) {
      return 1 / x;
    }
    if (x == Math.rint(x) && x > 0 && x <= LARGEST_FACTORIAL + 1) {
      double product = 1;
      for (int i = 2; i < x; i++) {
        product *= i;
      }
      return product;
    }
    if (x < 0.5) {
      return Math.PI / (Math.sin(Math.PI * x) * gamma(1 - x));
    }
    double y = x - 1;
    double t = y + G + 0.5;
    return Math.sqrt(2 * Math.PI) * Math.pow(t, y + 0.5) * Math.exp(-t) * series(y);
  }

  static double logGamma(double x) {
    if (x <= 0 && x == Math.rint(x) || x == Double.POSITIVE_INFINITY) {
      return Double.POSITIVE_INFINITY;
    }
    if (x < 0.5) {
      return Math.log(Math.PI / Math.abs(Math.sin(Math.PI * x))) - logGamma(1 - x);
    }
    if (x == 1 || x == 2) {
      return 0;
    }
    double y = x - 1;
    double t = y + G + 0.5;
    return 0.5 * Math.log(2 * Math.PI) + (y + 0.5) * Math.log(t) - t + Math.log(series(y));
  }

  private static double series(double y) {
    double sum = COEFFICIENTS[0];
    for (int i = 1; i < COEFFICIENTS.length; i++) {
      sum += COEFFICIENTS[i] / (y + i);
    }
    return sum;
  }
}
