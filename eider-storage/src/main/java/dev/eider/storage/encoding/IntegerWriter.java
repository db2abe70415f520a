// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.encoding;

import dev.eider.storage.format.v1.PackOutput;

/**
 * Writes runs of integers, each in the mode that makes it smallest: see the numbers of modes. Keeps
 * its arrays; one thread.
 */
final class IntegerWriter {
  static final int CONSTANT = 0;
  static final int FRAME = 1;
  static final int DELTA = 2;
  static final int RUNS = 3;
  static final int PATCHED = 4;

  private final IntegerAnalysis analysis = new IntegerAnalysis();
  private final IntegerAnalysis inner = new IntegerAnalysis();
  private int[] words = {};
  private long[] wideWords = {};
  private long[] first = {};
  private long[] second = {};
  private long[] third = {};

  /** What is known of the numbers that were written last. */
  IntegerAnalysis analysis() {
    return analysis;
  }

  /** Writes {@code values[from, from + count)}; of no numbers nothing is written. */
  void write(long[] values, int from, int count, PackOutput out) {
    if (count == 0) {
      return;
    }
    IntegerAnalysis a = analysis;
    a.analyze(values, from, count);
    if (a.min == a.max) {
      out.u8(CONSTANT);
      out.zigzag(a.min);
      return;
    }
    long frame = FrameOfReference.size(a, count);
    long delta = DeltaEncoding.size(a, count);
    long runs = RunLengthEncoding.size(a);
    int patched = -1;
    if (delta * 2 > frame && runs * 2 > frame) {
      a.countWidths(values, from, count);
      patched = FrameOfReference.patchedWidth(a, count);
      if (patched >= 0) {
        frame = frame * patched / BitPacking.width(a.max - a.min) + count / 64;
      }
    }
    // Differences are added up one after the other: they have to save something.
    if (runs < frame && runs <= delta) {
      out.u8(RUNS);
      RunLengthEncoding.write(this, a.runs, values, from, count, out);
    } else if (delta * 17 / 16 < frame) {
      out.u8(DELTA);
      DeltaEncoding.write(this, a, values, from, count, out);
    } else if (patched >= 0) {
      out.u8(PATCHED);
      FrameOfReference.writePatched(this, values, from, count, a.min, patched, out);
    } else {
      out.u8(FRAME);
      FrameOfReference.write(
          this, values, from, count, a.min, BitPacking.width(a.max - a.min), out);
    }
  }

  /** Writes numbers that are part of another run: constant, frame or delta. */
  void writeSimple(long[] values, int count, PackOutput out) {
    if (count == 0) {
      return;
    }
    IntegerAnalysis a = inner;
    a.analyze(values, 0, count);
    if (a.min == a.max) {
      out.u8(CONSTANT);
      out.zigzag(a.min);
    } else if (DeltaEncoding.size(a, count) < FrameOfReference.size(a, count)) {
      out.u8(DELTA);
      DeltaEncoding.write(this, a, values, 0, count, out);
    } else {
      out.u8(FRAME);
      FrameOfReference.write(this, values, 0, count, a.min, BitPacking.width(a.max - a.min), out);
    }
  }

  void pack(long[] values, int from, int count, long base, int width, PackOutput out) {
    int length = (int) BitPacking.words(count, width);
    if (width <= BitPacking.NARROW) {
      if (words.length < length) {
        words = new int[length];
      }
      BitPacking.pack(values, from, count, base, width, words);
      out.words(words, length);
    } else {
      if (wideWords.length < length) {
        wideWords = new long[length];
      }
      BitPacking.packWide(values, from, count, base, width, wideWords);
      out.words(wideWords, length);
    }
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
