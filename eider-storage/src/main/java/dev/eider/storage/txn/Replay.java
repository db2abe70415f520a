// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.txn;

import dev.eider.base.catalog.Catalog.EntryKind;
import dev.eider.base.catalog.CatalogEntry;
import dev.eider.base.catalog.CatalogEntry.ColumnDefinition;
import dev.eider.base.catalog.CatalogEntry.SequenceEntry;
import dev.eider.base.catalog.SequenceCounter;
import dev.eider.base.table.TableColumn;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.LongVector;
import dev.eider.storage.format.v1.PackInput;
import dev.eider.storage.table.TableChanges;
import dev.eider.storage.table.VersionedTable;
import dev.eider.storage.txn.StoredDatabase.Inserted;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Repeats a commit of the log as a transaction. */
final class Replay implements CommitPayload.Target {
  private final StoredDatabase database;
  private final DatabaseTransaction transaction;
  private final PackInput in;
  private final List<Inserted> inserted = new ArrayList<>();

  Replay(StoredDatabase database, DatabaseTransaction transaction, PackInput in) {
    this.database = database;
    this.transaction = transaction;
    this.in = in;
  }

  /** The changes of tables, in their order. */
  List<Inserted> inserted() {
    return inserted;
  }

  @Override
  public void version(long version) {
    long expected = transaction.snapshot().version() + 1;
    if (version != expected) {
      throw in.damaged("the commit that makes version " + expected, "version " + version);
    }
  }

  @Override
  public void schema(String key, @Nullable String name) {
    transaction.dropSchema(key);
    if (name != null) {
      transaction.createSchema(name);
    }
  }

  @Override
  public void entry(EntryKind kind, String schema, String name, @Nullable CatalogEntry entry) {
    if (entry == null) {
      transaction.remove(kind, schema, name);
    } else {
      transaction.put(kind, schema, entry);
    }
  }

  @Override
  public DetachedTable find(long id, List<ColumnDefinition> columns) {
    VersionedTable known = database.table(id);
    if (known == null) {
      for (VersionedTable made : transaction.made()) {
        if (made.id() == id) {
          return new DetachedTable(made);
        }
      }
      List<TableColumn> stored = new ArrayList<>();
      columns.forEach(column -> stored.add(new TableColumn(column.name(), column.type())));
      known = database.newTable(id, stored);
      transaction.made().add(known);
    }
    return new DetachedTable(known);
  }

  @Override
  public VersionedTable table(long id) {
    VersionedTable known = database.table(id);
    if (known == null) {
      for (VersionedTable made : transaction.made()) {
        if (made.id() == id) {
          return made;
        }
      }
      throw in.damaged("the id of a table", id);
    }
    return known;
  }

  @Override
  public void inserted(VersionedTable table, long firstRow, List<DataChunk> rows) {
    TableChanges changes = transaction.changesOf(table);
    if (!rows.isEmpty()) {
      changes.skipTo(firstRow);
      changes.append(rows);
    }
    inserted.add(new Inserted(changes, rows));
  }

  @Override
  public void deleted(VersionedTable table, LongVector ids, int count) {
    transaction.changesOf(table).delete(ids, count);
  }

  @Override
  public void updated(VersionedTable table, int column, LongVector ids, DataChunk values) {
    transaction.changesOf(table).update(ids, new int[] {column}, values);
  }

  @Override
  public void moved(String schema, String name, SequenceCounter.State state) {
    if (transaction.find(EntryKind.SEQUENCE, schema, name) instanceof SequenceEntry sequence) {
      sequence.counter().restore(state);
    }
  }
}
