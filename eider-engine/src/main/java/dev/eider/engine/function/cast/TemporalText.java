// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.cast;

import dev.eider.base.kernel.CalendarKernels;
import java.time.Instant;
import java.time.ZoneId;

/**
 * Texts of dates, times, timestamps and intervals as the dialect prints them, and the constants of
 * how they are stored: days since 1970 in an int; micro-, milli-, nanoseconds or seconds in a long;
 * infinity as the greatest, minus infinity as the negated greatest number.
 *
 * <p>TIME WITH TIME ZONE packs the local microseconds of the day (upper 40 bits) and {@link
 * #MAX_OFFSET} minus the offset in seconds (lower 24).
 */
public final class TemporalText {
  public static final int DATE_INFINITY = Integer.MAX_VALUE;
  public static final long TIMESTAMP_INFINITY = Long.MAX_VALUE;

  /** The greatest offset of a time zone in seconds: 15:59:59. */
  public static final int MAX_OFFSET = 16 * 60 * 60 - 1;

  private static final long MICROS_PER_SECOND = 1_000_000L;
  private static final long NANOS_PER_DAY = CalendarKernels.MICROS_PER_DAY * 1_000;

  private TemporalText() {}

  /** The stored form of a time with an offset. */
  public static long timeTz(long micros, int offsetSeconds) {
    return micros << 24 | (MAX_OFFSET - offsetSeconds);
  }

  /** Local microseconds of the day of a stored time with offset. */
  public static long timeTzMicros(long bits) {
    return bits >>> 24;
  }

  /** The offset in seconds of a stored time with offset. */
  public static int timeTzOffset(long bits) {
    return MAX_OFFSET - (int) (bits & 0xFF_FFFF);
  }

  /** {@code 2020-01-05}, {@code 0044-03-15 (BC)}, {@code infinity}. */
  public static String date(int days) {
    if (days == DATE_INFINITY) {
      return "infinity";
    }
    if (days == -DATE_INFINITY) {
      return "-infinity";
    }
    StringBuilder out = new StringBuilder(16);
    appendDate(out, days);
    return out.toString();
  }

  private static void appendDate(StringBuilder out, int days) {
    long civil = CalendarKernels.civil(days);
    long year = civil >> 16;
    pad(out, year > 0 ? year : 1 - year, 4);
    out.append('-');
    pad(out, civil >> 8 & 0xFF, 2);
    out.append('-');
    pad(out, civil & 0xFF, 2);
    if (year <= 0) {
      out.append(" (BC)");
    }
  }

  /** {@code 12:34:56.5}: no trailing zeros in the fraction. */
  public static String time(long micros) {
    StringBuilder out = new StringBuilder(16);
    appendTime(out, micros / MICROS_PER_SECOND, micros % MICROS_PER_SECOND, 6);
    return out.toString();
  }

  /** A time of day in nanoseconds. */
  public static String timeNs(long nanos) {
    StringBuilder out = new StringBuilder(18);
    appendTime(out, nanos / 1_000_000_000L, nanos % 1_000_000_000L, 9);
    return out.toString();
  }

  /** {@code 12:34:56+02}. */
  public static String timeTz(long bits) {
    StringBuilder out = new StringBuilder(20);
    long micros = timeTzMicros(bits);
    appendTime(out, micros / MICROS_PER_SECOND, micros % MICROS_PER_SECOND, 6);
    appendOffset(out, timeTzOffset(bits));
    return out.toString();
  }

  private static void appendTime(StringBuilder out, long seconds, long fraction, int digits) {
    pad(out, seconds / 3_600, 2);
    out.append(':');
    pad(out, seconds / 60 % 60, 2);
    out.append(':');
    pad(out, seconds % 60, 2);
    appendFraction(out, fraction, digits);
  }

  private static void appendFraction(StringBuilder out, long fraction, int digits) {
    if (fraction != 0) {
      out.append('.');
      pad(out, fraction, digits);
      int end = out.length();
      while (out.charAt(end - 1) == '0') {
        end--;
      }
      out.setLength(end);
    }
  }

