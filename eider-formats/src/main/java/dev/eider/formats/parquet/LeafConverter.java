// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import dev.eider.base.error.EiderException;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.FloatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.Vector;
import dev.eider.base.vector.WideVector;
import dev.eider.formats.scan.Utf8;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Stored values to values of vectors. Belongs to one column of one reader. */
final class LeafConverter {
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  /** The Julian day of 1970-01-01. */
  private static final int JULIAN_EPOCH = 2_440_588;

  /** The low bits of a time of the day with the offset zero. */
  private static final long UTC_OFFSET_BITS = 16 * 60 * 60 - 1;

  private final LeafType leaf;
  private final BinaryBatch batch = new BinaryBatch();
  private int[] ints = new int[0];
  private long[] longs = new long[0];

  LeafConverter(LeafType leaf) {
    this.leaf = leaf;
  }

  /** Reads {@code count} values to rows {@code [at, at + count)} of a vector of the leaf's type. */
  void read(PageValues values, FlatVector target, int at, int count) {
    switch (leaf.form()) {
      case NONE -> throw new DamagedException("a column of type NULL has values");
      case BOOLEAN -> values.readBooleans(((BoolVector) target).values(), at, count);
      case INT32 -> values.readInts(((IntVector) target).values(), at, count);
      case UINT8, UINT16 -> {
        int[] out = ((IntVector) target).values();
        values.readInts(out, at, count);
        mask(out, at, count, leaf.form() == LeafType.Form.UINT8 ? 0xFF : 0xFFFF);
      }
      case INT32_AS_LONG -> {
        values.readInts(ints(count), 0, count);
        widen(ints, ((LongVector) target).values(), at, count, leaf.factor());
      }
      case UINT32_AS_LONG -> {
        values.readInts(ints(count), 0, count);
        widenUnsigned(ints, ((LongVector) target).values(), at, count);
      }
      case INT64 -> {
        long[] out = ((LongVector) target).values();
        values.readLongs(out, at, count);
        scale(out, at, count, leaf.factor());
      }
      case INT_AS_WIDE -> {
        long[] in = integers(values, count);
        long[] words = ((WideVector) target).words();
        for (int i = 0; i < count; i++) {
          words[2 * (at + i)] = in[i];
          words[2 * (at + i) + 1] = in[i] >> 63;
        }
      }
      case FLOAT -> values.readFloats(((FloatVector) target).values(), at, count);
      case DOUBLE -> values.readDoubles(((DoubleVector) target).values(), at, count);
      case TIME_TZ -> {
        long[] in = integers(values, count);
        scale(in, 0, count, leaf.factor());
        long[] out = ((LongVector) target).values();
        for (int i = 0; i < count; i++) {
          out[at + i] = Math.floorMod(in[i], MICROS_PER_DAY) << 24 | UTC_OFFSET_BITS;
        }
      }
      case INT96,
          TEXT,
          BYTES,
          FLOAT16,
          DECIMAL_AS_LONG,
          DECIMAL_AS_WIDE,
          DECIMAL_AS_DOUBLE,
          UUID,
          INTERVAL -> {
        values.readBinary(batch, count);
        binary(target, at, count);
      }
    }
  }

  /** Forgets references to pages. */
  void release() {
    batch.bytes = new byte[0];
  }

  private long[] integers(PageValues values, int count) {
    if (longs.length < count) {
      longs = new long[Math.max(count, Vector.CAPACITY)];
    }
    if (leaf.physical() == PhysicalKind.INT64) {
      values.readLongs(longs, 0, count);
    } else {
      values.readInts(ints(count), 0, count);
      widen(ints, longs, 0, count, 1);
    }
    return longs;
  }

  private int[] ints(int count) {
    if (ints.length < count) {
      ints = new int[Math.max(count, Vector.CAPACITY)];
    }
    return ints;
  }

  private static void mask(int[] values, int from, int count, int mask) {
    for (int i = from; i < from + count; i++) {
      values[i] &= mask;
    }
  }

  private static void widen(int[] in, long[] out, int at, int count, long factor) {
    for (int i = 0; i < count; i++) {
      out[at + i] = in[i] * factor;
    }
  }

