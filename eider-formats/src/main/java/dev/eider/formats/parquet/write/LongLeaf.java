// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet.write;

import dev.eider.base.error.EiderException;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.WideVector;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Values of 64 bits: integers, times, bits of doubles. */
final class LongLeaf extends LeafBuffer {
  private static final long MICROS_PER_SECOND = 1_000_000L;
  private static final long MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND;

  /** A time with an offset holds this minus the offset in seconds, in its low 24 bits. */
  private static final int OFFSET_MAX = 16 * 60 * 60 - 1;

  long[] stored = new long[0];

  LongLeaf(WriteLeaf leaf) {
    super(leaf);
  }

  private void room(int more) {
    if (stored.length - values < more) {
      stored = Arrays.copyOf(stored, Math.max(values + more, 2 * stored.length));
    }
  }

  @Override
  void appendValues(FlatVector vector, int @Nullable [] rows, int count) {
    room(count);
    long[] to = stored;
    int at = values;
    switch (vector) {
      case LongVector v -> {
        if (rows == null) {
          System.arraycopy(v.values(), 0, to, at, count);
        } else {
          long[] from = v.values();
          for (int i = 0; i < count; i++) {
            to[at + i] = from[rows[i]];
          }
        }
        convert(to, at, count);
      }
      case DoubleVector v -> {
        double[] from = v.values();
        for (int i = 0; i < count; i++) {
          to[at + i] = Double.doubleToRawLongBits(from[rows == null ? i : rows[i]]);
        }
      }
      case WideVector v -> {
        for (int i = 0; i < count; i++) {
          double d = v.getBig(rows == null ? i : rows[i]).doubleValue();
          to[at + i] = Double.doubleToRawLongBits(d);
        }
      }
      default -> throw new IllegalStateException("not stored in 64 bits: " + vector.type());
    }
    values += count;
  }

  private void convert(long[] array, int from, int count) {
    switch (leaf.form()) {
      case SECONDS -> {
        for (int i = from; i < from + count; i++) {
          array[i] = micros(array[i], MICROS_PER_SECOND);
        }
      }
      case TIME_TZ -> {
        for (int i = from; i < from + count; i++) {
          long offset = OFFSET_MAX - (array[i] & 0xFFFFFF);
          long utc = (array[i] >>> 24) - offset * MICROS_PER_SECOND;
          array[i] = Math.floorMod(utc, MICROS_PER_DAY);
        }
      }
      default -> {}
    }
  }

  /** A timestamp in a finer unit; infinite ones stay what they are. */
  static long micros(long value, long factor) {
    if (value == Long.MAX_VALUE || value == -Long.MAX_VALUE) {
      return value;
    }
    if (Math.multiplyHigh(value, factor) != value >> 63) {
      throw EiderException.conversion("Could not convert Timestamp(S) to Timestamp(US)");
    }
    return value * factor;
  }

  @Override
  void appendStored(LeafBuffer other, int from, int to) {
    room(to - from);
    System.arraycopy(((LongLeaf) other).stored, from, stored, values, to - from);
    values += to - from;
  }

  @Override
  long valueBytes() {
    return 8L * stored.length;
  }

  @Override
  long usedBytes() {
    return 8L * values;
  }
}
