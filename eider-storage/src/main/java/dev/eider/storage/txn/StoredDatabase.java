// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.txn;

import dev.eider.base.catalog.AttachedDatabase;
import dev.eider.base.catalog.Catalog.EntryKind;
import dev.eider.base.catalog.CatalogEntry;
import dev.eider.base.catalog.CatalogEntry.SequenceEntry;
import dev.eider.base.catalog.CatalogEntry.TableEntry;
import dev.eider.base.catalog.CatalogTransaction;
import dev.eider.base.catalog.SequenceCounter;
import dev.eider.base.env.Env;
import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.memory.MemoryManager;
import dev.eider.base.table.TableColumn;
import dev.eider.base.vector.DataChunk;
import dev.eider.storage.format.v1.PackInput;
import dev.eider.storage.table.TableChanges;
import dev.eider.storage.table.VersionedTable;
import dev.eider.storage.txn.CommitPayload.Moved;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One database: its committed names and rows, and the transactions on it. Commits are made one at a
 * time, under the lock of this object; transactions otherwise only share the rows' own locks.
 */
public final class StoredDatabase implements AttachedDatabase {
  private final String name;
  private final MemoryManager memory;
  private final Env env;
  private final boolean readOnly;

  /** Null: commits are as durable as the process. Set once, before transactions. */
  private volatile @Nullable CommitLog log;

  /** Where sequences stood when the log was told last. */
  private final Map<SequenceCounter, SequenceCounter.State> logged = new ConcurrentHashMap<>();

  /** Committed tables by id; guarded by the lock, as is the next id. */
  private final Map<Long, VersionedTable> tables = new HashMap<>();

  private long nextTable = 1;

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

  /** An empty database; without a log it lives in memory only. */
  public StoredDatabase(String name, MemoryManager memory, Env env, boolean readOnly) {
    this.readOnly = readOnly;
    this.name = name;
    this.memory = memory;
    this.env = env;
  }

  /** An empty database that lives in memory only. */
  public static StoredDatabase inMemory(String name, MemoryManager memory) {
    return new StoredDatabase(name, memory, Env.system(), false);
  }

  private record Committed(long version, CatalogState names) {}

  /** What to clean up when all transactions see at least {@code version}. */
  private record Garbage(long version, LongConsumer clean) {}

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean isReadOnly() {
    return readOnly;
  }

  /** The last committed version. */
  public synchronized long version() {
    return committed.version;
  }

  @Override
  public CatalogTransaction begin(Runnable beforeFirstChange) {
    return newTransaction(beforeFirstChange, readOnly);
  }

  private synchronized DatabaseTransaction newTransaction(
      Runnable beforeFirstChange, boolean onlyReads) {
    if (closed) {
      throw new EiderException(
          ErrorType.INVALID_INPUT, "the database \"" + name + "\" was detached or closed");
    }
    active.merge(committed.version, 1, Integer::sum);
    return new DatabaseTransaction(
        this, committed.version, committed.names, onlyReads, beforeFirstChange);
  }

  synchronized VersionedTable newTable(List<TableColumn> columns) {
    return new VersionedTable(nextTable++, columns, memory);
  }

  // --- the log

  /** Makes commits durable from now on; to be called before the first transaction that changes. */
  public void startLog(CommitLog commits) {
    for (Moved moved : movedSequencesOf(commits)) {
      logged.put(moved.sequence().counter(), moved.state());
    }
  }

  private synchronized List<Moved> movedSequencesOf(CommitLog commits) {
    log = commits;
    return movedSequences();
  }

  /** Forgets everything: the log is read from its beginning. */
  public synchronized void reset() {
    tablesOf(committed.names).forEach(VersionedTable::release);
    committed = new Committed(0, CatalogState.empty());
    newest = committed;
    tables.clear();
    nextTable = 1;
  }

