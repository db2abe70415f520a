// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.table;

import dev.eider.base.memory.MemoryManager;
import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.table.TableColumn;
import dev.eider.base.type.LogicalType;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows of one table that all transactions share, in all versions that somebody may still see.
 * Safe for any number of threads: readers take no lock, changes take the one of the row store.
 */
public final class VersionedTable {
  private final long id;
  private final List<TableColumn> columns;
  private final List<LogicalType> types;
  private final MemoryReservation reservation;
  private final RowStore store;

  /** Written by commits, one at a time. */
  private volatile Count count = new Count(0, 0);

  private volatile long lastVersion;
  private volatile boolean isReplaced;

  /**
   * A table without rows.
   *
   * @param id by which the log of its database calls the rows
   * @param columns those that are stored
   */
  public VersionedTable(long id, List<TableColumn> columns, MemoryManager memory) {
    this.id = id;
    List<TableColumn> all = new ArrayList<>(columns);
    all.add(new TableColumn("rowid", LogicalType.BIGINT, true));
    this.columns = List.copyOf(all);
    List<LogicalType> stored = new ArrayList<>();
    columns.forEach(column -> stored.add(column.type()));
    this.types = List.copyOf(stored);
    this.reservation = memory.reserve("IN_MEMORY_TABLE");
    this.store = new RowStore(reservation);
  }

  /** The live rows of a version, the last one in which they changed. */
  record Count(long version, long rows) {}

  /** The columns that are stored, and the hidden row id behind them. */
  public List<TableColumn> columns() {
    return columns;
  }

  /** By which the log of its database calls the rows. */
  public long id() {
    return id;
  }

  /** Types of the columns that are stored. */
  public List<LogicalType> storedTypes() {
    return types;
  }

  RowStore store() {
    return store;
  }

  /** Rows of one transaction, on the table's account. */
  RowStore newLocalStore() {
    return new RowStore(reservation);
  }

  Count count() {
    return count;
  }

  /** The last version in which rows changed or, once it is durable, will have changed. */
  public long lastVersion() {
    return lastVersion;
  }

  /** An altered table has taken the place of this one. */
  public void markReplaced() {
    isReplaced = true;
  }

  /** Whether it was altered, not dropped; of a table that nobody finds any more. */
  public boolean isReplaced() {
    return isReplaced;
  }

  void prepared(long version) {
    lastVersion = version;
  }

  void counted(long version, long change) {
    count = new Count(version, count.rows + change);
  }

  /** Gives all memory back: nobody finds the table any more. */
  public void release() {
    store.release();
  }
}