  private static void appendOffset(StringBuilder out, int seconds) {
    int magnitude = Math.abs(seconds);
    out.append(seconds < 0 ? '-' : '+');
    pad(out, magnitude / 3_600, 2);
    if (magnitude % 3_600 != 0) {
      out.append(':');
      pad(out, magnitude / 60 % 60, 2);
      if (magnitude % 60 != 0) {
        out.append(':');
        pad(out, magnitude % 60, 2);
      }
    }
  }

  /** {@code 2020-01-05 12:34:56.5}. */
  public static String timestamp(long micros) {
    return infinite(micros)
        ? infinity(micros)
        : stamp(micros, CalendarKernels.MICROS_PER_DAY, MICROS_PER_SECOND, 6, -1);
  }

  /** A timestamp in seconds. */
  public static String timestampS(long seconds) {
    return infinite(seconds) ? infinity(seconds) : stamp(seconds, 86_400, 1, 0, -1);
  }

  /** A timestamp in milliseconds. */
  public static String timestampMs(long millis) {
    return infinite(millis) ? infinity(millis) : stamp(millis, 86_400_000L, 1_000, 3, -1);
  }

  /** A timestamp in nanoseconds. */
  public static String timestampNs(long nanos) {
    return infinite(nanos) ? infinity(nanos) : stamp(nanos, NANOS_PER_DAY, 1_000_000_000L, 9, -1);
  }

  /** An instant as the wall clock of a zone shows it, with its offset. */
  public static String timestampTz(long micros, ZoneId zone) {
    if (infinite(micros)) {
      return infinity(micros);
    }
    int offset = offsetSeconds(micros, zone);
    return stamp(
        micros + offset * MICROS_PER_SECOND,
        CalendarKernels.MICROS_PER_DAY,
        MICROS_PER_SECOND,
        6,
        offset + (1 << 20));
  }

  /** The offset of a zone at an instant. */
  public static int offsetSeconds(long micros, ZoneId zone) {
    return zone.getRules()
        .getOffset(Instant.ofEpochSecond(Math.floorDiv(micros, MICROS_PER_SECOND)))
        .getTotalSeconds();
  }

  /** {@code offset}: -1 for none, else the offset in seconds plus 2^20. */
  private static String stamp(long units, long perDay, long perSecond, int digits, int offset) {
    StringBuilder out = new StringBuilder(32);
    long days = Math.floorDiv(units, perDay);
    long rest = units - days * perDay;
    appendDate(out, (int) days);
    out.append(' ');
    appendTime(out, rest / perSecond, rest % perSecond, digits);
    if (offset >= 0) {
      appendOffset(out, offset - (1 << 20));
    }
    return out.toString();
  }

  /** Whether a stored timestamp is plus or minus infinity. */
  public static boolean infinite(long units) {
    return units == TIMESTAMP_INFINITY || units == -TIMESTAMP_INFINITY;
  }

  private static String infinity(long units) {
    return units > 0 ? "infinity" : "-infinity";
  }

  /** {@code 1 year 2 months 3 days 04:05:06.5}; {@code 00:00:00} when empty. */
  public static String interval(int months, int days, long micros) {
    StringBuilder out = new StringBuilder(40);
    appendUnit(out, months / 12, "year");
    appendUnit(out, months % 12, "month");
    appendUnit(out, days, "day");
    if (micros != 0 || out.isEmpty()) {
      if (!out.isEmpty()) {
        out.append(' ');
      }
      // Negative magnitudes throughout, as Long.MIN_VALUE has no positive twin.
      long negative = micros < 0 ? micros : -micros;
      if (micros < 0) {
        out.append('-');
      }
      appendTime(out, -(negative / MICROS_PER_SECOND), -(negative % MICROS_PER_SECOND), 6);
    }
    return out.toString();
  }

  private static void appendUnit(StringBuilder out, int amount, String unit) {
    if (amount != 0) {
      if (!out.isEmpty()) {
        out.append(' ');
      }
      out.append(amount).append(' ').append(unit);
      if (amount != 1 && amount != -1) {
        out.append('s');
      }
    }
  }

  private static void pad(StringBuilder out, long value, int width) {
    String digits = Long.toString(value);
    for (int i = digits.length(); i < width; i++) {
      out.append('0');
    }
    out.append(digits);
  }
}
