// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.sql.ast.Expr;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HexFormat;

/** Values of literals. */
final class Literals {
  private static final BigInteger HUGE_MIN = BigInteger.ONE.shiftLeft(127).negate();
  private static final BigInteger HUGE_MAX = BigInteger.ONE.shiftLeft(127).subtract(BigInteger.ONE);
  private static final BigInteger UHUGE_MAX =
      BigInteger.ONE.shiftLeft(128).subtract(BigInteger.ONE);
  private static final int MAX_NUMBER_LENGTH = 10_000;

  private Literals() {}

  /** The bytes of hex digits. */
  static byte[] blob(String hex) {
    return HexFormat.of().parseHex(hex);
  }

  /** The value of a number: the smallest of INTEGER, BIGINT, HUGEINT, else DECIMAL or DOUBLE. */
  static Value number(Expr.NumberLiteral literal) {
    String digits = literal.digits();
    if (digits.length() > MAX_NUMBER_LENGTH) {
      return Value.of(Double.parseDouble(digits));
    }
    return switch (literal.kind()) {
      case INTEGER -> integer(digits);
      case DECIMAL -> decimal(digits);
      case DOUBLE -> Value.of(parseDouble(digits, literal));
    };
  }

  private static double parseDouble(String digits, Expr.NumberLiteral literal) {
    try {
      return Double.parseDouble(digits);
    } catch (NumberFormatException e) {
      throw EiderException.parser(
          "\"" + literal.text() + "\" is not a number", literal.span().start());
    }
  }

  private static Value integer(String digits) {
    BigInteger value = new BigInteger(digits.startsWith("+") ? digits.substring(1) : digits);
    int bits = value.bitLength();
    if (bits < 32) {
      return Value.of(value.intValue());
    }
    if (bits < 64) {
      return Value.of(value.longValue());
    }
    if (value.compareTo(HUGE_MIN) >= 0 && value.compareTo(HUGE_MAX) <= 0) {
      return new Value(LogicalType.HUGEINT, value);
    }
    if (value.signum() > 0 && value.compareTo(UHUGE_MAX) <= 0) {
      return new Value(LogicalType.UHUGEINT, value);
    }
    return Value.of(value.doubleValue());
  }

  private static Value decimal(String digits) {
    BigDecimal value;
    try {
      value = new BigDecimal(digits.endsWith(".") ? digits + "0" : digits);
    } catch (NumberFormatException e) {
      throw EiderException.binder("\"" + digits + "\" is not a number");
    }
    int point = digits.indexOf('.');
    int scale = digits.length() - point - 1;
    value = value.setScale(scale);
    String unscaled = digits.replace("-", "").replace("+", "").replace(".", "");
    // Every digit written counts, zeros in front too.
    int width = Math.max(unscaled.length(), 1);
    if (width > LogicalType.Decimal.MAX_WIDTH) {
      return Value.of(value.doubleValue());
    }
    LogicalType type = LogicalType.decimal(width, scale);
    return decimalValue(type, value.unscaledValue());
  }

  private static Value decimalValue(LogicalType type, BigInteger unscaled) {
    return ((LogicalType.Decimal) type).width() <= 18
        ? new Value(type, unscaled.longValueExact())
        : new Value(type, unscaled);
  }
}
