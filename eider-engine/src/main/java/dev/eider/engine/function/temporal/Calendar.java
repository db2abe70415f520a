// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.temporal;

import dev.eider.base.error.EiderException;
import dev.eider.base.kernel.CalendarKernels;

/** Truncation, differences and month arithmetic on local microseconds. */
final class Calendar {
  static final long DAY = CalendarKernels.MICROS_PER_DAY;
  private static final long HOUR = 3_600_000_000L;
  private static final long MINUTE = 60_000_000L;

  private Calendar() {}

  /** The start of the part that {@code micros} lies in. */
  static long truncate(DatePart part, long micros) {
    int days = TemporalReader.days(micros);
    long year = CalendarKernels.year(days);
    return switch (part) {
      case MILLENNIUM -> DAY * CalendarKernels.daysOf(year / 1000 * 1000, 1, 1);
      case CENTURY -> DAY * CalendarKernels.daysOf(year / 100 * 100, 1, 1);
      case DECADE -> DAY * CalendarKernels.daysOf(year / 10 * 10, 1, 1);
      case YEAR -> DAY * CalendarKernels.daysOf(year, 1, 1);
      case QUARTER ->
          DAY * CalendarKernels.daysOf(year, (CalendarKernels.month(days) - 1) / 3 * 3 + 1, 1);
      case MONTH -> DAY * CalendarKernels.daysOf(year, CalendarKernels.month(days), 1);
      case WEEK, YEARWEEK -> DAY * (days - (TemporalReader.isoDayOfWeek(days) - 1L));
      case ISOYEAR -> DAY * TemporalReader.isoYearStart(TemporalReader.isoYear(days));
      case DAY, DOW, ISODOW, DOY, JULIAN -> DAY * days;
      case HOUR -> Math.floorDiv(micros, HOUR) * HOUR;
      case MINUTE -> Math.floorDiv(micros, MINUTE) * MINUTE;
      case SECOND, EPOCH -> Math.floorDiv(micros, 1_000_000L) * 1_000_000L;
      case MILLISECONDS -> Math.floorDiv(micros, 1_000L) * 1_000L;
      case MICROSECONDS, NANOSECONDS -> micros;
      case ERA, TIMEZONE, TIMEZONE_HOUR, TIMEZONE_MINUTE ->
          throw EiderException.notImplemented(
              "Specifier type not implemented for DATETRUNC statistics");
    };
  }

  /** Boundaries of the part that lie between two moments. */
  static long difference(DatePart part, long from, long to) {
    int fromDays = TemporalReader.days(from);
    int toDays = TemporalReader.days(to);
    long fromYear = CalendarKernels.year(fromDays);
    long toYear = CalendarKernels.year(toDays);
    return switch (part) {
      case MILLENNIUM -> toYear / 1000 - fromYear / 1000;
      case CENTURY -> toYear / 100 - fromYear / 100;
      case DECADE -> toYear / 10 - fromYear / 10;
      case YEAR -> toYear - fromYear;
      case QUARTER ->
          quarters(toYear, CalendarKernels.month(toDays))
              - quarters(fromYear, CalendarKernels.month(fromDays));
      case MONTH ->
          toYear * 12
              + CalendarKernels.month(toDays)
              - fromYear * 12
              - CalendarKernels.month(fromDays);
      // Weeks are a distance: Mondays are not counted.
      case WEEK, YEARWEEK -> ((long) toDays - fromDays) / 7;
      case ISOYEAR -> TemporalReader.isoYear(toDays) - TemporalReader.isoYear(fromDays);
      case DAY, DOW, ISODOW, DOY, JULIAN -> (long) toDays - fromDays;
      case HOUR -> Math.floorDiv(to, HOUR) - Math.floorDiv(from, HOUR);
      case MINUTE -> Math.floorDiv(to, MINUTE) - Math.floorDiv(from, MINUTE);
      case SECOND, EPOCH -> Math.floorDiv(to, 1_000_000L) - Math.floorDiv(from, 1_000_000L);
      case MILLISECONDS -> Math.floorDiv(to, 1_000L) - Math.floorDiv(from, 1_000L);
      case MICROSECONDS -> to - from;
      case NANOSECONDS -> Math.multiplyExact(to - from, 1_000L);
      case ERA, TIMEZONE, TIMEZONE_HOUR, TIMEZONE_MINUTE ->
          throw EiderException.notImplemented("Specifier type not implemented for DATEDIFF");
    };
  }

  private static long quarters(long year, int month) {
    return year * 4 + (month - 1) / 3;
  }

  /** Whole parts that fit between two moments, toward zero. */
  static long complete(DatePart part, long from, long to) {
    return switch (part) {
      case MILLENNIUM -> months(from, to) / 12_000;
      case CENTURY -> months(from, to) / 1_200;
      case DECADE -> months(from, to) / 120;
      case YEAR, ISOYEAR -> months(from, to) / 12;
      case QUARTER -> months(from, to) / 3;
      case MONTH -> months(from, to);
      case WEEK, YEARWEEK -> (to - from) / (7 * DAY);
      case DAY, DOW, ISODOW, DOY, JULIAN -> (to - from) / DAY;
      case HOUR -> (to - from) / HOUR;
      case MINUTE -> (to - from) / MINUTE;
      case SECOND, EPOCH -> (to - from) / 1_000_000L;
      case MILLISECONDS -> (to - from) / 1_000L;
      case MICROSECONDS -> to - from;
      case NANOSECONDS -> Math.multiplyExact(to - from, 1_000L);
      case ERA, TIMEZONE, TIMEZONE_HOUR, TIMEZONE_MINUTE ->
          throw EiderException.notImplemented("Specifier type not implemented for DATESUB");
    };
  }

  /** Whole months between two moments; the last day of a month completes it. */
  static long months(long from, long to) {
    if (from > to) {
      return -months(to, from);
    }
    int fromDays = TemporalReader.days(from);
    int toDays = TemporalReader.days(to);
    long year = CalendarKernels.year(toDays);
    int month = CalendarKernels.month(toDays);
    long count =
        (year - CalendarKernels.year(fromDays)) * 12 + month - CalendarKernels.month(fromDays);
    int fromDay = CalendarKernels.dayOfMonth(fromDays);
    int toDay = CalendarKernels.dayOfMonth(toDays);
    int length = CalendarKernels.monthLength(year, month);
    boolean early =
        toDay < Math.min(fromDay, length)
            || (toDay == Math.min(fromDay, length)
                && TemporalReader.ofDay(to) < TemporalReader.ofDay(from));
    return early ? count - 1 : count;
  }

  /** Adds months and keeps the day, or takes the month's last. */
  static long addMonths(long micros, long months) {
    int days = TemporalReader.days(micros);
    long total = CalendarKernels.year(days) * 12L + CalendarKernels.month(days) - 1 + months;
    long year = Math.floorDiv(total, 12);
    int month = (int) Math.floorMod(total, 12) + 1;
    int day = Math.min(CalendarKernels.dayOfMonth(days), CalendarKernels.monthLength(year, month));
    return CalendarKernels.daysOf(year, month, day) * DAY + TemporalReader.ofDay(micros);
  }
}