  /**
   * Repeats a commit of the log.
   *
   * @throws dev.eider.storage.format.v1.DamagedPackException when it is none, or not the next one
   */
  public void apply(byte[] payload) {
    DatabaseTransaction transaction = newTransaction(() -> {}, false);
    PackInput in = new PackInput(payload);
    Replay replay = new Replay(this, transaction, in);
    try {
      CommitPayload.apply(in, replay);
    } catch (RuntimeException e) {
      rollback(transaction);
      throw e;
    }
    synchronized (this) {
      publish(transaction, prepare(transaction, replay.inserted()));
    }
  }

  synchronized @Nullable VersionedTable table(long id) {
    return tables.get(id);
  }

  /** The rows of an id that the log has named. */
  synchronized VersionedTable newTable(long id, List<TableColumn> columns) {
    nextTable = Math.max(nextTable, id + 1);
    return new VersionedTable(id, columns, memory);
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
    List<Moved> moved = movedSequences();
    if (!transaction.hasChanges() && moved.isEmpty()) {
      rollback(transaction);
      return;
    }
    List<Inserted> inserted = new ArrayList<>();
    boolean sameNames = transaction.changes().isEmpty();
    Set<VersionedTable> own = sameNames ? Set.of() : tablesOf(transaction.state());
    for (TableChanges changes : transaction.tableChanges()) {
      if (sameNames || own.contains(changes.table())) {
        inserted.add(new Inserted(changes, changes.insertedRows()));
      } else {
        changes.rollBack();
      }
    }
    CommitLog target = log;
    if (target == null) {
      synchronized (this) {
        publish(transaction, prepare(transaction, inserted));
      }
      return;
    }
    CommitPayload.Draft draft;
    try {
      draft = CommitPayload.write(transaction.changes(), inserted, moved);
      target.check(draft.size());
    } catch (EiderException e) {
      rollback(transaction);
      throw failed(e);
    } catch (RuntimeException e) {
      rollback(transaction);
      throw e;
    }
    CompletableFuture<?> durable;
    synchronized (this) {
      Prepared prepared = prepare(transaction, inserted);
      durable =
          target.append(
              draft.finished(prepared.newest.version, prepared.firstRows()),
              () -> publish(transaction, prepared));
      if (durable.isCompletedExceptionally()) {
        abandon(transaction, prepared);
      }
    }
    await(durable);
    moved.forEach(one -> logged.put(one.sequence().counter(), one.state()));
  }

  private static EiderException failed(EiderException e) {
    return new EiderException(ErrorType.TRANSACTION, "Failed to commit: " + e.detail(), e);
  }

  /** Waits until a commit is durable. */
  private void await(CompletableFuture<?> durable) {
    try {
      env.await(durable);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EiderException(
          ErrorType.INTERRUPT,
          "Interrupted while a commit was on its way: whether it took place is not known");
    }
    if (durable.state() == CompletableFuture.State.FAILED) {
      String message = String.valueOf(durable.exceptionNow().getMessage());
      throw new EiderException(
          ErrorType.TRANSACTION, "Failed to commit: " + message, durable.exceptionNow());
    }
  }

  /** The log did not take a commit. */
  private void abandon(DatabaseTransaction transaction, Prepared prepared) {
    for (Inserted one : prepared.inserted) {
      one.changes.abandon(one.firstRow);
    }
    // The rows are dead for everybody; others may lie behind them in the same block.
    transaction.snapshot().own().commit(0);
    newest = prepared.before;
    transaction.made().forEach(VersionedTable::release);
    end(transaction);
  }

  /** Sequences that have moved since the log was told. */
  private synchronized List<Moved> movedSequences() {
    if (log == null) {
      return List.of();
    }
    List<Moved> moved = new ArrayList<>();
    for (Map.Entry<String, CatalogState.SchemaState> schema : newest.names.schemas().entrySet()) {
      for (CatalogEntry entry : schema.getValue().entries(EntryKind.SEQUENCE).values()) {
        if (entry instanceof SequenceEntry sequence) {
          SequenceCounter.State state = sequence.counter().state();
          if (!state.equals(logged.get(sequence.counter()))) {
            moved.add(new Moved(schema.getKey(), sequence, state));
          }
        }
      }
    }
    return moved;
  }

