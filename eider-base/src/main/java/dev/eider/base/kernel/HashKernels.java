// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.kernel;

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

/**
 * 64-bit hashes of column values. Values that compare equal hash equal: -0.0 as 0.0, every NaN as
 * one. NULL has one hash of its own. The finaliser is the 64-bit mixer of MurmurHash3 (public
 * domain, Austin Appleby) with one multiplication less.
 */
public final class HashKernels {
  /** The hash of NULL. */
  public static final long NULL_HASH = 0xBF58476D1CE4E5B9L;

  private static final long MULTIPLIER = 0xD6E8FEB86659FD93L;
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private HashKernels() {}

  /** Mixes one word. */
  public static long mix(long x) {
    x ^= x >>> 32;
    x *= MULTIPLIER;
    x ^= x >>> 29;
    x *= MULTIPLIER;
    return x ^ (x >>> 32);
  }

  /** Combines a hash with the next column's. */
  public static long combine(long hash, long next) {
    return (hash * 31 + 0x9E3779B97F4A7C15L) ^ next;
  }

  /** Writes the hashes of rows {@code [0, count)} of a column. */
  public static void hash(FlatVector column, int count, long[] hashes) {
    switch (column) {
      case IntVector v -> hashInt(v.values(), count, hashes);
      case LongVector v -> hashLong(v.values(), count, hashes);
      case StringVector v -> hashString(v, count, hashes);
      case BoolVector v -> {
        byte[] values = v.values();
        for (int i = 0; i < count; i++) {
          hashes[i] = mix(values[i]);
        }
      }
      case DoubleVector v -> {
        double[] values = v.values();
        for (int i = 0; i < count; i++) {
          hashes[i] = mix(Double.doubleToLongBits(values[i] + 0.0));
        }
      }
      case FloatVector v -> {
        float[] values = v.values();
        for (int i = 0; i < count; i++) {
          hashes[i] = mix(Float.floatToIntBits(values[i] + 0.0f));
        }
      }
      case WideVector v -> hashWide(v, count, hashes);
      case ListVector v -> hashList(v, count, hashes);
      case ArrayVector v -> hashArray(v, count, hashes);
      case StructVector v -> hashStruct(v, count, hashes);
    }
    if (column.mayHaveNulls()) {
      for (int i = 0; i < count; i++) {
        if (column.isNull(i)) {
          hashes[i] = NULL_HASH;
        }
      }
    }
  }

  /** Combines the hashes of rows {@code [0, count)} of a further column into {@code hashes}. */
  public static void combine(FlatVector column, int count, long[] hashes, long[] scratch) {
    hash(column, count, scratch);
    for (int i = 0; i < count; i++) {
      hashes[i] = combine(hashes[i], scratch[i]);
    }
  }

  private static void hashInt(int[] values, int count, long[] hashes) {
    for (int i = 0; i < count; i++) {
      hashes[i] = mix(values[i]);
    }
  }

  private static void hashLong(long[] values, int count, long[] hashes) {
    for (int i = 0; i < count; i++) {
      hashes[i] = mix(values[i]);
    }
  }

  private static void hashWide(WideVector v, int count, long[] hashes) {
    long[] words = v.words();
    boolean interval = v.type().id() == TypeId.INTERVAL;
    for (int i = 0; i < count; i++) {
      if (interval) {
        hashes[i] = CompareKernels.intervalHash(words[2 * i], words[2 * i + 1]);
      } else {
        hashes[i] = mix(words[2 * i] ^ mix(words[2 * i + 1]));
      }
    }
  }

  private static void hashString(StringVector v, int count, long[] hashes) {
    long[] views = v.views();
    byte[][] buffers = v.buffers();
    boolean nulls = v.mayHaveNulls();
    for (int i = 0; i < count; i++) {
      long word0 = views[2 * i];
      long word1 = views[2 * i + 1];
      if ((int) word0 <= StringVector.INLINE) {
        hashes[i] = mix(word0 ^ (word1 * MULTIPLIER));
      } else if (!nulls || !v.isNull(i)) {
        hashes[i] = hashBytes(buffers[(int) (word1 >>> 32)], (int) word1, (int) word0);
      }
    }
  }

  /** The hash of a string's bytes, the same as that of its view. */
  public static long hashBytes(byte[] bytes, int offset, int length) {
    if (length <= StringVector.INLINE) {
      long word0 = StringVector.word0(bytes, offset, length);
      return mix(word0 ^ (StringVector.inlineRest(bytes, offset, length) * MULTIPLIER));
    }
    long hash = length * MULTIPLIER;
    int end = offset + length;
    int at = offset;
    for (; at + 8 <= end; at += 8) {
      hash = (hash ^ (long) LONG.get(bytes, at)) * MULTIPLIER;
      hash ^= hash >>> 29;
    }
    if (at < end) {
      hash = (hash ^ (long) LONG.get(bytes, end - 8)) * MULTIPLIER;
    }
    return mix(hash);
  }

  private static void hashList(ListVector v, int count, long[] hashes) {
    long[] child = new long[Math.max(1, v.childSize())];
    hash(v.child(), v.childSize(), child);
    int[] offsets = v.offsets();
    int[] lengths = v.lengths();
    for (int i = 0; i < count; i++) {
      long hash = lengths[i];
      for (int k = 0; k < lengths[i]; k++) {
        hash = combine(hash, child[offsets[i] + k]);
      }
      hashes[i] = mix(hash);
    }
  }

  private static void hashArray(ArrayVector v, int count, long[] hashes) {
    int size = v.size();
    long[] child = new long[Math.max(1, count * size)];
    hash(v.child(), count * size, child);
    for (int i = 0; i < count; i++) {
      long hash = size;
      for (int k = 0; k < size; k++) {
        hash = combine(hash, child[i * size + k]);
      }
      hashes[i] = mix(hash);
    }
  }

  private static void hashStruct(StructVector v, int count, long[] hashes) {
    long[] child = new long[Math.max(1, count)];
    for (int i = 0; i < count; i++) {
      hashes[i] = 17;
    }
    for (int field = 0; field < v.fieldCount(); field++) {
      combine(v.child(field), count, hashes, child);
    }
  }
}
