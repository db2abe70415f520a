// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** ISO dates, times and timestamps in all the forms a cast takes. Static, exact, not fast. */
final class TimeText {
  /** What the methods answer for text that is no such value. */
  static final long NONE = Long.MIN_VALUE;

  private static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final long MAX_YEAR = 5_881_580;

  private TimeText() {}

  /** Days since 1970, or {@link #NONE}; the infinities are the ends of the int range. */
  static long date(byte[] text, int from, int to, boolean strict) {
    Cursor cursor = new Cursor(text, from, to);
    cursor.spaces();
    long special = cursor.specialDate();
    if (special != NONE) {
      return special;
    }
    long day = cursor.date(strict);
    if (day == NONE) {
      return NONE;
    }
    if (!strict && cursor.at < to && cursor.peek() != ' ' && !ValueParser.digit(cursor.peek())) {
      // A cast takes the date of a timestamp.
      return cursor.at < to && (cursor.peek() == 'T')
          && timestamp(text, from, to, false, false, null) != NONE
          ? day
          : NONE;
    }
    cursor.spaces();
    if (cursor.at == to) {
      return day;
    }
    return !strict && timestamp(text, from, to, false, true, null) != NONE ? day : NONE;
  }

  /** Microseconds since midnight, or {@link #NONE}. */
  static long time(byte[] text, int from, int to) {
    Cursor cursor = new Cursor(text, from, to);
    cursor.spaces();
    long nanos = cursor.time();
    cursor.spaces();
    return nanos == NONE || cursor.at != to ? NONE : nanos / 1000;
  }

  /** Nanoseconds since 1970 in UTC, or {@link #NONE}. */
  static long timestampNanos(byte[] text, int from, int to) {
    long micros = timestamp(text, from, to, false, false, null);
    if (micros == NONE || micros > Long.MAX_VALUE / 1000 || micros < Long.MIN_VALUE / 1000) {
      return NONE;
    }
    // Digits below the microsecond.
    int point = from;
    while (point < to && text[point] != '.') {
      point++;
    }
    long below = 0;
    for (int i = 0; i < 3; i++) {
      int at = point + 7 + i;
      below = below * 10 + (at < to && ValueParser.digit(text[at]) ? text[at] - '0' : 0);
    }
    return micros * 1000 + (point + 6 < to ? below : 0);
  }

  /**
   * Microseconds since 1970, or {@link #NONE}.
   *
   * @param strict an offset is taken only where {@code zoned}
   * @param zone the zone of texts without offset; null: UTC
   */
  static long timestamp(
      byte[] text, int from, int to, boolean strict, boolean zoned, @Nullable ZoneId zone) {
    Cursor cursor = new Cursor(text, from, to);
    cursor.spaces();
    long special = cursor.specialTimestamp();
    if (special != NONE) {
      return special;
    }
    long day = cursor.date(strict);
    if (day == NONE) {
      return NONE;
    }
    long micros = 0;
    boolean offset = false;
    long shift = 0;
    if (cursor.at < to) {
      boolean gap = cursor.peek() == ' ' || cursor.peek() == 'T';
      if (gap) {
        cursor.at++;
        cursor.spaces();
      }
      if (cursor.at < to) {
        long nanos = gap ? cursor.time() : NONE;
        if (nanos == NONE) {
          return NONE;
        }
        micros = nanos / 1000;
        cursor.spaces();
        if (cursor.at < to) {
          shift = cursor.offset();
          if (shift == NONE) {
            ZoneId named = cursor.zone();
            if (named == null) {
              return NONE;
            }
            shift = shiftOf(named, day, micros);
          }
          offset = true;
          cursor.spaces();
          if (cursor.at < to) {
            return NONE;
          }
        }
      }
    } else if (strict && !zoned) {
      // A bare date is a date.
      micros = 0;
    }
    if (strict && offset && !zoned) {
      return NONE;
    }
    if (!offset && zone != null) {
      shift = shiftOf(zone, day, micros);
    }
    try {
      return Math.subtractExact(
          Math.addExact(Math.multiplyExact(day, MICROS_PER_DAY), micros), shift);
    } catch (ArithmeticException e) {
      return NONE;
    }
  }

  private static long shiftOf(ZoneId zone, long day, long micros) {
    try {
      LocalDateTime local =
          LocalDateTime.ofEpochSecond(
              day * 86_400 + micros / 1_000_000, 0, ZoneOffset.UTC);
      return zone.getRules().getOffset(local).getTotalSeconds() * 1_000_000L;
    } catch (DateTimeException e) {
      return 0;
    }
  }

  /** Days since 1970 of a date that exists, else {@link #NONE}. */
  static long day(long year, int month, int dayOfMonth) {
    if (month < 1 || month > 12 || dayOfMonth < 1 || Math.abs(year) > MAX_YEAR) {
      return NONE;
    }
    try {
      return LocalDate.of((int) year, month, dayOfMonth).toEpochDay();
    } catch (DateTimeException e) {
      return NONE;
    }
  }

  /** A place in a text. */
  private static final class Cursor {
    final byte[] text;
    final int to;
    int at;

