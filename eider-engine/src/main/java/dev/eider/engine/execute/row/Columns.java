// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.row;

import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.DictionaryVector;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.FloatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.SequenceVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.StructVector;
import dev.eider.base.vector.Vector;
import dev.eider.base.vector.WideVector;

/**
 * Loops that copy values between vectors. The target must have room, and its rows from {@code at}
 * on must not have been marked NULL. Text is copied into the target's own storage.
 */
public final class Columns {
  private Columns() {}

  /** Copies rows {@code [from, from + count)} of any vector to rows {@code at..} of the target. */
  public static void append(Vector source, int from, int count, FlatVector target, int at) {
    switch (source) {
      case FlatVector flat -> appendFlat(flat, from, count, target, at);
      case ConstantVector constant -> target.fill(constant.value(), 0, at, count);
      case DictionaryVector codes -> {
        FlatVector dictionary = codes.dictionary();
        int[] rows = codes.codes();
        for (int i = 0; i < count; i++) {
          target.copyRow(dictionary, rows[from + i], at + i);
        }
      }
      case SequenceVector sequence -> {
        if (target instanceof IntVector ints) {
          int[] values = ints.values();
          for (int i = 0; i < count; i++) {
            values[at + i] = (int) (sequence.start() + (from + i) * sequence.step());
          }
        } else {
          long[] values = ((LongVector) target).values();
          for (int i = 0; i < count; i++) {
            values[at + i] = sequence.start() + (from + i) * sequence.step();
          }
        }
      }
    }
  }

  private static void appendFlat(
      FlatVector source, int from, int count, FlatVector target, int at) {
    switch (source) {
      case IntVector v -> {
        System.arraycopy(v.values(), from, ((IntVector) target).values(), at, count);
        copyNulls(source, from, count, target, at);
      }
      case LongVector v -> {
        System.arraycopy(v.values(), from, ((LongVector) target).values(), at, count);
        copyNulls(source, from, count, target, at);
      }
      case DoubleVector v -> {
        System.arraycopy(v.values(), from, ((DoubleVector) target).values(), at, count);
        copyNulls(source, from, count, target, at);
      }
      case FloatVector v -> {
        System.arraycopy(v.values(), from, ((FloatVector) target).values(), at, count);
        copyNulls(source, from, count, target, at);
      }
      case BoolVector v -> {
        System.arraycopy(v.values(), from, ((BoolVector) target).values(), at, count);
        copyNulls(source, from, count, target, at);
      }
      case WideVector v -> {
        System.arraycopy(v.words(), 2 * from, ((WideVector) target).words(), 2 * at, 2 * count);
        copyNulls(source, from, count, target, at);
      }
      default -> {
        for (int i = 0; i < count; i++) {
          target.copyRow(source, from + i, at + i);
        }
      }
    }
  }

  private static void copyNulls(FlatVector source, int from, int count, FlatVector target, int at) {
    long[] mask = source.validity();
    if (mask == null) {
      return;
    }
    for (int i = 0; i < count; i++) {
      int row = from + i;
      if ((mask[row >> 6] >>> row & 1) == 0) {
        target.setNull(at + i);
      }
    }
  }

  /** Copies the rows {@code selection[0, count)} of a flat vector to rows {@code at..}. */
  public static void appendSelected(
      FlatVector source, int[] selection, int count, FlatVector target, int at) {
    switch (source) {
      case IntVector v -> {
        int[] values = v.values();
        int[] to = ((IntVector) target).values();
        for (int i = 0; i < count; i++) {
          to[at + i] = values[selection[i]];
        }
        copyNulls(source, selection, count, target, at);
      }
      case LongVector v -> {
        long[] values = v.values();
        long[] to = ((LongVector) target).values();
        for (int i = 0; i < count; i++) {
          to[at + i] = values[selection[i]];
        }
        copyNulls(source, selection, count, target, at);
      }
      case DoubleVector v -> {
        double[] values = v.values();
        double[] to = ((DoubleVector) target).values();
        for (int i = 0; i < count; i++) {
          to[at + i] = values[selection[i]];
        }
        copyNulls(source, selection, count, target, at);
      }
      default -> {
        for (int i = 0; i < count; i++) {
          target.copyRow(source, selection[i], at + i);
        }
      }
    }
  }

  private static void copyNulls(
      FlatVector source, int[] selection, int count, FlatVector target, int at) {
    long[] mask = source.validity();
    if (mask == null) {
      return;
    }
    for (int i = 0; i < count; i++) {
      int row = selection[i];
      if ((mask[row >> 6] >>> row & 1) == 0) {
        target.setNull(at + i);
      }
    }
  }

  /** A copy of rows {@code [from, from + count)} of a chunk, owned by the caller. */
  public static DataChunk slice(DataChunk chunk, int from, int count) {
    Vector[] columns = new Vector[chunk.columnCount()];
    for (int i = 0; i < columns.length; i++) {
      FlatVector copy = FlatVector.allocate(chunk.column(i).type(), Math.max(1, count));
      append(chunk.column(i), from, count, copy, 0);
      columns[i] = copy;
    }
    return new DataChunk(columns, count);
  }

  /** The vector itself if it is flat, else its rows in {@code scratch}. */
  public static FlatVector flat(Vector vector, int count, FlatVector scratch) {
    if (vector instanceof FlatVector flat) {
      return flat;
    }
    vector.flattenInto(scratch, count);
    return scratch;
  }

  /**
   * Heap bytes a vector holds, counting every text buffer; for vectors whose buffers are their own.
   */
  public static long bytes(FlatVector vector) {
    long[] mask = vector.validity();
    long bytes = mask == null ? 32 : 32 + 8L * mask.length;
    return switch (vector) {
      case StringVector strings -> {
        bytes += 8L * strings.views().length;
        byte[][] buffers = strings.buffers();
        for (int i = 0; i < strings.bufferCount(); i++) {
          bytes += buffers[i].length;
        }
        yield bytes;
      }
      case ListVector list -> bytes + 8L * list.offsets().length + bytes(list.child());
      case StructVector struct -> {
        for (int i = 0; i < struct.fieldCount(); i++) {
          bytes += bytes(struct.child(i));
        }
        yield bytes;
      }
      default -> bytes + vector.sizeInBytes();
    };
  }
}
