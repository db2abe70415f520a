// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.eider.base.env.Env;
import dev.eider.base.error.EiderException;
import dev.eider.base.memory.MemoryManager;
import dev.eider.base.table.ChunkReader;
import dev.eider.base.table.FetchedBytes;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.ScanRequest;
import dev.eider.base.table.ScanTask;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableScan;
import dev.eider.base.table.TableWriter;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.Vector;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class MemoryTableTest {
  private final MemoryManager memory = new MemoryManager(1L << 30);
  private final ScanContext context =
      new ScanContext() {
        @Override
        public Env env() {
          return Env.system();
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
  private final MemoryTable table =
      new MemoryTable(
          List.of(
              new TableColumn("n", LogicalType.INTEGER), new TableColumn("t", LogicalType.VARCHAR)),
          memory);

  private static DataChunk chunk(int from, int count) {
    DataChunk chunk =
        DataChunk.allocate(List.of(LogicalType.INTEGER, LogicalType.VARCHAR), Math.max(1, count));
    for (int i = 0; i < count; i++) {
      ((IntVector) chunk.column(0)).set(i, from + i);
      ((FlatVector) chunk.column(1)).setValue(i, Value.of("text of row number " + (from + i)));
    }
    chunk.setSize(count);
    return chunk;
  }

  private void append(int from, int count) {
    try (TableWriter writer = table.append(context)) {
      TableWriter.Local local = writer.newLocal();
      for (int at = 0; at < count; at += 700) {
        local.write(chunk(from + at, Math.min(700, count - at)), at);
      }
      local.finish();
      assertEquals(count, writer.finish());
    }
  }

  /** Row id to "n:t" of every row. */
  private TreeMap<Long, String> rows() {
    TreeMap<Long, String> rows = new TreeMap<>();
    try (TableScan scan = table.scan(new ScanRequest(new int[] {2, 0, 1}, List.of(), -1), context);
        ChunkReader reader = scan.newReader()) {
      for (ScanTask task = scan.nextTask(); task != null; task = scan.nextTask()) {
        reader.start(task, FetchedBytes.NONE);
        while (reader.next() == ChunkReader.Status.CHUNK) {
          DataChunk chunk = reader.chunk();
          for (int i = 0; i < chunk.size(); i++) {
            rows.put(
                chunk.column(0).getValue(i).asLong(),
                chunk.column(1).getValue(i).object() + ":" + chunk.column(2).getValue(i).object());
          }
        }
      }
    }
    return rows;
  }

  private static LongVector ids(List<Long> rowIds) {
    LongVector vector = new LongVector(LogicalType.BIGINT, Math.max(1, rowIds.size()));
    for (int i = 0; i < rowIds.size(); i++) {
      vector.set(i, rowIds.get(i));
    }
    return vector;
  }

  @Test
  void appendsOfAnySizeFillBlocksInOrder() {
    append(0, 1);
    append(1, 5_000);
    append(5_001, 0);
    append(5_001, 3);
    TreeMap<Long, String> rows = rows();
    assertEquals(5_004, rows.size());
    int n = 0;
    for (String row : rows.values()) {
      assertEquals(n + ":text of row number " + n, row);
      n++;
    }
    assertEquals(5_004, table.stats().rows());
  }

  @Test
  void partsOfWorkersAreOrderedByBatch() {
    try (TableWriter writer = table.append(context)) {
      TableWriter.Local first = writer.newLocal();
      TableWriter.Local second = writer.newLocal();
      second.write(chunk(100, 10), 1);
      first.write(chunk(0, 100), 0);
      first.write(chunk(110, 5), 2);
      second.finish();
      first.finish();
      writer.finish();
    }
    int n = 0;
    for (String row : rows().values()) {
      assertEquals(n + ":text of row number " + n, row);
      n++;
    }
  }

  @Test
  void changesAgreeWithAModel() {
    Random random = new Random(3);
    TreeMap<Long, String> model = new TreeMap<>();
    int next = 0;
    for (int step = 0; step < 60; step++) {
      int count = 1 + random.nextInt(900);
      append(next, count);
      next += count;
      for (var entry : rows().entrySet()) {
        model.putIfAbsent(entry.getKey(), entry.getValue());
      }
      List<Long> gone = new ArrayList<>();
      List<Long> changed = new ArrayList<>();
      for (long id : model.keySet()) {
        int dice = random.nextInt(40);
        if (dice == 0) {
          gone.add(id);
        } else if (dice == 1) {
          changed.add(id);
        }
      }
      assertEquals(gone.size(), table.delete(ids(gone), gone.size()));
      gone.forEach(model::remove);
      for (int at = 0; at < changed.size(); at += Vector.CAPACITY) {
        List<Long> part = changed.subList(at, Math.min(changed.size(), at + Vector.CAPACITY));
        DataChunk values = DataChunk.allocate(List.of(LogicalType.VARCHAR), part.size());
        for (int i = 0; i < part.size(); i++) {
          ((FlatVector) values.column(0)).setValue(i, Value.of("changed in step " + step));
          String old = model.get(part.get(i));
          model.put(part.get(i), old.substring(0, old.indexOf(':')) + ":changed in step " + step);
        }
        values.setSize(part.size());
        table.update(ids(part), new int[] {1}, values);
      }
      assertEquals(model, rows());
      assertEquals(model.size(), table.stats().rows());
    }
  }

  @Test
  void aScanSeesTheTableAsItWas() {
    append(0, 3_000);
    try (TableScan scan = table.scan(new ScanRequest(new int[] {0}, List.of(), -1), context);
        ChunkReader reader = scan.newReader()) {
      table.delete(ids(List.of(0L, 1L)), 2);
      append(3_000, 500);
      int seen = 0;
      for (ScanTask task = scan.nextTask(); task != null; task = scan.nextTask()) {
        reader.start(task, FetchedBytes.NONE);
        while (reader.next() == ChunkReader.Status.CHUNK) {
          seen += reader.chunk().size();
        }
      }
      assertEquals(3_000, seen);
    }
    assertEquals(3_498, rows().size());
  }

  @Test
  void memoryIsCountedAndGivenBack() {
    append(0, 10_000);
    long used = memory.used();
    assertFalse(used < 10_000 * 20L, "counted " + used);
    assertEquals(10_000, table.truncate());
    assertEquals(0, memory.used());
    memory.setLimit(50_000);
    assertThrows(EiderException.class, () -> append(0, 10_000));
    assertEquals(0, rows().size());
  }
}
