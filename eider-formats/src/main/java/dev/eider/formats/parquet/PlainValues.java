// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** PLAIN: values one after the other, little-endian. */
final class PlainValues extends PageValues {
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final PhysicalKind kind;
  private final int fixedLength;
  private byte[] bytes = new byte[0];
  private MemorySegment segment = MemorySegment.ofArray(bytes);
  private int at;
  private int end;
  private int bit;

  PlainValues(PhysicalKind kind, int fixedLength) {
    super("PLAIN");
    this.kind = kind;
    this.fixedLength = fixedLength;
  }

  void start(byte[] source, int from, int to) {
    if (bytes != source) {
      bytes = source;
      segment = MemorySegment.ofArray(source);
    }
    at = from;
    end = to;
    bit = 0;
  }

  private int take(int count, int width) {
    int from = at;
    if ((long) count * width > end - at) {
      throw tooFew(count, (end - at) / width);
    }
    at += count * width;
    return from;
  }

  private static DamagedException tooFew(int wanted, int found) {
    return new DamagedException(
        "a page ends too early: " + wanted + " values expected, bytes of " + found + " are left");
  }

  @Override
  void readInts(int[] out, int from, int count) {
    check(PhysicalKind.INT32);
    MemorySegment.copy(segment, INT, take(count, 4), out, from, count);
  }

  @Override
  void readLongs(long[] out, int from, int count) {
    check(PhysicalKind.INT64);
    MemorySegment.copy(segment, LONG, take(count, 8), out, from, count);
  }

  @Override
  void readFloats(float[] out, int from, int count) {
    check(PhysicalKind.FLOAT);
    MemorySegment.copy(segment, FLOAT, take(count, 4), out, from, count);
  }

  @Override
  void readDoubles(double[] out, int from, int count) {
    check(PhysicalKind.DOUBLE);
    MemorySegment.copy(segment, DOUBLE, take(count, 8), out, from, count);
  }

  @Override
  void readBooleans(byte[] out, int from, int count) {
    check(PhysicalKind.BOOLEAN);
    Bits.unpackBooleans(bytes, takeBits(count), out, from, count);
  }

  private long takeBits(int count) {
    long first = ((long) at << 3) + bit;
    if (first + count > (long) end << 3) {
      throw tooFew(count, (int) (((long) end << 3) - first));
    }
    long next = first + count;
    at = (int) (next >>> 3);
    bit = (int) (next & 7);
    return first;
  }

  private void check(PhysicalKind wanted) {
    if (kind != wanted) {
      throw new IllegalStateException(kind + " read as " + wanted);
    }
  }

  @Override
  void readBinary(BinaryBatch out, int count) {
    out.reserve(count);
    out.bytes = bytes;
    int[] offsets = out.offsets;
    int[] lengths = out.lengths;
    if (kind == PhysicalKind.BYTE_ARRAY) {
      at = lengthPrefixed(bytes, at, end, offsets, lengths, count);
      return;
    }
    int width = kind == PhysicalKind.INT96 ? 12 : fixedLength;
    int first = take(count, width);
    for (int i = 0; i < count; i++) {
      offsets[i] = first + i * width;
      lengths[i] = width;
    }
  }

  private static int lengthPrefixed(
      byte[] bytes, int from, int end, int[] offsets, int[] lengths, int count) {
    int at = from;
    for (int i = 0; i < count; i++) {
      if (end - at < 4) {
        throw tooFew(count, i);
      }
      int length = (int) Bits.INT.get(bytes, at);
      at += 4;
      if (length < 0 || length > end - at) {
        throw new DamagedException(
            "a string claims " + length + " bytes where its page has " + (end - at) + " left");
      }
      offsets[i] = at;
      lengths[i] = length;
      at += length;
    }
    return at;
  }

  @Override
  void skip(int count) {
    switch (kind) {
      case BOOLEAN -> takeBits(count);
      case INT32, FLOAT -> take(count, 4);
      case INT64, DOUBLE -> take(count, 8);
      case INT96 -> take(count, 12);
      case FIXED_LEN_BYTE_ARRAY -> take(count, fixedLength);
      case BYTE_ARRAY -> {
        int position = at;
        for (int i = 0; i < count; i++) {
          if (end - position < 4) {
            throw tooFew(count, i);
          }
          int length = (int) Bits.INT.get(bytes, position);
          position += 4;
          if (length < 0 || length > end - position) {
            throw new DamagedException(
                "a string claims "
                    + length
                    + " bytes where its page has "
                    + (end - position)
                    + " left");
          }
          position += length;
        }
        at = position;
      }
    }
  }
}
