// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

/**
 * DELTA_BINARY_PACKED: blocks of differences, each block with its least difference, each miniblock
 * with its width.
 */
final class DeltaValues extends PageValues {
  /** Values a block may have; writers use 128 to 2048. */
  private static final int BLOCK_MAX = 1 << 16;

  private byte[] bytes = new byte[Bits.SLACK];
  private int at;
  private int end;
  private int miniblocks;
  private int miniblockSize;
  private long left;
  private long last;
  private boolean firstPending;

  private long minDelta;
  private int widthsAt;
  private int miniblock;
  private int width;
  private long bit;
  private int inMiniblock;
  private long[] scratch = new long[256];

  DeltaValues() {
    super("DELTA_BINARY_PACKED");
  }

  void start(byte[] source, int from, int to) {
    bytes = source;
    at = from;
    end = to;
    long blockSize = varint();
    long perBlock = varint();
    left = varint();
    last = zigzag(varint());
    if (blockSize <= 0 || blockSize > BLOCK_MAX || blockSize % 128 != 0) {
      throw new DamagedException(
          "a block of differences claims "
              + blockSize
              + " values (invalid number of miniblocks per block)");
    }
    if (perBlock <= 0 || blockSize % perBlock != 0 || blockSize / perBlock % 8 != 0) {
      throw new DamagedException(
          "invalid number of miniblocks per block: " + perBlock + " for " + blockSize + " values");
    }
    if (left < 0 || left > Integer.MAX_VALUE) {
      throw new DamagedException("a page of differences claims " + left + " values");
    }
    miniblocks = (int) perBlock;
    miniblockSize = (int) (blockSize / perBlock);
    firstPending = left > 0;
    inMiniblock = 0;
    miniblock = miniblocks;
  }

  /** Values not read yet. */
  int left() {
    return (int) left;
  }

  /** Where the bytes after the last miniblock begin; after all values were read. */
  int position() {
    return at;
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      if (at >= end) {
        throw new DamagedException("a page of differences ends too early");
      }
      int b = bytes[at++];
      value |= (long) (b & 0x7F) << shift;
      if (b >= 0) {
        return value;
      }
    }
    throw new DamagedException("a page of differences holds an integer of more than 64 bits");
  }

  private static long zigzag(long value) {
    return value >>> 1 ^ -(value & 1);
  }

  private void nextMiniblock() {
    if (miniblock == miniblocks) {
      minDelta = zigzag(varint());
      widthsAt = at;
      if (end - at < miniblocks) {
        throw new DamagedException("a page of differences ends too early");
      }
      at += miniblocks;
      miniblock = 0;
    }
    width = bytes[widthsAt + miniblock] & 0xFF;
    miniblock++;
    if (width > 64) {
      throw new DamagedException("a block of differences has values of " + width + " bits");
    }
    long size = (long) width * miniblockSize >>> 3;
    bit = (long) at << 3;
    inMiniblock = miniblockSize;
    if (size > end - at) {
      // Writers leave out the end of the last miniblock.
      long there = width == 0 ? miniblockSize : (end - at) * 8L / width;
      if (there < Math.min(left, miniblockSize)) {
        throw new DamagedException("a page of differences ends too early");
      }
      size = end - at;
    }
    at += (int) size;
  }

  @Override
  void readLongs(long[] out, int from, int count) {
    if (count > left) {
      throw new DamagedException(
          "a page of differences ends too early: "
              + count
              + " values expected, "
              + left
              + " are left");
    }
    int done = 0;
    if (count > 0 && firstPending) {
      out[from] = last;
      firstPending = false;
      done = 1;
      left--;
    }
    while (done < count) {
      if (inMiniblock == 0) {
        nextMiniblock();
      }
      int n = Math.min(inMiniblock, count - done);
      Bits.unpackLongs(bytes, bit, width, out, from + done, n);
      last = sum(out, from + done, n, minDelta, last);
      bit += (long) width * n;
      inMiniblock -= n;
      left -= n;
      done += n;
    }
  }

  private static long sum(long[] values, int from, int count, long minDelta, long before) {
    long sum = before;
    for (int i = from; i < from + count; i++) {
      sum += values[i] + minDelta;
      values[i] = sum;
    }
    return sum;
  }

  @Override
  void readInts(int[] out, int from, int count) {
    long[] values = scratch;
    for (int done = 0; done < count; ) {
      int n = Math.min(values.length, count - done);
      readLongs(values, 0, n);
      for (int i = 0; i < n; i++) {
        out[from + done + i] = (int) values[i];
      }
      done += n;
    }
  }

  @Override
  void skip(int count) {
    for (int done = 0; done < count; ) {
      int n = Math.min(scratch.length, count - done);
      readLongs(scratch, 0, n);
      done += n;
    }
  }
}
