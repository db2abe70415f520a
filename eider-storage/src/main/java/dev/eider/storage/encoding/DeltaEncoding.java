// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.encoding;

import dev.eider.storage.format.v1.PackInput;
import dev.eider.storage.format.v1.PackOutput;

/**
 * Numbers as bit-packed differences from the one before; of equal differences nothing is packed.
 */
final class DeltaEncoding {
  private DeltaEncoding() {}

  static long size(IntegerAnalysis a, int count) {
    int width = BitPacking.width(a.maxDelta - a.minDelta);
    return 12 + (width == 0 ? 0 : BitPacking.bytes(count - 1, width));
  }

  static void write(
      IntegerWriter writer, IntegerAnalysis a, long[] values, int from, int count, PackOutput out) {
    int width = BitPacking.width(a.maxDelta - a.minDelta);
    out.zigzag(values[from]);
    out.zigzag(a.minDelta);
    out.u8(width);
    if (width > 0) {
      long[] deltas = writer.third(count);
      for (int i = 1; i < count; i++) {
        deltas[i - 1] = values[from + i] - values[from + i - 1];
      }
      writer.pack(deltas, 0, count - 1, a.minDelta, width, out);
    }
  }

  static void read(IntegerReader reader, PackInput in, int count, long[] values) {
    long value = in.zigzag();
    long step = in.zigzag();
    int width = in.u8();
    if (width == 0) {
      for (int i = 0; i < count; i++) {
        values[i] = value + i * step;
      }
      return;
    }
    if (width > 64) {
      throw in.damaged("a width of at most 64 bits", width);
    }
    byte[] words = reader.words(in, count - 1, width);
    long[] deltas = reader.third(count);
    if (width <= BitPacking.NARROW) {
      BitPacking.unpack(words, count - 1, step, width, deltas);
    } else {
      BitPacking.unpackWide(words, count - 1, step, width, deltas);
    }
    values[0] = value;
    for (int i = 1; i < count; i++) {
      value += deltas[i - 1];
      values[i] = value;
    }
  }
}
