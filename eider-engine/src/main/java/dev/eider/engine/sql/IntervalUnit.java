// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import org.jspecify.annotations.Nullable;

/**
 * The units of an interval literal, with the function that makes an interval of so many of them.
 */
enum IntervalUnit {
  YEAR("to_years", "INTEGER"),
  MONTH("to_months", "INTEGER"),
  DAY("to_days", "INTEGER"),
  HOUR("to_hours", "BIGINT"),
  MINUTE("to_minutes", "BIGINT"),
  SECOND("to_seconds", "DOUBLE"),
  MILLISECONDS("to_milliseconds", "DOUBLE"),
  MICROSECONDS("to_microseconds", "BIGINT"),
  WEEK("to_weeks", "INTEGER"),
  QUARTER("to_quarters", "INTEGER"),
  DECADE("to_decades", "INTEGER"),
  CENTURY("to_centuries", "INTEGER"),
  MILLENNIUM("to_millennia", "INTEGER");

  private final String function;
  private final String argumentType;

  IntervalUnit(String function, String argumentType) {
    this.function = function;
    this.argumentType = argumentType;
  }

  String function() {
    return function;
  }

  String argumentType() {
    return argumentType;
  }

  /** The unit at the cursor, or null. */
  static @Nullable IntervalUnit at(Cursor cursor) {
    return of(cursor.keyword(0));
  }

  static @Nullable IntervalUnit of(@Nullable Keyword word) {
    if (word == null) {
      return null;
    }
    return switch (word) {
      case YEAR, YEARS -> YEAR;
      case MONTH, MONTHS -> MONTH;
      case DAY, DAYS -> DAY;
      case HOUR, HOURS -> HOUR;
      case MINUTE, MINUTES -> MINUTE;
      case SECOND, SECONDS -> SECOND;
      case MILLISECOND, MILLISECONDS -> MILLISECONDS;
      case MICROSECOND, MICROSECONDS -> MICROSECONDS;
      case WEEK, WEEKS -> WEEK;
      case QUARTER, QUARTERS -> QUARTER;
      case DECADE, DECADES -> DECADE;
      case CENTURY, CENTURIES -> CENTURY;
      case MILLENNIUM, MILLENNIA -> MILLENNIUM;
      default -> null;
    };
  }
}
