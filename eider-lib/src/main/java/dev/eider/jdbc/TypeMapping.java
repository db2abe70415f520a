// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.jdbc;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.util.UUID;

/** What JDBC says of a type: its number, its Java class, its precision, scale and width. */
final class TypeMapping {
  private TypeMapping() {}

  /** A constant of {@link Types}. */
  static int jdbcType(LogicalType type) {
    if (type instanceof LogicalType.AggregateState state) {
      return jdbcType(state.layout());
    }
    return switch (type.id()) {
      case BOOLEAN -> Types.BOOLEAN;
      case TINYINT -> Types.TINYINT;
      case SMALLINT, UTINYINT -> Types.SMALLINT;
      case INTEGER, USMALLINT -> Types.INTEGER;
      case BIGINT, UINTEGER -> Types.BIGINT;
      case FLOAT -> Types.FLOAT;
      case DOUBLE -> Types.DOUBLE;
      case DECIMAL -> Types.DECIMAL;
      case VARCHAR -> Types.VARCHAR;
      case BLOB -> Types.BLOB;
      case BIT -> Types.BIT;
      case DATE -> Types.DATE;
      case TIME, TIME_NS -> Types.TIME;
      case TIME_TZ -> Types.TIME_WITH_TIMEZONE;
      case TIMESTAMP, TIMESTAMP_S, TIMESTAMP_MS, TIMESTAMP_NS -> Types.TIMESTAMP;
      case TIMESTAMP_TZ -> Types.TIMESTAMP_WITH_TIMEZONE;
      case LIST, ARRAY -> Types.ARRAY;
      case STRUCT -> Types.STRUCT;
      case SQLNULL -> Types.NULL;
      case UBIGINT, HUGEINT, UHUGEINT, BIGNUM, JSON, UUID, INTERVAL, ENUM, MAP, UNION ->
          Types.OTHER;
      case AGGREGATE_STATE, ANY, INTEGER_LITERAL, STRING_LITERAL, LAMBDA -> Types.OTHER;
    };
  }

  /** The class of what {@code getObject} answers. */
  static Class<?> javaClass(LogicalType type) {
    if (type instanceof LogicalType.AggregateState state) {
      return javaClass(state.layout());
    }
    return switch (type.id()) {
      case BOOLEAN -> Boolean.class;
      case TINYINT -> Byte.class;
      case SMALLINT, UTINYINT -> Short.class;
      case INTEGER, USMALLINT -> Integer.class;
      case BIGINT, UINTEGER -> Long.class;
      case UBIGINT, HUGEINT, UHUGEINT -> BigInteger.class;
      case FLOAT -> Float.class;
      case DOUBLE -> Double.class;
      case DECIMAL -> BigDecimal.class;
      case BLOB -> java.sql.Blob.class;
      case DATE -> LocalDate.class;
      case TIME, TIME_NS -> LocalTime.class;
      case TIME_TZ -> OffsetTime.class;
      case TIMESTAMP, TIMESTAMP_S, TIMESTAMP_MS, TIMESTAMP_NS -> java.sql.Timestamp.class;
      case TIMESTAMP_TZ -> OffsetDateTime.class;
      case UUID -> UUID.class;
      case LIST, ARRAY -> java.sql.Array.class;
      case STRUCT -> java.sql.Struct.class;
      case MAP -> java.util.Map.class;
      case UNION -> Object.class;
      case SQLNULL, VARCHAR, JSON, BIT, BIGNUM, INTERVAL, ENUM -> String.class;
      case AGGREGATE_STATE, ANY, INTEGER_LITERAL, STRING_LITERAL, LAMBDA -> String.class;
    };
  }

  /** Digits of numbers, characters of others; 0 where there is no bound. */
  static int precision(LogicalType type) {
    return switch (type.id()) {
      case TINYINT, UTINYINT -> 3;
      case SMALLINT, USMALLINT -> 5;
      case INTEGER, UINTEGER -> 10;
      case BIGINT -> 19;
      case UBIGINT -> 20;
      case HUGEINT, UHUGEINT -> 39;
      case FLOAT -> 9;
      case DOUBLE -> 17;
      case DECIMAL -> ((LogicalType.Decimal) type).width();
      case BOOLEAN -> 5;
      case DATE -> 13;
      case TIME -> 15;
      case TIME_NS -> 18;
      case TIME_TZ -> 24;
      case TIMESTAMP, TIMESTAMP_S, TIMESTAMP_MS, TIMESTAMP_NS -> 29;
      case TIMESTAMP_TZ -> 35;
      case UUID -> 36;
      case VARCHAR, JSON, BLOB, BIT, BIGNUM -> Integer.MAX_VALUE;
      default -> 0;
    };
  }

  /** Digits behind the point. */
  static int scale(LogicalType type) {
    return type instanceof LogicalType.Decimal decimal ? decimal.scale() : 0;
  }

  /** Characters a client should make room for. */
  static int displaySize(LogicalType type) {
    int digits = precision(type);
    return digits == 0 || digits == Integer.MAX_VALUE
        ? Integer.MAX_VALUE
        : type.isNumeric() ? digits + 2 : digits;
  }

  static boolean isSigned(LogicalType type) {
    return type.isNumeric() && !type.isUnsigned();
  }

  /** The name as JDBC clients want it: an ENUM without its values. */
  static String typeName(LogicalType type) {
    return type.id() == TypeId.ENUM ? "ENUM" : type.toString();
  }
}
