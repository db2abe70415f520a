// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.encoding;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.FlatVector;
import dev.eider.storage.format.v1.PackFormat;
import dev.eider.storage.format.v1.PackInput;
import dev.eider.storage.format.v1.PackOutput;
import java.util.Arrays;

/**
 * FLOAT and DOUBLE that were never decimals: the high bits, which vary little, as codes into a
 * dictionary of at most eight, the low bits packed (ALP for real doubles, see {@link AlpEncoding}).
 */
final class AlpRdEncoding {
  private static final int DICTIONARY_MAX = 8;
  private static final int LEFT_BITS_MAX = 16;
  private static final int SAMPLED = 1024;

  private AlpRdEncoding() {}

  static final class Writer extends NodeWriter {
    private final EncodeContext context;
    private int rightBits;
    private long[] dictionary = {0};
    private long[] bits = {};

    Writer(ColumnData data, EncodeContext context) {
      super(data);
      this.context = context;
      choose();
    }

    private void choose() {
      ColumnData sample = data.sample(8);
      long[] sampled = new long[SAMPLED];
      int count = 0;
      long[] all = {};
      for (int vector = 0; vector < sample.vectors(); vector++) {
        int rows = sample.count(vector);
        if (all.length < rows) {
          all = new long[rows];
        }
        PlainFloats.bits(sample.vector(vector), rows, all);
        int step = Math.max(1, rows * sample.vectors() / SAMPLED);
        for (int i = 0; i < rows && count < SAMPLED; i += step) {
          sampled[count++] = all[i];
        }
      }
      int width = PlainFloats.isDouble(data.type()) ? 64 : 32;
      long best = Long.MAX_VALUE;
      for (int left = 1; left <= LEFT_BITS_MAX; left++) {
        long[] highs = new long[count];
        for (int i = 0; i < count; i++) {
          highs[i] = sampled[i] >>> width - left;
        }
        long[] frequent = frequent(highs);
        int misses = 0;
        for (long high : highs) {
          misses += code(frequent, high) < 0 ? 1 : 0;
        }
        long size =
            (long) count * (width - left + BitPacking.width(Math.max(0, frequent.length - 1)))
                + misses * 32L;
        if (size < best) {
          best = size;
          rightBits = width - left;
          dictionary = frequent.length == 0 ? new long[1] : frequent;
        }
      }
    }

    /** The most frequent values, at most eight. */
    private static long[] frequent(long[] values) {
      long[] sorted = values.clone();
      Arrays.sort(sorted);
      long[] found = new long[DICTIONARY_MAX];
      int[] counts = new int[DICTIONARY_MAX];
      int size = 0;
      for (int i = 0, j; i < sorted.length; i = j) {
        j = i;
        while (j < sorted.length && sorted[j] == sorted[i]) {
          j++;
        }
        int at = size < DICTIONARY_MAX ? size++ : DICTIONARY_MAX - 1;
        if (counts[at] >= j - i) {
          continue;
        }
        while (at > 0 && counts[at - 1] < j - i) {
          counts[at] = counts[at - 1];
          found[at] = found[at - 1];
          at--;
        }
        counts[at] = j - i;
        found[at] = sorted[i];
      }
      return Arrays.copyOf(found, size);
    }

    private static int code(long[] dictionary, long high) {
      for (int i = 0; i < dictionary.length; i++) {
        if (dictionary[i] == high) {
          return i;
        }
      }
      return -1;
    }

    @Override
    int tag() {
      return PackFormat.ALP_RD;
    }

    @Override
    void writeShared(PackOutput out) {
      out.u8(rightBits);
      out.u8(dictionary.length);
      for (long high : dictionary) {
        out.u16((int) high);
      }
    }

    @Override
    void write(int vector, PackOutput out) {
      int count = data.count(vector);
      FlatVector values = data.vector(vector);
      ValidityEncoding.write(values, count, context.integers, out);
      if (bits.length < count) {
        bits = new long[count];
      }
      PlainFloats.bits(values, count, bits);
      long[] codes = context.longs(count);
      long[] positions = new long[count];
      long[] highs = new long[count];
      int exceptions = 0;
      long mask = (1L << rightBits) - 1;
      for (int i = 0; i < count; i++) {
        long high = bits[i] >>> rightBits;
        int code = code(dictionary, high);
        if (code < 0) {
          positions[exceptions] = i;
          highs[exceptions++] = high;
          code = 0;
        }
        codes[i] = code;
        bits[i] &= mask;
      }
      context.integers.write(codes, 0, count, out);
      context.integers.write(bits, 0, count, out);
      out.varint(exceptions);
      context.integers.writeSimple(positions, exceptions, out);
      context.integers.writeSimple(highs, exceptions, out);
    }
  }

  static final class Reader extends NodeReader {
    private final int rightBits;
    private final long[] dictionary;
    private int[] codes = {};

    private Reader(LogicalType type, int rightBits, long[] dictionary, DecodeContext context) {
      super(type, context);
      this.rightBits = rightBits;
      this.dictionary = dictionary;
    }

    static Reader of(LogicalType type, PackInput in, DecodeContext context) {
      int width = PlainFloats.isDouble(type) ? 64 : 32;
      int rightBits = in.u8();
      if (rightBits >= width || rightBits < width - LEFT_BITS_MAX) {
        throw in.damaged("low bits below " + width, rightBits);
      }
      int size = in.u8();
      if (size < 1 || size > DICTIONARY_MAX) {
        throw in.damaged("a dictionary of 1 to 8 entries", size);
      }
      long[] dictionary = new long[DICTIONARY_MAX];
      for (int i = 0; i < size; i++) {
        dictionary[i] = (long) in.u16() << rightBits;
      }
      return new Reader(type, rightBits, dictionary, context);
    }

    @Override
    void read(PackInput in, int count, FlatVector target) {
      begin(in, count, target);
      IntegerReader integers = context.integers;
      if (codes.length < count) {
        codes = new int[count];
      }
      integers.read(in, count, codes);
      long[] bits = context.longs(count);
      integers.read(in, count, bits);
      for (int i = 0; i < count; i++) {
        bits[i] |= dictionary[codes[i] & DICTIONARY_MAX - 1];
      }
      int exceptions = in.count("a number of exceptions", count);
      long[] positions = integers.first(exceptions);
      long[] highs = integers.second(exceptions);
      integers.readSimple(in, exceptions, positions);
      integers.readSimple(in, exceptions, highs);
      long mask = (1L << rightBits) - 1;
      for (int i = 0; i < exceptions; i++) {
        int row = FrameOfReference.position(in, positions[i], count);
        bits[row] = bits[row] & mask | highs[i] << rightBits;
      }
      PlainFloats.values(bits, count, target);
    }
  }
}
