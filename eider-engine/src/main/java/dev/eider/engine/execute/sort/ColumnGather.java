// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.sort;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.FloatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.StructVector;
import dev.eider.base.vector.WideVector;
import org.jspecify.annotations.Nullable;

/**
 * Gathers one column from segments by row address. The arrays of all segments lie in one table, so
 * that a value costs two array reads and no call.
 */
abstract class ColumnGather {
  private static final int BITS = RowSegments.BITS;
  private static final int MASK = RowSegments.ROWS - 1;

  private final long @Nullable [][] validity;
  private final boolean mayHaveNulls;

  private ColumnGather(FlatVector[] vectors) {
    validity = new long[vectors.length][];
    boolean nulls = false;
    for (int i = 0; i < vectors.length; i++) {
      validity[i] = vectors[i].validity();
      nulls |= vectors[i].mayHaveNulls();
    }
    mayHaveNulls = nulls;
  }

  static ColumnGather of(LogicalType type, FlatVector[] vectors) {
    return switch (type.physical()) {
      case INT32 -> new Ints(vectors);
      case INT64 -> new Longs(vectors);
      case DOUBLE -> new Doubles(vectors);
      case FLOAT -> new Floats(vectors);
      case BOOL -> new Bools(vectors);
      case INT128, INTERVAL -> new Wides(vectors);
      case STRING -> new Strings(type, vectors);
      case STRUCT -> new Structs(type, vectors);
      case LIST, ARRAY -> new Copies(vectors);
    };
  }

  void gather(int[] addresses, int count, FlatVector target) {
    target.ensureCapacity(count);
    gatherNulls(addresses, count, target);
    gatherValues(addresses, count, target);
  }

  abstract void gatherValues(int[] addresses, int count, FlatVector target);

  private void gatherNulls(int[] addresses, int count, FlatVector target) {
    target.setValidity(null);
    long[] @Nullable [] masks = validity;
    if (!mayHaveNulls || masks == null) {
      return;
    }
    for (int i = 0; i < count; i++) {
      long[] mask = masks[addresses[i] >>> BITS];
      int row = addresses[i] & MASK;
      if (mask != null && (mask[row >> 6] >>> row & 1) == 0) {
        target.ensureValidity()[i >> 6] &= ~(1L << i);
      }
    }
  }

  private static final class Ints extends ColumnGather {
    private final int[][] values;

    Ints(FlatVector[] vectors) {
      super(vectors);
      values = new int[vectors.length][];
      for (int i = 0; i < vectors.length; i++) {
        values[i] = ((IntVector) vectors[i]).values();
      }
    }

    @Override
    void gatherValues(int[] addresses, int count, FlatVector target) {
      int[] to = ((IntVector) target).values();
      for (int i = 0; i < count; i++) {
        to[i] = values[addresses[i] >>> BITS][addresses[i] & MASK];
      }
    }
  }

  private static final class Longs extends ColumnGather {
    private final long[][] values;

    Longs(FlatVector[] vectors) {
      super(vectors);
      values = new long[vectors.length][];
      for (int i = 0; i < vectors.length; i++) {
        values[i] = ((LongVector) vectors[i]).values();
      }
    }

    @Override
    void gatherValues(int[] addresses, int count, FlatVector target) {
      long[] to = ((LongVector) target).values();
      for (int i = 0; i < count; i++) {
        to[i] = values[addresses[i] >>> BITS][addresses[i] & MASK];
      }
    }
  }

  private static final class Doubles extends ColumnGather {
    private final double[][] values;

    Doubles(FlatVector[] vectors) {
      super(vectors);
      values = new double[vectors.length][];
      for (int i = 0; i < vectors.length; i++) {
        values[i] = ((DoubleVector) vectors[i]).values();
      }
    }

    @Override
    void gatherValues(int[] addresses, int count, FlatVector target) {
      double[] to = ((DoubleVector) target).values();
      for (int i = 0; i < count; i++) {
        to[i] = values[addresses[i] >>> BITS][addresses[i] & MASK];
      }
    }
  }

  private static final class Floats extends ColumnGather {
    private final float[][] values;

    Floats(FlatVector[] vectors) {
      super(vectors);
      values = new float[vectors.length][];
      for (int i = 0; i < vectors.length; i++) {
        values[i] = ((FloatVector) vectors[i]).values();
      }
    }

