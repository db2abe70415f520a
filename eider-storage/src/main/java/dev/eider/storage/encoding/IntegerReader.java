// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.encoding;

import dev.eider.storage.format.v1.PackInput;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** Reads what {@link IntegerWriter} wrote. Keeps its arrays; one thread. */
final class IntegerReader {
  private byte[] words = {};
  private long[] first = {};
  private long[] second = {};
  private long[] third = {};
  private long[] narrow = {};

  /** Reads {@code count} numbers into an array with room for them. */
  void read(PackInput in, int count, long[] values) {
    if (count == 0) {
      return;
    }
    int mode = in.u8();
    switch (mode) {
      case IntegerWriter.CONSTANT -> Arrays.fill(values, 0, count, in.zigzag());
      case IntegerWriter.FRAME -> FrameOfReference.read(this, in, count, values);
      case IntegerWriter.DELTA -> DeltaEncoding.read(this, in, count, values);
      case IntegerWriter.RUNS -> RunLengthEncoding.read(this, in, count, values);
      case IntegerWriter.PATCHED -> FrameOfReference.readPatched(this, in, count, values);
      default -> throw in.damaged("a mode of integers from 0 to 4", mode);
    }
  }

  /** Reads {@code count} numbers and keeps the low 32 bits of each. */
  void read(PackInput in, int count, int[] values) {
    if (count == 0) {
      return;
    }
    int mode = in.u8();
    switch (mode) {
      case IntegerWriter.CONSTANT -> Arrays.fill(values, 0, count, (int) in.zigzag());
      case IntegerWriter.FRAME -> FrameOfReference.read(this, in, count, values);
      case IntegerWriter.DELTA -> {
        if (narrow.length < count) {
          narrow = new long[count];
        }
        DeltaEncoding.read(this, in, count, narrow);
        narrow(narrow, count, values);
      }
      case IntegerWriter.RUNS -> RunLengthEncoding.read(this, in, count, values);
      case IntegerWriter.PATCHED -> FrameOfReference.readPatched(this, in, count, values);
      default -> throw in.damaged("a mode of integers from 0 to 4", mode);
    }
  }

  private static void narrow(long[] from, int count, int[] to) {
    for (int i = 0; i < count; i++) {
      to[i] = (int) from[i];
    }
  }

  /** Whether the numbers that come next are all the same. */
  static boolean isConstant(PackInput in) {
    return in.remaining() > 0
        && in.segment().get(ValueLayout.JAVA_BYTE, in.position()) == IntegerWriter.CONSTANT;
  }

  void readSimple(PackInput in, int count, long[] values) {
    if (count == 0) {
      return;
    }
    int mode = in.u8();
    switch (mode) {
      case IntegerWriter.CONSTANT -> Arrays.fill(values, 0, count, in.zigzag());
      case IntegerWriter.FRAME -> FrameOfReference.read(this, in, count, values);
      case IntegerWriter.DELTA -> DeltaEncoding.read(this, in, count, values);
      default -> throw in.damaged("a mode of integers from 0 to 2", mode);
    }
  }

  int width(PackInput in) {
    int width = in.u8();
    if (width < 1 || width > 64) {
      throw in.damaged("a width of 1 to 64 bits", width);
    }
    return width;
  }

  /** The packed words of {@code count} numbers, as bytes from index 0. */
  byte[] words(PackInput in, int count, int width) {
    long bytes = BitPacking.bytes(count, width);
    if (bytes > in.remaining()) {
      throw in.damaged(bytes + " bytes of packed numbers", in.remaining());
    }
    int length = (int) bytes;
    if (words.length < length) {
      words = new byte[length];
    }
    in.raw(words, 0, length);
    return words;
  }

  long[] first(int count) {
    if (first.length < count) {
      first = new long[count];
    }
    return first;
  }

  long[] second(int count) {
    if (second.length < count) {
      second = new long[count];
    }
    return second;
  }

  long[] third(int count) {
    if (third.length < count) {
      third = new long[count];
    }
    return third;
  }
}
