// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.table;

import dev.eider.base.memory.MemoryManager;
import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.table.TableWriter;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/**
 * Collects chunks from workers, small ones of a batch together, and hands them on in batch order at
 * the end.
 */
final class RowWriter implements TableWriter {
  private final List<LogicalType> types;
  private final MemoryReservation reservation;
  private final Consumer<List<DataChunk>> target;

  /** Parts of finished workers; guarded by this object's lock. */
  private final List<Part> parts = new ArrayList<>();

  RowWriter(List<LogicalType> types, MemoryManager memory, Consumer<List<DataChunk>> target) {
    this.types = types;
    this.reservation = memory.reserve("INSERT");
    this.target = target;
  }

  private record Part(long batch, int sequence, DataChunk chunk) {}

  private static long bytes(DataChunk chunk) {
    long bytes = 0;
    for (int c = 0; c < chunk.columnCount(); c++) {
      bytes += ((FlatVector) chunk.column(c)).sizeInBytes();
    }
    return bytes;
  }

  @Override
  public Local newLocal() {
    return new Local() {
      private final List<Part> own = new ArrayList<>();
      private DataChunk open = new DataChunk(new Vector[0], 0);
      private long openBatch = -1;

      @Override
      public void write(DataChunk chunk, long batchIndex) {
        if (batchIndex != openBatch) {
          close();
          openBatch = batchIndex;
        }
        int from = 0;
        while (from < chunk.size()) {
          if (open.columnCount() == 0) {
            open = DataChunk.allocate(types, Math.max(1, chunk.size() - from));
          }
          int take = Math.min(chunk.size() - from, Vector.CAPACITY - open.size());
          for (int c = 0; c < types.size(); c++) {
            FlatVector column = (FlatVector) open.column(c);
            column.ensureCapacity(open.size() + take);
            column.copyRange(chunk.flat(c), from, open.size(), take);
          }
          open.setSize(open.size() + take);
          from += take;
          if (open.size() == Vector.CAPACITY) {
            close();
          }
        }
      }

      private void close() {
        if (open.size() > 0) {
          reservation.grow(bytes(open));
          own.add(new Part(openBatch, own.size(), open));
        }
        open = new DataChunk(new Vector[0], 0);
      }

      @Override
      public void finish() {
        close();
        synchronized (RowWriter.this) {
          parts.addAll(own);
        }
        own.clear();
      }
    };
  }

  @Override
  public synchronized long finish() {
    parts.sort(Comparator.comparingLong(Part::batch).thenComparingInt(Part::sequence));
    List<DataChunk> chunks = new ArrayList<>(parts.size());
    long rows = 0;
    for (Part part : parts) {
      rows += part.chunk().size();
      chunks.add(part.chunk());
    }
    parts.clear();
    // From here on the rows are on the table's account.
    reservation.close();
    target.accept(chunks);
    return rows;
  }

  @Override
  public synchronized void close() {
    parts.clear();
    reservation.close();
  }
}
