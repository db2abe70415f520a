// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.memory;

import dev.eider.base.table.TableWriter;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects chunks from workers and publishes them in batch order at the end. */
final class MemoryWriter implements TableWriter {
  private final MemoryTable table;
  private final List<LogicalType> types;

  /** Parts of finished workers; guarded by this object's lock. */
  private final List<Part> parts = new ArrayList<>();

  MemoryWriter(MemoryTable table, List<LogicalType> types) {
    this.table = table;
    this.types = types;
  }

  private record Part(long batch, int sequence, DataChunk chunk) {}

  @Override
  public Local newLocal() {
    return new Local() {
      private final List<Part> own = new ArrayList<>();

      @Override
      public void write(DataChunk chunk, long batchIndex) {
        DataChunk copy = DataChunk.allocate(types, Math.max(1, chunk.size()));
        for (int c = 0; c < types.size(); c++) {
          ((FlatVector) copy.column(c)).copyRange(chunk.flat(c), 0, 0, chunk.size());
        }
        copy.setSize(chunk.size());
        own.add(new Part(batchIndex, own.size(), copy));
      }

      @Override
      public void finish() {
        synchronized (MemoryWriter.this) {
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
    for (Part part : parts) {
      if (part.chunk().size() > 0) {
        chunks.add(part.chunk());
      }
    }
    parts.clear();
    return table.publish(chunks);
  }

  @Override
  public synchronized void close() {
    parts.clear();
  }
}
