// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.cast;

import dev.eider.base.kernel.CalendarKernels;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;

/**
 * Reads dates, times and timestamps. One instance a use; after a method answered {@link #OK} the
 * result is in the fields.
 */
final class TemporalParser {
  static final int OK = 0;

  /** The text does not look like one. */
  static final int FORMAT = 1;

  /** It looks like one, but a field is out of range. */
  static final int RANGE = 2;

  private static final long MICROS_PER_SECOND = 1_000_000L;
  private static final long MIN_YEAR = -5_877_641;
  private static final long MAX_YEAR = 5_881_580;

  /** Days since 1970. */
  int days;

  /** Time of day. */
  long micros;

  /** Nanoseconds below the microsecond. */
  int nanos;

  boolean hasZone;

  /** The offset in seconds; only with {@link #hasZone} and without {@link #zoneName}. */
  int offset;

  String zoneName = "";

  private byte[] bytes = new byte[0];
  private int at;
  private int end;

  private void start(TextBytes text) {
    bytes = text.bytes;
    at = text.start;
    end = text.end;
  }

  /** A date and nothing else; a timestamp's date counts. */
  int date(TextBytes text) {
    start(text);
    int status = dateHere();
    if (status == OK && at < end) {
      return timestamp(text) == OK ? OK : FORMAT;
    }
    return status;
  }

  /** A date, perhaps a time, perhaps a zone. {@code days} and {@code micros} are local. */
  int timestamp(TextBytes text) {
    start(text);
    micros = 0;
    nanos = 0;
    hasZone = false;
    zoneName = "";
    int status = dateHere();
    if (status != OK || at == end) {
      return status;
    }
    if (isSpecial()) {
      return FORMAT;
    }
    if (bytes[at] == 'T' || bytes[at] == 't') {
      at++;
    } else if (TextBytes.isSpace(bytes[at])) {
      skipSpaces();
    } else {
      return FORMAT;
    }
    status = timeHere();
    return status != OK ? status : zoneHere();
  }

  private boolean isSpecial() {
    return days == TemporalText.DATE_INFINITY || days == -TemporalText.DATE_INFINITY;
  }

  /** A time of day; one after a date counts. */
  int time(TextBytes text) {
    start(text);
    micros = 0;
    nanos = 0;
    hasZone = false;
    zoneName = "";
    int status = timeHere();
    if (status == OK) {
      return OK;
    }
    status = timestamp(text);
    return status == OK && isSpecial() ? FORMAT : status;
  }

  /** A time of day with an optional offset. */
  int timeWithZone(TextBytes text) {
    start(text);
    micros = 0;
    hasZone = false;
    offset = 0;
    int status = timeHere();
    return status != OK ? status : zoneHere();
  }

  private int dateHere() {
    skipSpaces();
    boolean negative = at < end && bytes[at] == '-';
    if (negative) {
      at++;
    }
    if (at == end) {
      return FORMAT;
    }
    if (!TextBytes.isDigit(bytes[at])) {
      return specialHere(negative);
    }
    long year = 0;
    int yearDigits = 0;
    while (at < end && TextBytes.isDigit(bytes[at])) {
      year = year * 10 + bytes[at++] - '0';
      if (++yearDigits > 9) {
        return RANGE;
      }
    }
    if (at == end) {
      return FORMAT;
    }
    byte separator = bytes[at++];
    if (separator != '-' && separator != '/' && separator != ' ' && separator != '\\') {
      return FORMAT;
    }
    int month = twoDigits();
    if (month < 0 || at == end || bytes[at++] != separator) {
      return FORMAT;
    }
    int day = twoDigits();
    if (day < 0 || at < end && TextBytes.isDigit(bytes[at])) {
      return FORMAT;
    }
    year = negative ? -year : year;
    if (eraHere()) {
      if (negative || year == 0) {
        return FORMAT;
      }
      year = 1 - year;
    }
    if (year < MIN_YEAR
        || year > MAX_YEAR
        || month < 1
        || month > 12
        || day < 1
        || day > CalendarKernels.monthLength(year, month)) {
      return RANGE;
    }
    long number = CalendarKernels.daysOf(year, month, day);
    if (number < -TemporalText.DATE_INFINITY + 1 || number > TemporalText.DATE_INFINITY - 1) {
      return RANGE;
    }
    days = (int) number;
    return OK;
  }

  /** Moves past {@code (BC)}. */
  private boolean eraHere() {
    int look = at;
    while (look < end && TextBytes.isSpace(bytes[look])) {
      look++;
    }
    if (look + 4 <= end
        && bytes[look] == '('
        && (bytes[look + 1] | 32) == 'b'
        && (bytes[look + 2] | 32) == 'c'
        && bytes[look + 3] == ')') {
      at = look + 4;
      return true;
    }
    return false;
  }

  private int specialHere(boolean negative) {
    StringBuilder word = new StringBuilder();
    while (at < end && Character.isLetter(bytes[at])) {
      word.append((char) bytes[at++]);
    }
    switch (word.toString().toLowerCase(Locale.ROOT)) {
      case "infinity", "inf" ->
          days = negative ? -TemporalText.DATE_INFINITY : TemporalText.DATE_INFINITY;
      case "epoch" -> {
        if (negative) {
          return FORMAT;
        }
        days = 0;
      }
      default -> {
        return FORMAT;
      }
    }
    return OK;
  }

