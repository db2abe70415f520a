// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute;

import dev.eider.base.table.ChunkReader;
import dev.eider.base.table.FetchedBytes;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.ScanFilter;
import dev.eider.base.table.ScanRequest;
import dev.eider.base.table.ScanTask;
import dev.eider.base.table.Table;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableScan;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Rows of boxed values as a table of tasks of a few rows; counts what is read. */
class RowTable implements Table {
  final List<LogicalType> types;
  final List<List<Value>> rows;
  final int rowsPerTask;
  final AtomicInteger tasksTaken = new AtomicInteger();
  final AtomicInteger openScans = new AtomicInteger();
  final List<ScanFilter> seenFilters = new ArrayList<>();

  /** The row at which reading fails, or -1. */
  int failAt = -1;

  /** Every so many chunks the reader answers BLOCKED first; 0: never. */
  int blockEvery;

  /** Rows that the runtime filters of the last scan kept. */
  final AtomicInteger rowsAfterFilters = new AtomicInteger();

  FilterSupport runtimeSupport = FilterSupport.NONE;

  RowTable(List<LogicalType> types, List<List<Value>> rows, int rowsPerTask) {
    this.types = types;
    this.rows = rows;
    this.rowsPerTask = rowsPerTask;
  }

  @Override
  public List<TableColumn> columns() {
    List<TableColumn> columns = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      columns.add(new TableColumn("c" + i, types.get(i)));
    }
    return columns;
  }

  @Override
  public FilterSupport supports(ScanFilter filter) {
    return filter instanceof ScanFilter.Runtime ? runtimeSupport : FilterSupport.NONE;
  }

  @Override
  public String describe() {
    return "ROWS";
  }

  @Override
  public TableScan scan(ScanRequest request, ScanContext context) {
    openScans.incrementAndGet();
    seenFilters.addAll(request.filters());
    AtomicInteger next = new AtomicInteger();
    int tasks = (rows.size() + rowsPerTask - 1) / rowsPerTask;
    return new TableScan() {
      @Override
      public @Nullable ScanTask nextTask() {
        int index = next.getAndIncrement();
        if (index >= tasks) {
          return null;
        }
        tasksTaken.incrementAndGet();
        return () -> index;
      }

      @Override
      public ChunkReader newReader() {
        return new Reader(request, context);
      }

      @Override
      public int maxTasks() {
        return tasks;
      }

      @Override
      public void close() {
        openScans.decrementAndGet();
      }
    };
  }

  private final class Reader implements ChunkReader {
    private final ScanRequest request;
    private final ScanContext context;
    private int at;
    private int end;
    private int calls;
    private CompletableFuture<Void> blocked = CompletableFuture.completedFuture(null);
    private DataChunk chunk = new DataChunk(new Vector[0], 0);

    Reader(ScanRequest request, ScanContext context) {
      this.request = request;
      this.context = context;
    }

    @Override
    public void start(ScanTask task, FetchedBytes bytes) {
      at = (int) task.index() * rowsPerTask;
      end = Math.min(rows.size(), at + rowsPerTask);
    }

    @Override
    public Status next() {
      context.checkInterrupted();
      if (at == end) {
        return Status.END;
      }
      if (blockEvery > 0 && ++calls % blockEvery == 0) {
        blocked = new CompletableFuture<>();
        context.env().startThread("unblock", () -> blocked.complete(null));
        return Status.BLOCKED;
      }
      int count = Math.min(Vector.CAPACITY, end - at);
      int[] columns = request.columns();
      Vector[] vectors = new Vector[columns.length];
      for (int c = 0; c < columns.length; c++) {
        FlatVector vector = FlatVector.allocate(types.get(columns[c]), count);
        for (int i = 0; i < count; i++) {
          vector.setValue(i, rows.get(at + i).get(columns[c]));
        }
        vectors[c] = vector;
      }
      if (failAt >= at && failAt < at + count) {
        throw dev.eider.base.error.EiderException.invalidInput("row " + failAt + " is bad");
      }
      int[] selection = new int[count];
      for (int i = 0; i < count; i++) {
        selection[i] = i;
      }
      int kept = count;
      for (ScanFilter filter : request.filters()) {
        if (filter instanceof ScanFilter.Runtime runtime && runtime.filter().isActive()) {
          FlatVector column = FlatVector.allocate(types.get(runtime.column()), count);
          for (int i = 0; i < count; i++) {
            column.setValue(i, rows.get(at + i).get(runtime.column()));
          }
          kept = runtime.filter().filter(column, selection, kept);
        }
      }
      rowsAfterFilters.addAndGet(kept);
      if (kept < count) {
        for (int c = 0; c < vectors.length; c++) {
          FlatVector some = FlatVector.allocate(types.get(columns[c]), count);
          some.gather((FlatVector) vectors[c], selection, kept);
          vectors[c] = some;
        }
      }
      at += count;
      count = kept;
      chunk = new DataChunk(vectors, count);
      return Status.CHUNK;
    }

    @Override
    public CompletableFuture<?> blockedOn() {
      return blocked;
    }

    @Override
    public DataChunk chunk() {
      return chunk;
    }

    @Override
    public void close() {}
  }
}
