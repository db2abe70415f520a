// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import dev.eider.base.table.MutableTable;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.ScanRequest;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableScan;
import dev.eider.base.table.TableStats;
import dev.eider.base.table.TableWriter;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.LongVector;
import dev.eider.engine.session.catalog.RowsTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A table of boxed rows by row id, as simple as can be. */
final class FakeTable implements MutableTable {
  private final String name;
  private final List<TableColumn> columns;
  private final Map<Long, List<Value>> rows = new TreeMap<>();
  private long nextRowId;

  FakeTable(String name, List<TableColumn> columns) {
    this.name = name;
    List<TableColumn> all = new ArrayList<>(columns);
    all.add(new TableColumn("rowid", LogicalType.BIGINT, true));
    this.columns = List.copyOf(all);
  }

  @Override
  public List<TableColumn> columns() {
    return columns;
  }

  @Override
  public synchronized TableStats stats() {
    return new TableStats(rows.size(), true, List.of());
  }

  @Override
  public String describe() {
    return name;
  }

  @Override
  public synchronized TableScan scan(ScanRequest request, ScanContext context) {
    List<List<Value>> all = new ArrayList<>();
    rows.forEach((id, row) -> {
      List<Value> values = new ArrayList<>(row);
      values.add(Value.of((long) id));
      all.add(values);
    });
    return new RowsTable(name, columns, all).scan(request, context);
  }

  private synchronized void add(List<Value> row) {
    rows.put(nextRowId++, row);
  }

  @Override
  public TableWriter append(ScanContext context) {
    List<List<Value>> written = new ArrayList<>();
    return new TableWriter() {
      @Override
      public Local newLocal() {
        return new Local() {
          @Override
          public void write(DataChunk chunk, long batchIndex) {
            synchronized (written) {
              for (int r = 0; r < chunk.size(); r++) {
                List<Value> row = new ArrayList<>();
                for (int c = 0; c < chunk.columnCount(); c++) {
                  row.add(chunk.column(c).getValue(r));
                }
                written.add(row);
              }
            }
          }

          @Override
          public void finish() {}
        };
      }

      @Override
      public long finish() {
        written.forEach(FakeTable.this::add);
        return written.size();
      }

      @Override
      public void close() {}
    };
  }

  @Override
  public synchronized long delete(LongVector rowIds, int count) {
    long found = 0;
    for (int i = 0; i < count; i++) {
      found += rows.remove(rowIds.values()[i]) == null ? 0 : 1;
    }
    return found;
  }

  @Override
  public synchronized void update(LongVector rowIds, int[] updated, DataChunk values) {
    for (int i = 0; i < values.size(); i++) {
      List<Value> row = new ArrayList<>(rows.get(rowIds.values()[i]));
      for (int c = 0; c < updated.length; c++) {
        row.set(updated[c], values.column(c).getValue(i));
      }
      rows.put(rowIds.values()[i], row);
    }
  }

  @Override
  public synchronized long truncate() {
    long count = rows.size();
    rows.clear();
    return count;
  }
}
