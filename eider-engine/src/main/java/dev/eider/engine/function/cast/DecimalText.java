// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.cast;

import java.math.BigInteger;

/** Texts of decimals. */
public final class DecimalText {
  private DecimalText() {}

  /** The text of an unscaled value: {@code 1.50}, {@code -0.05}; {@code .50} for DECIMAL(2,2). */
  public static String of(long unscaled, int width, int scale) {
    return layout(Long.toString(unscaled), width, scale);
  }

  /** The text of an unscaled value. */
  public static String of(BigInteger unscaled, int width, int scale) {
    return layout(unscaled.toString(), width, scale);
  }

  private static String layout(String number, int width, int scale) {
    if (scale == 0) {
      return number;
    }
    boolean negative = number.charAt(0) == '-';
    String digits = negative ? number.substring(1) : number;
    if (digits.length() < scale) {
      digits = "0".repeat(scale - digits.length()) + digits;
    }
    int point = digits.length() - scale;
    String whole = point == 0 ? (width > scale ? "0" : "") : digits.substring(0, point);
    return (negative ? "-" : "") + whole + "." + digits.substring(point);
  }
}
