// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

/** BYTE_STREAM_SPLIT: the first bytes of all values, then the second ones, and so on. */
final class SplitValues extends PageValues {
  private final int width;
  private byte[] bytes = new byte[0];
  private int from;
  private int count;
  private int next;

  /**
   * @param width bytes of a value
   */
  SplitValues(int width) {
    super("BYTE_STREAM_SPLIT");
    this.width = width;
  }

  void start(byte[] source, int first, int to) {
    bytes = source;
    from = first;
    count = width == 0 ? 0 : (to - first) / width;
    next = 0;
  }

  private int take(int wanted) {
    if (wanted > count - next) {
      throw new DamagedException(
          "a page ends too early: " + wanted + " values expected, " + (count - next) + " are left");
    }
    int first = from + next;
    next += wanted;
    return first;
  }

  @Override
  void readInts(int[] out, int to, int wanted) {
    int first = take(wanted);
    for (int i = 0; i < wanted; i++) {
      out[to + i] = joinInt(first + i);
    }
  }

  private int joinInt(int at) {
    return bytes[at] & 0xFF
        | (bytes[at + count] & 0xFF) << 8
        | (bytes[at + 2 * count] & 0xFF) << 16
        | bytes[at + 3 * count] << 24;
  }

  private long joinLong(int at) {
    return joinInt(at) & 0xFFFF_FFFFL | (long) joinInt(at + 4 * count) << 32;
  }

  @Override
  void readLongs(long[] out, int to, int wanted) {
    int first = take(wanted);
    for (int i = 0; i < wanted; i++) {
      out[to + i] = joinLong(first + i);
    }
  }

  @Override
  void readFloats(float[] out, int to, int wanted) {
    int first = take(wanted);
    for (int i = 0; i < wanted; i++) {
      out[to + i] = Float.intBitsToFloat(joinInt(first + i));
    }
  }

  @Override
  void readDoubles(double[] out, int to, int wanted) {
    int first = take(wanted);
    for (int i = 0; i < wanted; i++) {
      out[to + i] = Double.longBitsToDouble(joinLong(first + i));
    }
  }

  @Override
  void readBinary(BinaryBatch out, int wanted) {
    int first = take(wanted);
    out.reserve(wanted);
    byte[] joined = new byte[wanted * width + Bits.SLACK];
    for (int b = 0; b < width; b++) {
      int stream = first + b * count;
      for (int i = 0; i < wanted; i++) {
        joined[i * width + b] = bytes[stream + i];
      }
    }
    out.bytes = joined;
    for (int i = 0; i < wanted; i++) {
      out.offsets[i] = i * width;
      out.lengths[i] = width;
    }
  }

  @Override
  void skip(int wanted) {
    take(wanted);
  }
}
