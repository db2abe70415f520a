// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.cast;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.Interval;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads intervals: {@code 1 year 2 days 04:05:06}, {@code -3 mons}, {@code 2 hours ago}. */
final class IntervalParser {
  private static final long MICROS_PER_SECOND = 1_000_000L;
  private static final long MICROS_PER_MINUTE = 60 * MICROS_PER_SECOND;
  private static final long MICROS_PER_HOUR = 60 * MICROS_PER_MINUTE;
  private static final long MICROS_PER_DAY = 24 * MICROS_PER_HOUR;

  private final String text;
  private int at;
  private long months;
  private long days;
  private long micros;

  private IntervalParser(String text) {
    this.text = text;
  }

  /** The interval, or null when the text is none. */
  static @Nullable Interval parse(String text) {
    IntervalParser parser = new IntervalParser(text.strip());
    try {
      return parser.run();
    } catch (ArithmeticException overflow) {
      throw EiderException.outOfRange("interval value is out of range");
    }
  }

  private @Nullable Interval run() {
    if (text.startsWith("@")) {
      at = 1;
    }
    boolean any = false;
    while (true) {
      skipSpaces();
      if (at == text.length()) {
        break;
      }
      char c = text.charAt(at);
      if (c == '-' || c == '+' || isDigit(c) || c == '.') {
        if (!amount()) {
          return null;
        }
        any = true;
      } else if (any && text.substring(at).equalsIgnoreCase("ago")) {
        months = Math.negateExact(months);
        days = Math.negateExact(days);
        micros = Math.negateExact(micros);
        at = text.length();
      } else {
        return null;
      }
    }
    return any ? new Interval(Math.toIntExact(months), Math.toIntExact(days), micros) : null;
  }

  private boolean amount() {
    boolean negative = text.charAt(at) == '-';
    if (negative || text.charAt(at) == '+') {
      at++;
    }
    int from = at;
    long whole = digits();
    boolean hasWhole = at > from;
    if (at < text.length() && text.charAt(at) == ':' && hasWhole) {
      return time(negative, whole);
    }
    long fraction = 0;
    if (at < text.length() && text.charAt(at) == '.') {
      at++;
      from = at;
      fraction = micros();
      hasWhole |= at > from;
    }
    if (!hasWhole) {
      return false;
    }
    skipSpaces();
    from = at;
    while (at < text.length() && Character.isLetter(text.charAt(at))) {
      at++;
    }
    if (at == from && at < text.length()) {
      return false;
    }
    boolean alone = months == 0 && days == 0 && micros == 0 && from == text.length();
    add(
        alone ? "second" : text.substring(from, at).toLowerCase(Locale.ROOT),
        negative ? -whole : whole,
        negative ? -fraction : fraction);
    return true;
  }

  private boolean time(boolean negative, long hours) {
    at++;
    int from = at;
    long minutes = digits();
    if (at == from || minutes > 59) {
      return false;
    }
    long seconds = 0;
    long fraction = 0;
    if (at < text.length() && text.charAt(at) == ':') {
      at++;
      seconds = digits();
      if (seconds > 59) {
        return false;
      }
      if (at < text.length() && text.charAt(at) == '.') {
        at++;
        fraction = micros();
      }
    }
    long total =
        Math.addExact(
            Math.multiplyExact(hours, MICROS_PER_HOUR),
            minutes * MICROS_PER_MINUTE + seconds * MICROS_PER_SECOND + fraction);
    micros = Math.addExact(micros, negative ? -total : total);
    return true;
  }

  private long digits() {
    int from = at;
    long value = 0;
    while (at < text.length() && isDigit(text.charAt(at))) {
      int digit = text.charAt(at++) - '0';
      if (value > (Long.MAX_VALUE - digit) / 10) {
        throw EiderException.invalidInput(
            "Could not convert string '" + text.substring(from) + "' to INT64");
      }
      value = value * 10 + digit;
    }
    return value;
  }

  /** Digits after a point in millionths. */
  private long micros() {
    long value = 0;
    int scale = 0;
    while (at < text.length() && isDigit(text.charAt(at))) {
      if (scale < 6) {
        value = value * 10 + text.charAt(at) - '0';
        scale++;
      }
      at++;
    }
    for (; scale < 6; scale++) {
      value *= 10;
    }
    return value;
  }

  private void add(String unit, long amount, long millionths) {
    switch (unit) {
      case "millennium", "millennia", "mil", "millenniums", "mils" ->
          addMonths(amount, millionths, 12_000);
      case "century", "centuries", "cent", "c" -> addMonths(amount, millionths, 1_200);
      case "decade", "decades", "dec", "decs" -> addMonths(amount, millionths, 120);
      case "year", "years", "yr", "yrs", "y" -> addMonths(amount, millionths, 12);
      case "quarter", "quarters" -> addMonths(amount, millionths, 3);
      case "month", "months", "mon", "mons" -> {
        addMonths(amount, 0, 1);
        addDays(0, millionths, 30);
      }
      case "week", "weeks", "w" -> addDays(amount, millionths, 7);
      case "day", "days", "d", "dayofmonth" -> addDays(amount, millionths, 1);
      case "hour", "hours", "hr", "hrs", "h" -> addMicros(amount, millionths, MICROS_PER_HOUR);
      case "minute", "minutes", "min", "mins", "m" ->
          addMicros(amount, millionths, MICROS_PER_MINUTE);
      case "second", "seconds", "sec", "secs", "s" ->
          addMicros(amount, millionths, MICROS_PER_SECOND);
      case "millisecond", "milliseconds", "ms", "msec", "msecs" ->
          addMicros(amount, millionths, 1_000);
      case "microsecond", "microseconds", "us", "usec", "usecs" -> addMicros(amount, millionths, 1);
      default ->
          throw EiderException.conversion("extract specifier \"" + unit + "\" not recognized");
    }
  }

  private void addMonths(long amount, long millionths, long factor) {
    months =
        Math.addExact(
            months, Math.multiplyExact(amount, factor) + Math.round(millionths * factor / 1e6));
  }

  private void addDays(long amount, long millionths, long factor) {
    long scaled = millionths * factor;
    days = Math.addExact(days, Math.multiplyExact(amount, factor) + scaled / 1_000_000);
    micros = Math.addExact(micros, scaled % 1_000_000 * (MICROS_PER_DAY / 1_000_000));
  }

  private void addMicros(long amount, long millionths, long factor) {
    micros =
        Math.addExact(
            micros,
            Math.addExact(Math.multiplyExact(amount, factor), millionths * factor / 1_000_000));
  }

  private void skipSpaces() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
