// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Finds rows and delimiters eight bytes at a time, without the Vector API. */
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

  /**
   * Scans rows from {@code state[0]} on, as long as they start at or before {@code last} and there
   * is room for them.
   *
   * @param text bytes; at least 64 more than {@code limit} may be read, what they hold is ignored
   * @param limit where the text ends
   * @param need ascending ordinals (from 1) of the delimiters wanted in a row, then MAX_VALUE
   * @param off receives {@code stride} numbers a row from row {@code rows} on: where the row
   *     starts, where each wanted delimiter is, where the row ends (its line's end excluded)
   * @return the number of rows in {@code off}; {@code state[0]} is where the next row starts,
   *     {@code state[1]} why it ended
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
    long delimiters = (delimiter & 0xFFL) * ONES;
    boolean quoting = (mode & QUOTES) != 0;
    // Without quotes the pattern is one that is tested for anyway.
    long quotes = ((quoting ? quote : '\n') & 0xFFL) * ONES;
    boolean tabs = delimiter == '\t';
    int row = state[0];
    int base = rows * stride;
    scan:
    while (rows < maxRows && row <= last) {
      int at = row;
      int count = 0;
      int slot = 0;
      int next = need[0];
      int end;
      boolean fieldStart = true;
      row:
      while (true) {
        if (at >= limit) {
          state[1] = NEED_MORE;
          break scan;
        }
        long word = (long) LONG.get(text, at);
        long x = word ^ delimiters;
        long hits = ~(((x & LOW7) + LOW7) | x | LOW7);
        long y = word ^ quotes;
        // Bytes below 14 (line ends among them), and quotes: may also ring for others, never
        // misses.
        long rare = (word - ONES * 14 & ~word | y - ONES & ~y) & HIGH;
        if (tabs) {
          // Tabs are below 14 too: leave them out when they delimit.
          rare &= ~hits;
        }
        if (rare == 0) {
          if (hits != 0) {
            int found = Long.bitCount(hits);
            if (next <= count + found) {
              long rest = hits;
              int ordinal = count;
              do {
                while (++ordinal < next) {
                  rest &= rest - 1;
                }
                off[base + ++slot] = at + (Long.numberOfTrailingZeros(rest) >>> 3);
                rest &= rest - 1;
                next = need[slot];
              } while (next <= count + found);
            }
            count += found;
          }
          fieldStart = hits < 0;
          at += 8;
          continue;
        }
        int stop = Math.min(at + 8, limit);
        while (at < stop) {
          byte b = text[at];
          if (b == delimiter) {
            count++;
            if (count == next) {
              off[base + ++slot] = at;
              next = need[slot];
            }
            fieldStart = true;
            at++;
          } else if (b == '\n' || b == '\r') {
            end = at;
            break row;
          } else if (quoting && b == quote) {
            if (!fieldStart) {
              state[1] = IRREGULAR;
              break scan;
            }
            at = skipQuoted(text, at + 1, limit, quote, quotes, (mode & DOUBLED) != 0);
            if (at < 0) {
              state[1] = NEED_MORE;
              break scan;
            }
            byte after = text[at];
            if (after != delimiter && after != '\n' && after != '\r') {
              state[1] = IRREGULAR;
              break scan;
            }
            fieldStart = false;
            continue row;
          } else {
            fieldStart = false;
            at++;
          }
        }
      }
      int following = end + 1;
      if (text[end] == '\r') {
        if (following >= limit) {
          state[1] = NEED_MORE;
          break;
        }
        if (text[following] == '\n') {
          following++;
        }
      }
      if (count != columns - 1) {
        if (end == row && columns != 1) {
          row = following;
          continue;
        }
        state[1] = IRREGULAR;
        break;
      }
      off[base] = row;
      off[base + stride - 1] = end;
      base += stride;
      rows++;
      row = following;
    }
    state[0] = row;
    return rows;
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
