// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.row;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import java.util.List;

/**
 * All rows of a relation with one growing vector a column, so that any row is reached by its number.
 * Filled by one thread, then read by any number. Charged to the reservation given, which its owner
 * closes.
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
    ColumnStore store =
        new ColumnStore(rows.types(), reservation, Math.toIntExact(rows.rows()));
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
}
