// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.table;

import dev.eider.base.table.MutableTable;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.ScanRequest;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableScan;
import dev.eider.base.table.TableStats;
import dev.eider.base.table.TableWriter;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.LongVector;
import java.util.List;

/** A table as one transaction sees and changes it. */
public final class TransactionTable implements MutableTable {
  private final VersionedTable table;
  private final Snapshot snapshot;
  private final TableChanges changes;
  private final Runnable beforeChange;

  /**
   * A table in a transaction.
   *
   * @param beforeChange called before each change; what it throws refuses it
   */
  public TransactionTable(VersionedTable table, Snapshot snapshot, Runnable beforeChange) {
    this.table = table;
    this.snapshot = snapshot;
    this.changes = new TableChanges(table, snapshot);
    this.beforeChange = beforeChange;
  }

  /** The rows that transactions share. */
  public VersionedTable shared() {
    return table;
  }

  /** What the transaction did to the table. */
  public TableChanges changes() {
    return changes;
  }

  /** Whether the transaction did anything to the table. */
  public boolean isChanged() {
    return !changes.isEmpty();
  }

  @Override
  public List<TableColumn> columns() {
    return table.columns();
  }

  @Override
  public TableStats stats() {
    VersionedTable.Count count = table.count();
    long rows = Math.max(0, count.rows() + changes.balance());
    return new TableStats(rows, count.version() <= snapshot.version(), List.of());
  }

  @Override
  public String describe() {
    return "SEQ_SCAN";
  }

  @Override
  public TableScan scan(ScanRequest request, ScanContext context) {
    RowStore local = changes.local();
    return new VersionedScan(
        table.store().rows(),
        local == null ? new RowStore.Group[0] : local.rows().groups(),
        snapshot,
        request.columns(),
        table.columns().size() - 1,
        context);
  }

  @Override
  public TableWriter append(ScanContext context) {
    beforeChange.run();
    return new RowWriter(table.storedTypes(), context.memory(), changes::append);
  }

  @Override
  public long delete(LongVector rowIds, int count) {
    beforeChange.run();
    return changes.delete(rowIds, count);
  }

  @Override
  public void update(LongVector rowIds, int[] columns, DataChunk values) {
    beforeChange.run();
    changes.update(rowIds, columns, values);
  }

  @Override
  public long truncate() {
    beforeChange.run();
    return changes.truncate();
  }
}
