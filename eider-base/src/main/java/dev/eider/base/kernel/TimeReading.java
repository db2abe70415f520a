// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.kernel;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads text by a {@link TimeFormat} and keeps what was read. Reused for many texts; one thread.
 *
 * <p>Invariant: after {@link #read} gave true, either {@link #special()} says which word stood
 * there, or the fields hold a date that may not exist (30 February; {@link #epochDay} tells) and a
 * time of day.
 */
public final class TimeReading {
  /** No such date or out of range. */
  public static final long NONE = Long.MIN_VALUE;

  private static final long YEAR_MIN = -290_307;
  private static final long YEAR_MAX = 294_247;
  private static final long NANOS_PER_DAY = 86_400_000_000_000L;

  /** A word in place of a date. */
  public enum Special {
    NONE,
    INFINITY,
    NEGATIVE_INFINITY,
    EPOCH
  }

  private byte[] text = new byte[0];
  private int start;
  private int at;
  private int end;

  private long year;
  private int month;
  private int day;
  private int hour;
  private int minute;
  private int second;
  private int nanos;
  private int offsetSeconds;
  private @Nullable String zone;
  private Special special = Special.NONE;

  // Which kind of date the directives describe: 0 none yet, then the letter that decided.
  private char anchor;
  private int week;
  private int weekday;
  private boolean hasWeekday;
  private int dayOfYear;
  private int isoYear;
  private int isoWeek;
  private int isoDay;
  private int half;

  private @Nullable String problem;
  private int problemAt;

  /**
   * Reads {@code bytes[from, to)}.
   *
   * @return whether the text has the format; else {@link #problem()} says why not
   */
  public boolean read(TimeFormat format, byte[] bytes, int from, int to) {
    text = bytes;
    end = to;
    at = from;
    clear();
    while (at < end && isSpace(bytes[at])) {
      at++;
    }
    start = at;
    if (end - at > 4 && word()) {
      return problem == null;
    }
    for (int i = 0; i < format.size(); i++) {
      if (!literal(format.literal(i)) || !directive(format.directive(i))) {
        return false;
      }
    }
    if (!literal(format.literal(format.size()))) {
      return false;
    }
    while (at < end && isSpace(bytes[at])) {
      at++;
    }
    if (at != end) {
      return fail("Full specifier did not match: trailing characters", at);
    }
    return halves() && offsets();
  }

  private void clear() {
    year = 1900;
    month = 1;
    day = 1;
    hour = 0;
    minute = 0;
    second = 0;
    nanos = 0;
    offsetSeconds = 0;
    zone = null;
    special = Special.NONE;
    anchor = 0;
    week = 0;
    weekday = 0;
    hasWeekday = false;
    dayOfYear = 0;
    isoYear = -1;
    isoWeek = -1;
    isoDay = -1;
    half = 0;
    problem = null;
    problemAt = -1;
  }

  /** What stood there instead of a date. */
  public Special special() {
    return special;
  }

  /** Offset from UTC in seconds as {@code %z} gave it. */
  public int offsetSeconds() {
    return offsetSeconds;
  }

  /** The name {@code %Z} gave, or null. */
  public @Nullable String zone() {
    return zone;
  }

  /** Days since 1970, or {@link #NONE} when there is no such day. */
  public long epochDay() {
    if (special == Special.EPOCH) {
      return 0;
    }
    if (year < YEAR_MIN || year > YEAR_MAX || day > CalendarKernels.monthLength(year, month)) {
      return NONE;
    }
    return CalendarKernels.daysOf(year, month, day);
  }

  /** Nanoseconds since midnight less the offset: may lie outside of the day. */
  public long nanosOfDay() {
    return ((hour * 60L + minute) * 60L + second - offsetSeconds) * 1_000_000_000L + nanos;
  }

  /** Microseconds since 1970 in UTC (nanoseconds rounded), or {@link #NONE}. */
  public long micros() {
    long days = epochDay();
    if (days == NONE) {
      return NONE;
    }
    return days * CalendarKernels.MICROS_PER_DAY + Math.floorDiv(nanosOfDay() + 500, 1_000L);
  }

  /** Nanoseconds since 1970 in UTC, or {@link #NONE} when they do not fit. */
  public long epochNanos() {
    long days = epochDay();
    if (days == NONE || Math.abs(days) > Long.MAX_VALUE / NANOS_PER_DAY - 2) {
      return NONE;
    }
    return days * NANOS_PER_DAY + nanosOfDay();
  }

  /** The date as read, for errors: {@code 1992-2-30}. */
  public String dateText() {
    return year + "-" + month + "-" + day;
  }

  /** Why the text does not have the format, or null. */
  public @Nullable String problem() {
    return problem;
  }

  /** The text with a caret under the place where reading ended, then the problem. */
  public String explain(String shown) {
    String caret = problemAt < 0 ? "" : shown + "\n" + " ".repeat(problemAt) + "^";
    return caret + "\nError: " + problem;
  }

  private boolean fail(String what, int position) {
    problem = what;
    problemAt = position - start;
    return false;
  }

  private static boolean isSpace(byte b) {
    return b == ' ' || (b >= 9 && b <= 13);
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  /** {@code infinity}, {@code -infinity} or {@code epoch}; whether one of them stands here. */
  private boolean word() {
    boolean negative = text[at] == '-';
    if (starts(negative ? at + 1 : at, "infinity")) {
      special = negative ? Special.NEGATIVE_INFINITY : Special.INFINITY;
      at += negative ? 9 : 8;
    } else if (!negative && starts(at, "epoch")) {
      special = Special.EPOCH;
      at += 5;
    } else {
      return false;
    }
    while (at < end && isSpace(text[at])) {
      at++;
    }
    if (at != end) {
      fail("Special timestamp did not match: trailing characters", at);
    }
    return true;
  }

  /** Whether the word stands at {@code from}, in any case. */
  private boolean starts(int from, String word) {
    return starts(from, word, word.length());
  }

  private boolean starts(int from, String word, int length) {
    if (end - from < length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (Character.toLowerCase((char) (text[from + i] & 0xFF))
          != Character.toLowerCase(word.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private boolean literal(byte[] literal) {
    for (int i = 0; i < literal.length; ) {
      if (isSpace(literal[i])) {
        // A run of spaces stands for any run of spaces.
        if (at >= end || !isSpace(text[at])) {
          return fail("Space does not match, expected " + string(literal), at);
        }
        while (at < end && isSpace(text[at])) {
          at++;
        }
        while (i < literal.length && isSpace(literal[i])) {
          i++;
        }
      } else {
        boolean same = at < end && text[at] == literal[i];
        at++;
        i++;
        if (!same) {
          return fail("Literal does not match, expected " + string(literal), at);
        }
      }
    }
    return true;
  }

  private static String string(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static int digits(char directive) {
    return switch (directive) {
      case 'w', 'u' -> 1;
      case 'd', 'm', 'y', 'H', 'I', 'M', 'S', 'U', 'W', 'V' -> 2;
      case 'g', 'j' -> 3;
      case 'Y', 'G' -> 4;
      case 'f' -> 6;
      case 'n' -> 9;
      default -> 0;
    };
  }

  private boolean directive(char directive) {
    int most = digits(directive);
    if (most == 0) {
      return named(directive);
    }
    int from = at;
    int number = 0;
    while (at < end && at - from < most && isDigit(text[at])) {
      number = number * 10 + text[at++] - '0';
    }
    if (at == from) {
      return fail("Expected a number", from);
    }
    switch (directive) {
      case 'f', 'g', 'n' -> {
        for (int k = at - from; k < 9; k++) {
          number *= 10;
        }
        nanos = number;
        return true;
      }
      case 'H', 'I', 'M', 'S' -> {
        return clock(directive, number, from);
      }
      case 'd', 'm', 'y', 'Y' -> {
        return date(directive, number, from);
      }
      default -> {
        return week(directive, number, from);
      }
    }
  }

  private boolean clock(char directive, int number, int from) {
    switch (directive) {
      case 'H' -> {
        if (number >= 24) {
          return fail("Hour out of range, expected a value between 0 and 23", from);
        }
        hour = number;
      }
      case 'I' -> {
        if (number < 1 || number > 12) {
          return fail("Hour12 out of range, expected a value between 1 and 12", from);
        }
        hour = number;
      }
      case 'M' -> {
        if (number >= 60) {
          return fail("Minutes out of range, expected a value between 0 and 59", from);
        }
        minute = number;
      }
      default -> {
        if (number >= 60) {
          return fail("Seconds out of range, expected a value between 0 and 59", from);
        }
        second = number;
      }
    }
    return true;
  }

  private boolean date(char directive, int number, int from) {
    switch (directive) {
      case 'd' -> {
        if (number < 1 || number > 31) {
          return fail("Day out of range, expected a value between 1 and 31", from);
        }
        day = number;
        anchor = 'd';
      }
      case 'm' -> {
        if (number < 1 || number > 12) {
          return fail("Month out of range, expected a value between 1 and 12", from);
        }
        month = number;
        anchor = 'd';
      }
      default -> {
        if (anchor == 0 || anchor == 'G' || anchor == 'V') {
          anchor = 'Y';
        }
        year = directive == 'Y' ? number : number + (number >= 69 ? 1900 : 2000);
      }
    }
    return true;
  }

  private boolean week(char directive, int number, int from) {
    return switch (directive) {
      case 'w' -> {
        if (number > 6) {
          yield fail("Weekday out of range, expected a value between 0 and 6", from);
        }
        hasWeekday = true;
        weekday = number;
        yield true;
      }
      case 'u' -> isoDay(number, from);
      case 'G' -> isoYear(number, from);
      case 'V' -> isoWeek(number, from);
      case 'j' -> yearDay(number, from);
      default -> weekNumber(directive, number, from);
    };
  }

  private boolean isoDay(int number, int from) {
    if (isoDay >= 0) {
      return fail("Multiple ISO weekday offsets specified", from);
    }
    if (number < 1 || number > 7) {
      return fail("ISO weekday offset out of range, expected a value between 1 and 7", from);
    }
    isoDay = number;
    return true;
  }

  private boolean isoYear(int number, int from) {
    if (anchor == 0) {
      anchor = 'G';
    } else if (anchor == 'G' || anchor == 'V') {
      if (isoYear >= 0) {
        return fail("Multiple ISO year offsets specified", from);
      }
    } else if (anchor != 'd' && anchor != 'Y') {
      return fail("Incompatible ISO year offset specified", from);
    }
    isoYear = number;
    return true;
  }

  private boolean isoWeek(int number, int from) {
    if (anchor == 'Y') {
      return fail(
          "ISO week offsets are incompatible with non-ISO year specifiers. Use '%G' instead", from);
    }
    if (anchor == 0) {
      anchor = 'V';
    } else if (anchor == 'G' || anchor == 'V') {
      if (isoWeek >= 0) {
        return fail("Multiple ISO week offsets specified", from);
      }
    } else if (anchor != 'd') {
      return fail("Incompatible ISO week offset specified", from);
    }
    if (number < 1 || number > 53) {
      return fail("ISO week offset out of range, expected a value between 1 and 53", from);
    }
    isoWeek = number;
    return true;
  }

  private boolean yearDay(int number, int from) {
    if (anchor == 0 || anchor == 'Y') {
      anchor = 'j';
    } else if (anchor != 'd') {
      return fail("Multiple year offsets specified", from);
    }
    if (number < 1 || number > 366) {
      return fail("Year day out of range, expected a value between 1 and 366", from);
    }
    dayOfYear = number;
    return true;
  }

  private boolean weekNumber(char directive, int number, int from) {
    if (anchor == 0 || anchor == 'Y') {
      anchor = directive;
    } else if (anchor != 'd') {
      return fail("Multiple week offsets specified", from);
    }
    if (number > 53) {
      return fail("Week out of range, expected a value between 0 and 53", from);
    }
    week = number;
    return true;
  }

  private boolean named(char directive) {
    switch (directive) {
      case 'p' -> {
        boolean meridiem = at + 2 <= end && (text[at + 1] | 32) == 'm';
        int letter = meridiem ? text[at] | 32 : 0;
        if (letter != 'a' && letter != 'p') {
          return fail("Expected AM/PM", at);
        }
        half = letter == 'a' ? 1 : 2;
        at += 2;
        return true;
      }
      case 'a' -> {
        return name(TimeFormat.DAYS, true) > 0
            || fail("Expected an abbreviated day name (Mon, Tue, Wed, Thu, Fri, Sat, Sun)", at);
      }
      case 'A' -> {
        return name(TimeFormat.DAYS, false) > 0
            || fail("Expected a full day name (Monday, Tuesday, etc...)", at);
      }
      case 'b' -> {
        return month(
            name(TimeFormat.MONTHS, true),
            "Expected an abbreviated month name (Jan, Feb, Mar, etc..)");
      }
      case 'B' -> {
        return month(
            name(TimeFormat.MONTHS, false),
            "Expected a full month name (January, February, etc...)");
      }
      case 'z' -> {
        return offset() || fail("Expected ±HH[MM] or -HH[:MM[:SS]]", at);
      }
      default -> {
        return zoneName();
      }
    }
  }

  private boolean month(int number, String otherwise) {
    if (number == 0) {
      return fail(otherwise, at);
    }
    month = number;
    return true;
  }

  /** The 1-based number of the name that stands here, or 0. */
  private int name(String[] names, boolean abbreviated) {
    for (int i = 0; i < names.length; i++) {
      int length = abbreviated ? 3 : names[i].length();
      if (starts(at, names[i], length)) {
        at += length;
        return i + 1;
      }
    }
    return 0;
  }

  private boolean offset() {
    int p = at;
    if (p + 3 > end || (text[p] != '+' && text[p] != '-')) {
      return false;
    }
    boolean west = text[p++] == '-';
    if (!isDigit(text[p]) || !isDigit(text[p + 1])) {
      return false;
    }
    int seconds = 3600 * two(p);
    p += 2;
    boolean colon = p < end && text[p] == ':';
    if (colon) {
      p++;
    }
    if (p + 2 <= end && isDigit(text[p]) && isDigit(text[p + 1])) {
      seconds += 60 * two(p);
      p += 2;
      boolean more = p < end && text[p] == ':';
      int q = more ? p + 1 : p;
      if (more && q + 2 <= end && isDigit(text[q]) && isDigit(text[q + 1])) {
        seconds += two(q);
        p = q + 2;
      }
    } else if (colon) {
      return false;
    }
    offsetSeconds = west ? -seconds : seconds;
    at = p;
    return true;
  }

  private int two(int p) {
    return (text[p] - '0') * 10 + text[p + 1] - '0';
  }

  private boolean zoneName() {
    while (at < end && isSpace(text[at])) {
      at++;
    }
    int from = at;
    while (at < end && isZone(text[at])) {
      at++;
    }
    if (at == from) {
      return fail("Empty Time Zone name", from);
    }
    zone = new String(text, from, at - from, StandardCharsets.ISO_8859_1);
    return true;
  }

  private static boolean isZone(byte b) {
    return isDigit(b)
        || ((b | 32) >= 'a' && (b | 32) <= 'z')
        || b == '_'
        || b == '/'
        || b == '+'
        || b == '-'
        || b == ':';
  }

  private boolean halves() {
    if (half == 0) {
      return true;
    }
    if (hour > 12) {
      problem = "Invalid hour: " + hour + " AM/PM, expected an hour within the range [0..12]";
      problemAt = -1;
      return false;
    }
    hour = hour % 12 + (half == 2 ? 12 : 0);
    return true;
  }

  /** Turns weeks and days of the year into a date. */
  private boolean offsets() {
    long date;
    switch (anchor) {
      case 'G', 'V' -> {
        long weeks = isoWeek < 0 ? 0 : isoWeek - 1L;
        date =
            TimeFormat.isoYearStart(isoYear < 0 ? 1900 : isoYear)
                + 7 * weeks
                + (isoDay < 0 ? 0 : isoDay - 1);
      }
      case 'U', 'W' -> {
        long first = CalendarKernels.daysOf(year, 1, 1);
        long begin = first - (TimeFormat.isoDay((int) first) - 1) - (anchor == 'U' ? 1 : 0);
        // Days before the first full week are week 0.
        begin -= begin >= first ? 7 : 0;
        int ofWeek = hasWeekday ? (weekday + (anchor == 'W' ? 6 : 0)) % 7 : 0;
        date = begin + 7L * week + ofWeek;
      }
      case 'j' -> date = CalendarKernels.daysOf(year, 1, 1) + dayOfYear - 1;
      default -> {
        return true;
      }
    }
    long civil = CalendarKernels.civil((int) date);
    year = civil >> 16;
    month = (int) (civil >> 8) & 0xFF;
    day = (int) civil & 0xFF;
    return true;
  }
}
