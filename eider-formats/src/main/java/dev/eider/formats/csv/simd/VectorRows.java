// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv.simd;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Finds rows and the delimiters that are asked for, 64 bytes at a time: three comparisons make bit
 * masks, quoted stretches are cut out by a prefix xor, and the n-th delimiter is picked by a
 * deposit of one bit, so that columns nobody asked for are never visited one by one.
 *
 * <p>The same contract as {@code formats.csv.ScalarRows.scan}, where it is described.
 */
public final class VectorRows {
  private static final VectorSpecies<Byte> WIDE = ByteVector.SPECIES_512;
  private static final VectorSpecies<Byte> HALF = ByteVector.SPECIES_256;
  private static final boolean PREFERS_WIDE = ByteVector.SPECIES_PREFERRED.length() >= 64;

  /** Whether this machine gains from these kernels. */
  public static final boolean USEFUL = ByteVector.SPECIES_PREFERRED.length() >= 32;

  private VectorRows() {}

  /** Text for {@code eider_build_info()}. */
  public static String describe() {
    return "vector" + (PREFERS_WIDE ? 512 : 256);
  }

  /** How many numbers of scratch {@link #scan} wants. */
  public static int scratch() {
    return MarkedRows.USEFUL ? MarkedRows.SCRATCH : 0;
  }

  /** See {@code ScalarRows.scan}; {@code scratch} holds nothing between calls. */
  public static int scan(
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
      int[] state,
      int[] scratch) {
    if (!PREFERS_WIDE) {
      return scan256(
          text, limit, last, delimiter, quote, mode, columns, need, off, stride, rows, maxRows,
          state);
    }
    int marked = rows;
    if (MarkedRows.USEFUL && need.length > 1) {
      marked =
          MarkedRows.scan(
              text, limit, last, delimiter, quote, mode, columns, need, off, stride, rows, maxRows,
              state, scratch);
    }
    return scan512(
        text, limit, last, delimiter, quote, mode, columns, need, off, stride, marked, maxRows,
        state);
  }

