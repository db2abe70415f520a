// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.sort;

import dev.eider.base.type.TypeId;
import dev.eider.base.vector.ArrayVector;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.FloatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.StructVector;
import dev.eider.base.vector.WideVector;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Sort keys as longs: a key is one or more parts, each of which is a long whose signed order is the
 * key's order among rows that agree in all parts before.
 *
 * <p>Numbers and times have one part, 128-bit values and intervals two. Text has one part for each
 * eight bytes; part {@code p} starts at byte {@code p}. Nested values have none: part 0 only tells
 * NULL from valid.
 */
final class KeyParts {
  private static final VarHandle BIG_ENDIAN =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final long MICROS_PER_DAY = 86_400_000_000L;

  /** Bytes of text in a part. */
  static final int TEXT_BYTES = 8;

  private KeyParts() {}

  /** Whether a part is beyond what longs can tell: rows must be compared as values. */
  static boolean needsComparison(FlatVector column, int part) {
    return switch (column) {
      case ListVector v -> part > 0;
      case ArrayVector v -> part > 0;
      case StructVector v -> part > 0;
      default -> false;
    };
  }

  /** Whether the part, when it is equal, leaves no difference in the key. Not for text. */
  static boolean isLast(FlatVector column, int part) {
    return switch (column) {
      case WideVector v -> part == 1;
      case ListVector v -> false;
      case ArrayVector v -> false;
      case StructVector v -> false;
      default -> true;
    };
  }

  /** The part's values of rows {@code [0, count)}; entries of NULL rows mean nothing. */
  static void values(FlatVector column, int count, int part, long[] out) {
    switch (column) {
      case IntVector v -> ints(v.values(), count, out);
      case LongVector v -> {
        if (v.type().id() == TypeId.UBIGINT) {
          flipped(v.values(), count, out);
        } else {
          System.arraycopy(v.values(), 0, out, 0, count);
        }
      }
      case DoubleVector v -> doubles(v.values(), count, out);
      case FloatVector v -> floats(v.values(), count, out);
      case BoolVector v -> {
        for (int i = 0; i < count; i++) {
          out[i] = v.get(i);
        }
      }
      case WideVector v -> wides(v, count, part, out);
      case StringVector v -> text(v, count, part, out);
      case ListVector v -> Arrays.fill(out, 0, count, 0);
      case ArrayVector v -> Arrays.fill(out, 0, count, 0);
      case StructVector v -> Arrays.fill(out, 0, count, 0);
    }
  }

  private static void ints(int[] values, int count, long[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = values[i];
    }
  }

  private static void flipped(long[] values, int count, long[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = values[i] ^ Long.MIN_VALUE;
    }
  }

  /** NaN has one bit pattern, above infinity; adding zero makes -0.0 into 0.0. */
  private static void doubles(double[] values, int count, long[] out) {
    for (int i = 0; i < count; i++) {
      long bits = Double.doubleToLongBits(values[i] + 0.0);
      out[i] = bits ^ (bits >> 63 & Long.MAX_VALUE);
    }
  }

  private static void floats(float[] values, int count, long[] out) {
    for (int i = 0; i < count; i++) {
      int bits = Float.floatToIntBits(values[i] + 0.0f);
      out[i] = bits ^ (bits >> 31 & Integer.MAX_VALUE);
    }
  }

  private static void wides(WideVector column, int count, int part, long[] out) {
    long[] words = column.words();
    switch (column.type().id()) {
      case INTERVAL -> {
        for (int i = 0; i < count; i++) {
          long micros = words[2 * i];
          long rest = words[2 * i + 1];
          out[i] =
              part == 0
                  ? (rest >> 32) * 30 + (int) rest + Math.floorDiv(micros, MICROS_PER_DAY)
                  : Math.floorMod(micros, MICROS_PER_DAY);
        }
      }
      case UHUGEINT, UUID -> {
        for (int i = 0; i < count; i++) {
          out[i] = words[2 * i + 1 - part] ^ Long.MIN_VALUE;
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          out[i] = part == 0 ? words[2 * i + 1] : words[2 * i] ^ Long.MIN_VALUE;
        }
      }
    }
  }

  /** Bytes {@code [from, from + 8)} of each row, zero padded. */
  private static void text(StringVector column, int count, int from, long[] out) {
    long[] views = column.views();
    byte[][] buffers = column.buffers();
    byte[] padded = new byte[32];
    for (int i = 0; i < count; i++) {
      long word = views[2 * i];
      long rest = views[2 * i + 1];
      int length = (int) word;
      long bytes;
      if (length <= StringVector.INLINE) {
        if (from == 0) {
          bytes =
              (Integer.toUnsignedLong(Integer.reverseBytes((int) (word >>> 32))) << 32)
                  | Integer.toUnsignedLong(Integer.reverseBytes((int) rest));
        } else if (from >= length || column.isNull(i)) {
          bytes = 0;
        } else {
          column.copyBytes(i, padded, 0);
          bytes = (long) BIG_ENDIAN.get(padded, from);
        }
      } else {
        bytes =
            column.isNull(i) ? 0 : longText(buffers[(int) (rest >>> 32)], (int) rest, length, from);
      }
      out[i] = bytes ^ Long.MIN_VALUE;
    }
  }

  private static long longText(byte[] buffer, int offset, int length, int from) {
    int left = length - from;
    if (left >= TEXT_BYTES) {
      return (long) BIG_ENDIAN.get(buffer, offset + from);
    }
    long bytes = 0;
    for (int k = 0; k < left; k++) {
      bytes |= (buffer[offset + from + k] & 0xFFL) << (56 - 8 * k);
    }
    return bytes;
  }
}