  /** One or two digits, or -1. */
  private int twoDigits() {
    if (at == end || !TextBytes.isDigit(bytes[at])) {
      return -1;
    }
    int value = bytes[at++] - '0';
    if (at < end && TextBytes.isDigit(bytes[at])) {
      value = value * 10 + bytes[at++] - '0';
    }
    return value;
  }

  private int timeHere() {
    skipSpaces();
    int hour = twoDigits();
    if (hour < 0 || at == end || bytes[at++] != ':') {
      return FORMAT;
    }
    int minute = twoDigits();
    if (minute < 0 || minute > 59) {
      return FORMAT;
    }
    int second = 0;
    micros = 0;
    nanos = 0;
    if (at < end && bytes[at] == ':') {
      at++;
      second = twoDigits();
      if (second < 0 || second > 59) {
        return FORMAT;
      }
      if (at < end && bytes[at] == '.') {
        at++;
        fractionHere();
      }
    }
    if (hour > 24 || hour == 24 && (minute | second | (int) micros | nanos) != 0) {
      return RANGE;
    }
    micros += (hour * 3_600L + minute * 60 + second) * MICROS_PER_SECOND;
    return OK;
  }

  private void fractionHere() {
    int scale = 0;
    long value = 0;
    while (at < end && TextBytes.isDigit(bytes[at])) {
      if (scale < 9) {
        value = value * 10 + bytes[at] - '0';
        scale++;
      }
      at++;
    }
    for (; scale < 9; scale++) {
      value *= 10;
    }
    micros = value / 1_000;
    nanos = (int) (value % 1_000);
  }

  private int zoneHere() {
    skipSpaces();
    if (at == end) {
      return OK;
    }
    byte b = bytes[at];
    if ((b == 'Z' || b == 'z') && at + 1 == end) {
      at++;
      hasZone = true;
      offset = 0;
      return OK;
    }
    if (b == '+' || b == '-') {
      at++;
      return offsetHere(b == '-');
    }
    StringBuilder name = new StringBuilder();
    while (at < end && !TextBytes.isSpace(bytes[at])) {
      name.append((char) bytes[at++]);
    }
    skipSpaces();
    if (at < end || !Character.isLetter(name.charAt(0))) {
      return FORMAT;
    }
    hasZone = true;
    offset = 0;
    String zone = name.toString();
    if (!zone.equalsIgnoreCase("UTC")) {
      zoneName = zone;
    }
    return OK;
  }

  private int offsetHere(boolean negative) {
    int hours = twoDigits();
    if (hours < 0) {
      return FORMAT;
    }
    int minutes = 0;
    int seconds = 0;
    if (at < end) {
      boolean colon = bytes[at] == ':';
      at += colon ? 1 : 0;
      minutes = twoDigits();
      if (minutes < 0 || minutes > 59) {
        return FORMAT;
      }
      if (at < end && bytes[at] == ':') {
        at++;
        seconds = twoDigits();
        if (seconds < 0 || seconds > 59) {
          return FORMAT;
        }
      }
    }
    skipSpaces();
    if (at < end) {
      return FORMAT;
    }
    int total = hours * 3_600 + minutes * 60 + seconds;
    if (total > TemporalText.MAX_OFFSET) {
      return RANGE;
    }
    hasZone = true;
    offset = negative ? -total : total;
    return OK;
  }

  private void skipSpaces() {
    while (at < end && TextBytes.isSpace(bytes[at])) {
      at++;
    }
  }

  /** The parsed timestamp as local microseconds; {@link Long#MIN_VALUE} when out of range. */
  long localMicros() {
    if (days == TemporalText.DATE_INFINITY) {
      return TemporalText.TIMESTAMP_INFINITY;
    }
    if (days == -TemporalText.DATE_INFINITY) {
      return -TemporalText.TIMESTAMP_INFINITY;
    }
    try {
      return Math.addExact(Math.multiplyExact(days, CalendarKernels.MICROS_PER_DAY), micros);
    } catch (ArithmeticException e) {
      return Long.MIN_VALUE;
    }
  }

  /** The parsed timestamp as an instant, by its own zone or else the session's. */
  long instantMicros(ZoneId session) {
    long local = localMicros();
    if (local == Long.MIN_VALUE || TemporalText.infinite(local)) {
      return local;
    }
    if (hasZone && zoneName.isEmpty()) {
      return local - offset * MICROS_PER_SECOND;
    }
    try {
      return toInstant(local, hasZone ? ZoneId.of(zoneName, ZoneId.SHORT_IDS) : session);
    } catch (DateTimeException unknownZone) {
      return Long.MIN_VALUE;
    }
  }

  /** The instant at which the wall clock of a zone shows a time (the earlier of two). */
  static long toInstant(long local, ZoneId zone) {
    if (TemporalText.infinite(local)) {
      return local;
    }
    if (zone instanceof ZoneOffset fixed) {
      return local - fixed.getTotalSeconds() * MICROS_PER_SECOND;
    }
    long second = Math.floorDiv(local, MICROS_PER_SECOND);
    LocalDateTime wall = LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC);
    return local - wall.atZone(zone).getOffset().getTotalSeconds() * MICROS_PER_SECOND;
  }

  /** What the wall clock of a zone shows at an instant. */
  static long toLocal(long instant, ZoneId zone) {
    return TemporalText.infinite(instant)
        ? instant
        : instant + TemporalText.offsetSeconds(instant, zone) * MICROS_PER_SECOND;
  }
}
