// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.scalar;

import dev.eider.base.vector.WideVector;
import java.math.BigInteger;

/** Arithmetic on 128-bit integers of vectors: on words while both operands fit in 64 bits. */
final class WideMath {
  private WideMath() {}

  /** The operations. */
  enum Op {
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    MODULO
  }

  /**
   * Computes one row; the divisor is not zero. Answers false when the result does not fit in 128
   * bits (signed or unsigned).
   */
  static boolean apply(
      Op op, WideVector a, int i, WideVector b, int j, WideVector out, int row, boolean unsigned) {
    long al = a.low(i);
    long ah = a.high(i);
    long bl = b.low(j);
    long bh = b.high(j);
    if (ah == al >> 63 && bh == bl >> 63 && (!unsigned || (ah | bh) == 0)) {
      switch (op) {
        case ADD -> {
          long low = al + bl;
          long high = ah + bh + (Long.compareUnsigned(low, al) < 0 ? 1 : 0);
          out.set(row, low, high);
          return true;
        }
        case SUBTRACT -> {
          long low = al - bl;
          long high = ah - bh - (Long.compareUnsigned(al, bl) < 0 ? 1 : 0);
          out.set(row, low, high);
          return !unsigned || high >= 0;
        }
        case MULTIPLY -> {
          out.set(row, al * bl, Math.multiplyHigh(al, bl));
          return true;
        }
        case DIVIDE -> {
          if (al != Long.MIN_VALUE || bl != -1) {
            long quotient = al / bl;
            out.set(row, quotient, quotient >> 63);
            return true;
          }
        }
        case MODULO -> {
          long rest = al % bl;
          out.set(row, rest, rest >> 63);
          return true;
        }
      }
    }
    return big(
        op,
        WideVector.toBig(al, ah, unsigned),
        WideVector.toBig(bl, bh, unsigned),
        out,
        row,
        unsigned);
  }

  private static boolean big(
      Op op, BigInteger a, BigInteger b, WideVector out, int row, boolean unsigned) {
    BigInteger result =
        switch (op) {
          case ADD -> a.add(b);
          case SUBTRACT -> a.subtract(b);
          case MULTIPLY -> a.multiply(b);
          case DIVIDE -> a.divide(b);
          case MODULO -> a.remainder(b);
        };
    out.setBig(row, result);
    return unsigned ? result.signum() >= 0 && result.bitLength() <= 128 : result.bitLength() < 128;
  }
}
