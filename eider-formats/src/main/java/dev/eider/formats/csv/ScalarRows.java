// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Finds rows and delimiters a machine word at a time, without the Vector API. */
final class ScalarRows {
  /** In {@code state[1]}: why a scan ended. */
  static final int DONE = 0;

  /** The text ended inside the row at {@code state[0]}. */
  static final int NEED_MORE = 1;

  /** The row at {@code state[0]} needs the exact scan: ragged, or quotes in unusual places. */
  static final int IRREGULAR = 2;

  /** Mode bit: quotes mean something. */
  static final int QUOTES = 1;

  /** Mode bit: a quote inside quotes is written twice. */
  static final int DOUBLED = 2;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long LOW7 = 0x7F7F7F7F7F7F7F7FL;
  private static final long HIGH = 0x8080808080808080L;
  private static final long ONES = 0x0101010101010101L;

  private ScalarRows() {}

  /** In the low bits of what {@link #row} answers: a row was stored. */
  private static final int STORED = 0;

  /** An empty line was passed over. */
  private static final int BLANK = 3;

  /**
   * Scans rows from {@code state[0]} on, as long as they start at or before {@code last} and there
   * is room for them.
   *
   * <p>Each row is a call of its own, so that a fresh JVM compiles that method once, as a whole, as
   * soon as a few hundred rows have passed. With the rows' loop in the same method it is compiled
   * anew for every loop it is caught in, which cost a third of a second in a short query.
   *
   * @param text bytes; at least 64 more than {@code limit} may be read, what they hold is ignored
   * @param limit where the text ends
   * @param need ascending ordinals (from 1) of the delimiters wanted in a row, then MAX_VALUE
   * @param off receives {@code stride} numbers a row from row {@code rows} on: where the row
   *     starts, where each wanted delimiter is, where the row ends (its line's end excluded)
   * @return the number of rows in {@code off}; {@code state[0]} is where the next row starts,
   *     {@code state[1]} why it ended; {@code state[2]} is a kernel's own from call to call, 0 at
   *     the start of a block
   */
  static int scan(
      byte[] text,
      int limit,
      int last,
      byte delimiter,
      byte quote,
      int mode,
      int columns,
      int[] need,
      int[] off,
      int stride,
      int rows,
      int maxRows,
      int[] state) {
    int row = state[0];
    int base = rows * stride;
    while (rows < maxRows && row <= last) {
      long found = row(text, limit, row, delimiter, quote, mode, columns, need, off, base, stride);
      int kind = (int) found & 3;
      if (kind == STORED) {
        base += stride;
        rows++;
      } else if (kind != BLANK) {
        state[1] = kind;
        break;
      }
      row = (int) (found >>> 2);
    }
    state[0] = row;
    return rows;
  }

