// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.spill;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.ArrayVector;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.FloatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.StructVector;
import dev.eider.base.vector.Vector;
import dev.eider.base.vector.WideVector;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/**
 * A chunk of flat columns as bytes: the number of rows, then each column as a flag for NULLs, the
 * validity words, and the values in the layout of their vector; strings as lengths and bytes.
 * Little endian.
 */
public final class ChunkBytes {
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private ChunkBytes() {}

  /** Reads a chunk written by {@link Writer}; the vectors are new. */
  public static DataChunk read(List<LogicalType> types, byte[] bytes, int from) {
    Reader reader = new Reader(bytes, from, bytes.length);
    int rows = reader.getInt();
    Vector[] columns = new Vector[types.size()];
    for (int i = 0; i < columns.length; i++) {
      FlatVector column = FlatVector.allocate(types.get(i), Math.max(1, rows));
      reader.column(column, rows);
      columns[i] = column;
    }
    return new DataChunk(columns, rows);
  }

  /** Bytes being written, growing. One thread. */
  public static final class Writer {
    private byte[] bytes = new byte[1 << 12];
    private MemorySegment segment = MemorySegment.ofArray(bytes);
    private int size;

    public byte[] array() {
      return bytes;
    }

    public int size() {
      return size;
    }

    public void clear() {
      size = 0;
    }

    /** Appends a chunk of flat columns. */
    public void write(FlatVector[] columns, int rows) {
      putInt(rows);
      for (FlatVector column : columns) {
        column(column, rows);
      }
    }

    /** Appends a chunk; columns that are not flat are flattened in it. */
    public void write(DataChunk chunk) {
      putInt(chunk.size());
      for (int i = 0; i < chunk.columnCount(); i++) {
        column(chunk.flat(i), chunk.size());
      }
    }

    private void column(FlatVector column, int rows) {
      long[] mask = column.validity();
      putInt(mask == null ? 0 : 1);
      if (mask != null) {
        putLongs(mask, FlatVector.words(rows));
      }
      switch (column) {
        case IntVector v -> putInts(v.values(), rows);
        case LongVector v -> putLongs(v.values(), rows);
        case WideVector v -> putLongs(v.words(), 2 * rows);
        case DoubleVector v -> {
          room(8L * rows);
          MemorySegment.copy(v.values(), 0, segment, DOUBLE, size, rows);
          size += 8 * rows;
        }
        case FloatVector v -> {
          room(4L * rows);
          MemorySegment.copy(v.values(), 0, segment, FLOAT, size, rows);
          size += 4 * rows;
        }
        case BoolVector v -> {
          room(rows);
          System.arraycopy(v.values(), 0, bytes, size, rows);
          size += rows;
        }
        case StringVector v -> strings(v, rows);
        case ListVector v -> list(v, rows);
        case ArrayVector v -> column(v.child(), rows * v.size());
        case StructVector v -> {
          for (int i = 0; i < v.fieldCount(); i++) {
            column(v.child(i), rows);
          }
        }
      }
    }

    private void strings(StringVector v, int rows) {
      for (int i = 0; i < rows; i++) {
        int length = v.isNull(i) ? 0 : v.length(i);
        putInt(length);
        room(Math.max(length, StringVector.INLINE));
        if (length > 0) {
          v.copyBytes(i, bytes, size);
        }
        size += length;
      }
    }

    private void list(ListVector v, int rows) {
      int[] order = new int[Math.max(1, v.childSize())];
      int children = 0;
      for (int i = 0; i < rows; i++) {
        int length = v.isNull(i) ? 0 : v.lengths()[i];
        putInt(length);
        if (children + length > order.length) {
          order = Arrays.copyOf(order, Math.max(children + length, order.length * 2));
        }
        for (int k = 0; k < length; k++) {
          order[children++] = v.offsets()[i] + k;
        }
      }
      putInt(children);
      FlatVector child = FlatVector.allocate(v.child().type(), Math.max(1, children));
      child.gather(v.child(), order, children);
      column(child, children);
    }

    private void putInt(int value) {
      room(4);
      segment.set(INT, size, value);
      size += 4;
    }

    private void putInts(int[] values, int count) {
      room(4L * count);
      MemorySegment.copy(values, 0, segment, INT, size, count);
      size += 4 * count;
    }

    private void putLongs(long[] values, int count) {
      room(8L * count);
      MemorySegment.copy(values, 0, segment, LONG, size, count);
      size += 8 * count;
    }

    private void room(long more) {
      if (bytes.length - size < more) {
        bytes = Arrays.copyOf(bytes, Math.toIntExact(Math.max(size + more, bytes.length * 2L)));
        segment = MemorySegment.ofArray(bytes);
      }
    }
  }

  /** Reads chunks written one after the other. One thread. */
  public static final class Reader {
    private final byte[] bytes;
    private final MemorySegment segment;
    private final int end;
    private int position;

    /** A reader of {@code [position, end)}. */
    public Reader(byte[] bytes, int position, int end) {
      this.bytes = bytes;
      this.segment = MemorySegment.ofArray(bytes);
      this.position = position;
      this.end = end;
    }

    /**
     * Reads the next chunk into vectors of its types, whose content is lost, and answers its number
     * of rows; -1 at the end.
     */
    public int next(FlatVector[] columns) {
      if (position >= end) {
        return -1;
      }
      int rows = getInt();
      for (FlatVector column : columns) {
        column.reset();
        column(column, rows);
      }
      return rows;
    }

    private int getInt() {
      int value = segment.get(INT, position);
      position += 4;
      return value;
    }

    private void getLongs(long[] target, int count) {
      MemorySegment.copy(segment, LONG, position, target, 0, count);
      position += 8 * count;
    }

    private void column(FlatVector column, int rows) {
      column.ensureCapacity(rows);
      if (getInt() != 0) {
        getLongs(column.ensureValidity(), FlatVector.words(rows));
      }
      switch (column) {
        case IntVector v -> {
          MemorySegment.copy(segment, INT, position, v.values(), 0, rows);
          position += 4 * rows;
        }
        case LongVector v -> getLongs(v.values(), rows);
        case WideVector v -> getLongs(v.words(), 2 * rows);
        case DoubleVector v -> {
          MemorySegment.copy(segment, DOUBLE, position, v.values(), 0, rows);
          position += 8 * rows;
        }
        case FloatVector v -> {
          MemorySegment.copy(segment, FLOAT, position, v.values(), 0, rows);
          position += 4 * rows;
        }
        case BoolVector v -> {
          System.arraycopy(bytes, position, v.values(), 0, rows);
          position += rows;
        }
        case StringVector v -> {
          for (int i = 0; i < rows; i++) {
            int length = getInt();
            v.set(i, bytes, position, length);
            position += length;
          }
        }
        case ListVector v -> {
          int at = 0;
          for (int i = 0; i < rows; i++) {
            int length = getInt();
            v.setList(i, at, length);
            at += length;
          }
          int children = getInt();
          v.appendChildren(children);
          column(v.child(), children);
        }
        case ArrayVector v -> column(v.child(), rows * v.size());
        case StructVector v -> {
          for (int i = 0; i < v.fieldCount(); i++) {
            column(v.child(i), rows);
          }
        }
      }
    }
  }
}
