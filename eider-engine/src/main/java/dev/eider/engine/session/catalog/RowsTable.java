// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session.catalog;

import dev.eider.base.table.ChunkReader;
import dev.eider.base.table.FetchedBytes;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.ScanRequest;
import dev.eider.base.table.ScanTask;
import dev.eider.base.table.Table;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableScan;
import dev.eider.base.table.TableStats;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.Vector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A few rows of values as a table. Immutable. */
public final class RowsTable implements Table {
  private final String name;
  private final List<TableColumn> columns;
  private final List<List<Value>> rows;

  public RowsTable(String name, List<TableColumn> columns, List<List<Value>> rows) {
    this.name = name;
    this.columns = List.copyOf(columns);
    this.rows = List.copyOf(rows);
  }

  @Override
  public List<TableColumn> columns() {
    return columns;
  }

  @Override
  public TableStats stats() {
    return new TableStats(rows.size(), true, List.of());
  }

  @Override
  public String describe() {
    return name;
  }

  @Override
  public TableScan scan(ScanRequest request, ScanContext context) {
    return new Scan(request.columns());
  }

  private record Task(long index) implements ScanTask {}

  /** Tasks are runs of rows of one chunk. */
  private final class Scan implements TableScan {
    private final int[] wanted;
    private final AtomicInteger next = new AtomicInteger();

    Scan(int[] wanted) {
      this.wanted = wanted;
    }

    @Override
    public @Nullable ScanTask nextTask() {
      int task = next.getAndIncrement();
      return task < maxTasks() ? new Task(task) : null;
    }

    @Override
    public ChunkReader newReader() {
      return new Reader(wanted);
    }

    @Override
    public int maxTasks() {
      return (rows.size() + Vector.CAPACITY - 1) / Vector.CAPACITY;
    }

    @Override
    public void close() {}
  }

  private final class Reader implements ChunkReader {
    private final int[] wanted;
    private final DataChunk chunk;
    private int from = -1;

    Reader(int[] wanted) {
      this.wanted = wanted;
      List<LogicalType> types = new ArrayList<>();
      for (int column : wanted) {
        types.add(columns.get(column).type());
      }
      this.chunk = DataChunk.allocate(types, Vector.CAPACITY);
    }

    @Override
    public void start(ScanTask task, FetchedBytes bytes) {
      from = (int) task.index() * Vector.CAPACITY;
    }

    @Override
    public Status next() {
      if (from < 0) {
        return Status.END;
      }
      int to = Math.min(rows.size(), from + Vector.CAPACITY);
      chunk.reset();
      for (int c = 0; c < wanted.length; c++) {
        for (int r = from; r < to; r++) {
          chunk.flat(c).setValue(r - from, rows.get(r).get(wanted[c]));
        }
      }
      chunk.setSize(to - from);
      from = -1;
      return Status.CHUNK;
    }

    @Override
    public DataChunk chunk() {
      return chunk;
    }

    @Override
    public void close() {}
  }
}
