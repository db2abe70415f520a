// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.kernel;

/**
 * Integer and floating arithmetic over columns, column with column and column with constant.
 *
 * <p>The checked kernels compute every row, gather the overflow bits of all rows and answer whether
 * some row overflowed; the caller then looks for the row (which may be a NULL whose garbage
 * overflowed). So the loops have no branch and the compiler can turn them into SIMD code. {@code
 * min} and {@code max} bound the result's type.
 */
public final class ArithmeticKernels {
  private ArithmeticKernels() {}

  /** 32-bit add. */
  public static boolean addInt(int[] a, int[] b, int[] out, int count) {
    int bad = 0;
    for (int i = 0; i < count; i++) {
      int x = a[i];
      int y = b[i];
      int r = x + y;
      bad |= (x ^ r) & (y ^ r);
      out[i] = r;
    }
    return bad < 0;
  }

  /** 32-bit add with a constant right side. */
  public static boolean addIntConst(int[] a, int b, int[] out, int count) {
    int bad = 0;
    for (int i = 0; i < count; i++) {
      int x = a[i];
      int y = b;
      int r = x + y;
      bad |= (x ^ r) & (y ^ r);
      out[i] = r;
    }
    return bad < 0;
  }

  /** 64-bit add. */
  public static boolean addLong(long[] a, long[] b, long[] out, int count) {
    long bad = 0;
    for (int i = 0; i < count; i++) {
      long x = a[i];
      long y = b[i];
      long r = x + y;
      bad |= (x ^ r) & (y ^ r);
      out[i] = r;
    }
    return bad < 0;
  }

  /** 64-bit add with a constant right side. */
  public static boolean addLongConst(long[] a, long b, long[] out, int count) {
    long bad = 0;
    for (int i = 0; i < count; i++) {
      long x = a[i];
      long y = b;
      long r = x + y;
      bad |= (x ^ r) & (y ^ r);
      out[i] = r;
    }
    return bad < 0;
  }

  /** add of types of 8 or 16 bits. */
  public static boolean addIntRange(int[] a, int[] b, int[] out, int min, int max, int count) {
    int bad = 0;
    for (int i = 0; i < count; i++) {
      int x = a[i];
      int y = b[i];
      int r = x + y;
      bad |= (r - min) | (max - r);
      out[i] = r;
    }
    return bad < 0;
  }

  /** add of types of 8 or 16 bits with a constant right side. */
  public static boolean addIntRangeConst(int[] a, int b, int[] out, int min, int max, int count) {
    int bad = 0;
    for (int i = 0; i < count; i++) {
      int x = a[i];
      int y = b;
      int r = x + y;
      bad |= (r - min) | (max - r);
      out[i] = r;
    }
    return bad < 0;
  }

  /** add of UINTEGER. */
  public static boolean addLongRange(
      long[] a, long[] b, long[] out, long min, long max, int count) {
    long bad = 0;
    for (int i = 0; i < count; i++) {
      long x = a[i];
      long y = b[i];
      long r = x + y;
      bad |= (r - min) | (max - r);
      out[i] = r;
    }
    return bad < 0;
  }

  /** add of UINTEGER with a constant right side. */
  public static boolean addLongRangeConst(
      long[] a, long b, long[] out, long min, long max, int count) {
    long bad = 0;
    for (int i = 0; i < count; i++) {
      long x = a[i];
      long y = b;
      long r = x + y;
      bad |= (r - min) | (max - r);
      out[i] = r;
    }
    return bad < 0;
  }

  /** add. */
  public static void addFloat(float[] a, float[] b, float[] out, int count) {
    for (int i = 0; i < count; i++) {
      float x = a[i];
      float y = b[i];
      out[i] = x + y;
    }
  }

  /** add with a constant right side. */
  public static void addFloatConst(float[] a, float b, float[] out, int count) {
    for (int i = 0; i < count; i++) {
      float x = a[i];
      float y = b;
      out[i] = x + y;
    }
  }

  /** add. */
  public static void addDouble(double[] a, double[] b, double[] out, int count) {
    for (int i = 0; i < count; i++) {
      double x = a[i];
      double y = b[i];
      out[i] = x + y;
    }
  }

  /** add with a constant right side. */
  public static void addDoubleConst(double[] a, double b, double[] out, int count) {
    for (int i = 0; i < count; i++) {
      double x = a[i];
      double y = b;
      out[i] = x + y;
    }
  }

  /** 32-bit subtract. */
  public static boolean subtractInt(int[] a, int[] b, int[] out, int count) {
    int bad = 0;
    for (int i = 0; i < count; i++) {
      int x = a[i];
      int y = b[i];
      int r = x - y;
      bad |= (x ^ y) & (x ^ r);
      out[i] = r;
    }
    return bad < 0;
  }

