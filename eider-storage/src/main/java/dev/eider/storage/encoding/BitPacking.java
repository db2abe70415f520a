// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.encoding;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Numbers of {@code width} bits each in words of 32 or 64 bits, interleaved so that the loops have
 * no dependency between neighbours and compile to vector code (after the layout of FastLanes,
 * Afroozeh and Boncz, VLDB 2023, without its transposition).
 *
 * <p>With words of {@code B} bits (32 up to that width, else 64), {@code n} numbers are {@code B}
 * rows of {@code L = ceil(n / B)} lanes: number {@code i} stands in row {@code i / L} of lane
 * {@code i % L}. A lane is the concatenation of its rows' numbers, low bits first, in {@code width}
 * words; word {@code j} of lane {@code l} is word {@code j * L + l}.
 *
 * <p>Packed words are read as bytes: were they an {@code int[]}, the compiler could not rule out
 * that they are the array it writes to, and would not vectorise.
 */
final class BitPacking {
  /** The widest numbers in words of 32 bits. */
  static final int NARROW = 32;

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private BitPacking() {}

  /** Lanes of {@code count} numbers. */
  static int lanes(int count, int width) {
    return width <= NARROW ? (int) ((count + 31L) >>> 5) : (int) ((count + 63L) >>> 6);
  }

  /** Words of {@code count} numbers. */
  static long words(int count, int width) {
    return (long) lanes(count, width) * width;
  }

  /** Bytes of {@code count} numbers. */
  static long bytes(int count, int width) {
    return words(count, width) * (width <= NARROW ? 4 : 8);
  }

  /** Bits that the unsigned number needs. */
  static int width(long range) {
    return 64 - Long.numberOfLeadingZeros(range);
  }

  /** Packs {@code values[i] - base}, whose bits above {@code width} are cut off. */
  static void pack(long[] values, int from, int count, long base, int width, int[] words) {
    int lanes = lanes(count, width);
    Arrays.fill(words, 0, lanes * width, 0);
    long mask = (1L << width) - 1;
    for (int row = 0, at = 0; at < count; row++, at += lanes) {
      int bit = row * width;
      int word = (bit >>> 5) * lanes;
      int shift = bit & 31;
      int end = Math.min(lanes, count - at);
      for (int lane = 0; lane < end; lane++) {
        words[word + lane] |= (int) ((values[from + at + lane] - base & mask) << shift);
      }
      if (shift + width > 32) {
        for (int lane = 0; lane < end; lane++) {
          words[word + lanes + lane] =
              (int) ((values[from + at + lane] - base & mask) >>> (32 - shift));
        }
      }
    }
  }

  /** As {@link #pack}, for widths above {@link #NARROW}. */
  static void packWide(long[] values, int from, int count, long base, int width, long[] words) {
    int lanes = lanes(count, width);
    Arrays.fill(words, 0, lanes * width, 0);
    long mask = width == 64 ? -1L : (1L << width) - 1;
    for (int row = 0, at = 0; at < count; row++, at += lanes) {
      int bit = row * width;
      int word = (bit >>> 6) * lanes;
      int shift = bit & 63;
      int end = Math.min(lanes, count - at);
      for (int lane = 0; lane < end; lane++) {
        words[word + lane] |= (values[from + at + lane] - base & mask) << shift;
      }
      if (shift + width > 64) {
        for (int lane = 0; lane < end; lane++) {
          words[word + lanes + lane] = (values[from + at + lane] - base & mask) >>> (64 - shift);
        }
      }
    }
  }

  /** Unpacks numbers of at most 32 bits and adds {@code base}. */
  static void unpack(byte[] words, int count, int base, int width, int[] values) {
    int lanes = lanes(count, width);
    int mask = width == 32 ? -1 : (1 << width) - 1;
    for (int row = 0, at = 0; at < count; row++, at += lanes) {
      int bit = row * width;
      int word = (bit >>> 5) * lanes << 2;
      int shift = bit & 31;
      int end = Math.min(lanes, count - at);
      if (shift + width <= 32) {
        row(words, word, end, shift, mask, base, values, at);
      } else {
        rowSplit(words, word, word + (lanes << 2), end, shift, mask, base, values, at);
      }
    }
  }

