// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.json;

import java.nio.charset.StandardCharsets;

/** Numbers in JSON text. */
final class JsonNumbers {
  private static final byte[] MAX_UNSIGNED =
      "18446744073709551615".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] MIN_SIGNED =
      "9223372036854775808".getBytes(StandardCharsets.US_ASCII);

  /** The powers of ten that a double holds exactly. */
  private static final double[] EXACT_POWERS = new double[23];

  static {
    double power = 1;
    for (int i = 0; i < EXACT_POWERS.length; i++) {
      EXACT_POWERS[i] = power;
      power *= 10;
    }
  }

  private JsonNumbers() {}

  /** Whether digits without a leading zero fit 64 bits, unsigned or (negative) signed. */
  static boolean fits64(byte[] text, int from, int to, boolean negative) {
    byte[] bound = negative ? MIN_SIGNED : MAX_UNSIGNED;
    int digits = to - from;
    if (digits != bound.length) {
      return digits < bound.length;
    }
    for (int i = 0; i < digits; i++) {
      if (text[from + i] != bound[i]) {
        return text[from + i] < bound[i];
      }
    }
    return true;
  }

  /** The double nearest to a number in JSON's grammar. */
  static double real(byte[] text, int from, int to) {
    int at = from;
    boolean negative = text[at] == '-';
    if (negative) {
      at++;
    }
    long digits = 0;
    int used = 0;
    int scale = 0;
    boolean point = false;
    for (; at < to; at++) {
      byte b = text[at];
      if (b == '.') {
        point = true;
      } else if (b >= '0' && b <= '9') {
        digits = digits * 10 + (b - '0');
        used += used > 0 || b != '0' ? 1 : 0;
        scale -= point ? 1 : 0;
      } else {
        break;
      }
      if (used > 18) {
        return exact(text, from, to);
      }
    }
    if (at < to) {
      at++;
      boolean minus = text[at] == '-';
      if (minus || text[at] == '+') {
        at++;
      }
      if (to - at > 4) {
        return exact(text, from, to);
      }
      int exponent = 0;
      for (; at < to; at++) {
        exponent = exponent * 10 + (text[at] - '0');
      }
      scale += minus ? -exponent : exponent;
    }
    // Both operands exact: one rounding, so the result is the nearest double.
    if (digits >>> 53 != 0 || scale < -22 || scale > 22) {
      return digits == 0 ? negative ? -0.0 : 0.0 : exact(text, from, to);
    }
    double value = digits;
    value = scale < 0 ? value / EXACT_POWERS[-scale] : value * EXACT_POWERS[scale];
    return negative ? -value : value;
  }

  private static double exact(byte[] text, int from, int to) {
    return Double.parseDouble(new String(text, from, to - from, StandardCharsets.ISO_8859_1));
  }
}
