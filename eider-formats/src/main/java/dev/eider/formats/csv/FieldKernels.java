// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.table.ColumnPart;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The fast loops from offsets to values, one column at a time, eight bytes of text at once. Each
 * takes the plain case only (unquoted, no spaces, ended by a delimiter or line end, exact digits)
 * and lists every other row for the exact path, so a value is never guessed.
 */
final class FieldKernels {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ZEROS = 0x3030303030303030L;

  /** The bytes of {@code 0000-00-}. */
  private static final long DATE = 0x2D30302D30303030L;

  private static final long LOW7 = 0x7F7F7F7F7F7F7F7FL;
  private static final long HIGH = 0x8080808080808080L;
  private static final long TO_HIGH = 0x7676767676767676L;
  private static final double[] POWER10 = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };
  private static final long[] SCALE = new long[17];

  static {
    SCALE[0] = 1;
    for (int i = 1; i < SCALE.length; i++) {
      SCALE[i] = SCALE[i - 1] * 10;
    }
  }

  /** By year: days since 1970 before it, times 32, plus 16 in a leap year. */
  private static final int[] YEARS = new int[10_000];

  static {
    for (int year = 1; year < YEARS.length; year++) {
      int before = year - 1;
      boolean leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
      int days = before * 365 + before / 4 - before / 100 + before / 400 - 719_163;
      YEARS[year] = days * 32 + (leap ? 16 : 0);
    }
  }

  /** Days before each month, from index 0 (common year) and 16 (leap year). */
  private static final int[] MONTH_DAYS = new int[32];

  /** Days of each month, same indexes. */
  private static final int[] MONTH_LENGTH = new int[32];

  static {
    int[] lengths = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    for (int leap = 0; leap <= 16; leap += 16) {
      int days = 0;
      for (int m = 1; m <= 12; m++) {
        int length = lengths[m - 1] + (m == 2 && leap != 0 ? 1 : 0);
        MONTH_DAYS[leap + m] = days;
        MONTH_LENGTH[leap + m] = length;
        days += length;
      }
    }
  }

  private FieldKernels() {}

  /** The eight bytes as a number: digits' values 0 to 9, the first the most significant. */
  private static long eight(long digits) {
    long x = digits * 10 + (digits >>> 8);
    return ((x & 0x000000FF000000FFL) * 0x000F424000000064L
            + (x >>> 16 & 0x000000FF000000FFL) * 0x0000271000000001L)
        >>> 32;
  }

  private static long nonDigits(long x) {
    return ((x & LOW7) + TO_HIGH | x) & HIGH;
  }

  private static boolean ends(byte b, byte delimiter) {
    return b == delimiter || b == '\n' || b == '\r';
  }

  /**
   * BIGINT: up to 18 digits and a minus sign, no needless leading zeros.
   *
   * @return how many rows are listed in {@code slow}
   */
  static int longs(
      byte[] text,
      int[] off,
      int from,
      int stride,
      int skip,
      int count,
      byte delimiter,
      long[] out,
      int[] slow) {
    int slowCount = 0;
    for (int i = 0, o = from; i < count; i++, o += stride) {
      int at = off[o] + skip;
      long x = (long) LONG.get(text, at) ^ ZEROS;
      long stop = nonDigits(x);
      int length = Long.numberOfTrailingZeros(stop) >>> 3;
      if (stop != 0
          && length != 0
          && ends(text[at + length], delimiter)
          && ((x & 0xFF) != 0 || length == 1)) {
        out[i] = eight(x << (64 - (length << 3)));
      } else {
        long value = longer(text, at, delimiter);
        out[i] = value;
        if (value == Long.MIN_VALUE) {
          slow[slowCount++] = i;
        }
      }
    }
    return slowCount;
  }

  /** A signed number of up to 18 digits, or MIN_VALUE for anything else. */
  private static long longer(byte[] text, int start, byte delimiter) {
    boolean negative = text[start] == '-';
    int at = negative ? start + 1 : start;
    byte lead = text[at];
    long value = 0;
    int digits = 0;
    while (digits <= 18) {
      int d = text[at + digits] - '0';
      if (d < 0 || d > 9) {
        break;
      }
      value = value * 10 + d;
      digits++;
    }
    if (digits == 0
        || digits > 18
        || lead == '0' && digits > 1
        || !ends(text[at + digits], delimiter)) {
      return Long.MIN_VALUE;
    }
    return negative ? -value : value;
  }

  /** DOUBLE: a minus sign, digits and one point, of which the value is exact after one division. */
  static int doubles(
      byte[] text,
      int[] off,
      int from,
      int stride,
      int skip,
      int count,
      byte delimiter,
      double[] out,
      int[] slow) {
    int slowCount = 0;
    for (int i = 0, o = from; i < count; i++, o += stride) {
      int at = off[o] + skip;
      int negative = text[at] == '-' ? 1 : 0;
      at += negative;
      double value = plainDouble(text, at, delimiter);
      if (value < 0) {
        value = longerDouble(text, at, delimiter);
        if (value < 0) {
          slow[slowCount++] = i;
        }
      }
      out[i] = negative != 0 ? -value : value;
    }
    return slowCount;
  }

  /**
   * Up to seven characters of digits with at most one point, or -1 for anything else. Whether there
   * is a point is not asked: in many columns it cannot be foretold.
   */
  private static double plainDouble(byte[] text, int at, byte delimiter) {
    long word = (long) LONG.get(text, at);
    long x = word ^ ZEROS;
    long stop = nonDigits(x);
    int whole = Long.numberOfTrailingZeros(stop) >>> 3;
    int shift = whole << 3;
    // 1 where the digits end at a point.
    int point = (int) (((word >>> shift & 0xFF) ^ '.') - 1 >>> 63);
    long second = stop & (stop - point);
    int length = Long.numberOfTrailingZeros(second) >>> 3;
    if (whole == 0
        || second == 0
        || !ends(text[at + length], delimiter)
        || (x & 0xFF) == 0 && whole > 1) {
      return -1;
    }
    // What stands before the point, or everything.
    long before = (1L << shift) - 1 | point - 1L;
    long digits = x & before | x >>> 8 & ~before;
    int count = length - point;
    return eight(digits << (64 - (count << 3))) / POWER10[point * (count - whole)];
  }

  /** Digits with one point, at most 2^53 without it, or -1 for anything else. */
  private static double longerDouble(byte[] text, int start, byte delimiter) {
    int at = start;
    long value = 0;
    int digits = 0;
    int point = -1;
    if (text[at] == '0' && text[at + 1] >= '0' && text[at + 1] <= '9') {
      return -1;
    }
    while (true) {
      int d = text[at] - '0';
      if (d >= 0 && d <= 9) {
        value = value * 10 + d;
        if (++digits > 18) {
          return -1;
        }
      } else if (d == '.' - '0' && point < 0) {
        point = digits;
      } else {
        break;
      }
      at++;
    }
    if (digits == 0 || value > 1L << 53 || !ends(text[at], delimiter)) {
      return -1;
    }
    return point < 0 ? value : value / POWER10[digits - point];
  }

  /** DECIMAL of up to 18 digits with the column's scale or fewer digits behind the point. */
  static int decimals(
      byte[] text,
      int[] off,
      int from,
      int stride,
      int skip,
      int count,
      byte delimiter,
      int width,
      int scale,
      long[] out,
      int[] slow) {
    int slowCount = 0;
    for (int i = 0, o = from; i < count; i++, o += stride) {
      int start = off[o] + skip;
      boolean negative = text[start] == '-';
      int at = negative ? start + 1 : start;
      long value = 0;
      int digits = 0;
      int point = -1;
      while (digits <= 16) {
        int d = text[at] - '0';
        if (d >= 0 && d <= 9) {
          value = value * 10 + d;
          digits++;
        } else if (d == '.' - '0' && point < 0) {
          point = digits;
        } else {
          break;
        }
        at++;
      }
      int behind = point < 0 ? 0 : digits - point;
      int whole = digits - behind;
      if (digits == 0
          || behind > scale
          || scale - behind > 16
          || whole > width - scale
          || !ends(text[at], delimiter)) {
        slow[slowCount++] = i;
      } else {
        value *= SCALE[scale - behind];
        out[i] = negative ? -value : value;
      }
    }
    return slowCount;
  }

  /** DATE as {@code yyyy-mm-dd}. */
  static int dates(
      byte[] text,
      int[] off,
      int from,
      int stride,
      int skip,
      int count,
      byte delimiter,
      int[] out,
      int[] slow) {
    int slowCount = 0;
    for (int i = 0, o = from; i < count; i++, o += stride) {
      int at = off[o] + skip;
      int day = date((long) LONG.get(text, at), text[at + 8], text[at + 9]);
      out[i] = day;
      if (day == Integer.MIN_VALUE || !ends(text[at + 10], delimiter)) {
        slow[slowCount++] = i;
      }
    }
    return slowCount;
  }

  /** Days since 1970 of {@code yyyy-mm-} and two digits, or MIN_VALUE. */
  private static int date(long word, byte tens, byte ones) {
    long x = word ^ DATE;
    int d1 = tens - '0';
    int d0 = ones - '0';
    long bad = nonDigits(x) | x & 0xFF0000FF00000000L;
    int month = month(word);
    int year = year(word);
    int day = d1 * 10 + d0;
    if (bad != 0 || (d1 | d0 | 9 - d1 | 9 - d0) < 0 || month > 12 || year == 0) {
      return Integer.MIN_VALUE;
    }
    int entry = YEARS[year];
    int leap = entry & 16;
    if (day == 0 || day > MONTH_LENGTH[leap + month]) {
      return Integer.MIN_VALUE;
    }
    return (entry >> 5) + MONTH_DAYS[leap + month] + day;
  }

  /**
   * In each byte of {@code yyyy-mm-} ten times its digit plus the next one's: a number where two
   * digits stand together.
   */
  private static long datePairs(long word) {
    long x = word ^ DATE;
    return x * 10 + (x >>> 8);
  }

  private static int year(long word) {
    long pairs = datePairs(word);
    return (int) (pairs & 0xFF) * 100 + (int) (pairs >>> 16 & 0xFF);
  }

  private static int month(long word) {
    return (int) (datePairs(word) >>> 40 & 0xFF);
  }

  /** TIMESTAMP as {@code yyyy-mm-dd hh:mm:ss}, with a space or a T between. */
  static int timestamps(
      byte[] text,
      int[] off,
      int from,
      int stride,
      int skip,
      int count,
      byte delimiter,
      long[] out,
      int[] slow) {
    int slowCount = 0;
    for (int i = 0, o = from; i < count; i++, o += stride) {
      int at = off[o] + skip;
      int day = date((long) LONG.get(text, at), text[at + 8], text[at + 9]);
      // hh:mm:ss
      long x = (long) LONG.get(text, at + 11) ^ 0x30303A30303A3030L;
      long bad = nonDigits(x) | x & 0x0000FF0000FF0000L;
      long pairs = x * 10 + (x >>> 8);
      int hour = (int) (pairs & 0xFF);
      int minute = (int) (pairs >>> 24 & 0xFF);
      int second = (int) (pairs >>> 48 & 0xFF);
      byte gap = text[at + 10];
      out[i] = (day * 86_400L + hour * 3600 + minute * 60 + second) * 1_000_000L;
      if (bad != 0
          || day == Integer.MIN_VALUE
          || (23 - hour | 59 - minute | 59 - second) < 0
          || gap != ' ' && gap != 'T'
          || !ends(text[at + 19], delimiter)) {
        slow[slowCount++] = i;
      }
    }
    return slowCount;
  }

  /**
   * The year (shift 16), month (8) or day (0) of a TIMESTAMP as {@link #timestamps} takes it: all
   * of the text is checked as there.
   */
  static int timestampParts(
      byte[] text,
      int[] off,
      int from,
      int stride,
      int skip,
      int count,
      byte delimiter,
      ColumnPart part,
      long[] out,
      int[] slow) {
    int slowCount = 0;
    for (int i = 0, o = from; i < count; i++, o += stride) {
      int at = off[o] + skip;
      long word = (long) LONG.get(text, at);
      byte tens = text[at + 8];
      byte ones = text[at + 9];
      int date = date(word, tens, ones);
      long x = (long) LONG.get(text, at + 11) ^ 0x30303A30303A3030L;
      long bad = nonDigits(x) | x & 0x0000FF0000FF0000L;
      long pairs = x * 10 + (x >>> 8);
      int hour = (int) (pairs & 0xFF);
      int minute = (int) (pairs >>> 24 & 0xFF);
      int second = (int) (pairs >>> 48 & 0xFF);
      byte gap = text[at + 10];
      out[i] =
          switch (part) {
            case YEAR -> year(word);
            case MONTH -> month(word);
            case DAY -> tens * 10 + ones - 11 * '0';
          };
      if (bad != 0
          || date == Integer.MIN_VALUE
          || (23 - hour | 59 - minute | 59 - second) < 0
          || gap != ' ' && gap != 'T'
          || !ends(text[at + 19], delimiter)) {
        slow[slowCount++] = i;
      }
    }
    return slowCount;
  }

  /** Masks of the first n bytes of a word. */
  private static final long[] FIRST = {
    0L,
    0xFFL,
    0xFFFFL,
    0xFFFFFFL,
    0xFFFFFFFFL,
    0xFFFFFFFFFFL,
    0xFFFFFFFFFFFFL,
    0xFFFFFFFFFFFFFFL,
    -1L,
    -1L,
    -1L,
    -1L,
    -1L
  };

  /** Masks of what of bytes 4 to 11 belongs to a text of n bytes. */
  private static final long[] REST = {
    0L,
    0L,
    0L,
    0L,
    0L,
    0xFFL,
    0xFFFFL,
    0xFFFFFFL,
    0xFFFFFFFFL,
    0xFFFFFFFFFFL,
    0xFFFFFFFFFFFFL,
    0xFFFFFFFFFFFFFFL,
    -1L
  };

  /**
   * VARCHAR views on the text itself. Lists rows that are empty, quoted, begin with a space or hold
   * bytes outside ASCII.
   *
   * @param ends index in {@code off} of the first row's end of this field
   */
  static int strings(
      byte[] text,
      int[] off,
      int from,
      int ends,
      int stride,
      int skip,
      int count,
      byte quote,
      int buffer,
      long[] views,
      int[] slow) {
    int slowCount = 0;
    long buffers = (long) buffer << 32;
    for (int i = 0, o = from, e = ends; i < count; i++, o += stride, e += stride) {
      int at = off[o] + skip;
      int length = off[e] - at;
      byte lead = text[at];
      boolean odd = length <= 0 | lead == quote | lead == ' ';
      long word = (long) LONG.get(text, at);
      if (length <= 12 && !odd) {
        word &= FIRST[length];
        long rest = (long) LONG.get(text, at + 4) & REST[length];
        views[2 * i] = word << 32 | length;
        views[2 * i + 1] = rest;
        if (((word | rest) & HIGH) != 0) {
          slow[slowCount++] = i;
        }
      } else if (!odd) {
        views[2 * i] = word << 32 | length;
        views[2 * i + 1] = buffers | at;
        if (!ascii(text, at, length)) {
          slow[slowCount++] = i;
        }
      } else {
        slow[slowCount++] = i;
      }
    }
    return slowCount;
  }

  /** Whether all bytes of at least 8 are ASCII. */
  private static boolean ascii(byte[] text, int at, int length) {
    long all = (long) LONG.get(text, at + length - 8);
    for (int i = 0; i < length - 8; i += 8) {
      all |= (long) LONG.get(text, at + i);
    }
    return (all & HIGH) == 0;
  }
}
