// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet.write;

import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.FloatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Values of 32 bits: integers, bits of floats, codes of enums, booleans. */
final class IntLeaf extends LeafBuffer {
  int[] stored = new int[0];

  IntLeaf(WriteLeaf leaf) {
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
    int[] to = stored;
    int at = values;
    switch (vector) {
      case IntVector v -> {
        if (rows == null) {
          System.arraycopy(v.values(), 0, to, at, count);
        } else {
          int[] from = v.values();
          for (int i = 0; i < count; i++) {
            to[at + i] = from[rows[i]];
          }
        }
      }
      case LongVector v -> {
        long[] from = v.values();
        for (int i = 0; i < count; i++) {
          to[at + i] = (int) from[rows == null ? i : rows[i]];
        }
      }
      case FloatVector v -> {
        float[] from = v.values();
        for (int i = 0; i < count; i++) {
          to[at + i] = Float.floatToRawIntBits(from[rows == null ? i : rows[i]]);
        }
      }
      case BoolVector v -> {
        byte[] from = v.values();
        for (int i = 0; i < count; i++) {
          to[at + i] = from[rows == null ? i : rows[i]];
        }
      }
      default -> throw new IllegalStateException("not stored in 32 bits: " + vector.type());
    }
    values += count;
  }

  @Override
  void appendStored(LeafBuffer other, int from, int to) {
    room(to - from);
    System.arraycopy(((IntLeaf) other).stored, from, stored, values, to - from);
    values += to - from;
  }

  @Override
  long valueBytes() {
    return 4L * stored.length;
  }

  @Override
  long usedBytes() {
    return 4L * values;
  }
}
