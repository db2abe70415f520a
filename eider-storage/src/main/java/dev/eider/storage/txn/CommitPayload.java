// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.txn;

import dev.eider.base.catalog.Catalog.EntryKind;
import dev.eider.base.catalog.CatalogEntry;
import dev.eider.base.catalog.CatalogEntry.SequenceEntry;
import dev.eider.base.catalog.SequenceCounter;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.Vector;
import dev.eider.storage.encoding.ColumnChunkWriter;
import dev.eider.storage.encoding.DecodeContext;
import dev.eider.storage.format.v1.PackInput;
import dev.eider.storage.format.v1.PackOutput;
import dev.eider.storage.table.TableChanges;
import dev.eider.storage.table.VersionedTable;
import dev.eider.storage.txn.DatabaseTransaction.Change;
import dev.eider.storage.txn.DatabaseTransaction.NameKey;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one transaction did, as the payload of a COMMIT record.
 *
 * <pre>
 *   0  u8     1, the version of this layout
 *   1  u64    version of the database that the commit makes
 *   9  list of names that were changed, in the order of the changes:
 *        u8 kind: 0 schema, 1 table or view, 2 macro, 3 table macro, 4 type, 5 sequence, 6 index
 *        text schema, and for kinds from 1 on text name, both in lower case
 *        u8 1 when it is there now; then of a schema its name as written, else the entry (EntryCodec)
 *      list of tables whose rows were changed:
 *        u64 id | u64 row id of the first inserted row | rows (RowCodec)
 *        list of runs of deleted rows: varint n | n varints: the first row id, then differences
 *        list of updates: varint column | varint n | n varints as above | column of n values
 *      list of sequences that moved: text schema | text name | counter (EntryCodec)
 * list  varint number | the parts
 * </pre>
 */
final class CommitPayload {
  private static final int LAYOUT = 1;
  private static final int VERSION_AT = 1;
  private static final int PARTS_MAX = 1 << 24;

  private CommitPayload() {}

  /** A payload whose version and row ids are filled in when they are known. */
  static final class Draft {
    private final PackOutput out;
    private final int[] firstRowAt;

    private Draft(PackOutput out, int[] firstRowAt) {
      this.out = out;
      this.firstRowAt = firstRowAt;
    }

    int size() {
      return out.size();
    }

    /** The payload. */
    byte[] finished(long version, long[] firstRows) {
      patch(VERSION_AT, version);
      for (int i = 0; i < firstRows.length; i++) {
        patch(firstRowAt[i], firstRows[i]);
      }
      return out.toArray();
    }

    private void patch(int at, long value) {
      out.u32At(at, (int) value);
      out.u32At(at + 4, (int) (value >>> 32));
    }
  }

  /** Where a sequence stood when it was looked at; it may have moved on since. */
  record Moved(String schema, SequenceEntry sequence, SequenceCounter.State state) {}

  // --- writing

  /** Writes what a transaction did that makes no more changes; {@code tables} in this order. */
  static Draft write(
      Map<NameKey, Change> names, List<StoredDatabase.Inserted> tables, List<Moved> sequences) {
    PackOutput out = new PackOutput(1 << 10);
    out.u8(LAYOUT);
    out.u64(0);
    out.varint(names.size());
    names.forEach((key, change) -> writeName(key, change, out));
    int[] firstRowAt = new int[tables.size()];
    out.varint(tables.size());
    try (ColumnChunkWriter writer = new ColumnChunkWriter()) {
      for (int i = 0; i < firstRowAt.length; i++) {
        StoredDatabase.Inserted one = tables.get(i);
        out.u64(one.changes().table().id());
        firstRowAt[i] = out.size();
        out.u64(0);
        writeRows(one, writer, out);
      }
    }
    out.varint(sequences.size());
    for (Moved moved : sequences) {
      out.text(moved.schema);
      out.text(moved.sequence.name());
      EntryCodec.writeCounter(moved.state, out);
    }
    return new Draft(out, firstRowAt);
  }

  private static void writeName(NameKey key, Change change, PackOutput out) {
    EntryKind kind = key.kind();
    out.u8(kind == null ? 0 : number(kind));
    out.text(key.schema());
    if (kind != null) {
      out.text(key.name());
    }
    CatalogEntry entry = change.entry();
    String schema = change.schema();
    out.u8(entry == null && schema == null ? 0 : 1);
    if (entry != null) {
      EntryCodec.write(entry, out);
    } else if (schema != null) {
      out.text(schema);
    }
  }

  private static int number(EntryKind kind) {
    return switch (kind) {
      case RELATION -> 1;
      case MACRO -> 2;
      case TABLE_MACRO -> 3;
      case TYPE -> 4;
      case SEQUENCE -> 5;
      case INDEX -> 6;
    };
  }

