// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.encoding;

import dev.eider.storage.format.v1.PackInput;
import dev.eider.storage.format.v1.PackOutput;

/**
 * Numbers as bit-packed distances from the smallest one; a few that would make all others wide may
 * stand apart with their positions (patched, after Zukowski et al., ICDE 2006).
 */
final class FrameOfReference {
  /** Bytes that an exception costs beside its own bits: its position, its share of the headers. */
  private static final int POSITION_BITS = 12;

  private static final int HEADERS = 16;

  private FrameOfReference() {}

  /** Bytes without exceptions. */
  static long size(IntegerAnalysis a, int count) {
    return 8 + BitPacking.bytes(count, BitPacking.width(a.max - a.min));
  }

  /** The width for the others that makes the patched form smallest; -1: none is worth it. */
  static int patchedWidth(IntegerAnalysis a, int count) {
    int full = BitPacking.width(a.max - a.min);
    long best = BitPacking.bytes(count, full) * 31 / 32 - HEADERS;
    int found = -1;
    int exceptions = 0;
    for (int width = full - 1; width > 0; width--) {
      exceptions += a.widths[width + 1];
      if (exceptions > count / 8) {
        break;
      }
      long size = BitPacking.bytes(count, width) + (long) exceptions * (POSITION_BITS + full) / 8;
      if (size < best) {
        best = size;
        found = width;
      }
    }
    return found;
  }

  static void write(
      IntegerWriter writer,
      long[] values,
      int from,
      int count,
      long base,
      int width,
      PackOutput out) {
    out.zigzag(base);
    out.u8(width);
    writer.pack(values, from, count, base, width, out);
  }

  static void writePatched(
      IntegerWriter writer,
      long[] values,
      int from,
      int count,
      long base,
      int width,
      PackOutput out) {
    write(writer, values, from, count, base, width, out);
    long[] positions = writer.first(count);
    long[] wide = writer.second(count);
    int exceptions = 0;
    for (int i = 0; i < count; i++) {
      if (BitPacking.width(values[from + i] - base) > width) {
        positions[exceptions] = i;
        wide[exceptions++] = values[from + i];
      }
    }
    out.varint(exceptions);
    writer.writeSimple(positions, exceptions, out);
    writer.writeSimple(wide, exceptions, out);
  }

  static void read(IntegerReader reader, PackInput in, int count, long[] values) {
    long base = in.zigzag();
    int width = reader.width(in);
    byte[] words = reader.words(in, count, width);
    if (width <= BitPacking.NARROW) {
      BitPacking.unpack(words, count, base, width, values);
    } else {
      BitPacking.unpackWide(words, count, base, width, values);
    }
  }

  static void read(IntegerReader reader, PackInput in, int count, int[] values) {
    long base = in.zigzag();
    int width = reader.width(in);
    if (width > BitPacking.NARROW) {
      throw in.damaged("a width of at most 32 bits", width);
    }
    BitPacking.unpack(reader.words(in, count, width), count, (int) base, width, values);
  }

  static void readPatched(IntegerReader reader, PackInput in, int count, long[] values) {
    read(reader, in, count, values);
    int exceptions = in.count("a number of exceptions", count);
    long[] positions = reader.first(exceptions);
    long[] wide = reader.second(exceptions);
    reader.readSimple(in, exceptions, positions);
    reader.readSimple(in, exceptions, wide);
    for (int i = 0; i < exceptions; i++) {
      values[position(in, positions[i], count)] = wide[i];
    }
  }

  static void readPatched(IntegerReader reader, PackInput in, int count, int[] values) {
    read(reader, in, count, values);
    int exceptions = in.count("a number of exceptions", count);
    long[] positions = reader.first(exceptions);
    long[] wide = reader.second(exceptions);
    reader.readSimple(in, exceptions, positions);
    reader.readSimple(in, exceptions, wide);
    for (int i = 0; i < exceptions; i++) {
      values[position(in, positions[i], count)] = (int) wide[i];
    }
  }

  /** A position read, checked. */
  static int position(PackInput in, long position, int count) {
    if (position < 0 || position >= count) {
      throw in.damaged("a position below " + count, position);
    }
    return (int) position;
  }
}
