// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.txn;

import dev.eider.base.catalog.Catalog;
import dev.eider.base.catalog.CatalogEntry;
import dev.eider.base.catalog.CatalogEntry.TableEntry;
import dev.eider.base.catalog.CatalogTransaction;
import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.table.TableColumn;
import dev.eider.storage.table.Snapshot;
import dev.eider.storage.table.Stamp;
import dev.eider.storage.table.TableChanges;
import dev.eider.storage.table.TransactionTable;
import dev.eider.storage.table.VersionedTable;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A transaction and the database as it sees it. All methods lock the transaction; a change of a
 * name is announced to the database, so that others meet it.
 */
final class DatabaseTransaction implements CatalogTransaction, Catalog {
  private final StoredDatabase database;
  private final Snapshot snapshot;
  private final CatalogState base;
  private final boolean onlyReads;
  private final Runnable beforeFirstChange;
  private CatalogState state;

  /** What became of names (null: gone), in the order in which they were changed first. */
  private final Map<NameKey, Change> changes = new LinkedHashMap<>();

  /** The tables that were looked at. */
  private final Map<VersionedTable, TransactionTable> tables = new IdentityHashMap<>();

  /** Entries as they were handed out, by stored entry. */
  private final Map<CatalogEntry, TableEntry> bound = new IdentityHashMap<>();

  /** Tables that this transaction made. */
  private final List<VersionedTable> made = new ArrayList<>();

  private boolean announced;
  private boolean ended;

  DatabaseTransaction(
      StoredDatabase database,
      long version,
      CatalogState base,
      boolean onlyReads,
      Runnable beforeFirstChange) {
    this.database = database;
    this.onlyReads = onlyReads;
    this.snapshot = new Snapshot(version, new Stamp());
    this.base = base;
    this.state = base;
    this.beforeFirstChange = beforeFirstChange;
  }

  /** A name of a kind in a schema, all in lower case; without a kind the schema itself. */
  record NameKey(@Nullable EntryKind kind, String schema, String name) {}

  /** What a name stands for now; both null: nothing. */
  record Change(@Nullable CatalogEntry entry, @Nullable String schema) {}

  Snapshot snapshot() {
    return snapshot;
  }

  CatalogState base() {
    return base;
  }

  CatalogState state() {
    return state;
  }

  Map<NameKey, Change> changes() {
    return changes;
  }

  List<VersionedTable> made() {
    return made;
  }

  /** What was done to tables. */
  synchronized List<TableChanges> tableChanges() {
    List<TableChanges> changed = new ArrayList<>();
    for (TransactionTable table : tables.values()) {
      if (table.isChanged()) {
        changed.add(table.changes());
      }
    }
    return changed;
  }

  /** What is done to a table. */
  synchronized TableChanges changesOf(VersionedTable rows) {
    return table(rows).changes();
  }

  // --- the transaction

  @Override
  public Catalog catalog() {
    return this;
  }

  @Override
  public synchronized boolean hasChanges() {
    return !changes.isEmpty() || !tableChanges().isEmpty();
  }

  @Override
  public void commit() {
    synchronized (this) {
      requireOpen();
      ended = true;
    }
    // Without the lock: the commit is published by another thread, and waited for.
    database.commit(this);
  }

  @Override
  public synchronized void rollback() {
    if (!ended) {
      ended = true;
      database.rollback(this);
    }
  }

  private void requireOpen() {
    if (ended) {
      throw EiderException.internal("the transaction has ended");
    }
  }

  private synchronized void announce() {
    requireOpen();
    if (!announced) {
      if (onlyReads) {
        throw new EiderException(
            ErrorType.INVALID_INPUT,
            "Cannot write to database \""
                + database.name()
                + "\" which is attached in read-only mode!");
      }
      beforeFirstChange.run();
      announced = true;
    }
  }

  // --- names

  @Override
  public String name() {
    return database.name();
  }