  private static void writeRows(
      StoredDatabase.Inserted one, ColumnChunkWriter writer, PackOutput out) {
    TableChanges changes = one.changes();
    RowCodec.write(changes.table().storedTypes(), one.rows(), writer, out);
    List<TableChanges.Deletion> deletions = changes.deletions();
    out.varint(deletions.size());
    for (TableChanges.Deletion deletion : deletions) {
      long[] ids = ids(deletion);
      out.varint(ids.length);
      writeIds(ids, out);
    }
    List<TableChanges.Update> updates = changes.updates();
    out.varint(updates.size());
    for (TableChanges.Update update : updates) {
      out.varint(update.column());
      out.varint(update.rowIds().length);
      writeIds(update.rowIds(), out);
      RowCodec.writeColumn(update.values(), update.rowIds().length, writer, out);
    }
  }

  private static long[] ids(TableChanges.Deletion deletion) {
    int count = 0;
    for (long word : deletion.rows()) {
      count += Long.bitCount(word);
    }
    long[] ids = new long[count];
    int at = 0;
    for (int w = 0; w < deletion.rows().length; w++) {
      for (long left = deletion.rows()[w]; left != 0; left &= left - 1) {
        ids[at++] = deletion.firstRow() + 64L * w + Long.numberOfTrailingZeros(left);
      }
    }
    return ids;
  }

  private static void writeIds(long[] ids, PackOutput out) {
    long before = 0;
    for (long id : ids) {
      out.varint(id - before);
      before = id;
    }
  }

  // --- reading

  /**
   * Does what a payload says.
   *
   * @throws dev.eider.storage.format.v1.DamagedPackException for bytes that are none of these
   */
  static void apply(PackInput in, Target target) {
    int layout = in.u8();
    if (layout != LAYOUT) {
      throw in.damaged("layout " + LAYOUT + " of a commit", layout);
    }
    target.version(in.u64());
    int names = in.count("names", PARTS_MAX);
    for (int i = 0; i < names; i++) {
      readName(in, target);
    }
    DecodeContext context = new DecodeContext();
    int tables = in.count("tables", PARTS_MAX);
    for (int i = 0; i < tables; i++) {
      readRows(in, target, context);
    }
    int sequences = in.count("sequences", PARTS_MAX);
    for (int i = 0; i < sequences; i++) {
      target.moved(in.text(), in.text(), EntryCodec.readCounter(in));
    }
    if (in.remaining() != 0) {
      throw in.damaged("the end of the commit", in.remaining() + " more bytes");
    }
  }

  /** Where a commit is repeated. */
  interface Target extends EntryCodec.TableFinder {
    void version(long version);

    /** A schema of that name as written, or null: gone. */
    void schema(String key, @Nullable String name);

    /** An entry, or null: gone. */
    void entry(EntryKind kind, String schema, String name, @Nullable CatalogEntry entry);

    /** The rows of an id. */
    VersionedTable table(long id);

    void inserted(VersionedTable table, long firstRow, List<DataChunk> rows);

    void deleted(VersionedTable table, LongVector ids, int count);

    void updated(VersionedTable table, int column, LongVector ids, DataChunk values);

    void moved(String schema, String name, SequenceCounter.State state);
  }

  private static void readName(PackInput in, Target target) {
    int kind = in.u8();
    String schema = in.text();
    if (kind == 0) {
      target.schema(schema, in.u8() == 1 ? in.text() : null);
      return;
    }
    String name = in.text();
    CatalogEntry entry = in.u8() == 1 ? EntryCodec.read(in, target) : null;
    target.entry(kind(kind, in), schema, name, entry);
  }

  private static EntryKind kind(int number, PackInput in) {
    for (EntryKind kind : EntryKind.values()) {
      if (number(kind) == number) {
        return kind;
      }
    }
    throw in.damaged("a kind of name, 0 to 6", number);
  }

  private static void readRows(PackInput in, Target target, DecodeContext context) {
    VersionedTable table = target.table(in.u64());
    long firstRow = in.u64();
    List<LogicalType> types = table.storedTypes();
    target.inserted(table, firstRow, RowCodec.read(types, in, context));
    int deletions = in.count("runs of deleted rows", PARTS_MAX);
    for (int i = 0; i < deletions; i++) {
      int count = in.count("deleted rows", Vector.CAPACITY);
      target.deleted(table, readIds(in, count), count);
    }
    int updates = in.count("updates", PARTS_MAX);
    for (int i = 0; i < updates; i++) {
      int column = in.count("number of a column", types.size() - 1L);
      int count = in.count("updated rows", Vector.CAPACITY);
      LongVector ids = readIds(in, count);
      FlatVector[] values = RowCodec.readColumn(types.get(column), count, in, context);
      target.updated(table, column, ids, new DataChunk(new Vector[] {values[0]}, count));
    }
  }

  private static LongVector readIds(PackInput in, int count) {
    LongVector ids = new LongVector(LogicalType.BIGINT, Math.max(1, count));
    long id = 0;
    for (int i = 0; i < count; i++) {
      id += in.varint();
      ids.set(i, id);
    }
    return ids;
  }
}
