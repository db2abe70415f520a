// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.json;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.FloatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.WideVector;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** Truth values and numbers of JSON as values of numeric types. */
final class JsonScalars {
  private static final BigInteger HUGE_MAX = BigInteger.ONE.shiftLeft(127).subtract(BigInteger.ONE);
  private static final BigInteger UHUGE_MAX =
      BigInteger.ONE.shiftLeft(128).subtract(BigInteger.ONE);

  private JsonScalars() {}

  /** Sets a row to a node of kind FALSE, TRUE, UINT, SINT or REAL; false when it does not fit. */
  static boolean set(JsonDocument document, int node, FlatVector target, int row) {
    return switch (target) {
      case BoolVector bools -> {
        bools.set(row, (byte) (isTrue(document, node) ? 1 : 0));
        yield true;
      }
      case DoubleVector doubles -> {
        doubles.set(row, real(document, node));
        yield true;
      }
      case FloatVector floats -> {
        double value = real(document, node);
        floats.set(row, (float) value);
        yield !Float.isInfinite((float) value);
      }
      case IntVector ints -> small(document, node, ints, row);
      case LongVector longs when longs.type().id() == TypeId.DECIMAL ->
          decimal(document, node, target, row);
      case LongVector longs -> large(document, node, longs, row);
      case WideVector wide when wide.type().id() == TypeId.DECIMAL ->
          decimal(document, node, target, row);
      case WideVector wide -> huge(document, node, wide, row);
      default -> false;
    };
  }

  private static boolean isTrue(JsonDocument document, int node) {
    return switch (document.kind(node)) {
      case JsonDocument.FALSE -> false;
      case JsonDocument.TRUE -> true;
      case JsonDocument.REAL -> document.real(node) != 0;
      default -> document.integer(node) != 0;
    };
  }

  private static double real(JsonDocument document, int node) {
    return switch (document.kind(node)) {
      case JsonDocument.FALSE -> 0;
      case JsonDocument.TRUE -> 1;
      default -> document.real(node);
    };
  }

  private static boolean small(JsonDocument document, int node, IntVector target, int row) {
    int kind = document.kind(node);
    if (kind == JsonDocument.UINT && document.end(node) - document.start(node) > 10) {
      return false;
    }
    long value;
    switch (kind) {
      case JsonDocument.FALSE -> value = 0;
      case JsonDocument.TRUE -> value = 1;
      case JsonDocument.REAL -> {
        double rounded = Math.rint(document.real(node));
        if (Math.abs(rounded) > 1L << 40) {
          return false;
        }
        value = (long) rounded;
      }
      default -> value = document.integer(node);
    }
    long min =
        switch (target.type().id()) {
          case TINYINT -> Byte.MIN_VALUE;
          case SMALLINT -> Short.MIN_VALUE;
          case INTEGER -> Integer.MIN_VALUE;
          default -> 0;
        };
    long max =
        switch (target.type().id()) {
          case TINYINT -> Byte.MAX_VALUE;
          case SMALLINT -> Short.MAX_VALUE;
          case UTINYINT -> 0xFF;
          case USMALLINT -> 0xFFFF;
          default -> Integer.MAX_VALUE;
        };
    target.set(row, (int) value);
    return value >= min && value <= max;
  }

  private static boolean large(JsonDocument document, int node, LongVector target, int row) {
    TypeId id = target.type().id();
    int kind = document.kind(node);
    long value;
    switch (kind) {
      case JsonDocument.FALSE -> value = 0;
      case JsonDocument.TRUE -> value = 1;
      case JsonDocument.REAL -> {
        double rounded = Math.rint(document.real(node));
        double limit = id == TypeId.UBIGINT ? 0x1p64 : id == TypeId.UINTEGER ? 0x1p32 : 0x1p63;
        if (rounded >= limit || rounded < (id == TypeId.BIGINT ? -0x1p63 : 0)) {
          return false;
        }
        value = rounded >= 0x1p63 ? (long) (rounded - 0x1p63) + Long.MIN_VALUE : (long) rounded;
        target.set(row, value);
        return true;
      }
      default -> value = document.integer(node);
    }
    target.set(row, value);
    return switch (id) {
      case UBIGINT -> kind != JsonDocument.SINT || value == 0;
      case UINTEGER -> value >= 0 && value <= 0xFFFF_FFFFL;
      default -> kind != JsonDocument.UINT || value >= 0;
    };
  }

  private static BigInteger integer(JsonDocument document, int node) {
    long value = document.integer(node);
    return document.kind(node) == JsonDocument.UINT && value < 0
        ? new BigInteger(Long.toUnsignedString(value))
        : BigInteger.valueOf(value);
  }

  private static boolean huge(JsonDocument document, int node, WideVector target, int row) {
    BigInteger value =
        switch (document.kind(node)) {
          case JsonDocument.FALSE -> BigInteger.ZERO;
          case JsonDocument.TRUE -> BigInteger.ONE;
          case JsonDocument.REAL -> new BigDecimal(Math.rint(document.real(node))).toBigInteger();
          default -> integer(document, node);
        };
    boolean unsigned = target.type().id() == TypeId.UHUGEINT;
    BigInteger max = unsigned ? UHUGE_MAX : HUGE_MAX;
    BigInteger min = unsigned ? BigInteger.ZERO : HUGE_MAX.negate().subtract(BigInteger.ONE);
    target.setBig(row, value);
    return value.compareTo(min) >= 0 && value.compareTo(max) <= 0;
  }

  private static boolean decimal(JsonDocument document, int node, FlatVector target, int row) {
    LogicalType.Decimal decimal = (LogicalType.Decimal) target.type();
    BigDecimal power = BigDecimal.TEN.pow(decimal.scale());
    BigInteger value =
        switch (document.kind(node)) {
          case JsonDocument.FALSE -> BigInteger.ZERO;
          case JsonDocument.TRUE -> power.toBigInteger();
          case JsonDocument.REAL ->
              new BigDecimal(document.real(node) * power.doubleValue())
                  .setScale(0, RoundingMode.HALF_UP)
                  .toBigInteger();
          default -> integer(document, node).multiply(power.toBigInteger());
        };
    if (value.abs().compareTo(BigInteger.TEN.pow(decimal.width())) >= 0) {
      return false;
    }
    if (target instanceof LongVector longs) {
      longs.set(row, value.longValue());
    } else {
      ((WideVector) target).setBig(row, value);
    }
    return true;
  }
}
