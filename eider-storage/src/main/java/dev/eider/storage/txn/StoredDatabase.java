// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.txn;

import dev.eider.base.catalog.AttachedDatabase;
import dev.eider.base.catalog.Catalog.EntryKind;
import dev.eider.base.catalog.CatalogEntry;
import dev.eider.base.catalog.CatalogEntry.TableEntry;
import dev.eider.base.catalog.CatalogTransaction;
import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.memory.MemoryManager;
import dev.eider.base.table.TableColumn;
import dev.eider.storage.table.TableChanges;
import dev.eider.storage.table.VersionedTable;
import dev.eider.storage.txn.DatabaseTransaction.Change;
import dev.eider.storage.txn.DatabaseTransaction.NameKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * One database: its committed names and rows, and the transactions on it. Commits are made one at a
 * time, under the lock of this object; transactions otherwise only share the rows' own locks.
 */
public final class StoredDatabase implements AttachedDatabase {
  private final String name;
  private final MemoryManager memory;

  /** What a transaction that begins now sees; replaced under the lock. */
  private Committed committed = new Committed(0, CatalogState.empty());

  /** What the next commit builds upon: with those that wait for the log. */
  private Committed newest = committed;

  /** Transactions under way by the version they see; guarded by the lock, as is what follows. */
  private final TreeMap<Long, Integer> active = new TreeMap<>();

  /** Names that transactions under way have changed. */
  private final Map<NameKey, DatabaseTransaction> claimed = new HashMap<>();

  /** What can be thrown away once nobody sees anything before a version, ascending. */
  private final Deque<Garbage> garbage = new ArrayDeque<>();

  private boolean closed;

  private StoredDatabase(String name, MemoryManager memory) {
    this.name = name;
    this.memory = memory;
  }

  /** An empty database that lives in memory only. */
  public static StoredDatabase inMemory(String name, MemoryManager memory) {
    return new StoredDatabase(name, memory);
  }

  private record Committed(long version, CatalogState names) {}

  /** What to clean up when all transactions see at least {@code version}. */
  private record Garbage(long version, LongConsumer clean) {}

  @Override
  public String name() {
    return name;
  }

  /** The last committed version. */
  public synchronized long version() {
    return committed.version;
  }

  @Override
  public synchronized CatalogTransaction begin(Runnable beforeFirstChange) {
    if (closed) {
      throw new EiderException(
          ErrorType.INVALID_INPUT, "the database \"" + name + "\" was detached or closed");
    }
    active.merge(committed.version, 1, Integer::sum);
    return new DatabaseTransaction(this, committed.version, committed.names, beforeFirstChange);
  }

  VersionedTable newTable(List<TableColumn> columns) {
    return new VersionedTable(columns, memory);
  }

  // --- names under change

  /**
   * Makes a name one that only this transaction changes.
   *
   * @throws EiderException TRANSACTION when another one changed it since this one began
   */
  @SuppressWarnings("ReferenceEquality")
  synchronized void claim(DatabaseTransaction transaction, NameKey key, String what, String shown) {
    DatabaseTransaction owner = claimed.get(key);
    if (owner == transaction) {
      return;
    }
    if (owner != null || changedSince(transaction, key)) {
      throw conflict(what, shown);
    }
    claimed.put(key, transaction);
  }

  private static EiderException conflict(String what, String shown) {
    return new EiderException(
        ErrorType.TRANSACTION,
        "Catalog write-write conflict on " + what + " with \"" + shown + "\"");
  }

  @SuppressWarnings("ReferenceEquality")
  private boolean changedSince(DatabaseTransaction transaction, NameKey key) {
    EntryKind kind = key.kind();
    if (kind == null) {
      return transaction.base().schema(key.schema()) != newest.names.schema(key.schema());
    }
    return transaction.base().find(kind, key.schema(), key.name())
        != newest.names.find(kind, key.schema(), key.name());
  }

  // --- ends