  private static void widenUnsigned(int[] in, long[] out, int at, int count) {
    for (int i = 0; i < count; i++) {
      out[at + i] = in[i] & 0xFFFF_FFFFL;
    }
  }

  private static void scale(long[] values, int from, int count, int factor) {
    if (factor == 1) {
      return;
    }
    if (factor < 0) {
      for (int i = from; i < from + count; i++) {
        values[i] = isInfinite(values[i]) ? values[i] : Math.floorDiv(values[i], -factor);
      }
      return;
    }
    long most = Long.MAX_VALUE / factor;
    for (int i = from; i < from + count; i++) {
      long value = values[i];
      if (isInfinite(value)) {
        continue;
      }
      if (value > most || value < -most) {
        throw EiderException.conversion("Could not convert Timestamp(MS) to Timestamp(US)");
      }
      values[i] = value * factor;
    }
  }

  /** Infinite timestamps are the same number in every unit. */
  private static boolean isInfinite(long value) {
    return value == Long.MAX_VALUE || value == -Long.MAX_VALUE;
  }

  private void binary(FlatVector target, int at, int count) {
    byte[] bytes = batch.bytes;
    int[] offsets = batch.offsets;
    int[] lengths = batch.lengths;
    switch (leaf.form()) {
      case TEXT -> {
        validate(bytes, offsets, lengths, count);
        views((StringVector) target, at, bytes, offsets, lengths, count);
      }
      case BYTES -> views((StringVector) target, at, bytes, offsets, lengths, count);
      case DECIMAL_AS_LONG ->
          decimals(bytes, offsets, lengths, ((LongVector) target).values(), at, count);
      case DECIMAL_AS_WIDE ->
          wideDecimals(bytes, offsets, lengths, ((WideVector) target).words(), at, count);
      case DECIMAL_AS_DOUBLE -> {
        double[] out = ((DoubleVector) target).values();
        for (int i = 0; i < count; i++) {
          BigInteger unscaled =
              lengths[i] == 0 ? BigInteger.ZERO : new BigInteger(bytes, offsets[i], lengths[i]);
          out[at + i] = new BigDecimal(unscaled, leaf.scale()).doubleValue();
        }
      }
      case INT96 -> julian(bytes, offsets, ((LongVector) target).values(), at, count);
      case FLOAT16 -> {
        float[] out = ((FloatVector) target).values();
        for (int i = 0; i < count; i++) {
          int o = offsets[i];
          out[at + i] = Float.float16ToFloat((short) (bytes[o] & 0xFF | bytes[o + 1] << 8));
        }
      }
      case UUID -> {
        long[] words = ((WideVector) target).words();
        for (int i = 0; i < count; i++) {
          words[2 * (at + i) + 1] = Long.reverseBytes((long) Bits.LONG.get(bytes, offsets[i]));
          words[2 * (at + i)] = Long.reverseBytes((long) Bits.LONG.get(bytes, offsets[i] + 8));
        }
      }
      case INTERVAL -> {
        WideVector out = (WideVector) target;
        for (int i = 0; i < count; i++) {
          long months = (int) Bits.INT.get(bytes, offsets[i]);
          long days = (int) Bits.INT.get(bytes, offsets[i] + 4) & 0xFFFF_FFFFL;
          long millis = (int) Bits.INT.get(bytes, offsets[i] + 8) & 0xFFFF_FFFFL;
          out.set(at + i, millis * 1000, months << 32 | days);
        }
      }
      default -> throw new IllegalStateException(leaf.form() + " is not binary");
    }
  }

  private static void julian(byte[] bytes, int[] offsets, long[] out, int at, int count) {
    for (int i = 0; i < count; i++) {
      long nanos = (long) Bits.LONG.get(bytes, offsets[i]);
      long day = (int) Bits.INT.get(bytes, offsets[i] + 8) & 0xFFFF_FFFFL;
      out[at + i] = (day - JULIAN_EPOCH) * MICROS_PER_DAY + Math.floorDiv(nanos, 1000L);
    }
  }

  private static void views(
      StringVector target, int at, byte[] bytes, int[] offsets, int[] lengths, int count) {
    int buffer = target.addBuffer(bytes);
    for (int i = 0; i < count; i++) {
      target.setView(at + i, buffer, offsets[i], lengths[i]);
    }
  }

