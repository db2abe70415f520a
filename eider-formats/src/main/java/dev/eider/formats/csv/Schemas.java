// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import java.util.List;

/** One type for a column that several files have guessed differently. */
final class Schemas {
  private static final List<LogicalType> GENERAL =
      List.of(
          LogicalType.BOOLEAN,
          LogicalType.BIGINT,
          LogicalType.HUGEINT,
          LogicalType.BIGNUM,
          LogicalType.DOUBLE,
          LogicalType.VARCHAR);
  private static final List<TypeId> NUMBERS =
      List.of(
          TypeId.TINYINT,
          TypeId.SMALLINT,
          TypeId.INTEGER,
          TypeId.BIGINT,
          TypeId.DECIMAL,
          TypeId.HUGEINT,
          TypeId.BIGNUM,
          TypeId.FLOAT,
          TypeId.DOUBLE);

  private Schemas() {}

  /** Whether every value guessed as {@code from} can be read as {@code to}. */
  static boolean fits(LogicalType from, LogicalType to) {
    if (to.id() == TypeId.VARCHAR || from.equals(to) || from.id() == TypeId.SQLNULL) {
      return true;
    }
    int source = NUMBERS.indexOf(from.id());
    int target = NUMBERS.indexOf(to.id());
    return source >= 0 && target > source;
  }

  /** The type both can be read as. */
  static LogicalType merge(LogicalType a, LogicalType b) {
    if (fits(a, b)) {
      return b;
    }
    if (fits(b, a)) {
      return a;
    }
    for (LogicalType type : GENERAL) {
      if (fits(a, type) && fits(b, type)) {
        return type;
      }
    }
    return LogicalType.VARCHAR;
  }

  /** As {@link #merge}, where a date is a timestamp too. */
  static LogicalType unite(LogicalType a, LogicalType b) {
    if (a.id() == TypeId.DATE && b.id() == TypeId.TIMESTAMP) {
      return b;
    }
    if (b.id() == TypeId.DATE && a.id() == TypeId.TIMESTAMP) {
      return a;
    }
    if (isInstant(a) && isInstant(b)) {
      return LogicalType.TIMESTAMP_TZ;
    }
    return merge(a, b);
  }

  private static boolean isInstant(LogicalType type) {
    return type.id() == TypeId.TIMESTAMP_TZ
        || type.id() == TypeId.TIMESTAMP
        || type.id() == TypeId.DATE;
  }
}