  /** Commits: prepared under the lock, durable and visible when the log says so. */
  void commit(DatabaseTransaction transaction) {
    if (!transaction.hasChanges()) {
      rollback(transaction);
      return;
    }
    List<TableChanges> tables = transaction.tableChanges();
    List<Inserted> inserted = new ArrayList<>();
    tables.forEach(changes -> inserted.add(new Inserted(changes, changes.insertedRows())));
    CompletableFuture<?> durable;
    synchronized (this) {
      Prepared prepared;
      try {
        prepared = prepare(transaction, inserted);
      } catch (EiderException e) {
        undo(transaction);
        throw new EiderException(ErrorType.TRANSACTION, "Failed to commit: " + e.detail(), e);
      }
      if (log == null) {
        publish(transaction, prepared);
        return;
      }
      byte[] payload = CommitPayload.write(prepared.newest.version, transaction, prepared.inserted);
      durable = log.append(payload, () -> publish(transaction, prepared));
    }
    await(durable);
  }

  /** Rows that a transaction inserted into a table, and after the commit their first row id. */
  record Inserted(TableChanges changes, List<DataChunk> rows, long firstRow) {
    Inserted(TableChanges changes, List<DataChunk> rows) {
      this(changes, rows, -1);
    }
  }

  /** A commit that has its version and its place in all tables, and is not visible yet. */
  private record Prepared(
      Committed newest, List<Inserted> inserted, List<VersionedTable> dropped) {}

  @SuppressWarnings("ReferenceEquality")
  private Prepared prepare(DatabaseTransaction transaction, List<Inserted> rows) {
    CatalogState names = newest.names;
    List<Inserted> inserted = new ArrayList<>(rows);
    List<VersionedTable> dropped = List.of();
    if (names != transaction.base() || !transaction.changes().isEmpty()) {
      names = merged(transaction);
      Set<VersionedTable> after = tablesOf(names);
      checkTables(transaction, after);
      inserted.removeIf(one -> discarded(one.changes, after));
      dropped = new ArrayList<>(tablesOf(transaction.base()));
      dropped.addAll(transaction.made());
      dropped.removeIf(after::contains);
    }
    long version = newest.version + 1;
    inserted.replaceAll(
        one -> new Inserted(one.changes, one.rows, one.changes.publishRows(one.rows, version)));
    newest = new Committed(version, names);
    return new Prepared(newest, inserted, dropped);
  }

  private synchronized void publish(DatabaseTransaction transaction, Prepared prepared) {
    long version = prepared.newest.version;
    transaction.snapshot().own().commit(version);
    prepared.inserted.forEach(one -> one.changes.committed(version));
    committed = prepared.newest;
    garbage.add(
        new Garbage(
            version,
            oldest -> {
              prepared.inserted.forEach(one -> one.changes.clean(oldest));
              prepared.dropped.forEach(VersionedTable::release);
            }));
    end(transaction);
  }

  /** Changes of a table that the same transaction dropped go with it. */
  private static boolean discarded(TableChanges changes, Set<VersionedTable> after) {
    if (after.contains(changes.table())) {
      return false;
    }
    changes.rollBack();
    return true;
  }

  /** The committed names with the transaction's changes. */
  @SuppressWarnings("ReferenceEquality")
  private CatalogState merged(DatabaseTransaction transaction) {
    if (newest.names == transaction.base()) {
      return transaction.state();
    }
    CatalogState names = newest.names;
    for (Map.Entry<NameKey, Change> entry : transaction.changes().entrySet()) {
      NameKey key = entry.getKey();
      Change change = entry.getValue();
      EntryKind kind = key.kind();
      if (kind == null) {
        String created = change.schema();
        if (changedSince(transaction, key)) {
          throw conflict(created == null ? "drop" : "create", key.schema());
        }
        names = names.withoutSchema(key.schema());
        if (created != null) {
          names = names.withSchema(created);
        }
      } else {
        if (names.schema(key.schema()) == null) {
          throw conflict("create", key.name());
        }
        names = names.with(kind, key.schema(), key.name(), change.entry());
      }
    }
    return names;
  }

