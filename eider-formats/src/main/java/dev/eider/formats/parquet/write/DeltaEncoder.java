// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet.write;

/** Differences in packed blocks: the encoding DELTA_BINARY_PACKED. One thread's. */
final class DeltaEncoder {
  private static final int BLOCK = 128;
  private static final int MINIS = 4;
  private static final int MINI = BLOCK / MINIS;

  private final long[] deltas = new long[BLOCK];

  /** Encodes {@code values[from, to)}. */
  void encode(long[] values, int from, int to, ByteSink out) {
    head(to - from, from == to ? 0 : values[from], out);
    for (int at = from + 1; at < to; at += BLOCK) {
      int count = Math.min(BLOCK, to - at);
      for (int i = 0; i < count; i++) {
        deltas[i] = values[at + i] - values[at + i - 1];
      }
      block(count, false, out);
    }
  }

  /** Encodes {@code values[from, to)}; differences wrap around at 32 bits, as values do. */
  void encode(int[] values, int from, int to, ByteSink out) {
    head(to - from, from == to ? 0 : values[from], out);
    for (int at = from + 1; at < to; at += BLOCK) {
      int count = Math.min(BLOCK, to - at);
      for (int i = 0; i < count; i++) {
        deltas[i] = values[at + i] - values[at + i - 1];
      }
      block(count, true, out);
    }
  }

  private static void head(int count, long first, ByteSink out) {
    out.putVarint(BLOCK);
    out.putVarint(MINIS);
    out.putVarint(count);
    out.putZigzag(first);
  }

  private void block(int count, boolean narrow, ByteSink out) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < count; i++) {
      least = Math.min(least, deltas[i]);
    }
    out.putZigzag(least);
    out.room(MINIS + BLOCK * 8 + 8);
    int widths = out.length;
    out.length += MINIS;
    for (int mini = 0; mini < MINIS; mini++) {
      int from = mini * MINI;
      int to = Math.min(count, from + MINI);
      long bits = 0;
      for (int i = from; i < to; i++) {
        long rest = deltas[i] - least;
        deltas[i] = narrow ? rest & 0xFFFF_FFFFL : rest;
        bits |= deltas[i];
      }
      int width = 64 - Long.numberOfLeadingZeros(bits);
      out.data[widths + mini] = (byte) width;
      if (from < to) {
        for (int i = to; i < from + MINI; i++) {
          deltas[i] = 0;
        }
        pack(deltas, from, width, out);
      }
    }
  }

  private static void pack(long[] values, int from, int width, ByteSink out) {
    byte[] data = out.data;
    int at = out.length;
    long word = 0;
    int bits = 0;
    for (int i = from; i < from + MINI; i++) {
      long value = values[i];
      word |= value << bits;
      if (bits + width >= 64) {
        ByteSink.LONG.set(data, at, word);
        at += 8;
        int done = 64 - bits;
        word = done == 64 ? 0 : value >>> done;
        bits += width - 64;
      } else {
        bits += width;
      }
    }
    // 32 values fill whole words of 32 bits.
    if (bits > 0) {
      ByteSink.INT.set(data, at, (int) word);
    }
    out.length += width * MINI / 8;
  }
}
