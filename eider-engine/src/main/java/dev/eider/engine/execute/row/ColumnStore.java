// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.row;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import java.util.ArrayList;
import java.util.List;

/**
 * All rows of a relation with one growing vector a column, so that any row is reached by its
 * number. Filled by one thread, then read by any number. Charged to the reservation given, which
 * its owner closes.
 */
public final class ColumnStore {
  private static final int FIRST_ROWS = 64;

  private final FlatVector[] columns;
  private final MemoryReservation reservation;
  private int rows;
  private long charged;

  public ColumnStore(List<LogicalType> types, MemoryReservation reservation) {
    this(types, reservation, FIRST_ROWS);
  }

  /** A store with room for a known number of rows. */
  public ColumnStore(List<LogicalType> types, MemoryReservation reservation, int capacity) {
    this.reservation = reservation;
    columns = new FlatVector[types.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = FlatVector.allocate(types.get(i), Math.max(1, capacity));
    }
    charge();
  }

  /** The rows of a collection, in order; the collection is not changed. */
  public static ColumnStore of(ChunkCollection rows, MemoryReservation reservation) {
    ColumnStore store = new ColumnStore(rows.types(), reservation, Math.toIntExact(rows.rows()));
    ChunkCollection.Reader reader = rows.newReader();
    for (int i = 0; i < rows.chunkCount(); i++) {
      store.append(reader.read(i));
    }
    return store;
  }

  public int rows() {
    return rows;
  }

  public FlatVector column(int index) {
    return columns[index];
  }

  public FlatVector[] columns() {
    return columns;
  }

  /** Copies a chunk's rows to the end. */
  public void append(DataChunk chunk) {
    int count = chunk.size();
    for (int i = 0; i < columns.length; i++) {
      columns[i].ensureCapacity(rows + count);
      Columns.append(chunk.column(i), 0, count, columns[i], rows);
    }
    rows += count;
    charge();
  }

  /** Writes a row at a number that is known or the next one; what was there is overwritten. */
  public void set(int row, FlatVector[] source, int sourceRow) {
    for (int i = 0; i < columns.length; i++) {
      columns[i].ensureCapacity(row + 1);
      columns[i].copyRow(source[i], sourceRow, row);
    }
    rows = Math.max(rows, row + 1);
    charge();
  }

  /**
   * Writes rows {@code at..} of one column of a store that was made with room for all; different
   * columns may be filled by different threads. {@link #filled} follows.
   */
  public void fill(int column, Vector source, int count, int at) {
    Columns.append(source, 0, count, columns[column], at);
  }

  /** Every column was filled with so many rows. */
  public void filled(int count) {
    rows = count;
    charge();
  }

  /** The rows as chunks; they are read while nobody changes the store. */
  public StoredRows chunks() {
    return new Chunks();
  }

  private void charge() {
    long bytes = 0;
    for (FlatVector column : columns) {
      bytes += Columns.bytes(column);
    }
    if (bytes > charged) {
      reservation.grow(bytes - charged);
      charged = bytes;
    }
  }

  public long bytes() {
    return charged;
  }

  /** Gives the charged bytes back; the store is not used after. */
  public void release() {
    reservation.shrink(charged);
    charged = 0;
  }

  private final class Chunks implements StoredRows {
    @Override
    public List<LogicalType> types() {
      List<LogicalType> types = new ArrayList<>();
      for (FlatVector column : columns) {
        types.add(column.type());
      }
      return types;
    }

    @Override
    public long rows() {
      return rows;
    }

    @Override
    public int chunkCount() {
      return (rows + Vector.CAPACITY - 1) / Vector.CAPACITY;
    }

    @Override
    public StoredRows.Reader newReader() {
      DataChunk chunk = DataChunk.allocate(types(), Math.min(Vector.CAPACITY, Math.max(1, rows)));
      int[] selection = new int[Vector.CAPACITY];
      return index -> {
        int from = index * Vector.CAPACITY;
        int count = Math.min(Vector.CAPACITY, rows - from);
        for (int i = 0; i < count; i++) {
          selection[i] = from + i;
        }
        for (int i = 0; i < columns.length; i++) {
          chunk.flat(i).gather(columns[i], selection, count);
        }
        chunk.setSize(count);
        return chunk;
      };
    }
  }
}