  private static Set<VersionedTable> tablesOf(CatalogState names) {
    Set<VersionedTable> tables = Collections.newSetFromMap(new IdentityHashMap<>());
    for (CatalogState.SchemaState schema : names.schemas().values()) {
      for (CatalogEntry entry : schema.entries(EntryKind.RELATION).values()) {
        if (entry instanceof TableEntry table && table.table() instanceof DetachedTable rows) {
          tables.add(rows.rows());
        }
      }
    }
    return tables;
  }

  /** Rows go into tables that are still there, and no table is replaced that got new rows. */
  private void checkTables(
      DatabaseTransaction transaction, List<TableChanges> tables, Set<VersionedTable> after) {
    Set<VersionedTable> own = tablesOf(transaction.state());
    for (TableChanges changes : transaction.tableChanges()) {
      if (own.contains(changes.table()) && !after.contains(changes.table())) {
        String table = nameOf(transaction.state(), changes.table());
        throw new EiderException(
            ErrorType.TRANSACTION,
            "Transaction conflict: attempting to insert into table \""
                + table
                + "\" but it has been "
                + (stillNamed(newest.names, table) ? "altered" : "dropped")
                + " by a different transaction");
      }
    }
    for (Map.Entry<NameKey, Change> entry : transaction.changes().entrySet()) {
      NameKey key = entry.getKey();
      if (key.kind() == EntryKind.RELATION
          && transaction.base().find(EntryKind.RELATION, key.schema(), key.name())
              instanceof TableEntry before
          && before.table() instanceof DetachedTable rows
          && entry.getValue().entry() instanceof TableEntry now
          && now.table() instanceof DetachedTable replaced
          && !after.contains(rows.rows())
          && !replaced.equals(rows)
          && rows.rows().lastVersion() > transaction.snapshot().version()) {
        throw conflict("alter", before.name());
      }
    }
  }

  private static String nameOf(CatalogState names, VersionedTable rows) {
    for (CatalogState.SchemaState schema : names.schemas().values()) {
      for (CatalogEntry entry : schema.entries(EntryKind.RELATION).values()) {
        if (entry instanceof TableEntry table
            && table.table() instanceof DetachedTable detached
            && detached.rows().equals(rows)) {
          return table.name();
        }
      }
    }
    return "";
  }

  private static boolean stillNamed(CatalogState names, String table) {
    for (CatalogState.SchemaState schema : names.schemas().values()) {
      if (schema.entries(EntryKind.RELATION).containsKey(CatalogState.key(table))) {
        return true;
      }
    }
    return false;
  }

  synchronized void rollback(DatabaseTransaction transaction) {
    undo(transaction);
  }

  private void undo(DatabaseTransaction transaction) {
    transaction.tableChanges().forEach(TableChanges::rollBack);
    transaction.made().forEach(VersionedTable::release);
    end(transaction);
  }

  private void end(DatabaseTransaction transaction) {
    long version = transaction.snapshot().version();
    active.computeIfPresent(version, (key, count) -> count == 1 ? null : count - 1);
    claimed.values().removeIf(transaction::equals);
    long oldest = active.isEmpty() ? committed.version : active.firstKey();
    for (Garbage next = garbage.peek(); next != null && next.version <= oldest; ) {
      garbage.remove();
      next.clean.accept(oldest);
      next = garbage.peek();
    }
  }

  /** Whether old versions wait for transactions that may still see them. */
  synchronized boolean hasGarbage() {
    return !garbage.isEmpty();
  }

  /** Gives all memory back; scans that still run keep their rows by reference, uncounted. */
  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      tablesOf(committed.names).forEach(VersionedTable::release);
      garbage.clear();
    }
  }
}
