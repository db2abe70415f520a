// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.temporal;

import dev.eider.base.kernel.CalendarKernels;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.cast.TemporalText;
import java.time.ZoneId;

/**
 * Reads any date, time or timestamp as microseconds: of the local clock since 1970 for dates and
 * timestamps (in the session's zone for TIMESTAMPTZ), since midnight for times.
 */
final class TemporalReader {
  private TemporalReader() {}

  /** Microseconds of a valid row; infinities are {@link #isInfinite}. */
  static long micros(Operand argument, int row, ZoneId zone) {
    int at = argument.index(row);
    if (argument.vector() instanceof IntVector dates) {
      int days = dates.get(at);
      if (days == TemporalText.DATE_INFINITY) {
        return TemporalText.TIMESTAMP_INFINITY;
      }
      return days == -TemporalText.DATE_INFINITY
          ? -TemporalText.TIMESTAMP_INFINITY
          : days * CalendarKernels.MICROS_PER_DAY;
    }
    long value = ((LongVector) argument.vector()).get(at);
    if (isInfinite(value) && argument.vector().type().id() != TypeId.TIME_TZ) {
      return value;
    }
    return switch (argument.vector().type().id()) {
      case TIMESTAMP_S -> value * 1_000_000L;
      case TIMESTAMP_MS -> value * 1_000L;
      case TIMESTAMP_NS, TIME_NS -> Math.floorDiv(value, 1_000L);
      case TIMESTAMP_TZ -> value + TemporalText.offsetSeconds(value, zone) * 1_000_000L;
      case TIME_TZ -> TemporalText.timeTzMicros(value);
      default -> value;
    };
  }

  /** Nanoseconds below the microsecond. */
  static int nanos(Operand argument, int row) {
    LogicalType type = argument.vector().type();
    if (type.id() == TypeId.TIMESTAMP_NS || type.id() == TypeId.TIME_NS) {
      return (int) Math.floorMod(((LongVector) argument.vector()).get(argument.index(row)), 1_000L);
    }
    return 0;
  }

  static boolean isInfinite(long micros) {
    return micros == TemporalText.TIMESTAMP_INFINITY || micros == -TemporalText.TIMESTAMP_INFINITY;
  }

  /** The day number of local microseconds. */
  static int days(long micros) {
    return (int) Math.floorDiv(micros, CalendarKernels.MICROS_PER_DAY);
  }

  /** Microseconds since midnight of local microseconds. */
  static long ofDay(long micros) {
    return Math.floorMod(micros, CalendarKernels.MICROS_PER_DAY);
  }

  /** Monday is 1, Sunday 7. */
  static int isoDayOfWeek(int days) {
    return Math.floorMod(days + 3, 7) + 1;
  }

  /** The first day of ISO week 1 of a year. */
  static long isoYearStart(long year) {
    long january4 = CalendarKernels.daysOf(year, 1, 4);
    return january4 - (isoDayOfWeek((int) january4) - 1);
  }

  static long isoYear(int days) {
    long year = CalendarKernels.year(days);
    if (days < isoYearStart(year)) {
      return year - 1;
    }
    return days >= isoYearStart(year + 1) ? year + 1 : year;
  }

  static long isoWeek(int days) {
    return (days - isoYearStart(isoYear(days))) / 7 + 1;
  }
}
