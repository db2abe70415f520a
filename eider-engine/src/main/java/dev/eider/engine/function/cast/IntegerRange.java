// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.cast;

import dev.eider.base.type.LogicalType;
import java.math.BigInteger;

/** The smallest and greatest value of each integer type. */
public final class IntegerRange {
  private static final BigInteger INT128_MIN = BigInteger.ONE.shiftLeft(127).negate();
  private static final BigInteger INT128_MAX =
      BigInteger.ONE.shiftLeft(127).subtract(BigInteger.ONE);
  private static final BigInteger UINT128_MAX =
      BigInteger.ONE.shiftLeft(128).subtract(BigInteger.ONE);
  private static final BigInteger UINT64_MAX =
      BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

  private IntegerRange() {}

  /** The least value as a long; for types that fit in a signed 64-bit number. */
  public static long min(LogicalType type) {
    return switch (type.id()) {
      case TINYINT -> Byte.MIN_VALUE;
      case SMALLINT -> Short.MIN_VALUE;
      case INTEGER -> Integer.MIN_VALUE;
      case BIGINT -> Long.MIN_VALUE;
      case UTINYINT, USMALLINT, UINTEGER, UBIGINT -> 0;
      default -> throw new IllegalArgumentException(type.toString());
    };
  }

  /** The greatest value as a long; UBIGINT answers {@link Long#MAX_VALUE}. */
  public static long max(LogicalType type) {
    return switch (type.id()) {
      case TINYINT -> Byte.MAX_VALUE;
      case SMALLINT -> Short.MAX_VALUE;
      case INTEGER -> Integer.MAX_VALUE;
      case BIGINT, UBIGINT -> Long.MAX_VALUE;
      case UTINYINT -> 255;
      case USMALLINT -> 65_535;
      case UINTEGER -> 4_294_967_295L;
      default -> throw new IllegalArgumentException(type.toString());
    };
  }

  /** The least value of any integer type. */
  public static BigInteger bigMin(LogicalType type) {
    return switch (type.id()) {
      case HUGEINT -> INT128_MIN;
      case UHUGEINT -> BigInteger.ZERO;
      default -> BigInteger.valueOf(min(type));
    };
  }

  /** The greatest value of any integer type. */
  public static BigInteger bigMax(LogicalType type) {
    return switch (type.id()) {
      case HUGEINT -> INT128_MAX;
      case UHUGEINT -> UINT128_MAX;
      case UBIGINT -> UINT64_MAX;
      default -> BigInteger.valueOf(max(type));
    };
  }

  /** Whether the number is a value of the integer type. */
  public static boolean contains(LogicalType type, BigInteger value) {
    return value.compareTo(bigMin(type)) >= 0 && value.compareTo(bigMax(type)) <= 0;
  }
}