  /** 32-bit subtract with a constant right side. */
  public static boolean subtractIntConst(int[] a, int b, int[] out, int count) {
    int bad = 0;
    for (int i = 0; i < count; i++) {
      int x = a[i];
      int y = b;
      int r = x - y;
      bad |= (x ^ y) & (x ^ r);
      out[i] = r;
    }
    return bad < 0;
  }

  /** 32-bit subtract with a constant left side. */
  public static boolean subtractIntConstLeft(int a, int[] b, int[] out, int count) {
    int bad = 0;
    for (int i = 0; i < count; i++) {
      int x = a;
      int y = b[i];
      int r = x - y;
      bad |= (x ^ y) & (x ^ r);
      out[i] = r;
    }
    return bad < 0;
  }

  /** 64-bit subtract. */
  public static boolean subtractLong(long[] a, long[] b, long[] out, int count) {
    long bad = 0;
    for (int i = 0; i < count; i++) {
      long x = a[i];
      long y = b[i];
      long r = x - y;
      bad |= (x ^ y) & (x ^ r);
      out[i] = r;
    }
    return bad < 0;
  }

  /** 64-bit subtract with a constant right side. */
  public static boolean subtractLongConst(long[] a, long b, long[] out, int count) {
    long bad = 0;
    for (int i = 0; i < count; i++) {
      long x = a[i];
      long y = b;
      long r = x - y;
      bad |= (x ^ y) & (x ^ r);
      out[i] = r;
    }
    return bad < 0;
  }

  /** 64-bit subtract with a constant left side. */
  public static boolean subtractLongConstLeft(long a, long[] b, long[] out, int count) {
    long bad = 0;
    for (int i = 0; i < count; i++) {
      long x = a;
      long y = b[i];
      long r = x - y;
      bad |= (x ^ y) & (x ^ r);
      out[i] = r;
    }
    return bad < 0;
  }

  /** subtract of types of 8 or 16 bits. */
  public static boolean subtractIntRange(int[] a, int[] b, int[] out, int min, int max, int count) {
    int bad = 0;
    for (int i = 0; i < count; i++) {
      int x = a[i];
      int y = b[i];
      int r = x - y;
      bad |= (r - min) | (max - r);
      out[i] = r;
    }
    return bad < 0;
  }

  /** subtract of types of 8 or 16 bits with a constant right side. */
  public static boolean subtractIntRangeConst(
      int[] a, int b, int[] out, int min, int max, int count) {
    int bad = 0;
    for (int i = 0; i < count; i++) {
      int x = a[i];
      int y = b;
      int r = x - y;
      bad |= (r - min) | (max - r);
      out[i] = r;
    }
    return bad < 0;
  }

  /** subtract of types of 8 or 16 bits with a constant left side. */
  public static boolean subtractIntRangeConstLeft(
      int a, int[] b, int[] out, int min, int max, int count) {
    int bad = 0;
    for (int i = 0; i < count; i++) {
      int x = a;
      int y = b[i];
      int r = x - y;
      bad |= (r - min) | (max - r);
      out[i] = r;
    }
    return bad < 0;
  }

  /** subtract of UINTEGER. */
  public static boolean subtractLongRange(
      long[] a, long[] b, long[] out, long min, long max, int count) {
    long bad = 0;
    for (int i = 0; i < count; i++) {
      long x = a[i];
      long y = b[i];
      long r = x - y;
      bad |= (r - min) | (max - r);
      out[i] = r;
    }
    return bad < 0;
  }

  /** subtract of UINTEGER with a constant right side. */
  public static boolean subtractLongRangeConst(
      long[] a, long b, long[] out, long min, long max, int count) {
    long bad = 0;
    for (int i = 0; i < count; i++) {
      long x = a[i];
      long y = b;
      long r = x - y;
      bad |= (r - min) | (max - r);
      out[i] = r;
    }
    return bad < 0;
  }

  /** subtract of UINTEGER with a constant left side. */
  public static boolean subtractLongRangeConstLeft(
      long a, long[] b, long[] out, long min, long max, int count) {
    long bad = 0;
    for (int i = 0; i < count; i++) {
      long x = a;
      long y = b[i];
      long r = x - y;
      bad |= (r - min) | (max - r);
      out[i] = r;
    }
    return bad < 0;
  }

  /** subtract. */
  public static void subtractFloat(float[] a, float[] b, float[] out, int count) {
    for (int i = 0; i < count; i++) {
      float x = a[i];
      float y = b[i];
      out[i] = x - y;
    }
  }

