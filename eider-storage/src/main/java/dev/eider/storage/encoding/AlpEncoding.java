// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.encoding;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.FloatVector;
import dev.eider.storage.format.v1.PackFormat;
import dev.eider.storage.format.v1.PackInput;
import dev.eider.storage.format.v1.PackOutput;
import java.util.Arrays;

/**
 * FLOAT and DOUBLE that were decimals: integers with two powers of ten a vector, and what does not
 * come out of them to the bit apart (ALP: Afroozeh, Kuffo, Boncz, SIGMOD 2024).
 */
final class AlpEncoding {
  /** Largest exponents of DOUBLE and FLOAT. */
  static final int DOUBLE_MAX = 18;

  static final int FLOAT_MAX = 10;

  private static final int COMBINATIONS_MAX = 5;
  private static final int SAMPLED_VECTORS = 8;
  private static final int SAMPLED_VALUES = 32;

  /** Adding and subtracting it rounds to an integer. */
  private static final double ROUND = (1L << 52) + (1L << 51);

  private static final float ROUND_FLOAT = (1 << 22) + (1 << 23);

  /** Above this the trick does not work. */
  private static final double ENCODED_MAX = 1L << 51;

  private static final float ENCODED_MAX_FLOAT = 1 << 22;

  static final double[] POWERS = new double[DOUBLE_MAX + 1];
  static final double[] INVERSE = new double[DOUBLE_MAX + 1];
  static final float[] POWERS_FLOAT = new float[FLOAT_MAX + 1];
  static final float[] INVERSE_FLOAT = new float[FLOAT_MAX + 1];

  static {
    for (int i = 0; i <= DOUBLE_MAX; i++) {
      POWERS[i] = Double.parseDouble("1e" + i);
      INVERSE[i] = Double.parseDouble("1e-" + i);
    }
    for (int i = 0; i <= FLOAT_MAX; i++) {
      POWERS_FLOAT[i] = Float.parseFloat("1e" + i);
      INVERSE_FLOAT[i] = Float.parseFloat("1e-" + i);
    }
  }

  private AlpEncoding() {}

  /** Encodes and answers how many values do not come out again; these are marked in the list. */
  private static int encode(
      double[] values, int count, int e, int f, long[] encoded, int[] exceptions) {
    double up = POWERS[e];
    double down = INVERSE[f];
    double back = POWERS[f];
    double under = INVERSE[e];
    int out = 0;
    for (int i = 0; i < count; i++) {
      double value = values[i];
      double scaled = value * up * down;
      long n = (long) (scaled + ROUND - ROUND);
      encoded[i] = n;
      boolean same =
          Double.doubleToRawLongBits(n * back * under) == Double.doubleToRawLongBits(value)
              & Math.abs(scaled) < ENCODED_MAX;
      exceptions[out] = i;
      out += same ? 0 : 1;
    }
    return out;
  }

  private static int encode(
      float[] values, int count, int e, int f, long[] encoded, int[] exceptions) {
    float up = POWERS_FLOAT[e];
    float down = INVERSE_FLOAT[f];
    float back = POWERS_FLOAT[f];
    float under = INVERSE_FLOAT[e];
    int out = 0;
    for (int i = 0; i < count; i++) {
      float value = values[i];
      float scaled = value * up * down;
      int n = (int) (scaled + ROUND_FLOAT - ROUND_FLOAT);
      encoded[i] = n;
      boolean same =
          Float.floatToRawIntBits(n * back * under) == Float.floatToRawIntBits(value)
              & Math.abs(scaled) < ENCODED_MAX_FLOAT;
      exceptions[out] = i;
      out += same ? 0 : 1;
    }
    return out;
  }

  static final class Writer extends NodeWriter {
    private final EncodeContext context;
    private final int[] combinations;
    private long[] encoded = new long[SAMPLED_VALUES];
    private int[] exceptions = new int[SAMPLED_VALUES + 1];
    private final long[] sampled = new long[SAMPLED_VALUES];
    private final int[] misses = new int[SAMPLED_VALUES + 1];

    Writer(ColumnData data, EncodeContext context) {
      super(data);
      this.context = context;
      combinations = combinations();
    }

    private boolean isDouble() {
      return PlainFloats.isDouble(data.type());
    }

    /** The pairs of exponents that were best for some sampled vector, most frequent first. */
    private int[] combinations() {
      int max = isDouble() ? DOUBLE_MAX : FLOAT_MAX;
      int[] votes = new int[(max + 1) * (max + 1)];
      ColumnData sample = data.sample(SAMPLED_VECTORS);
      for (int vector = 0; vector < sample.vectors(); vector++) {
        Object values = sample(sample.vector(vector), sample.count(vector));
        long best = Long.MAX_VALUE;
        int found = 0;
        for (int e = max; e >= 0; e--) {
          for (int f = e; f >= 0; f--) {
            long size = sampleSize(values, e, f);
            if (size < best) {
              best = size;
              found = e * (max + 1) + f;
            }
          }
        }
        votes[found]++;
      }
      int[] best = new int[COMBINATIONS_MAX];
      int count = 0;
      while (count < COMBINATIONS_MAX) {
        int most = 0;
        for (int i = 1; i < votes.length; i++) {
          most = votes[i] > votes[most] ? i : most;
        }
        if (votes[most] == 0) {
          break;
        }
        votes[most] = 0;
        best[count++] = most / (max + 1) << 8 | most % (max + 1);
      }
      return Arrays.copyOf(best, Math.max(1, count));
    }

