// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.kernel;

/** Texts of floating point numbers as the dialect prints them, and as JSON has them. */
public final class NumberText {
  private NumberText() {}

  /** The shortest text that reads back as the same number: {@code 0.1}, {@code 1e+20}. */
  public static String of(double value) {
    if (Double.isNaN(value)) {
      return "nan";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    if (value == (long) value && Math.abs(value) < 1e15 && (value != 0 || 1 / value > 0)) {
      return (long) value + ".0";
    }
    String text = Double.toString(value);
    if (Math.abs(value) < 1e-300) {
      String shorter = oneDigit(text);
      text = !shorter.isEmpty() && Double.parseDouble(shorter) == value ? shorter : text;
    }
    return layout(text, -4, 15, true);
  }

  /**
   * The shortest text in JSON that reads back as the same number: {@code 0.1}, {@code 1e21}; {@code
   * NaN}, {@code Infinity}.
   */
  public static String json(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "Infinity" : "-Infinity";
    }
    if (value == (long) value && Math.abs(value) < 1e15 && (value != 0 || 1 / value > 0)) {
      return (long) value + ".0";
    }
    return layout(Double.toString(value), -6, 20, false);
  }

  /** The JDK prints two digits also where one identifies the number: the text with one, or "". */
  private static String oneDigit(String text) {
    int point = text.indexOf('.');
    int exponent = text.indexOf('E');
    return exponent == point + 2
        ? Math.round(Double.parseDouble(text.substring(0, exponent)))
            + ".0"
            + text.substring(exponent)
        : "";
  }

  /** The shortest text that reads back as the same float. */
  public static String of(float value) {
    if (Float.isNaN(value)) {
      return "nan";
    }
    if (Float.isInfinite(value)) {
      return value > 0 ? "inf" : "-inf";
    }
    if (value == (long) value && Math.abs(value) < 1 << 24 && (value != 0 || 1 / value > 0)) {
      return (long) value + ".0";
    }
    String text = Float.toString(value);
    if (Math.abs(value) < 1e-40f) {
      String shorter = oneDigit(text);
      text = !shorter.isEmpty() && Float.parseFloat(shorter) == value ? shorter : text;
    }
    return layout(text, -4, 15, true);
  }

  /**
   * Lays out digits and exponent: plain for powers of ten from {@code low} to {@code high}, else
   * with an exponent; {@code signed}: of a sign and at least two digits.
   */
  private static String layout(String java, int low, int high, boolean signed) {
    StringBuilder out = new StringBuilder(24);
    int at = 0;
    if (java.charAt(0) == '-') {
      out.append('-');
      at = 1;
    }
    int point = java.indexOf('.');
    int e = java.indexOf('E');
    int end = e < 0 ? java.length() : e;
    String whole = java.substring(at, point);
    String fraction = java.substring(point + 1, end);
    int exponent = e < 0 ? 0 : Integer.parseInt(java.substring(e + 1));
    String digits = whole.equals("0") ? fraction : whole + fraction;
    int scale = exponent + (whole.equals("0") ? 0 : whole.length());
    int lead = 0;
    while (lead < digits.length() - 1 && digits.charAt(lead) == '0') {
      lead++;
      scale--;
    }
    int tail = digits.length();
    while (tail > lead + 1 && digits.charAt(tail - 1) == '0') {
      tail--;
    }
    digits = digits.substring(lead, tail);
    if (digits.equals("0")) {
      return out.append("0.0").toString();
    }
    int power = scale - 1;
    if (power < low || power > high) {
      out.append(digits.charAt(0));
      if (digits.length() > 1) {
        out.append('.').append(digits, 1, digits.length());
      }
      if (!signed) {
        return out.append('e').append(power).toString();
      }
      out.append('e').append(power < 0 ? '-' : '+');
      int magnitude = Math.abs(power);
      return out.append(magnitude < 10 ? "0" : "").append(magnitude).toString();
    }
    if (scale <= 0) {
      return out.append("0.").append("0".repeat(-scale)).append(digits).toString();
    }
    if (digits.length() <= scale) {
      return out.append(digits).append("0".repeat(scale - digits.length())).append(".0").toString();
    }
    return out.append(digits, 0, scale)
        .append('.')
        .append(digits, scale, digits.length())
        .toString();
  }
}
