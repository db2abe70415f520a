// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.glob;

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
import org.jspecify.annotations.Nullable;

/** A table of a few rows made by a function or kept aside by a scan: names of files, rejects. */
public final class RowsTable implements Table {
  private final String name;
  private final List<TableColumn> columns;
  private final Source source;

  /** Where the rows come from; asked anew for each scan. */
  public interface Source {
    List<List<Value>> rows();
  }

  /** A table of what {@code source} answers when it is scanned. */
  public RowsTable(String name, List<TableColumn> columns, Source source) {
    this.name = name;
    this.columns = List.copyOf(columns);
    this.source = source;
  }

  @Override
  public List<TableColumn> columns() {
    return columns;
  }

  @Override
  public TableStats stats() {
    return TableStats.UNKNOWN;
  }

  @Override
  public String describe() {
    return name;
  }

  @Override
  public TableScan scan(ScanRequest request, ScanContext context) {
    return new Scan(request, source.rows());
  }

  private final class Scan implements TableScan {
    private final ScanRequest request;
    private final List<List<Value>> rows;
    private boolean handedOut;

    Scan(ScanRequest request, List<List<Value>> rows) {
      this.request = request;
      this.rows = rows;
    }

    @Override
    public synchronized @Nullable ScanTask nextTask() {
      if (handedOut) {
        return null;
      }
      handedOut = true;
      return () -> 0;
    }

    @Override
    public ChunkReader newReader() {
      return new Reader(request, rows);
    }

    @Override
    public int maxTasks() {
      return 1;
    }

    @Override
    public void close() {}
  }

  private final class Reader implements ChunkReader {
    private final ScanRequest request;
    private final List<List<Value>> rows;
    private final DataChunk chunk;
    private int at;

    Reader(ScanRequest request, List<List<Value>> rows) {
      this.request = request;
      this.rows = rows;
      List<LogicalType> types = new ArrayList<>();
      for (int column : request.columns()) {
        types.add(columns.get(column).type());
      }
      chunk = DataChunk.allocate(types, Vector.CAPACITY);
    }

    @Override
    public void start(ScanTask task, FetchedBytes bytes) {
      at = 0;
    }

    @Override
    public Status next() {
      if (at >= rows.size()) {
        return Status.END;
      }
      chunk.reset();
      int count = Math.min(Vector.CAPACITY, rows.size() - at);
      for (int i = 0; i < request.columns().length; i++) {
        for (int row = 0; row < count; row++) {
          chunk.flat(i).setValue(row, rows.get(at + row).get(request.columns()[i]));
        }
      }
      at += count;
      chunk.setSize(count);
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