    /** Some valid values of a vector. */
    private static Object sample(FlatVector vector, int count) {
      double[] doubles = new double[SAMPLED_VALUES];
      float[] floats = new float[SAMPLED_VALUES];
      int taken = 0;
      int step = Math.max(1, count / SAMPLED_VALUES);
      for (int i = 0; i < count && taken < SAMPLED_VALUES; i += step) {
        if (!vector.isNull(i)) {
          if (vector instanceof DoubleVector v) {
            doubles[taken++] = v.get(i);
          } else {
            floats[taken++] = ((FloatVector) vector).get(i);
          }
        }
      }
      return vector instanceof DoubleVector
          ? Arrays.copyOf(doubles, taken)
          : Arrays.copyOf(floats, taken);
    }

    private long sampleSize(Object values, int e, int f) {
      int count;
      int wrong;
      if (values instanceof double[] doubles) {
        count = doubles.length;
        wrong = encode(doubles, count, e, f, sampled, misses);
      } else {
        float[] floats = (float[]) values;
        count = floats.length;
        wrong = encode(floats, count, e, f, sampled, misses);
      }
      long min = Long.MAX_VALUE;
      long max = Long.MIN_VALUE;
      for (int i = 0, k = 0; i < count; i++) {
        if (k < wrong && misses[k] == i) {
          k++;
        } else {
          min = Math.min(min, sampled[i]);
          max = Math.max(max, sampled[i]);
        }
      }
      int width = min > max ? 0 : BitPacking.width(max - min);
      return (long) width * count + wrong * 96L;
    }

    @Override
    int tag() {
      return PackFormat.ALP;
    }

    @Override
    void writeShared(PackOutput out) {}

    @Override
    void write(int vector, PackOutput out) {
      int count = data.count(vector);
      FlatVector values = data.vector(vector);
      ValidityEncoding.write(values, count, context.integers, out);
      int best = combinations[0];
      if (combinations.length > 1) {
        Object sample = sample(values, count);
        long least = Long.MAX_VALUE;
        for (int combination : combinations) {
          long size = sampleSize(sample, combination >> 8, combination & 0xFF);
          if (size < least) {
            least = size;
            best = combination;
          }
        }
      }
      int e = best >> 8;
      int f = best & 0xFF;
      if (encoded.length < count) {
        encoded = new long[count];
        exceptions = new int[count + 1];
      }
      int wrong =
          values instanceof DoubleVector v
              ? encode(v.values(), count, e, f, encoded, exceptions)
              : encode(((FloatVector) values).values(), count, e, f, encoded, exceptions);
      wrong = patch(values, count, wrong);
      out.u8(e);
      out.u8(f);
      context.integers.write(encoded, 0, count, out);
      out.varint(wrong);
      long[] longs = context.longs(count);
      for (int i = 0; i < wrong; i++) {
        longs[i] = exceptions[i];
      }
      context.integers.writeSimple(longs, wrong, out);
      for (int i = 0; i < wrong; i++) {
        longs[i] =
            values instanceof DoubleVector v
                ? Double.doubleToRawLongBits(v.get(exceptions[i]))
                : Float.floatToRawIntBits(((FloatVector) values).get(exceptions[i]));
      }
      context.integers.writeSimple(longs, wrong, out);
    }

    /** Puts a neighbour in place of exceptions, and forgets those that are NULL. */
    private int patch(FlatVector values, int count, int wrong) {
      if (wrong == 0) {
        return 0;
      }
      long neighbour = 0;
      for (int i = 0, k = 0; i < count; i++) {
        if (k < wrong && exceptions[k] == i) {
          k++;
        } else {
          neighbour = encoded[i];
          break;
        }
      }
      int kept = 0;
      for (int i = 0, k = 0; i < count; i++) {
        if (k < wrong && exceptions[k] == i) {
          k++;
          encoded[i] = neighbour;
          if (!values.isNull(i)) {
            exceptions[kept++] = i;
          }
        } else {
          neighbour = encoded[i];
        }
      }
      return kept;
    }
  }

  static final class Reader extends NodeReader {
    Reader(LogicalType type, DecodeContext context) {
      super(type, context);
    }

    @Override
    void read(PackInput in, int count, FlatVector target) {
      begin(in, count, target);
      int e = in.u8();
      int f = in.u8();
      int max = PlainFloats.isDouble(type) ? DOUBLE_MAX : FLOAT_MAX;
      if (e > max || f > e) {
        throw in.damaged("exponents of at most " + max, e + " and " + f);
      }
      IntegerReader integers = context.integers;
      if (target instanceof DoubleVector v) {
        long[] longs = context.longs(count);
        integers.read(in, count, longs);
        decode(longs, count, POWERS[f], INVERSE[e], v.values());
      } else {
        int[] ints = context.ints(count);
        integers.read(in, count, ints);
        decode(ints, count, POWERS_FLOAT[f], INVERSE_FLOAT[e], ((FloatVector) target).values());
      }
      int exceptions = in.count("a number of exceptions", count);
      if (exceptions == 0) {
        return;
      }
      long[] positions = integers.first(exceptions);
      long[] bits = integers.second(exceptions);
      integers.readSimple(in, exceptions, positions);
      integers.readSimple(in, exceptions, bits);
      for (int i = 0; i < exceptions; i++) {
        int row = FrameOfReference.position(in, positions[i], count);
        if (target instanceof DoubleVector v) {
          v.values()[row] = Double.longBitsToDouble(bits[i]);
        } else {
          ((FloatVector) target).values()[row] = Float.intBitsToFloat((int) bits[i]);
        }
      }
    }

    private static void decode(
        long[] numbers, int count, double power, double inverse, double[] values) {
      for (int i = 0; i < count; i++) {
        values[i] = numbers[i] * power * inverse;
      }
    }

    private static void decode(
        int[] numbers, int count, float power, float inverse, float[] values) {
      for (int i = 0; i < count; i++) {
        values[i] = numbers[i] * power * inverse;
      }
    }
  }
}