  /** subtract with a constant right side. */
  public static void subtractFloatConst(float[] a, float b, float[] out, int count) {
    for (int i = 0; i < count; i++) {
      float x = a[i];
      float y = b;
      out[i] = x - y;
    }
  }

  /** subtract with a constant left side. */
  public static void subtractFloatConstLeft(float a, float[] b, float[] out, int count) {
    for (int i = 0; i < count; i++) {
      float x = a;
      float y = b[i];
      out[i] = x - y;
    }
  }

  /** subtract. */
  public static void subtractDouble(double[] a, double[] b, double[] out, int count) {
    for (int i = 0; i < count; i++) {
      double x = a[i];
      double y = b[i];
      out[i] = x - y;
    }
  }

  /** subtract with a constant right side. */
  public static void subtractDoubleConst(double[] a, double b, double[] out, int count) {
    for (int i = 0; i < count; i++) {
      double x = a[i];
      double y = b;
      out[i] = x - y;
    }
  }

  /** subtract with a constant left side. */
  public static void subtractDoubleConstLeft(double a, double[] b, double[] out, int count) {
    for (int i = 0; i < count; i++) {
      double x = a;
      double y = b[i];
      out[i] = x - y;
    }
  }

  /** Product of types up to 32 bits. */
  public static boolean multiplyInt(int[] a, int[] b, int[] out, int min, int max, int count) {
    long bad = 0;
    for (int i = 0; i < count; i++) {
      int x = a[i];
      int y = b[i];
      long r = (long) x * y;
      bad |= (r - min) | (max - r);
      out[i] = (int) r;
    }
    return bad < 0;
  }

  /** Product of types up to 32 bits with a constant right side. */
  public static boolean multiplyIntConst(int[] a, int b, int[] out, int min, int max, int count) {
    long bad = 0;
    for (int i = 0; i < count; i++) {
      int x = a[i];
      int y = b;
      long r = (long) x * y;
      bad |= (r - min) | (max - r);
      out[i] = (int) r;
    }
    return bad < 0;
  }

  /** 64-bit product. */
  public static boolean multiplyLong(long[] a, long[] b, long[] out, int count) {
    long bad = 0;
    for (int i = 0; i < count; i++) {
      long x = a[i];
      long y = b[i];
      long r = x * y;
      bad |= Math.multiplyHigh(x, y) ^ (r >> 63);
      out[i] = r;
    }
    return bad != 0;
  }

  /** 64-bit product with a constant right side. */
  public static boolean multiplyLongConst(long[] a, long b, long[] out, int count) {
    long bad = 0;
    for (int i = 0; i < count; i++) {
      long x = a[i];
      long y = b;
      long r = x * y;
      bad |= Math.multiplyHigh(x, y) ^ (r >> 63);
      out[i] = r;
    }
    return bad != 0;
  }

  /** Product of UINTEGER. */
  public static boolean multiplyLongRange(
      long[] a, long[] b, long[] out, long min, long max, int count) {
    long bad = 0;
    for (int i = 0; i < count; i++) {
      long x = a[i];
      long y = b[i];
      long r = x * y;
      bad |= (r - min) | (max - r);
      out[i] = r;
    }
    return bad < 0;
  }

  /** Product of UINTEGER with a constant right side. */
  public static boolean multiplyLongRangeConst(
      long[] a, long b, long[] out, long min, long max, int count) {
    long bad = 0;
    for (int i = 0; i < count; i++) {
      long x = a[i];
      long y = b;
      long r = x * y;
      bad |= (r - min) | (max - r);
      out[i] = r;
    }
    return bad < 0;
  }

  /** 64-bit product of operands known to fit. */
  public static void multiplyLongWrap(long[] a, long[] b, long[] out, int count) {
    for (int i = 0; i < count; i++) {
      long x = a[i];
      long y = b[i];
      out[i] = x * y;
    }
  }

  /** 64-bit product of operands known to fit with a constant right side. */
  public static void multiplyLongWrapConst(long[] a, long b, long[] out, int count) {
    for (int i = 0; i < count; i++) {
      long x = a[i];
      long y = b;
      out[i] = x * y;
    }
  }

  /** Unsigned 64-bit sum. */
  public static boolean addUnsigned(long[] a, long[] b, long[] out, int count) {
    long bad = 0;
    for (int i = 0; i < count; i++) {
      long x = a[i];
      long y = b[i];
      long r = x + y;
      bad |= (x & y) | ((x | y) & ~r);
      out[i] = r;
    }
    return bad < 0;
  }