  /** Rows that a transaction inserted into a table, and after the commit their first row id. */
  record Inserted(TableChanges changes, List<DataChunk> rows, long firstRow) {
    Inserted(TableChanges changes, List<DataChunk> rows) {
      this(changes, rows, -1);
    }
  }

  /** A commit that has its version and its place in all tables, and is not visible yet. */
  private record Prepared(
      Committed before, Committed newest, List<Inserted> inserted, List<VersionedTable> dropped) {
    long[] firstRows() {
      return inserted.stream().mapToLong(Inserted::firstRow).toArray();
    }
  }

  @SuppressWarnings("ReferenceEquality")
  private Prepared prepare(DatabaseTransaction transaction, List<Inserted> rows) {
    CatalogState names = newest.names;
    List<VersionedTable> dropped = List.of();
    if (names != transaction.base() || !transaction.changes().isEmpty()) {
      try {
        names = merged(transaction);
        Set<VersionedTable> after = tablesOf(names);
        checkTables(transaction, after);
        dropped = new ArrayList<>(tablesOf(transaction.base()));
        dropped.addAll(transaction.made());
        dropped.removeIf(after::contains);
        markReplaced(transaction, dropped);
      } catch (EiderException e) {
        undo(transaction);
        throw failed(e);
      }
    }
    Committed before = newest;
    long version = before.version + 1;
    List<Inserted> inserted = new ArrayList<>(rows);
    inserted.replaceAll(
        one -> new Inserted(one.changes, one.rows, one.changes.publishRows(one.rows, version)));
    newest = new Committed(version, names);
    return new Prepared(before, newest, inserted, dropped);
  }

  private synchronized void publish(DatabaseTransaction transaction, Prepared prepared) {
    long version = prepared.newest.version;
    transaction.snapshot().own().commit(version);
    prepared.inserted.forEach(one -> one.changes.committed(version));
    committed = prepared.newest;
    transaction.made().forEach(table -> tables.put(table.id(), table));
    prepared.dropped.forEach(table -> tables.remove(table.id()));
    garbage.add(
        new Garbage(
            version,
            oldest -> {
              prepared.inserted.forEach(one -> one.changes.clean(oldest));
              prepared.dropped.forEach(VersionedTable::release);
            }));
    end(transaction);
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
  private void checkTables(DatabaseTransaction transaction, Set<VersionedTable> after) {
    Set<VersionedTable> own = tablesOf(transaction.state());
    for (TableChanges changes : transaction.tableChanges()) {
      if (own.contains(changes.table()) && !after.contains(changes.table())) {
        String table = nameOf(transaction.state(), changes.table());
        String what = changes.table().isReplaced() ? "altered" : "dropped";
        throw new EiderException(
            ErrorType.TRANSACTION,
            changes.isInserting()
                ? "Transaction conflict: attempting to insert into table \""
                    + table
                    + "\" but it has been "
                    + what
                    + " by a different transaction"
                : "Attempting to modify table "
                    + table
                    + " but another transaction has "
                    + what
                    + " this table");
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

  /** Tables whose names stand for other rows now were altered, not dropped. */
  private static void markReplaced(DatabaseTransaction transaction, List<VersionedTable> dropped) {
    for (Map.Entry<NameKey, Change> entry : transaction.changes().entrySet()) {
      NameKey key = entry.getKey();
      if (key.kind() == EntryKind.RELATION
          && entry.getValue().entry() instanceof TableEntry
          && transaction.base().find(EntryKind.RELATION, key.schema(), key.name())
              instanceof TableEntry before
          && before.table() instanceof DetachedTable rows
          && dropped.contains(rows.rows())) {
        rows.rows().markReplaced();
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
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    // First what is queued is written, and published in tables that are still there.
    CommitLog ended = log;
    try {
      if (ended != null) {
        ended.close();
      }
    } finally {
      releaseAll();
    }
  }

  private synchronized void releaseAll() {
    tablesOf(committed.names).forEach(VersionedTable::release);
    garbage.clear();
  }
}