  private static int scan512(
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
    long quoting = (mode & 1) != 0 ? -1L : 0L;
    long doubling = (mode & 2) != 0 ? -1L : 0L;
    int wanted = columns - 1;
    int row = state[0];
    int base = rows * stride;
    scan:
    while (rows < maxRows && row <= last) {
      int at = row;
      int count = 0;
      int slot = 0;
      int next = need[0];
      long inside = 0;
      long mayOpen = 1;
      long closed = 0;
      int end;
      for (; ; at += 64) {
        if (at >= limit) {
          state[1] = 1;
          break scan;
        }
        ByteVector v = ByteVector.fromArray(WIDE, text, at);
        long c = v.eq(delimiter).toLong();
        long q = v.eq(quote).toLong();
        long n = v.sub((byte) 10).compare(VectorOperators.ULE, (byte) 3).toLong();
        q &= quoting;
        if ((q | inside | closed) != 0) {
          long in = prefixXor(q) ^ inside;
          c &= ~in;
          n &= ~in;
          long close = q & ~in;
          long open = q & in;
          // In front of an opening quote: a delimiter, the row's start, or a quote that it doubles;
          // after a closing one: the field's or row's end, or a quote that doubles it.
          long wrong =
              (open & ~((c | (close & doubling)) << 1 | mayOpen))
                  | ((close << 1 | closed) & ~(c | n | (q & doubling)));
          if (n != 0) {
            wrong &= n ^ (n - 1);
          }
          if (wrong != 0) {
            state[1] = 2;
            break scan;
          }
          inside = in >> 63;
          mayOpen = (c | (close & doubling)) >>> 63;
          closed = close >>> 63;
        } else {
          mayOpen = c >>> 63;
        }
        if (n != 0) {
          int bit = Long.numberOfTrailingZeros(n);
          end = at + bit;
          if (end >= limit) {
            state[1] = 1;
            break scan;
          }
          byte b = text[end];
          if (b != '\n' && b != '\r') {
            // A vertical tab or form feed passed for a line's end: rare, so left to the exact scan.
            state[1] = 2;
            break scan;
          }
          c &= (1L << bit) - 1;
          int found = Long.bitCount(c);
          while (next <= count + found) {
            off[base + ++slot] =
                at + Long.numberOfTrailingZeros(Long.expand(1L << (next - count - 1), c));
            next = need[slot];
          }
          count += found;
          break;
        }
        int found = Long.bitCount(c);
        while (next <= count + found) {
          off[base + ++slot] =
              at + Long.numberOfTrailingZeros(Long.expand(1L << (next - count - 1), c));
          next = need[slot];
        }
        count += found;
      }
      int following = end + 1;
      if (text[end] == '\r') {
        if (following >= limit) {
          state[1] = 1;
          break;
        }
        if (text[following] == '\n') {
          following++;
        }
      }
      if (count != wanted) {
        if (end == row && columns != 1) {
          row = following;
          continue;
        }
        state[1] = 2;
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

  private static int scan256(
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
    long quoting = (mode & 1) != 0 ? -1L : 0L;
    long doubling = (mode & 2) != 0 ? -1L : 0L;
    int wanted = columns - 1;
    int row = state[0];
    int base = rows * stride;
    scan:
    while (rows < maxRows && row <= last) {
      int at = row;
      int count = 0;
      int slot = 0;
      int next = need[0];
      long inside = 0;
      long mayOpen = 1;
      long closed = 0;
      int end;
      for (; ; at += 64) {
        if (at >= limit) {
          state[1] = 1;
          break scan;
        }
        ByteVector v = ByteVector.fromArray(HALF, text, at);
        ByteVector w = ByteVector.fromArray(HALF, text, at + 32);
        long c = v.eq(delimiter).toLong() | w.eq(delimiter).toLong() << 32;
        VectorMask<Byte> newLines = v.eq((byte) '\n').or(v.eq((byte) '\r'));
        VectorMask<Byte> newLines2 = w.eq((byte) '\n').or(w.eq((byte) '\r'));
        VectorMask<Byte> quotes = v.eq(quote);
        VectorMask<Byte> quotes2 = w.eq(quote);
        // One question a word: in most words there is nothing but text and delimiters.
        boolean special = newLines.or(quotes).or(newLines2).or(quotes2).anyTrue();
        long n = 0;
        if (special || (inside | closed) != 0) {
          n = newLines.toLong() | newLines2.toLong() << 32;
          long q = (quotes.toLong() | quotes2.toLong() << 32) & quoting;
          long in = prefixXor(q) ^ inside;
          c &= ~in;
          n &= ~in;
          long close = q & ~in;
          long open = q & in;
          // In front of an opening quote: a delimiter, the row's start, or a quote that it doubles;
          // after a closing one: the field's or row's end, or a quote that doubles it.
          long wrong =
              (open & ~((c | (close & doubling)) << 1 | mayOpen))
                  | ((close << 1 | closed) & ~(c | n | (q & doubling)));
          if (n != 0) {
            wrong &= n ^ (n - 1);
          }
          if (wrong != 0) {
            state[1] = 2;
            break scan;
          }
          inside = in >> 63;
          mayOpen = (c | (close & doubling)) >>> 63;
          closed = close >>> 63;
        } else {
          mayOpen = c >>> 63;
        }
        if (n != 0) {
          int bit = Long.numberOfTrailingZeros(n);
          end = at + bit;
          if (end >= limit) {
            state[1] = 1;
            break scan;
          }
          c &= (1L << bit) - 1;
          int found = Long.bitCount(c);
          while (next <= count + found) {
            off[base + ++slot] =
                at + Long.numberOfTrailingZeros(Long.expand(1L << (next - count - 1), c));
            next = need[slot];
          }
          count += found;
          break;
        }
        int found = Long.bitCount(c);
        while (next <= count + found) {
          off[base + ++slot] =
              at + Long.numberOfTrailingZeros(Long.expand(1L << (next - count - 1), c));
          next = need[slot];
        }
        count += found;
      }
      int following = end + 1;
      if (text[end] == '\r') {
        if (following >= limit) {
          state[1] = 1;
          break;
        }
        if (text[following] == '\n') {
          following++;
        }
      }
      if (count != wanted) {
        if (end == row && columns != 1) {
          row = following;
          continue;
        }
        state[1] = 2;
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

  /** Bits below a closing quote and from an opening one on: the running parity of the bits. */
  static long prefixXor(long x) {
    x ^= x << 1;
    x ^= x << 2;
    x ^= x << 4;
    x ^= x << 8;
    x ^= x << 16;
    return x ^ (x << 32);
  }
}