  /** Unsigned 64-bit sum with a constant right side. */
  public static boolean addUnsignedConst(long[] a, long b, long[] out, int count) {
    long bad = 0;
    for (int i = 0; i < count; i++) {
      long x = a[i];
      long y = b;
      long r = x + y;
      bad |= (x & y) | ((x | y) & ~r);
      out[i] = r;
    }
    return bad < 0;
  }

  /** Unsigned 64-bit difference. */
  public static boolean subtractUnsigned(long[] a, long[] b, long[] out, int count) {
    long bad = 0;
    for (int i = 0; i < count; i++) {
      long x = a[i];
      long y = b[i];
      long r = x - y;
      bad |= (~x & y) | ((~x | y) & r);
      out[i] = r;
    }
    return bad < 0;
  }

  /** Unsigned 64-bit difference with a constant right side. */
  public static boolean subtractUnsignedConst(long[] a, long b, long[] out, int count) {
    long bad = 0;
    for (int i = 0; i < count; i++) {
      long x = a[i];
      long y = b;
      long r = x - y;
      bad |= (~x & y) | ((~x | y) & r);
      out[i] = r;
    }
    return bad < 0;
  }

  /** Unsigned 64-bit difference with a constant left side. */
  public static boolean subtractUnsignedConstLeft(long a, long[] b, long[] out, int count) {
    long bad = 0;
    for (int i = 0; i < count; i++) {
      long x = a;
      long y = b[i];
      long r = x - y;
      bad |= (~x & y) | ((~x | y) & r);
      out[i] = r;
    }
    return bad < 0;
  }

  /** Unsigned 64-bit product. */
  public static boolean multiplyUnsigned(long[] a, long[] b, long[] out, int count) {
    long bad = 0;
    for (int i = 0; i < count; i++) {
      long x = a[i];
      long y = b[i];
      bad |= Math.unsignedMultiplyHigh(x, y);
      out[i] = x * y;
    }
    return bad != 0;
  }

  /** Unsigned 64-bit product with a constant right side. */
  public static boolean multiplyUnsignedConst(long[] a, long b, long[] out, int count) {
    long bad = 0;
    for (int i = 0; i < count; i++) {
      long x = a[i];
      long y = b;
      bad |= Math.unsignedMultiplyHigh(x, y);
      out[i] = x * y;
    }
    return bad != 0;
  }

  /** Product. */
  public static void multiplyFloat(float[] a, float[] b, float[] out, int count) {
    for (int i = 0; i < count; i++) {
      float x = a[i];
      float y = b[i];
      out[i] = x * y;
    }
  }

  /** Product with a constant right side. */
  public static void multiplyFloatConst(float[] a, float b, float[] out, int count) {
    for (int i = 0; i < count; i++) {
      float x = a[i];
      float y = b;
      out[i] = x * y;
    }
  }

  /** Quotient. */
  public static void divideFloat(float[] a, float[] b, float[] out, int count) {
    for (int i = 0; i < count; i++) {
      float x = a[i];
      float y = b[i];
      out[i] = x / y;
    }
  }

  /** Quotient with a constant right side. */
  public static void divideFloatConst(float[] a, float b, float[] out, int count) {
    for (int i = 0; i < count; i++) {
      float x = a[i];
      float y = b;
      out[i] = x / y;
    }
  }

  /** Quotient with a constant left side. */
  public static void divideFloatConstLeft(float a, float[] b, float[] out, int count) {
    for (int i = 0; i < count; i++) {
      float x = a;
      float y = b[i];
      out[i] = x / y;
    }
  }

  /** Product. */
  public static void multiplyDouble(double[] a, double[] b, double[] out, int count) {
    for (int i = 0; i < count; i++) {
      double x = a[i];
      double y = b[i];
      out[i] = x * y;
    }
  }

  /** Product with a constant right side. */
  public static void multiplyDoubleConst(double[] a, double b, double[] out, int count) {
    for (int i = 0; i < count; i++) {
      double x = a[i];
      double y = b;
      out[i] = x * y;
    }
  }

  /** Quotient. */
  public static void divideDouble(double[] a, double[] b, double[] out, int count) {
    for (int i = 0; i < count; i++) {
      double x = a[i];
      double y = b[i];
      out[i] = x / y;
    }
  }

  /** Quotient with a constant right side. */
  public static void divideDoubleConst(double[] a, double b, double[] out, int count) {
    for (int i = 0; i < count; i++) {
      double x = a[i];
      double y = b;
      out[i] = x / y;
    }
  }

  /** Quotient with a constant left side. */
  public static void divideDoubleConstLeft(double a, double[] b, double[] out, int count) {
    for (int i = 0; i < count; i++) {
      double x = a;
      double y = b[i];
      out[i] = x / y;
    }
  }
}