  @Override
  public synchronized List<String> schemas() {
    List<String> names = new ArrayList<>();
    for (CatalogState.SchemaState schema : state.schemas().values()) {
      names.add(schema.name());
    }
    return names;
  }

  @Override
  public synchronized void createSchema(String schema) {
    if (state.schema(schema) != null) {
      throw EiderException.catalog("Schema with name \"" + schema + "\" already exists!");
    }
    change(new NameKey(null, CatalogState.key(schema), ""), "create", schema);
    state = state.withSchema(schema);
    changes.put(new NameKey(null, CatalogState.key(schema), ""), new Change(null, schema));
  }

  @Override
  public synchronized void dropSchema(String schema) {
    if (state.schema(schema) == null) {
      return;
    }
    change(new NameKey(null, CatalogState.key(schema), ""), "drop", schema);
    state = state.withoutSchema(schema);
    changes.keySet().removeIf(key -> key.schema().equals(CatalogState.key(schema)));
    changes.put(new NameKey(null, CatalogState.key(schema), ""), new Change(null, null));
  }

  @Override
  public synchronized @Nullable CatalogEntry find(EntryKind kind, String schema, String entry) {
    CatalogEntry found = state.find(kind, schema, entry);
    return found == null ? null : bind(found);
  }

  @Override
  public synchronized List<CatalogEntry> list(EntryKind kind, String schema) {
    List<CatalogEntry> found = state.list(kind, schema);
    found.replaceAll(this::bind);
    return found;
  }

  private CatalogEntry bind(CatalogEntry stored) {
    if (!(stored instanceof TableEntry entry && entry.table() instanceof DetachedTable detached)) {
      return stored;
    }
    return bound.computeIfAbsent(
        stored,
        key ->
            new TableEntry(
                entry.name(),
                entry.columns(),
                entry.constraints(),
                entry.temporary(),
                table(detached.rows())));
  }

  private TransactionTable table(VersionedTable rows) {
    return tables.computeIfAbsent(
        rows, shared -> new TransactionTable(shared, snapshot, this::announce));
  }

  @Override
  public synchronized void put(EntryKind kind, String schema, CatalogEntry entry) {
    if (state.schema(schema) == null) {
      throw EiderException.catalog("Schema with name " + schema + " does not exist!");
    }
    boolean isNew = state.find(kind, schema, entry.name()) == null;
    NameKey key = new NameKey(kind, CatalogState.key(schema), CatalogState.key(entry.name()));
    change(key, isNew ? "create" : "alter", entry.name());
    CatalogEntry stored = detach(entry);
    state = state.with(kind, schema, entry.name(), stored);
    changes.put(key, new Change(stored, null));
  }

  private static CatalogEntry detach(CatalogEntry entry) {
    if (entry instanceof TableEntry table
        && table.table() instanceof TransactionTable transactional) {
      return new TableEntry(
          table.name(),
          table.columns(),
          table.constraints(),
          table.temporary(),
          new DetachedTable(transactional.shared()));
    }
    return entry;
  }

  @Override
  public synchronized void remove(EntryKind kind, String schema, String entry) {
    if (state.find(kind, schema, entry) == null) {
      return;
    }
    NameKey key = new NameKey(kind, CatalogState.key(schema), CatalogState.key(entry));
    change(key, "drop", entry);
    state = state.with(kind, schema, entry, null);
    changes.put(key, new Change(null, null));
  }

  private void change(NameKey key, String what, String name) {
    announce();
    database.claim(this, key, what, name);
  }

  @Override
  public synchronized TableEntry newTable(
      String tableName,
      List<CatalogEntry.ColumnDefinition> columns,
      List<String> constraints,
      boolean temporary) {
    announce();
    List<TableColumn> stored = new ArrayList<>();
    for (CatalogEntry.ColumnDefinition column : columns) {
      stored.add(new TableColumn(column.name(), column.type()));
    }
    VersionedTable rows = database.newTable(stored);
    made.add(rows);
    return new TableEntry(tableName, columns, constraints, temporary, table(rows));
  }
}
