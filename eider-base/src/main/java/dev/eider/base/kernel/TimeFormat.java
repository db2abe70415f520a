// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.kernel;

import dev.eider.base.error.EiderException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A format of percent directives ({@code %d.%m.%Y}) for {@code strftime}, {@code strptime} and the
 * date formats of files. Immutable; any thread. {@link #write} makes text, {@link TimeReading}
 * reads it.
 */
public final class TimeFormat {
  static final String[] DAYS = {
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"
  };
  static final String[] MONTHS = {
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December"
  };
  private static final String PADDED = "aAwudhbBmyYGHIpMSnfgzZjUWV";
  private static final String BARE = "dmyHIMSj";
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final String pattern;

  /** Text before each directive, and after the last. */
  private final byte[][] literals;

  /** The letter of each directive; {@code h} is {@code b}. */
  private final char[] directives;

  /** Whether a directive is written without leading zeros ({@code %-d}). */
  private final boolean[] bare;

  private TimeFormat(String pattern, byte[][] literals, char[] directives, boolean[] bare) {
    this.pattern = pattern;
    this.literals = literals;
    this.directives = directives;
    this.bare = bare;
  }

  /**
   * Reads a pattern.
   *
   * @throws EiderException INVALID_INPUT for an empty pattern or an unknown directive
   */
  public static TimeFormat of(String pattern) {
    Compiler compiler = new Compiler();
    String problem = pattern.isEmpty() ? "Empty format string" : compiler.read(pattern);
    if (problem != null) {
      throw EiderException.invalidInput(
          "Failed to parse format specifier " + pattern + ": " + problem);
    }
    return compiler.finish(pattern);
  }

  /** What is wrong with a pattern, or null. */
  public static @Nullable String problem(String pattern) {
    return pattern.isEmpty() ? "Empty format string" : new Compiler().read(pattern);
  }

  public String pattern() {
    return pattern;
  }

  /** Whether the directive occurs. */
  public boolean has(char directive) {
    for (char d : directives) {
      if (d == directive) {
        return true;
      }
    }
    return false;
  }

  int size() {
    return directives.length;
  }

  char directive(int index) {
    return directives[index];
  }

  /** The text before directive {@code index}; the text after all at {@link #size()}. */
  byte[] literal(int index) {
    return literals[index];
  }

  private static final class Compiler {
    private byte[][] literals = new byte[8][];
    private char[] directives = new char[8];
    private boolean[] bare = new boolean[8];
    private int size;
    private final StringBuilder literal = new StringBuilder();

    @Nullable String read(String pattern) {
      for (int i = 0; i < pattern.length(); i++) {
        char c = pattern.charAt(i);
        if (c != '%') {
          literal.append(c);
          continue;
        }
        if (++i == pattern.length()) {
          return "Trailing format character %";
        }
        char directive = pattern.charAt(i);
        boolean isBare = directive == '-' && i + 1 < pattern.length();
        if (isBare) {
          directive = pattern.charAt(++i);
        }
        if (isBare ? BARE.indexOf(directive) >= 0 : PADDED.indexOf(directive) >= 0) {
          add(directive == 'h' ? 'b' : directive, isBare);
        } else if (isBare) {
          return "Unrecognized format for strftime/strptime: %-" + directive;
        } else {
          switch (directive) {
            case '%' -> literal.append('%');
            case 'c' -> read("%Y-%m-%d %H:%M:%S");
            case 'x' -> read("%Y-%m-%d");
            case 'X', 'T' -> read("%H:%M:%S");
            default -> {
              return "Unrecognized format for strftime/strptime: %" + directive;
            }
          }
        }
      }
      return null;
    }

    private void add(char directive, boolean isBare) {
      if (size + 1 == literals.length) {
        literals = Arrays.copyOf(literals, 2 * literals.length);
        directives = Arrays.copyOf(directives, literals.length);
        bare = Arrays.copyOf(bare, literals.length);
      }
      literals[size] = literal.toString().getBytes(StandardCharsets.UTF_8);
      literal.setLength(0);
      directives[size] = directive;
      bare[size++] = isBare;
    }

    TimeFormat finish(String pattern) {
      literals[size] = literal.toString().getBytes(StandardCharsets.UTF_8);
      return new TimeFormat(
          pattern,
          Arrays.copyOf(literals, size + 1),
          Arrays.copyOf(directives, size),
          Arrays.copyOf(bare, size));
    }
  }

  /**
   * Writes a moment.
   *
   * @param day days since 1970, local
   * @param nanosOfDay nanoseconds since midnight, local
   * @param offsetSeconds the offset from UTC, for {@code %z}
   * @param zone the zone's name for {@code %Z}; empty when there is none
   */
  public void write(StringBuilder out, int day, long nanosOfDay, int offsetSeconds, String zone) {
    long civil = CalendarKernels.civil(day);
    for (int i = 0; i < directives.length; i++) {
      append(out, literals[i]);
      int year = (int) (civil >> 16);
      int width = bare[i] ? 1 : 2;
      switch (directives[i]) {
        case 'Y' -> year(out, year);
        case 'y' -> pad(out, Math.abs(year) % 100, width);
        case 'm' -> pad(out, (civil >> 8) & 0xFF, width);
        case 'd' -> pad(out, civil & 0xFF, width);
        case 'b' -> out.append(MONTHS[(int) ((civil >> 8) & 0xFF) - 1], 0, 3);
        case 'B' -> out.append(MONTHS[(int) ((civil >> 8) & 0xFF) - 1]);
        case 'a' -> out.append(DAYS[isoDay(day) % 7], 0, 3);
        case 'A' -> out.append(DAYS[isoDay(day) % 7]);
        case 'w' -> out.append(isoDay(day) % 7);
        case 'u' -> out.append(isoDay(day));
        case 'j' -> pad(out, dayOfYear(day, year), bare[i] ? 1 : 3);
        case 'U' -> pad(out, (dayOfYear(day, year) + 6 - isoDay(day) % 7) / 7, 2);
        case 'W' -> pad(out, (dayOfYear(day, year) + 7 - isoDay(day)) / 7, 2);
        case 'G' -> year(out, (int) isoYear(day));
        case 'V' -> pad(out, (day - isoYearStart(isoYear(day))) / 7 + 1, 2);
        default -> writeClock(out, directives[i], width, nanosOfDay, offsetSeconds, zone);
      }
    }
    append(out, literals[directives.length]);
  }

  private static void writeClock(
      StringBuilder out, char directive, int width, long nanosOfDay, int offset, String zone) {
    long seconds = nanosOfDay / NANOS_PER_SECOND;
    long nanos = nanosOfDay % NANOS_PER_SECOND;
    long hour = seconds / 3600;
    switch (directive) {
      case 'H' -> pad(out, hour, width);
      case 'I' -> pad(out, hour % 12 == 0 ? 12 : hour % 12, width);
      case 'p' -> out.append(hour >= 12 ? "PM" : "AM");
      case 'M' -> pad(out, seconds / 60 % 60, width);
      case 'S' -> pad(out, seconds % 60, width);
      case 'n' -> pad(out, nanos, 9);
      case 'f' -> pad(out, nanos / 1_000, 6);
      case 'g' -> pad(out, nanos / 1_000_000, 3);
      case 'z' -> {
        int size = Math.abs(offset);
        pad(out.append(offset < 0 ? '-' : '+'), size / 3600, 2);
        if (size % 3600 != 0) {
          pad(out.append(':'), size / 60 % 60, 2);
        }
        if (size % 60 != 0) {
          pad(out.append(':'), size % 60, 2);
        }
      }
      case 'Z' -> out.append(zone);
      default -> throw new IllegalStateException("directive %" + directive);
    }
  }

  private static void append(StringBuilder out, byte[] literal) {
    if (literal.length > 0) {
      out.append(new String(literal, StandardCharsets.UTF_8));
    }
  }

  private static void year(StringBuilder out, int year) {
    if (year >= 0 && year <= 9999) {
      pad(out, year, 4);
    } else {
      out.append(year);
    }
  }

  private static void pad(StringBuilder out, long value, int width) {
    long limit = 10;
    for (int i = 1; i < width; i++) {
      if (value < limit) {
        out.append('0');
      }
      limit *= 10;
    }
    out.append(value);
  }

  /** Monday is 1, Sunday 7. */
  static int isoDay(int day) {
    return Math.floorMod(day + 3, 7) + 1;
  }

  private static long dayOfYear(int day, int year) {
    return day - CalendarKernels.daysOf(year, 1, 1) + 1;
  }

  /** The Monday of ISO week 1. */
  static long isoYearStart(long year) {
    long january4 = CalendarKernels.daysOf(year, 1, 4);
    return january4 - (isoDay((int) january4) - 1);
  }

  private static long isoYear(int day) {
    long year = CalendarKernels.year(day);
    if (day < isoYearStart(year)) {
      return year - 1;
    }
    return day >= isoYearStart(year + 1) ? year + 1 : year;
  }
}
