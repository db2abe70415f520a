// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.kernel;

/**
 * Comparisons as bytes 0 or 1, column with column and column with constant. {@code flip} 1 inverts
 * each result, so that the six operators need "less" and "equal" only. NULLs are not looked at. NaN
 * is the greatest value and equal to itself; -0.0 equals 0.0.
 */
public final class ComparisonKernels {
  private ComparisonKernels() {}

  /** {@code a < b}. */
  public static void ltInt(int[] a, int[] b, int flip, int count, byte[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = (byte) ((a[i] < b[i] ? 1 : 0) ^ flip);
    }
  }

  /** {@code a = b}. */
  public static void eqInt(int[] a, int[] b, int flip, int count, byte[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = (byte) ((a[i] == b[i] ? 1 : 0) ^ flip);
    }
  }

  /** {@code a < constant}. */
  public static void ltIntConst(int[] a, int b, int flip, int count, byte[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = (byte) ((a[i] < b ? 1 : 0) ^ flip);
    }
  }

  /** {@code a > constant}. */
  public static void gtIntConst(int[] a, int b, int flip, int count, byte[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = (byte) ((a[i] > b ? 1 : 0) ^ flip);
    }
  }

  /** {@code a = constant}. */
  public static void eqIntConst(int[] a, int b, int flip, int count, byte[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = (byte) ((a[i] == b ? 1 : 0) ^ flip);
    }
  }

  /** {@code a < b}. */
  public static void ltLong(long[] a, long[] b, int flip, int count, byte[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = (byte) ((a[i] < b[i] ? 1 : 0) ^ flip);
    }
  }

  /** {@code a = b}. */
  public static void eqLong(long[] a, long[] b, int flip, int count, byte[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = (byte) ((a[i] == b[i] ? 1 : 0) ^ flip);
    }
  }

  /** {@code a < constant}. */
  public static void ltLongConst(long[] a, long b, int flip, int count, byte[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = (byte) ((a[i] < b ? 1 : 0) ^ flip);
    }
  }

  /** {@code a > constant}. */
  public static void gtLongConst(long[] a, long b, int flip, int count, byte[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = (byte) ((a[i] > b ? 1 : 0) ^ flip);
    }
  }

  /** {@code a = constant}. */
  public static void eqLongConst(long[] a, long b, int flip, int count, byte[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = (byte) ((a[i] == b ? 1 : 0) ^ flip);
    }
  }

  /** Unsigned {@code a < b}. */
  public static void ltUnsigned(long[] a, long[] b, int flip, int count, byte[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = (byte) ((a[i] + Long.MIN_VALUE < b[i] + Long.MIN_VALUE ? 1 : 0) ^ flip);
    }
  }

  /** Unsigned {@code a < constant}. */
  public static void ltUnsignedConst(long[] a, long b, int flip, int count, byte[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = (byte) ((a[i] + Long.MIN_VALUE < b + Long.MIN_VALUE ? 1 : 0) ^ flip);
    }
  }

  /** Unsigned {@code a > constant}. */
  public static void gtUnsignedConst(long[] a, long b, int flip, int count, byte[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = (byte) ((a[i] + Long.MIN_VALUE > b + Long.MIN_VALUE ? 1 : 0) ^ flip);
    }
  }

  /** {@code a < b}: true also when only b is NaN. */
  public static void ltFloat(float[] a, float[] b, int flip, int count, byte[] out) {
    for (int i = 0; i < count; i++) {
      float x = a[i];
      float y = b[i];
      out[i] = (byte) (((x < y) | (!Double.isNaN(x) & Double.isNaN(y)) ? 1 : 0) ^ flip);
    }
  }

  /** {@code a = b}: true also when both are NaN. */
  public static void eqFloat(float[] a, float[] b, int flip, int count, byte[] out) {
    for (int i = 0; i < count; i++) {
      float x = a[i];
      float y = b[i];
      out[i] = (byte) (((x == y) | (Double.isNaN(x) & Double.isNaN(y)) ? 1 : 0) ^ flip);
    }
  }

  /** {@code a < constant}, which is not NaN. */
  public static void ltFloatConst(float[] a, float b, int flip, int count, byte[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = (byte) ((a[i] < b ? 1 : 0) ^ flip);
    }
  }

  /** {@code a > constant}, which is not NaN; NaN is greater. */
  public static void gtFloatConst(float[] a, float b, int flip, int count, byte[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = (byte) ((a[i] <= b ? 0 : 1) ^ flip);
    }
  }

  /** {@code a = constant}, which is not NaN. */
  public static void eqFloatConst(float[] a, float b, int flip, int count, byte[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = (byte) ((a[i] == b ? 1 : 0) ^ flip);
    }
  }

  /** {@code a < b}: true also when only b is NaN. */
  public static void ltDouble(double[] a, double[] b, int flip, int count, byte[] out) {
    for (int i = 0; i < count; i++) {
      double x = a[i];
      double y = b[i];
      out[i] = (byte) (((x < y) | (!Double.isNaN(x) & Double.isNaN(y)) ? 1 : 0) ^ flip);
    }
  }

  /** {@code a = b}: true also when both are NaN. */
  public static void eqDouble(double[] a, double[] b, int flip, int count, byte[] out) {
    for (int i = 0; i < count; i++) {
      double x = a[i];
      double y = b[i];
      out[i] = (byte) (((x == y) | (Double.isNaN(x) & Double.isNaN(y)) ? 1 : 0) ^ flip);
    }
  }

  /** {@code a < constant}, which is not NaN. */
  public static void ltDoubleConst(double[] a, double b, int flip, int count, byte[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = (byte) ((a[i] < b ? 1 : 0) ^ flip);
    }
  }

  /** {@code a > constant}, which is not NaN; NaN is greater. */
  public static void gtDoubleConst(double[] a, double b, int flip, int count, byte[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = (byte) ((a[i] <= b ? 0 : 1) ^ flip);
    }
  }

  /** {@code a = constant}, which is not NaN. */
  public static void eqDoubleConst(double[] a, double b, int flip, int count, byte[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = (byte) ((a[i] == b ? 1 : 0) ^ flip);
    }
  }

  /** {@code a < b}. */
  public static void ltBool(byte[] a, byte[] b, int flip, int count, byte[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = (byte) ((a[i] < b[i] ? 1 : 0) ^ flip);
    }
  }

  /** {@code a = b}. */
  public static void eqBool(byte[] a, byte[] b, int flip, int count, byte[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = (byte) ((a[i] == b[i] ? 1 : 0) ^ flip);
    }
  }
}