  private static void validate(byte[] bytes, int[] offsets, int[] lengths, int count) {
    for (int i = 0; i < count; i++) {
      int from = offsets[i];
      int to = from + lengths[i];
      if (!isAscii(bytes, from, to) && !Utf8.valid(bytes, from, to)) {
        throw new DamagedException(
            "Invalid string encoding found in Parquet file: value \""
                + escaped(bytes, from, Math.min(to, from + 100))
                + "\" is not valid UTF8!");
      }
    }
  }

  private static String escaped(byte[] bytes, int from, int to) {
    StringBuilder text = new StringBuilder();
    for (int i = from; i < to; i++) {
      if (bytes[i] >= ' ' && bytes[i] < 127) {
        text.append((char) bytes[i]);
      } else {
        text.append(String.format("\\x%02X", bytes[i] & 0xFF));
      }
    }
    return text.toString();
  }

  private static boolean isAscii(byte[] bytes, int from, int to) {
    int at = from;
    long seen = 0;
    for (; at + 8 <= to; at += 8) {
      seen |= (long) Bits.LONG.get(bytes, at);
    }
    for (; at < to; at++) {
      seen |= bytes[at];
    }
    return (seen & 0x8080_8080_8080_8080L) == 0;
  }

  private static DamagedException badDecimal(int length) {
    return new DamagedException(
        "Invalid decimal encoding in Parquet file: a value of " + length + " bytes");
  }

  private static void decimals(
      byte[] bytes, int[] offsets, int[] lengths, long[] out, int at, int count) {
    for (int i = 0; i < count; i++) {
      int length = lengths[i];
      int from = offsets[i];
      if (length > 8) {
        from = sign(bytes, from, length, 8);
        length = 8;
      }
      long value = length == 0 ? 0 : bytes[from];
      for (int b = 1; b < length; b++) {
        value = value << 8 | bytes[from + b] & 0xFF;
      }
      out[at + i] = value;
    }
  }

  private static void wideDecimals(
      byte[] bytes, int[] offsets, int[] lengths, long[] words, int at, int count) {
    for (int i = 0; i < count; i++) {
      int length = lengths[i];
      int from = offsets[i];
      if (length > 16) {
        from = sign(bytes, from, length, 16);
        length = 16;
      }
      long high = length == 0 ? 0 : bytes[from] >> 7;
      long low = high;
      for (int b = 0; b < length; b++) {
        high = high << 8 | low >>> 56;
        low = low << 8 | bytes[from + b] & 0xFF;
      }
      words[2 * (at + i)] = low;
      words[2 * (at + i) + 1] = high;
    }
  }

  /** Where the last {@code kept} bytes begin, when the ones before only repeat the sign. */
  private static int sign(byte[] bytes, int from, int length, int kept) {
    int start = from + length - kept;
    byte sign = (byte) (bytes[start] >> 7);
    for (int i = from; i < start; i++) {
      if (bytes[i] != sign) {
        throw badDecimal(length);
      }
    }
    return start;
  }

  /** Moves {@code present} values that lie dense from {@code at} to the rows that are valid. */
  static void spread(FlatVector vector, int at, int rows, int present, long[] mask) {
    int from = at + present - 1;
    int to = at + rows - 1;
    switch (vector) {
      case IntVector v -> spreadInts(v.values(), from, to, mask);
      case LongVector v -> spreadLongs(v.values(), from, to, mask);
      case DoubleVector v -> {
        double[] values = v.values();
        for (int f = from, t = to; f < t; t--) {
          if ((mask[t >> 6] >>> t & 1) != 0) {
            values[t] = values[f--];
          }
        }
      }
      case FloatVector v -> {
        float[] values = v.values();
        for (int f = from, t = to; f < t; t--) {
          if ((mask[t >> 6] >>> t & 1) != 0) {
            values[t] = values[f--];
          }
        }
      }
      case BoolVector v -> {
        byte[] values = v.values();
        for (int f = from, t = to; f < t; t--) {
          if ((mask[t >> 6] >>> t & 1) != 0) {
            values[t] = values[f--];
          }
        }
      }
      case WideVector v -> spreadPairs(v.words(), from, to, mask);
      case StringVector v -> spreadPairs(v.views(), from, to, mask);
      default -> throw new IllegalStateException("no leaf: " + vector.type());
    }
  }

