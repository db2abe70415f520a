// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet.write;

/** Values as they are: the encoding PLAIN. Static kernels. */
final class PlainEncoder {
  private PlainEncoder() {}

  /** Encodes values {@code [from, to)}; codes of an enum are stored as their texts. */
  static void encode(LeafBuffer buffer, int from, int to, byte[][] enumTexts, ByteSink out) {
    switch (buffer) {
      case IntLeaf ints -> {
        switch (buffer.leaf.form()) {
          case BOOLEAN -> booleans(ints.stored, from, to, out);
          case ENUM -> {
            for (int i = from; i < to; i++) {
              byte[] text = enumTexts[ints.stored[i]];
              out.putInt(text.length);
              out.put(text, 0, text.length);
            }
          }
          default -> {
            out.room(4 * (to - from));
            for (int i = from; i < to; i++) {
              ByteSink.INT.set(out.data, out.length, ints.stored[i]);
              out.length += 4;
            }
          }
        }
      }
      case LongLeaf longs -> {
        out.room(8 * (to - from));
        for (int i = from; i < to; i++) {
          ByteSink.LONG.set(out.data, out.length, longs.stored[i]);
          out.length += 8;
        }
      }
      case BytesLeaf bytes -> {
        if (buffer.leaf.form().fixedWidth() > 0) {
          out.put(bytes.heap, bytes.starts[from], bytes.starts[to] - bytes.starts[from]);
          return;
        }
        for (int i = from; i < to; i++) {
          int length = bytes.length(i);
          out.putInt(length);
          out.put(bytes.heap, bytes.starts[i], length);
        }
      }
    }
  }

  private static void booleans(int[] values, int from, int to, ByteSink out) {
    int word = 0;
    int bits = 0;
    for (int i = from; i < to; i++) {
      word |= values[i] << bits++;
      if (bits == 8) {
        out.put(word);
        word = 0;
        bits = 0;
      }
    }
    if (bits > 0) {
      out.put(word);
    }
  }

  /** The bytes of values, first all first bytes, then all second ones: BYTE_STREAM_SPLIT. */
  static void split(LeafBuffer buffer, int from, int to, ByteSink out) {
    int count = to - from;
    if (buffer instanceof IntLeaf ints) {
      out.room(4 * count);
      for (int b = 0; b < 4; b++) {
        for (int i = from; i < to; i++) {
          out.data[out.length++] = (byte) (ints.stored[i] >>> 8 * b);
        }
      }
    } else if (buffer instanceof LongLeaf longs) {
      out.room(8 * count);
      for (int b = 0; b < 8; b++) {
        for (int i = from; i < to; i++) {
          out.data[out.length++] = (byte) (longs.stored[i] >>> 8 * b);
        }
      }
    } else {
      throw new IllegalStateException("not split: " + buffer.leaf.form());
    }
  }
}