    Cursor(byte[] text, int from, int to) {
      this.text = text;
      this.at = from;
      this.to = to;
    }

    byte peek() {
      return text[at];
    }

    void spaces() {
      while (at < to && ValueParser.space(text[at])) {
        at++;
      }
    }

    private String rest() {
      return new String(text, at, to - at, StandardCharsets.ISO_8859_1)
          .strip()
          .toLowerCase(Locale.ROOT);
    }

    private boolean mayBeSpecial() {
      if (at >= to) {
        return false;
      }
      int probe = text[at] == '-' && at + 1 < to ? text[at + 1] : text[at];
      return (probe | 32) == 'i' || (probe | 32) == 'e';
    }

    long specialDate() {
      if (!mayBeSpecial()) {
        return NONE;
      }
      return switch (rest()) {
        case "epoch" -> 0;
        case "infinity" -> Integer.MAX_VALUE;
        case "-infinity" -> -Integer.MAX_VALUE;
        default -> NONE;
      };
    }

    long specialTimestamp() {
      if (!mayBeSpecial()) {
        return NONE;
      }
      return switch (rest()) {
        case "epoch" -> 0;
        case "infinity" -> Long.MAX_VALUE;
        case "-infinity" -> -Long.MAX_VALUE;
        default -> NONE;
      };
    }

    /** Up to {@code most} digits, or -1 when there is none. */
    int digits(int most) {
      int value = 0;
      int start = at;
      while (at < to && at - start < most && ValueParser.digit(text[at])) {
        value = value * 10 + text[at++] - '0';
      }
      return at == start ? -1 : value;
    }

    long date(boolean strict) {
      boolean negative = at < to && text[at] == '-';
      if (negative) {
        at++;
      }
      int start = at;
      long year = digits(7);
      if (year < 0 || strict && at - start < 4 || at >= to) {
        return NONE;
      }
      byte separator = text[at];
      if (separator != '-' && separator != '/' && separator != '\\' && separator != ' ') {
        return NONE;
      }
      at++;
      int month = digits(2);
      if (month < 0 || at >= to || text[at] != separator) {
        return NONE;
      }
      at++;
      int day = digits(2);
      if (day < 0 || at < to && ValueParser.digit(text[at])) {
        return NONE;
      }
      if (negative) {
        year = -year;
      }
      if (at + 5 <= to && new String(text, at, 5, StandardCharsets.ISO_8859_1).equals(" (BC)")) {
        at += 5;
        year = 1 - year;
      }
      return TimeText.day(year, month, day);
    }

    /** Nanoseconds since midnight. */
    long time() {
      int start = at;
      int hour = digits(2);
      if (hour < 0 || hour > 24 || at >= to || text[at] != ':') {
        at = start;
        return NONE;
      }
      at++;
      int minuteAt = at;
      int minute = digits(2);
      if (minute < 0 || minute > 59 || at - minuteAt != 2) {
        return NONE;
      }
      int second = 0;
      long nanos = 0;
      if (at < to && text[at] == ':') {
        at++;
        int secondAt = at;
        second = digits(2);
        if (second < 0 || second > 59 || at - secondAt != 2) {
          return NONE;
        }
        if (at < to && (text[at] == '.')) {
          at++;
          long scale = 100_000_000;
          while (at < to && ValueParser.digit(text[at])) {
            nanos += scale * (text[at++] - '0');
            scale /= 10;
          }
        }
      }
      if (hour == 24 && (minute | second | nanos) != 0) {
        return NONE;
      }
      return ((hour * 60L + minute) * 60 + second) * 1_000_000_000L + nanos;
    }

    /** Microseconds east of UTC. */
    long offset() {
      if (text[at] == 'Z' || text[at] == 'z') {
        at++;
        return 0;
      }
      if (text[at] != '+' && text[at] != '-') {
        return NONE;
      }
      boolean west = text[at++] == '-';
      int hours = digits(2);
      if (hours < 0) {
        return NONE;
      }
      int minutes = 0;
      int seconds = 0;
      boolean colon = at < to && text[at] == ':';
      if (colon) {
        at++;
      }
      if (at < to && ValueParser.digit(text[at])) {
        minutes = digits(2);
        if (at < to && text[at] == ':') {
          at++;
          seconds = Math.max(0, digits(2));
        }
      } else if (colon) {
        return NONE;
      }
      if (minutes > 59) {
        return NONE;
      }
      long total = ((hours * 60L + minutes) * 60 + seconds) * 1_000_000L;
      return west ? -total : total;
    }

    /** A named zone. */
    @Nullable ZoneId zone() {
      String name = new String(text, at, to - at, StandardCharsets.ISO_8859_1).strip();
      if (name.isEmpty() || !Character.isLetter(name.charAt(0))) {
        return null;
      }
      try {
        ZoneId zone = ZoneId.of(name.equalsIgnoreCase("utc") ? "UTC" : name, ZoneId.SHORT_IDS);
        at = to;
        return zone;
      } catch (DateTimeException e) {
        return null;
      }
    }
  }
}
