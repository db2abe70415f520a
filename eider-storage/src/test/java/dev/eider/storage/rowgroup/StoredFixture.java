// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.rowgroup;

import dev.eider.base.env.Env;
import dev.eider.base.memory.MemoryManager;
import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.table.ChunkReader;
import dev.eider.base.table.FetchPlan;
import dev.eider.base.table.FetchPlan.ByteRange;
import dev.eider.base.table.FetchedBytes;
import dev.eider.base.table.ObjectVersion;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.ScanRequest;
import dev.eider.base.table.ScanTask;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.Vector;
import dev.eider.storage.format.v1.PackColumn;
import dev.eider.storage.format.v1.RowGroupMeta;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** Rows written to packs, kept in memory, and scanned. */
final class StoredFixture {
  final List<PackColumn> columns = new ArrayList<>();
  final MemoryManager memory = new MemoryManager(1L << 30);
  final Map<String, MemorySegment> objects = new HashMap<>();
  final List<ObjectVersion> packs = new ArrayList<>();
  final List<RowGroupMeta> groups = new ArrayList<>();
  final List<FinishedPack> finished = new ArrayList<>();
  final AtomicInteger reads = new AtomicInteger();

  StoredFixture(LogicalType... types) {
    for (LogicalType type : types) {
      columns.add(new PackColumn(columns.size() + 10, type));
    }
  }

  /** Writes rows as packs of about so many bytes. */
  void write(List<List<Value>> rows, long packBytes) {
    MemoryReservation reservation = memory.reserve("TEST");
    try (PackWriter writer = new PackWriter(7, columns, 1000, packBytes, reservation, this::keep)) {
      List<LogicalType> types = columns.stream().map(PackColumn::type).toList();
      for (int from = 0; from < rows.size(); from += 1000) {
        List<List<Value>> some = rows.subList(from, Math.min(rows.size(), from + 1000));
        DataChunk chunk = DataChunk.allocate(types, 1000);
        for (int i = 0; i < some.size(); i++) {
          for (int c = 0; c < types.size(); c++) {
            chunk.flat(c).setValue(i, some.get(i).get(c));
          }
        }
        chunk.setSize(some.size());
        writer.append(chunk);
      }
      writer.finish();
    }
    reservation.close();
  }

  private void keep(FinishedPack pack) {
    int number = packs.size();
    String address = "mem://db/seg/" + number + ".pack";
    objects.put(address, pack.bytes());
    packs.add(new ObjectVersion(address, "", pack.bytes().byteSize()));
    for (RowGroupMeta group : pack.groups()) {
      groups.add(group.inPack(number));
    }
    finished.add(pack);
  }

  StoredRowGroups stored() {
    return new StoredRowGroups(columns, packs, groups);
  }

  ScanContext context() {
    return new ScanContext() {
      private final Env env = Env.system();

      @Override
      public Env env() {
        return env;
      }

      @Override
      public MemoryManager memory() {
        return memory;
      }

      @Override
      public int threads() {
        return 1;
      }

      @Override
      public String timeZone() {
        return "UTC";
      }

      @Override
      public void checkInterrupted() {}

      @Override
      public void addBytesRead(long bytes) {}
    };
  }

  /** The bytes of a plan; a range that is not in it is an error. */
  FetchedBytes fetch(FetchPlan plan) {
    return new FetchedBytes() {
      @Override
      public CompletableFuture<?> ready() {
        return CompletableFuture.completedFuture(null);
      }

      @Override
      public MemorySegment get(ByteRange range) {
        if (!plan.ranges().contains(range)) {
          throw new AssertionError(range + " is not in the plan");
        }
        reads.incrementAndGet();
        return objects
            .get(range.object().address())
            .asSlice(range.offset(), range.length())
            .asReadOnly();
      }

      @Override
      public void close() {}
    };
  }

  /** All rows of a scan, in order. */
  List<List<Value>> scan(ScanRequest request, VisibleRows visible) {
    List<List<Value>> rows = new ArrayList<>();
    try (RowGroupScan scan = new RowGroupScan(stored(), request, context(), visible);
        ChunkReader reader = scan.newReader()) {
      for (ScanTask task = scan.nextTask(); task != null; task = scan.nextTask()) {
        FetchedBytes bytes = fetch(task.fetchPlan());
        List<? extends ScanTask> slices = task.slices().isEmpty() ? List.of(task) : task.slices();
        for (ScanTask slice : slices) {
          reader.start(slice, bytes);
          while (reader.next() == ChunkReader.Status.CHUNK) {
            addRows(reader.chunk(), rows);
          }
        }
      }
    }
    return rows;
  }

  static void addRows(DataChunk chunk, List<List<Value>> rows) {
    for (int i = 0; i < chunk.size(); i++) {
      List<Value> row = new ArrayList<>();
      for (Vector column : chunk.columns()) {
        row.add(column.getValue(i));
      }
      rows.add(row);
    }
  }
}