    @Override
    void gatherValues(int[] addresses, int count, FlatVector target) {
      float[] to = ((FloatVector) target).values();
      for (int i = 0; i < count; i++) {
        to[i] = values[addresses[i] >>> BITS][addresses[i] & MASK];
      }
    }
  }

  private static final class Bools extends ColumnGather {
    private final byte[][] values;

    Bools(FlatVector[] vectors) {
      super(vectors);
      values = new byte[vectors.length][];
      for (int i = 0; i < vectors.length; i++) {
        values[i] = ((BoolVector) vectors[i]).values();
      }
    }

    @Override
    void gatherValues(int[] addresses, int count, FlatVector target) {
      byte[] to = ((BoolVector) target).values();
      for (int i = 0; i < count; i++) {
        to[i] = values[addresses[i] >>> BITS][addresses[i] & MASK];
      }
    }
  }

  private static final class Wides extends ColumnGather {
    private final long[][] words;

    Wides(FlatVector[] vectors) {
      super(vectors);
      words = new long[vectors.length][];
      for (int i = 0; i < vectors.length; i++) {
        words[i] = ((WideVector) vectors[i]).words();
      }
    }

    @Override
    void gatherValues(int[] addresses, int count, FlatVector target) {
      long[] to = ((WideVector) target).words();
      for (int i = 0; i < count; i++) {
        long[] from = words[addresses[i] >>> BITS];
        int row = addresses[i] & MASK;
        to[2 * i] = from[2 * row];
        to[2 * i + 1] = from[2 * row + 1];
      }
    }
  }

  /** Views are moved; the buffers of all segments are the target's buffers. */
  private static final class Strings extends ColumnGather {
    private final long[][] views;
    private final long[] base;
    private final StringVector all;

    Strings(LogicalType type, FlatVector[] vectors) {
      super(vectors);
      views = new long[vectors.length][];
      base = new long[vectors.length];
      all = new StringVector(type, 1);
      for (int i = 0; i < vectors.length; i++) {
        StringVector strings = (StringVector) vectors[i];
        views[i] = strings.views();
        base[i] = (long) all.bufferCount() << 32;
        for (int b = 0; b < strings.bufferCount(); b++) {
          all.addBuffer(strings.buffers()[b]);
        }
      }
    }

    @Override
    void gatherValues(int[] addresses, int count, FlatVector target) {
      StringVector strings = (StringVector) target;
      // The target is one reader's scratch space: when it has our buffers it has them since its
      // first chunk, and copying thousands of references for each chunk would cost more than the
      // views.
      if (all.bufferCount() > 0
          && (strings.bufferCount() != all.bufferCount()
              || strings.buffers()[0] != all.buffers()[0])) {
        strings.shareBuffers(all);
      }
      long[] to = strings.views();
      for (int i = 0; i < count; i++) {
        int segment = addresses[i] >>> BITS;
        int row = addresses[i] & MASK;
        long word = views[segment][2 * row];
        long rest = views[segment][2 * row + 1];
        to[2 * i] = word;
        to[2 * i + 1] = (int) word > StringVector.INLINE ? rest + base[segment] : rest;
      }
    }
  }

  private static final class Structs extends ColumnGather {
    private final ColumnGather[] fields;

    Structs(LogicalType type, FlatVector[] vectors) {
      super(vectors);
      fields = new ColumnGather[StructVector.childTypes(type).size()];
      for (int f = 0; f < fields.length; f++) {
        FlatVector[] children = new FlatVector[vectors.length];
        for (int i = 0; i < vectors.length; i++) {
          children[i] = ((StructVector) vectors[i]).child(f);
        }
        fields[f] = of(StructVector.childTypes(type).get(f), children);
      }
    }

    @Override
    void gatherValues(int[] addresses, int count, FlatVector target) {
      for (int f = 0; f < fields.length; f++) {
        fields[f].gather(addresses, count, ((StructVector) target).child(f));
      }
    }
  }

  /** Lists and arrays: elements are copied. */
  private static final class Copies extends ColumnGather {
    private final FlatVector[] vectors;

    Copies(FlatVector[] vectors) {
      super(vectors);
      this.vectors = vectors;
    }

    @Override
    void gather(int[] addresses, int count, FlatVector target) {
      target.reset();
      target.ensureCapacity(count);
      gatherValues(addresses, count, target);
    }

    @Override
    void gatherValues(int[] addresses, int count, FlatVector target) {
      for (int i = 0; i < count; i++) {
        target.copyRow(vectors[addresses[i] >>> BITS], addresses[i] & MASK, i);
      }
    }
  }
}