  /** Stores one row at {@code base}; answers where the next row starts, times 4, plus a kind. */
  private static long row(
      byte[] text,
      int limit,
      int row,
      byte delimiter,
      byte quote,
      int mode,
      int columns,
      int[] need,
      int[] off,
      int base,
      int stride) {
    long delimiters = (delimiter & 0xFFL) * ONES;
    boolean quoting = (mode & QUOTES) != 0;
    // Without quotes the pattern is one that is tested for anyway.
    long quotes = ((quoting ? quote : '\n') & 0xFFL) * ONES;
    int at = row;
    int count = 0;
    int slot = 0;
    int next = need[0];
    while (true) {
      if (at >= limit) {
        return NEED_MORE;
      }
      // Thirty-two bytes: all of them at once where there is nothing but columns to count.
      long word = (long) LONG.get(text, at);
      long hits = delimitersIn(word ^ delimiters);
      long rare = rareIn(word, quotes);
      word = (long) LONG.get(text, at + 8);
      hits |= delimitersIn(word ^ delimiters) >>> 1;
      rare |= rareIn(word, quotes);
      word = (long) LONG.get(text, at + 16);
      hits |= delimitersIn(word ^ delimiters) >>> 2;
      rare |= rareIn(word, quotes);
      word = (long) LONG.get(text, at + 24);
      hits |= delimitersIn(word ^ delimiters) >>> 3;
      rare |= rareIn(word, quotes);
      int found = Long.bitCount(hits);
      if ((rare & HIGH) == 0 && count + found < next) {
        count += found;
        at += 32;
        continue;
      }
      long mask = delimiterMask(text, at, delimiters);
      int length = (rare & HIGH) == 0 ? 32 : firstRare(text, at, quotes, delimiters, delimiter);
      mask &= (1L << length) - 1;
      found = Long.bitCount(mask);
      if (next <= count + found) {
        long rest = mask;
        int ordinal = count;
        do {
          while (++ordinal < next) {
            rest &= rest - 1;
          }
          off[base + ++slot] = at + Long.numberOfTrailingZeros(rest);
          rest &= rest - 1;
          next = need[slot];
        } while (next <= count + found);
      }
      count += found;
      at += length;
      if (length == 32) {
        continue;
      }
      if (at >= limit) {
        return NEED_MORE;
      }
      byte b = text[at];
      if (b == '\n' || b == '\r') {
        break;
      }
      if (!quoting || b != quote) {
        at++;
        continue;
      }
      if (at != row && text[at - 1] != delimiter) {
        return IRREGULAR;
      }
      at = skipQuoted(text, at + 1, limit, quote, quotes, (mode & DOUBLED) != 0);
      if (at < 0) {
        return NEED_MORE;
      }
      byte after = text[at];
      if (after != delimiter && after != '\n' && after != '\r') {
        return IRREGULAR;
      }
    }
    int following = at + 1;
    if (text[at] == '\r') {
      if (following >= limit) {
        return NEED_MORE;
      }
      if (text[following] == '\n') {
        following++;
      }
    }
    if (count != columns - 1) {
      return at == row && columns != 1 ? (long) following << 2 | BLANK : IRREGULAR;
    }
    off[base] = row;
    off[base + stride - 1] = at;
    return (long) following << 2 | STORED;
  }

  /** The high bit of each byte that is a delimiter, exactly; given a word xor delimiters. */
  private static long delimitersIn(long x) {
    return ~((x & LOW7) + LOW7 | x) & HIGH;
  }

  /**
   * In the high bit of each byte: below 14 (line ends among them), or a quote. The lowest byte that
   * is marked is right; bytes above it may be marked without reason, but none is missed.
   */
  private static long rareIn(long word, long quotes) {
    long y = word ^ quotes;
    return word - ONES * 14 & ~word | y - ONES & ~y;
  }

  /** A bit for each of the next 32 bytes that is a delimiter. */
  private static long delimiterMask(byte[] text, int at, long delimiters) {
    long mask = 0;
    for (int i = 0; i < 32; i += 8) {
      long hits = delimitersIn((long) LONG.get(text, at + i) ^ delimiters);
      // Gathers the eight high bits into one byte.
      mask |= ((hits >>> 7) * 0x0102040810204080L >>> 56) << i;
    }
    return mask;
  }

  /** Which of the next 32 bytes is the first that may end a line or be a quote, or 32. */
  private static int firstRare(byte[] text, int at, long quotes, long delimiters, byte delimiter) {
    // Such delimiters are below 14 like line ends.
    boolean control = delimiter >= 0 && delimiter < 14;
    for (int i = 0; i < 32; i += 8) {
      long word = (long) LONG.get(text, at + i);
      long rare = rareIn(word, quotes) & HIGH;
      if (control) {
        rare &= ~delimitersIn(word ^ delimiters);
      }
      if (rare != 0) {
        return i + (Long.numberOfTrailingZeros(rare) >>> 3);
      }
    }
    return 32;
  }

  /** Where the text after a quoted stretch goes on, or -1 when the text ends first. */
  private static int skipQuoted(
      byte[] text, int from, int limit, byte quote, long quotes, boolean doubled) {
    int at = from;
    while (true) {
      if (at >= limit) {
        return -1;
      }
      long y = (long) LONG.get(text, at) ^ quotes;
      long hit = (y - ONES & ~y) & HIGH;
      if (hit == 0) {
        at += 8;
        continue;
      }
      // The lowest bit is exact.
      at += Long.numberOfTrailingZeros(hit) >>> 3;
      if (at + 1 >= limit) {
        return -1;
      }
      if (doubled && text[at + 1] == quote) {
        at += 2;
        continue;
      }
      return at + 1;
    }
  }
}
