// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.cast;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;
import ch.randelshofer.fastdoubleparser.JavaFloatParser;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Numbers in text. */
final class NumberParser {
  private static final int MAX_EXPONENT = 1_000;

  private NumberParser() {}

  /**
   * The integer in the trimmed text if it is plain digits of at most 18, with a sign; {@link
   * Long#MIN_VALUE} when it takes {@link #integerSlow} to say.
   */
  static long integerFast(TextBytes text) {
    byte[] bytes = text.bytes;
    int at = text.start;
    int end = text.end;
    boolean negative = false;
    if (at < end && (bytes[at] == '-' || bytes[at] == '+')) {
      negative = bytes[at] == '-';
      at++;
    }
    if (at == end || end - at > 18) {
      return Long.MIN_VALUE;
    }
    long value = 0;
    for (; at < end; at++) {
      int digit = bytes[at] - '0';
      if (digit < 0 || digit > 9) {
        return Long.MIN_VALUE;
      }
      value = value * 10 + digit;
    }
    return negative ? -value : value;
  }

  /** Any integer: with underscores, a fraction that is rounded, an exponent, 0x and 0b. */
  static @Nullable BigInteger integerSlow(TextBytes text) {
    String s = text.string();
    if (s.length() > 2 && s.charAt(0) == '0' && Character.isLetter(s.charAt(1))) {
      int radix =
          switch (s.charAt(1)) {
            case 'x', 'X' -> 16;
            case 'b', 'B' -> 2;
            case 'o', 'O' -> 8;
            default -> 0;
          };
      if (radix != 0) {
        String digits = stripUnderscores(s.substring(2), radix);
        return digits == null || !isRadix(digits, radix) ? null : new BigInteger(digits, radix);
      }
    }
    BigDecimal decimal = decimal(s);
    if (decimal == null) {
      return null;
    }
    return decimal.setScale(0, RoundingMode.HALF_UP).toBigInteger();
  }

  private static boolean isRadix(String digits, int radix) {
    for (int i = 0; i < digits.length(); i++) {
      if (Character.digit(digits.charAt(i), radix) < 0 || digits.charAt(i) > 127) {
        return false;
      }
    }
    return !digits.isEmpty();
  }

  /** Digits, point and exponent as a decimal; null when it is no such number. */
  static @Nullable BigDecimal decimal(String text) {
    String s = stripUnderscores(text, 10);
    if (s == null || !isDecimal(s)) {
      return null;
    }
    int e = Math.max(s.indexOf('e'), s.indexOf('E'));
    if (e >= 0) {
      String exponent = s.substring(e + 1);
      boolean huge = exponent.length() > 5 || Math.abs(Integer.parseInt(exponent)) > MAX_EXPONENT;
      if (huge) {
        boolean zero = exponent.startsWith("-") || new BigDecimal(s.substring(0, e)).signum() == 0;
        boolean counted = exponent.length() <= 6 && Integer.parseInt(exponent) >= Short.MIN_VALUE;
        return zero && counted ? BigDecimal.ZERO : null;
      }
    }
    return new BigDecimal(s);
  }

  /** Sign, digits with at most one point and at least one digit, exponent with digits. */
  private static boolean isDecimal(String s) {
    int at = 0;
    int length = s.length();
    if (at < length && (s.charAt(at) == '-' || s.charAt(at) == '+')) {
      at++;
    }
    int digits = 0;
    boolean point = false;
    for (; at < length; at++) {
      char c = s.charAt(at);
      if (c >= '0' && c <= '9') {
        digits++;
      } else if (c == '.' && !point) {
        point = true;
      } else {
        break;
      }
    }
    if (digits == 0) {
      return false;
    }
    if (at == length) {
      return true;
    }
    if (s.charAt(at) != 'e' && s.charAt(at) != 'E') {
      return false;
    }
    at++;
    if (at < length && (s.charAt(at) == '-' || s.charAt(at) == '+')) {
      at++;
    }
    if (at == length) {
      return false;
    }
    for (; at < length; at++) {
      if (s.charAt(at) < '0' || s.charAt(at) > '9') {
        return false;
      }
    }
    return true;
  }

  /** Without underscores, each of which must stand between two digits; null when one does not. */
  private static @Nullable String stripUnderscores(String s, int radix) {
    if (s.indexOf('_') < 0) {
      return s;
    }
    StringBuilder out = new StringBuilder(s.length());
    for (int i = 0; i < s.length(); i++) {
      char c = s.charAt(i);
      if (c != '_') {
        out.append(c);
      } else if (i == 0
          || i + 1 == s.length()
          || Character.digit(s.charAt(i - 1), radix) < 0
          || Character.digit(s.charAt(i + 1), radix) < 0) {
        return null;
      }
    }
    return out.toString();
  }

  /** Whether the trimmed text is a double; then {@code out[0]} is it. */
  static boolean parseDouble(TextBytes text, double[] out) {
    if (isPlain(text)) {
      out[0] = JavaDoubleParser.parseDouble(text.bytes, text.start, text.end - text.start);
      return true;
    }
    String s = text.string();
    String stripped = stripUnderscores(s, 10);
    if (stripped != null && stripped.length() != s.length() && isDecimal(stripped)) {
      out[0] = Double.parseDouble(stripped);
      return true;
    }
    Double special = special(s);
    if (special != null) {
      out[0] = special;
    }
    return special != null;
  }

  /** Whether the trimmed text is a float; then {@code out[0]} is it. */
  static boolean parseFloat(TextBytes text, float[] out) {
    if (isPlain(text)) {
      out[0] = JavaFloatParser.parseFloat(text.bytes, text.start, text.end - text.start);
      return true;
    }
    double[] wide = new double[1];
    if (parseDouble(text, wide)) {
      out[0] = (float) wide[0];
      return true;
    }
    return false;
  }

  private static @Nullable Double special(String s) {
    String word = s.toLowerCase(Locale.ROOT);
    boolean negative = word.startsWith("-");
    if (negative || word.startsWith("+")) {
      word = word.substring(1);
    }
    return switch (word) {
      case "inf", "infinity" -> negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      case "nan" -> Double.NaN;
      default -> null;
    };
  }

  /** The grammar of {@link #isDecimal} on bytes. */
  private static boolean isPlain(TextBytes text) {
    byte[] bytes = text.bytes;
    int at = text.start;
    int end = text.end;
    if (at < end && (bytes[at] == '-' || bytes[at] == '+')) {
      at++;
    }
    int from = at;
    int points = 0;
    while (at < end && (TextBytes.isDigit(bytes[at]) || bytes[at] == '.')) {
      points += bytes[at] == '.' ? 1 : 0;
      at++;
    }
    if (points > 1 || at - from - points == 0) {
      return false;
    }
    if (at == end) {
      return true;
    }
    if ((bytes[at] | 0x20) != 'e') {
      return false;
    }
    at++;
    if (at < end && (bytes[at] == '-' || bytes[at] == '+')) {
      at++;
    }
    if (at == end) {
      return false;
    }
    while (at < end && TextBytes.isDigit(bytes[at])) {
      at++;
    }
    return at == end;
  }
}
