// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Equality of an expected and a seen cell that differ as text: numbers are compared as values of
 * the column's type, floating point numbers with one per cent of tolerance, truth values by
 * meaning.
 */
final class CellCompare {
  private static final double RELATIVE_TOLERANCE = 0.01;
  private static final double ABSOLUTE_TOLERANCE = 0.00000001;

  /** Longer numbers than any type holds are not numbers here. */
  private static final int MAX_EXPONENT = 100_000;

  private CellCompare() {}

  /** Whether both texts denote the same value of that type. */
  static boolean equal(String type, String seen, String expected) {
    switch (type) {
      case "BOOLEAN", "AGGREGATE_STATE" -> {
        Boolean left = truth(seen);
        return left != null && left.equals(truth(expected));
      }
      case "FLOAT", "DOUBLE" -> {
        Double left = floating(seen, type);
        Double right = floating(expected, type);
        return left != null && right != null && approximatelyEqual(left, right);
      }
      default -> {
        int scale = scaleOf(type);
        if (scale < 0) {
          return false;
        }
        BigDecimal left = exact(seen, scale, type);
        BigDecimal right = exact(expected, scale, type);
        return left != null && right != null && left.compareTo(right) == 0;
      }
    }
  }

  private static boolean approximatelyEqual(double left, double right) {
    if (Double.isNaN(left) && Double.isNaN(right)) {
      return true;
    }
    if (!Double.isFinite(left) || !Double.isFinite(right)) {
      return left == right;
    }
    double epsilon = Math.abs(right) * RELATIVE_TOLERANCE + ABSOLUTE_TOLERANCE;
    return Math.abs(left - right) <= epsilon;
  }

  private static @Nullable Boolean truth(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true", "1" -> Boolean.TRUE;
      case "false", "0" -> Boolean.FALSE;
      default -> null;
    };
  }

  private static @Nullable Double floating(String text, String type) {
    String trimmed = text.trim();
    switch (trimmed.toLowerCase(Locale.ROOT)) {
      case "inf", "+inf", "infinity", "+infinity" -> {
        return Double.POSITIVE_INFINITY;
      }
      case "-inf", "-infinity" -> {
        return Double.NEGATIVE_INFINITY;
      }
      case "nan", "-nan" -> {
        return Double.NaN;
      }
      case "true" -> {
        return 1.0;
      }
      case "false" -> {
        return 0.0;
      }
      default -> {}
    }
    if (isGrouped(trimmed)) {
      trimmed = trimmed.replace("_", "");
    }
    if (!looksNumeric(trimmed)) {
      return null;
    }
    try {
      double value = Double.parseDouble(trimmed);
      return type.equals("FLOAT") ? Double.valueOf((float) value) : Double.valueOf(value);
    } catch (NumberFormatException notANumber) {
      return null;
    }
  }

  /** Digits after the point of an exact numeric type, negative for any other type. */
  private static int scaleOf(String type) {
    return switch (type) {
      case "TINYINT",
          "SMALLINT",
          "INTEGER",
          "BIGINT",
          "HUGEINT",
          "UTINYINT",
          "USMALLINT",
          "UINTEGER",
          "UBIGINT",
          "UHUGEINT",
          "BIGNUM" ->
          0;
      default -> {
        int comma = type.indexOf(',');
        yield type.startsWith("DECIMAL(") && comma > 0
            ? Integer.parseInt(type.substring(comma + 1, type.length() - 1).trim())
            : -1;
      }
    };
  }

  private static @Nullable BigDecimal exact(String text, int scale, String type) {
    String trimmed = text.trim();
    if (trimmed.equalsIgnoreCase("true")) {
      return BigDecimal.ONE;
    }
    if (trimmed.equalsIgnoreCase("false")) {
      return BigDecimal.ZERO;
    }
    if (isGrouped(trimmed)) {
      trimmed = trimmed.replace("_", "");
    }
    if (!looksNumeric(trimmed)) {
      return null;
    }
    try {
      BigDecimal value = new BigDecimal(trimmed);
      if (Math.abs((long) value.scale()) > MAX_EXPONENT) {
        return null;
      }
      BigDecimal rounded = value.setScale(scale, RoundingMode.HALF_UP);
      return fits(rounded, type) ? rounded : null;
    } catch (NumberFormatException | ArithmeticException notANumber) {
      return null;
    }
  }

  /** Digits in groups, as the dialect reads them: {@code 1_000_000}. */
  private static boolean isGrouped(String text) {
    return text.indexOf('_') > 0 && text.matches("[-+]?[0-9]+(_[0-9]+)+");
  }

  private static boolean fits(BigDecimal value, String type) {
    int bits =
        switch (type) {
          case "TINYINT", "UTINYINT" -> 8;
          case "SMALLINT", "USMALLINT" -> 16;
          case "INTEGER", "UINTEGER" -> 32;
          case "BIGINT", "UBIGINT" -> 64;
          case "HUGEINT", "UHUGEINT" -> 128;
          default -> 0;
        };
    if (bits == 0) {
      return true;
    }
    BigInteger whole = value.toBigInteger();
    return type.startsWith("U")
        ? whole.signum() >= 0 && whole.bitLength() <= bits
        : whole.bitLength() < bits;
  }

  private static boolean looksNumeric(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if ((c < '0' || c > '9') && "+-.eE".indexOf(c) < 0) {
        return false;
      }
    }
    return !text.isEmpty();
  }
}
