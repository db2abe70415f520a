// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet.write;

/** Runs and packed groups of small numbers: levels and dictionary ids. Static kernels. */
final class HybridEncoder {
  private HybridEncoder() {}

  /** Bits that hold all of {@code [0, max]}. */
  static int width(int max) {
    return 32 - Integer.numberOfLeadingZeros(max);
  }

  /** Encodes {@code values[from, to)} of {@code width} bits each (1 to 32). */
  static void encode(int[] values, int from, int to, int width, ByteSink out) {
    int runMin = runMin(width);
    int start = from;
    int at = from;
    while (at < to) {
      int value = values[at];
      int end = at + 1;
      while (end < to && values[end] == value) {
        end++;
      }
      // A packed group has eight values: what it lacks is taken from the run.
      int fill = -(at - start) & 7;
      if (end - at - fill >= runMin) {
        pack(values, start, at + fill, width, out);
        run(value, end - at - fill, width, out);
        start = end;
      }
      at = end;
    }
    pack(values, start, to, width, out);
  }

  /** As the other; levels are bytes. */
  static void encode(byte[] values, int from, int to, int width, ByteSink out) {
    int runMin = runMin(width);
    int start = from;
    int at = from;
    while (at < to) {
      byte value = values[at];
      int end = at + 1;
      while (end < to && values[end] == value) {
        end++;
      }
      int fill = -(at - start) & 7;
      if (end - at - fill >= runMin) {
        pack(values, start, at + fill, width, out);
        run(value, end - at - fill, width, out);
        start = end;
      }
      at = end;
    }
    pack(values, start, to, width, out);
  }

  /** A run costs a head, and a second one for the group behind it. */
  private static int runMin(int width) {
    return width >= 4 ? 8 : width >= 2 ? 16 : 32;
  }

  /** One run. */
  static void run(int value, int count, int width, ByteSink out) {
    if (count == 0) {
      return;
    }
    out.putVarint((long) count << 1);
    for (int shift = 0; shift < width; shift += 8) {
      out.put(value >>> shift);
    }
  }

  private static void pack(int[] values, int from, int to, int width, ByteSink out) {
    if (from == to) {
      return;
    }
    int groups = to - from + 7 >>> 3;
    out.putVarint((long) groups << 1 | 1);
    int bytes = groups * width;
    out.room(bytes + 8);
    byte[] data = out.data;
    int at = out.length;
    long word = 0;
    int bits = 0;
    for (int i = from; i < to; i++) {
      word |= (values[i] & 0xFFFF_FFFFL) << bits;
      bits += width;
      if (bits >= 32) {
        ByteSink.INT.set(data, at, (int) word);
        at += 4;
        word >>>= 32;
        bits -= 32;
      }
    }
    finish(out, at, word, bytes);
  }

  private static void pack(byte[] values, int from, int to, int width, ByteSink out) {
    if (from == to) {
      return;
    }
    int groups = to - from + 7 >>> 3;
    out.putVarint((long) groups << 1 | 1);
    int bytes = groups * width;
    out.room(bytes + 8);
    int at = out.length;
    long word = 0;
    int bits = 0;
    for (int i = from; i < to; i++) {
      word |= (long) values[i] << bits;
      bits += width;
      if (bits >= 32) {
        ByteSink.INT.set(out.data, at, (int) word);
        at += 4;
        word >>>= 32;
        bits -= 32;
      }
    }
    finish(out, at, word, bytes);
  }

  /** The last word, and zeros up to the end of the last group. */
  private static void finish(ByteSink out, int from, long word, int bytes) {
    int end = out.length + bytes;
    long rest = word;
    for (int at = from; at < end; at++) {
      out.data[at] = (byte) rest;
      rest >>>= 8;
    }
    out.length = end;
  }
}
