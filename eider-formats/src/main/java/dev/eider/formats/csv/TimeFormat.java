// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.error.EiderException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Month;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.TextStyle;
import java.time.temporal.IsoFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A date or timestamp format of percent specifiers ({@code %d.%m.%Y}), read from text and written to
 * it. Immutable.
 */
final class TimeFormat {
  private static final String DIRECTIVES = "aAwdbBmyYGVUWuHIpMSgfnjzZxXc%";

  private final String pattern;
  private final List<String> parts;

  private TimeFormat(String pattern, List<String> parts) {
    this.pattern = pattern;
    this.parts = parts;
  }

  /**
   * The format a pattern describes.
   *
   * @throws EiderException INVALID_INPUT for an unknown specifier
   */
  static TimeFormat of(String pattern) {
    List<String> parts = new ArrayList<>();
    StringBuilder literal = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c != '%') {
        literal.append(c);
        continue;
      }
      if (++i >= pattern.length()) {
        throw EiderException.invalidInput(
            "Could not parse DATEFORMAT: Trailing format character %");
      }
      char d = pattern.charAt(i);
      if (d == '%') {
        literal.append('%');
        continue;
      }
      boolean bare = d == '-';
      if (bare && i + 1 < pattern.length()) {
        d = pattern.charAt(++i);
      }
      if (DIRECTIVES.indexOf(d) < 0) {
        throw EiderException.invalidInput(
            "Could not parse DATEFORMAT: Unrecognized format for strftime/strptime: %" + d);
      }
      String expanded =
          switch (d) {
            case 'x' -> "%Y-%m-%d";
            case 'X' -> "%H:%M:%S";
            case 'c' -> "%Y-%m-%d %H:%M:%S";
            default -> "";
          };
      if (!expanded.isEmpty()) {
        if (!literal.isEmpty()) {
          parts.add(literal.toString());
          literal.setLength(0);
        }
        parts.addAll(of(expanded).parts);
        continue;
      }
      if (!literal.isEmpty()) {
        parts.add(literal.toString());
        literal.setLength(0);
      }
      parts.add((bare ? "%-" : "%") + d);
    }
    if (!literal.isEmpty()) {
      parts.add(literal.toString());
    }
    return new TimeFormat(pattern, parts);
  }

  String pattern() {
    return pattern;
  }

  /** Whether text is of this format, with all the digits that its years have. */
  boolean fits(byte[] text, int from, int to) {
    Reading reading = new Reading();
    reading.fullYears = true;
    return reading.read(this, text, from, to) && reading.day() != TimeText.NONE;
  }

  /** Days since 1970, or {@link TimeText#NONE}. */
  long parseDate(byte[] text, int from, int to) {
    Reading reading = new Reading();
    if (!reading.read(this, text, from, to)) {
      return TimeText.NONE;
    }
    return reading.day();
  }

  /** Microseconds since 1970, or {@link TimeText#NONE}. */
  long parseTimestamp(byte[] text, int from, int to) {
    Reading reading = new Reading();
    if (!reading.read(this, text, from, to)) {
      return TimeText.NONE;
    }
    long day = reading.day();
    return day == TimeText.NONE ? day : reading.micros(day);
  }

  /** What was read so far. */
  private static final class Reading {
    long year = 1900;
    int month = 1;
    int day = 1;
    int dayOfYear;
    int hour;
    int minute;
    int second;
    long nanos;
    int half = -1;
    long offsetSeconds;
    boolean twelve;
    boolean fullYears;

    private byte[] text = new byte[0];
    private int at;
    private int to;

    boolean read(TimeFormat format, byte[] bytes, int from, int end) {
      text = bytes;
      at = from;
      to = end;
      while (at < to && ValueParser.space(text[at])) {
        at++;
      }
      for (String part : format.parts) {
        if (part.charAt(0) != '%') {
          if (!literal(part)) {
            return false;
          }
        } else if (!directive(part.charAt(part.length() - 1))) {
          return false;
        }
      }
      while (at < to && ValueParser.space(text[at])) {
        at++;
      }
      return at == to;
    }

    private boolean literal(String part) {
      for (int i = 0; i < part.length(); i++) {
        char c = part.charAt(i);
        if (c == ' ') {
          while (at < to && ValueParser.space(text[at])) {
            at++;
          }
        } else if (at < to && (char) (text[at] & 0xFF) == c) {
          at++;
        } else {
          return false;
        }
      }
      return true;
    }

    private int number(int most) {
      int value = 0;
      int start = at;
      while (at < to && at - start < most && ValueParser.digit(text[at])) {
        value = value * 10 + text[at++] - '0';
      }
      return at == start ? -1 : value;
    }

    private boolean directive(char d) {
      switch (d) {
        case 'Y', 'G' -> {
          boolean negative = at < to && text[at] == '-';
          if (negative) {
            at++;
          }
          int digits = at;
          int value = number(d == 'Y' ? 6 : 4);
          year = negative ? -value : value;
          return value >= 0 && (!fullYears || at - digits >= 4);
        }
        case 'y' -> {
          int digits = at;
          int value = number(2);
          year = value < 69 ? 2000 + value : 1900 + value;
          return value >= 0 && (!fullYears || at - digits == 2);
        }
        case 'm' -> {
          month = number(2);
          return month >= 1 && month <= 12;
        }
        case 'd' -> {
          day = number(2);
          return day >= 1 && day <= 31;
        }
        case 'j' -> {
          dayOfYear = number(3);
          return dayOfYear >= 1 && dayOfYear <= 366;
        }
        case 'H' -> {
          hour = number(2);
          return hour >= 0 && hour <= 23;
        }
        case 'I' -> {
          hour = number(2);
          twelve = true;
          return hour >= 1 && hour <= 12;
        }
        case 'M' -> {
          minute = number(2);
          return minute >= 0 && minute <= 59;
        }
        case 'S' -> {
          second = number(2);
          return second >= 0 && second <= 59;
        }
        case 'f', 'g', 'n' -> {
          return fraction();
        }
        case 'p' -> {
          if (at + 2 > to || (text[at + 1] | 32) != 'm') {
            return false;
          }
          int lead = text[at] | 32;
          half = lead == 'a' ? 0 : lead == 'p' ? 1 : -1;
          at += 2;
          return half >= 0;
        }
        case 'b', 'B' -> {
          int found = name(d == 'b' ? TextStyle.SHORT : TextStyle.FULL, true);
          month = found;
          return found > 0;
        }
        case 'a', 'A' -> {
          return name(d == 'a' ? TextStyle.SHORT : TextStyle.FULL, false) > 0;
        }
        case 'w', 'u' -> {
          return number(1) >= 0;
        }
        case 'U', 'W', 'V' -> {
          return number(2) >= 0;
        }
        case 'z' -> {
          return offset();
        }
        case 'Z' -> {
          return zone();
        }
        default -> {
          return false;
        }
      }
    }

    private boolean fraction() {
      int start = at;
      long scale = 100_000_000;
      while (at < to && at - start < 9 && ValueParser.digit(text[at])) {
        nanos += scale * (text[at++] - '0');
        scale /= 10;
      }
      return at > start;
    }

    private int name(TextStyle style, boolean months) {
      String rest = new String(text, at, to - at, StandardCharsets.ISO_8859_1);
      int count = months ? 12 : 7;
      for (int i = 1; i <= count; i++) {
        String candidate =
            months
                ? Month.of(i).getDisplayName(style, Locale.ENGLISH)
                : DayOfWeek.of(i).getDisplayName(style, Locale.ENGLISH);
        if (rest.regionMatches(true, 0, candidate, 0, candidate.length())) {
          at += candidate.length();
          return i;
        }
      }
      return -1;
    }

    private boolean offset() {
      if (at >= to) {
        return false;
      }
      if (text[at] == 'Z') {
        at++;
        return true;
      }
      boolean west = text[at] == '-';
      if (!west && text[at] != '+') {
        return false;
      }
      at++;
      int hours = number(2);
      if (hours < 0) {
        return false;
      }
      int minutes = 0;
      if (at < to && text[at] == ':') {
        at++;
        minutes = number(2);
      } else if (at < to && ValueParser.digit(text[at])) {
        minutes = number(2);
      }
      offsetSeconds = (hours * 60L + minutes) * 60 * (west ? -1 : 1);
      return minutes >= 0;
    }

    private boolean zone() {
      int start = at;
      while (at < to && !ValueParser.space(text[at])) {
        at++;
      }
      String id = new String(text, start, at - start, StandardCharsets.ISO_8859_1);
      try {
        LocalDateTime local = LocalDateTime.of((int) year, month, day, hour, minute, second);
        offsetSeconds = ZoneId.of(id).getRules().getOffset(local).getTotalSeconds();
        return true;
      } catch (DateTimeException e) {
        return false;
      }
    }

    long day() {
      if (dayOfYear > 0) {
        long first = TimeText.day(year, 1, 1);
        return first == TimeText.NONE ? first : first + dayOfYear - 1;
      }
      return TimeText.day(year, month, day);
    }

    long micros(long date) {
      int clock = twelve ? hour % 12 + (half == 1 ? 12 : 0) : hour;
      long seconds = (clock * 60L + minute) * 60 + second - offsetSeconds;
      try {
        return Math.addExact(
            Math.multiplyExact(date, 86_400_000_000L), seconds * 1_000_000L + nanos / 1000);
      } catch (ArithmeticException e) {
        return TimeText.NONE;
      }
    }
  }

  /** Writes a date. */
  String formatDate(long epochDay) {
    return format(LocalDate.ofEpochDay(epochDay).atStartOfDay());
  }

  /** Writes a timestamp given in microseconds since 1970. */
  String formatTimestamp(long micros) {
    return format(
        LocalDateTime.ofEpochSecond(
            Math.floorDiv(micros, 1_000_000L),
            (int) Math.floorMod(micros, 1_000_000L) * 1000,
            ZoneOffset.UTC));
  }

  private String format(LocalDateTime time) {
    StringBuilder out = new StringBuilder();
    for (String part : parts) {
      if (part.charAt(0) != '%') {
        out.append(part);
      } else {
        write(out, part.charAt(part.length() - 1), part.length() == 3, time);
      }
    }
    return out.toString();
  }

  private static void write(StringBuilder out, char d, boolean bare, LocalDateTime time) {
    switch (d) {
      case 'Y' -> pad(out, time.getYear(), bare ? 1 : 4);
      case 'y' -> pad(out, Math.floorMod(time.getYear(), 100), bare ? 1 : 2);
      case 'm' -> pad(out, time.getMonthValue(), bare ? 1 : 2);
      case 'd' -> pad(out, time.getDayOfMonth(), bare ? 1 : 2);
      case 'j' -> pad(out, time.getDayOfYear(), bare ? 1 : 3);
      case 'H' -> pad(out, time.getHour(), bare ? 1 : 2);
      case 'I' -> pad(out, time.getHour() % 12 == 0 ? 12 : time.getHour() % 12, bare ? 1 : 2);
      case 'M' -> pad(out, time.getMinute(), bare ? 1 : 2);
      case 'S' -> pad(out, time.getSecond(), bare ? 1 : 2);
      case 'f' -> pad(out, time.getNano() / 1000, 6);
      case 'g' -> pad(out, time.getNano() / 1_000_000, 3);
      case 'n' -> pad(out, time.getNano(), 9);
      case 'p' -> out.append(time.getHour() < 12 ? "AM" : "PM");
      case 'b' -> out.append(time.getMonth().getDisplayName(TextStyle.SHORT, Locale.ENGLISH));
      case 'B' -> out.append(time.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH));
      case 'a' -> out.append(time.getDayOfWeek().getDisplayName(TextStyle.SHORT, Locale.ENGLISH));
      case 'A' -> out.append(time.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH));
      case 'w' -> out.append(time.getDayOfWeek().getValue() % 7);
      case 'u' -> out.append(time.getDayOfWeek().getValue());
      case 'G' -> pad(out, time.get(IsoFields.WEEK_BASED_YEAR), 4);
      case 'V' -> pad(out, time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR), 2);
      case 'U' ->
          pad(out, (time.getDayOfYear() + 6 - time.getDayOfWeek().getValue() % 7) / 7, 2);
      case 'W' ->
          pad(out, (time.getDayOfYear() + 6 - (time.getDayOfWeek().getValue() + 6) % 7) / 7, 2);
      case 'z' -> out.append("+00");
      default -> {}
    }
  }

  private static void pad(StringBuilder out, int value, int width) {
    String digits = Integer.toString(value);
    for (int i = digits.length(); i < width; i++) {
      out.append('0');
    }
    out.append(digits);
  }
}