  private static void row(
      byte[] words, int word, int end, int shift, int mask, int base, int[] values, int at) {
    for (int lane = 0; lane < end; lane++) {
      values[at + lane] = ((int) INT.get(words, word + 4 * lane) >>> shift & mask) + base;
    }
  }

  private static void rowSplit(
      byte[] words,
      int word,
      int next,
      int end,
      int shift,
      int mask,
      int base,
      int[] values,
      int at) {
    int back = 32 - shift;
    for (int lane = 0; lane < end; lane++) {
      int low = (int) INT.get(words, word + 4 * lane) >>> shift;
      int high = (int) INT.get(words, next + 4 * lane) << back;
      values[at + lane] = ((low | high) & mask) + base;
    }
  }

  /** Unpacks numbers of at most 32 bits as numbers without sign and adds {@code base}. */
  static void unpack(byte[] words, int count, long base, int width, long[] values) {
    int lanes = lanes(count, width);
    int mask = width == 32 ? -1 : (1 << width) - 1;
    for (int row = 0, at = 0; at < count; row++, at += lanes) {
      int bit = row * width;
      int word = (bit >>> 5) * lanes << 2;
      int shift = bit & 31;
      int end = Math.min(lanes, count - at);
      if (width == 32) {
        rowUnsigned(words, word, end, base, values, at);
      } else if (shift + width <= 32) {
        row(words, word, end, shift, mask, base, values, at);
      } else {
        rowSplit(words, word, word + (lanes << 2), end, shift, mask, base, values, at);
      }
    }
  }

  private static void rowUnsigned(
      byte[] words, int word, int end, long base, long[] values, int at) {
    for (int lane = 0; lane < end; lane++) {
      values[at + lane] = ((int) INT.get(words, word + 4 * lane) & 0xFFFF_FFFFL) + base;
    }
  }

  private static void row(
      byte[] words, int word, int end, int shift, int mask, long base, long[] values, int at) {
    for (int lane = 0; lane < end; lane++) {
      values[at + lane] = ((int) INT.get(words, word + 4 * lane) >>> shift & mask) + base;
    }
  }

  private static void rowSplit(
      byte[] words,
      int word,
      int next,
      int end,
      int shift,
      int mask,
      long base,
      long[] values,
      int at) {
    int back = 32 - shift;
    for (int lane = 0; lane < end; lane++) {
      int low = (int) INT.get(words, word + 4 * lane) >>> shift;
      int high = (int) INT.get(words, next + 4 * lane) << back;
      values[at + lane] = ((low | high) & mask) + base;
    }
  }

  /** Unpacks numbers of 33 to 64 bits and adds {@code base}. */
  static void unpackWide(byte[] words, int count, long base, int width, long[] values) {
    int lanes = lanes(count, width);
    long mask = width == 64 ? -1L : (1L << width) - 1;
    for (int row = 0, at = 0; at < count; row++, at += lanes) {
      int bit = row * width;
      int word = (bit >>> 6) * lanes << 3;
      int shift = bit & 63;
      int end = Math.min(lanes, count - at);
      if (shift + width <= 64) {
        rowWide(words, word, end, shift, mask, base, values, at);
      } else {
        rowWideSplit(words, word, word + (lanes << 3), end, shift, mask, base, values, at);
      }
    }
  }

  private static void rowWide(
      byte[] words, int word, int end, int shift, long mask, long base, long[] values, int at) {
    for (int lane = 0; lane < end; lane++) {
      values[at + lane] = ((long) LONG.get(words, word + 8 * lane) >>> shift & mask) + base;
    }
  }

  private static void rowWideSplit(
      byte[] words,
      int word,
      int next,
      int end,
      int shift,
      long mask,
      long base,
      long[] values,
      int at) {
    int back = 64 - shift;
    for (int lane = 0; lane < end; lane++) {
      long low = (long) LONG.get(words, word + 8 * lane) >>> shift;
      long high = (long) LONG.get(words, next + 8 * lane) << back;
      values[at + lane] = ((low | high) & mask) + base;
    }
  }
}
