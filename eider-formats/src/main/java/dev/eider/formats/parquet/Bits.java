// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Kernels over packed bits, least significant bit first. Every array that they read has at least
 * {@link #SLACK} bytes behind its last used one.
 */
final class Bits {
  /** Bytes that may be read behind the end. */
  static final int SLACK = 16;

  static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private Bits() {}

  /**
   * Unpacks {@code count} values of {@code width} bits (1 to 32), the first at bit {@code bit} of
   * {@code bytes}, to {@code out[from..)}.
   */
  static void unpackInts(byte[] bytes, long bit, int width, int[] out, int from, int count) {
    int at = from;
    int end = from + count;
    long position = bit;
    // Up to a byte's border one by one, then by groups of eight, which end at one.
    while (at < end && (position & 7) != 0) {
      out[at++] = unpackInt(bytes, position, width);
      position += width;
    }
    int groups = (end - at) >>> 3;
    int offset = (int) (position >>> 3);
    if (width <= 8) {
      unpackNarrow(bytes, offset, width, out, at, groups);
    } else if (width <= 16) {
      unpackMiddle(bytes, offset, width, out, at, groups);
    } else {
      unpackWide(bytes, offset, width, out, at, groups);
    }
    at += groups << 3;
    position += (long) width * (groups << 3);
    while (at < end) {
      out[at++] = unpackInt(bytes, position, width);
      position += width;
    }
  }

  private static int unpackInt(byte[] bytes, long bit, int width) {
    long word = (long) LONG.get(bytes, (int) (bit >>> 3));
    return (int) (word >>> (bit & 7) & mask(width));
  }

  static long mask(int width) {
    return width == 64 ? -1L : (1L << width) - 1;
  }

  /** Eight values to a word. */
  private static void unpackNarrow(
      byte[] bytes, int offset, int width, int[] out, int from, int groups) {
    int mask = (int) mask(width);
    int w2 = 2 * width;
    int w3 = 3 * width;
    int w4 = 4 * width;
    int w5 = 5 * width;
    int w6 = 6 * width;
    int w7 = 7 * width;
    int in = offset;
    int at = from;
    for (int g = 0; g < groups; g++) {
      long word = (long) LONG.get(bytes, in);
      out[at] = (int) word & mask;
      out[at + 1] = (int) (word >>> width) & mask;
      out[at + 2] = (int) (word >>> w2) & mask;
      out[at + 3] = (int) (word >>> w3) & mask;
      out[at + 4] = (int) (word >>> w4) & mask;
      out[at + 5] = (int) (word >>> w5) & mask;
      out[at + 6] = (int) (word >>> w6) & mask;
      out[at + 7] = (int) (word >>> w7) & mask;
      in += width;
      at += 8;
    }
  }

  /** Four values to a word. */
  private static void unpackMiddle(
      byte[] bytes, int offset, int width, int[] out, int from, int groups) {
    int mask = (int) mask(width);
    int w2 = 2 * width;
    int w3 = 3 * width;
    int half = width >>> 1;
    int odd = (width & 1) << 2;
    int in = offset;
    int at = from;
    for (int g = 0; g < groups; g++) {
      long low = (long) LONG.get(bytes, in);
      long high = (long) LONG.get(bytes, in + half) >>> odd;
      out[at] = (int) low & mask;
      out[at + 1] = (int) (low >>> width) & mask;
      out[at + 2] = (int) (low >>> w2) & mask;
      out[at + 3] = (int) (low >>> w3) & mask;
      out[at + 4] = (int) high & mask;
      out[at + 5] = (int) (high >>> width) & mask;
      out[at + 6] = (int) (high >>> w2) & mask;
      out[at + 7] = (int) (high >>> w3) & mask;
      in += width;
      at += 8;
    }
  }

  private static void unpackWide(
      byte[] bytes, int offset, int width, int[] out, int from, int groups) {
    long bit = (long) offset << 3;
    int end = from + (groups << 3);
    for (int at = from; at < end; at++) {
      out[at] = unpackInt(bytes, bit, width);
      bit += width;
    }
  }

  /** As {@link #unpackInts} for widths of 0 to 64; adds nothing, sign is not extended. */
  static void unpackLongs(byte[] bytes, long bit, int width, long[] out, int from, int count) {
    if (width == 0) {
      java.util.Arrays.fill(out, from, from + count, 0);
      return;
    }
    long mask = mask(width);
    long position = bit;
    if (width <= 57) {
      for (int at = from; at < from + count; at++) {
        out[at] = (long) LONG.get(bytes, (int) (position >>> 3)) >>> (position & 7) & mask;
        position += width;
      }
      return;
    }
    for (int at = from; at < from + count; at++) {
      int in = (int) (position >>> 3);
      int shift = (int) (position & 7);
      long word = (long) LONG.get(bytes, in) >>> shift;
      if (shift > 0) {
        word |= (bytes[in + 8] & 0xFFL) << (64 - shift);
      }
      out[at] = word & mask;
      position += width;
    }
  }

  /** Unpacks single bits to bytes of 0 and 1. */
  static void unpackBooleans(byte[] bytes, long bit, byte[] out, int from, int count) {
    long position = bit;
    for (int at = from; at < from + count; at++) {
      out[at] = (byte) (bytes[(int) (position >>> 3)] >>> (position & 7) & 1);
      position++;
    }
  }

  /**
   * Copies {@code count} bits to bits {@code [to, to + count)} of a mask; answers how many are set.
   */
  static int copyBits(byte[] bytes, long bit, long[] mask, int to, int count) {
    int set = 0;
    int done = 0;
    while (done < count) {
      int target = to + done;
      int room = Math.min(64 - (target & 63), Math.min(56, count - done));
      long position = bit + done;
      long word = (long) LONG.get(bytes, (int) (position >>> 3)) >>> (position & 7) & mask(room);
      set += Long.bitCount(word);
      int shift = target & 63;
      mask[target >>> 6] = mask[target >>> 6] & ~(mask(room) << shift) | word << shift;
      done += room;
    }
    return set;
  }

  /** Sets or clears bits {@code [from, from + count)} of a mask. */
  static void fillBits(long[] mask, int from, int count, boolean set) {
    int at = from;
    int end = from + count;
    while (at < end) {
      int room = Math.min(64 - (at & 63), end - at);
      long bits = mask(room) << (at & 63);
      if (set) {
        mask[at >>> 6] |= bits;
      } else {
        mask[at >>> 6] &= ~bits;
      }
      at += room;
    }
  }
}
