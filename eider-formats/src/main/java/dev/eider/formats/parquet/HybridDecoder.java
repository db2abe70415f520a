// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import java.util.Arrays;

/**
 * Decodes the hybrid of runs and bit-packed groups that levels, dictionary ids and booleans are
 * written in. One value at most {@code width} bits.
 */
final class HybridDecoder {
  private byte[] bytes = new byte[Bits.SLACK];
  private int at;
  private int end;
  private int width;

  /** Values left of the present run, and its value; or of the present packed groups. */
  private int runLeft;

  private int runValue;
  private int packedLeft;
  private long packedBit;

  /**
   * Begins anew.
   *
   * @param from the first byte of the runs
   * @param to the end of the bytes, behind which there is slack
   */
  void start(byte[] source, int from, int to, int bitWidth) {
    if (bitWidth < 0 || bitWidth > 32) {
      throw new DamagedException(
          "The width ("
              + bitWidth
              + ") of the bitpacked data exceeds the maximum width (32) for the target type, the"
              + " file might be corrupted.");
    }
    bytes = source;
    at = from;
    end = to;
    width = bitWidth;
    runLeft = 0;
    packedLeft = 0;
  }

  /** Begins anew with values packed without runs (the legacy encoding of levels). */
  void startPacked(byte[] source, int from, int to, int bitWidth) {
    start(source, from, to, bitWidth);
    packedBit = (long) from << 3;
    packedLeft =
        bitWidth == 0
            ? Integer.MAX_VALUE
            : (int) Math.min(Integer.MAX_VALUE, ((to - from) * 8L) / bitWidth);
    at = to;
  }

  private void nextRun() {
    int head = 0;
    int shift = 0;
    while (true) {
      if (at >= end || shift > 28) {
        throw new DamagedException("runs of levels or dictionary ids end too early");
      }
      int b = bytes[at++];
      head |= (b & 0x7F) << shift;
      if (b >= 0) {
        break;
      }
      shift += 7;
    }
    if ((head & 1) == 0) {
      runLeft = head >>> 1;
      int size = (width + 7) >>> 3;
      if (size > end - at) {
        throw new DamagedException("runs of levels or dictionary ids end too early");
      }
      int value = 0;
      for (int i = 0; i < size; i++) {
        value |= (bytes[at++] & 0xFF) << (8 * i);
      }
      runValue = value;
      return;
    }
    int groups = head >>> 1;
    packedBit = (long) at << 3;
    if (width == 0) {
      packedLeft = (int) Math.min(Integer.MAX_VALUE, groups * 8L);
      return;
    }
    // The last groups may be cut short: their values are then fewer.
    long size = Math.min((long) groups * width, end - at);
    packedLeft = (int) Math.min(groups * 8L, size * 8 / width);
    at += (int) size;
    if (packedLeft == 0 && groups > 0) {
      throw new DamagedException("runs of levels or dictionary ids end too early");
    }
  }

  /** The next {@code count} values. */
  void read(int[] out, int from, int count) {
    int done = 0;
    while (done < count) {
      if (runLeft > 0) {
        int n = Math.min(runLeft, count - done);
        Arrays.fill(out, from + done, from + done + n, runValue);
        runLeft -= n;
        done += n;
      } else if (packedLeft > 0) {
        int n = Math.min(packedLeft, count - done);
        if (width == 0) {
          Arrays.fill(out, from + done, from + done + n, 0);
        } else {
          Bits.unpackInts(bytes, packedBit, width, out, from + done, n);
        }
        packedBit += (long) n * width;
        packedLeft -= n;
        done += n;
      } else {
        nextRun();
      }
    }
  }

  /**
   * The next {@code count} values of width 1 as bits of a mask that has been all ones; answers how
   * many are set. {@code mask} may be null while only ones come: the first zero answers -1 and
   * consumes nothing of that run.
   */
  int readOnes(int count) {
    int done = 0;
    while (done < count) {
      if (runLeft > 0) {
        if (runValue != 1) {
          return done;
        }
        int n = Math.min(runLeft, count - done);
        runLeft -= n;
        done += n;
      } else if (packedLeft > 0) {
        return done;
      } else {
        nextRun();
      }
    }
    return done;
  }

  /** The next {@code count} values of width 1 as bits of a mask; answers how many are set. */
  int readBits(long[] mask, int from, int count) {
    int done = 0;
    int set = 0;
    while (done < count) {
      if (runLeft > 0) {
        int n = Math.min(runLeft, count - done);
        boolean ones = runValue == 1;
        Bits.fillBits(mask, from + done, n, ones);
        set += ones ? n : 0;
        runLeft -= n;
        done += n;
      } else if (packedLeft > 0) {
        int n = Math.min(packedLeft, count - done);
        set += Bits.copyBits(bytes, packedBit, mask, from + done, n);
        packedBit += n;
        packedLeft -= n;
        done += n;
      } else {
        nextRun();
      }
    }
    return set;
  }

  /** Passes over {@code count} values; answers how many of them equal {@code value}. */
  int skipCounting(int count, int value, int[] scratch) {
    int done = 0;
    int equal = 0;
    while (done < count) {
      if (runLeft > 0) {
        int n = Math.min(runLeft, count - done);
        equal += runValue == value ? n : 0;
        runLeft -= n;
        done += n;
      } else {
        int n = Math.min(scratch.length, count - done);
        if (packedLeft > 0) {
          n = Math.min(n, packedLeft);
          read(scratch, 0, n);
          for (int i = 0; i < n; i++) {
            equal += scratch[i] == value ? 1 : 0;
          }
          done += n;
        } else {
          nextRun();
        }
      }
    }
    return equal;
  }

  /** Passes over {@code count} values. */
  void skip(int count) {
    int left = count;
    while (left > 0) {
      if (runLeft > 0) {
        int n = Math.min(runLeft, left);
        runLeft -= n;
        left -= n;
      } else if (packedLeft > 0) {
        int n = Math.min(packedLeft, left);
        packedBit += (long) n * width;
        packedLeft -= n;
        left -= n;
      } else {
        nextRun();
      }
    }
  }
}