  static void spreadInts(int[] values, int from, int to, long[] mask) {
    for (int f = from, t = to; f < t; t--) {
      if ((mask[t >> 6] >>> t & 1) != 0) {
        values[t] = values[f--];
      }
    }
  }

  private static void spreadLongs(long[] values, int from, int to, long[] mask) {
    for (int f = from, t = to; f < t; t--) {
      if ((mask[t >> 6] >>> t & 1) != 0) {
        values[t] = values[f--];
      }
    }
  }

  private static void spreadPairs(long[] words, int from, int to, long[] mask) {
    for (int f = from, t = to; f < t; t--) {
      if ((mask[t >> 6] >>> t & 1) != 0) {
        words[2 * t] = words[2 * f];
        words[2 * t + 1] = words[2 * f + 1];
        f--;
      }
    }
  }

  /** Writes entries {@code codes[0, count)} of a dictionary to rows from {@code at} on. */
  static void gather(FlatVector dictionary, int[] codes, int count, FlatVector target, int at) {
    switch (target) {
      case IntVector v ->
          gatherInts(((IntVector) dictionary).values(), codes, count, v.values(), at);
      case LongVector v ->
          gatherLongs(((LongVector) dictionary).values(), codes, count, v.values(), at);
      case DoubleVector v -> {
        double[] in = ((DoubleVector) dictionary).values();
        double[] out = v.values();
        for (int i = 0; i < count; i++) {
          out[at + i] = in[codes[i]];
        }
      }
      case FloatVector v -> {
        float[] in = ((FloatVector) dictionary).values();
        float[] out = v.values();
        for (int i = 0; i < count; i++) {
          out[at + i] = in[codes[i]];
        }
      }
      case BoolVector v -> {
        byte[] in = ((BoolVector) dictionary).values();
        byte[] out = v.values();
        for (int i = 0; i < count; i++) {
          out[at + i] = in[codes[i]];
        }
      }
      case WideVector v ->
          gatherPairs(((WideVector) dictionary).words(), codes, count, v.words(), at);
      case StringVector v -> gatherStrings((StringVector) dictionary, codes, count, v, at);
      default -> throw new IllegalStateException("no leaf: " + target.type());
    }
  }

  private static void gatherInts(int[] in, int[] codes, int count, int[] out, int at) {
    for (int i = 0; i < count; i++) {
      out[at + i] = in[codes[i]];
    }
  }

  private static void gatherLongs(long[] in, int[] codes, int count, long[] out, int at) {
    for (int i = 0; i < count; i++) {
      out[at + i] = in[codes[i]];
    }
  }

  private static void gatherPairs(long[] in, int[] codes, int count, long[] out, int at) {
    for (int i = 0; i < count; i++) {
      out[2 * (at + i)] = in[2 * codes[i]];
      out[2 * (at + i) + 1] = in[2 * codes[i] + 1];
    }
  }

  /** The dictionary's long strings all lie in its only buffer. */
  private static void gatherStrings(
      StringVector dictionary, int[] codes, int count, StringVector target, int at) {
    if (dictionary.bufferCount() == 0) {
      gatherPairs(dictionary.views(), codes, count, target.views(), at);
      return;
    }
    long buffer = (long) target.addBuffer(dictionary.buffers()[0]) << 32;
    long[] in = dictionary.views();
    long[] out = target.views();
    for (int i = 0; i < count; i++) {
      int code = codes[i];
      long first = in[2 * code];
      long second = in[2 * code + 1];
      out[2 * (at + i)] = first;
      out[2 * (at + i) + 1] =
          (int) first > StringVector.INLINE ? buffer | second & 0xFFFF_FFFFL : second;
    }
  }

  /** The largest of the codes, as unsigned numbers. */
  static int maxCode(int[] codes, int from, int count) {
    int max = Integer.MIN_VALUE;
    for (int i = from; i < from + count; i++) {
      max = Math.max(max, codes[i] ^ Integer.MIN_VALUE);
    }
    return max ^ Integer.MIN_VALUE;
  }
}
