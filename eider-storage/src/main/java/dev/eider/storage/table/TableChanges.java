// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.table;

import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.Vector;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one transaction did to one table: the rows it inserted lie apart until the commit, its
 * updates and deletions of shared rows bear its stamp. Changes are made by one thread at a time;
 * others may scan.
 */
public final class TableChanges {
  /** Row ids of rows that the transaction inserted begin here. */
  static final long LOCAL_ROWS = 1L << 62;

  private final VersionedTable table;
  private final Snapshot snapshot;
  private final Set<Block> touched = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Block> localTouched = new HashSet<>();
  private volatile @Nullable RowStore local;
  private long inserted;
  private long deleted;

  TableChanges(VersionedTable table, Snapshot snapshot) {
    this.table = table;
    this.snapshot = snapshot;
  }

  /** The shared rows. */
  public VersionedTable table() {
    return table;
  }

  /** Rows that are only this transaction's, or null. */
  @Nullable RowStore local() {
    return local;
  }

  /** Rows inserted and not deleted since, less shared rows deleted. */
  synchronized long balance() {
    return inserted - deleted;
  }

  /** Whether there are rows to insert. */
  public synchronized boolean isInserting() {
    return inserted > 0;
  }

  synchronized boolean isEmpty() {
    return local == null && touched.isEmpty();
  }

  /** Inserts rows; the chunks' vectors are flat and the table's from now on. */
  public synchronized void append(List<DataChunk> chunks) {
    RowStore own = local;
    if (own == null) {
      own = table.newLocalStore();
      local = own;
    }
    own.append(chunks, null);
    for (DataChunk chunk : chunks) {
      inserted += chunk.size();
    }
  }

  /** Deletes rows; answers how many the transaction saw. */
  public synchronized long delete(LongVector ids, int count) {
    int[] which = new int[count];
    int shared = split(ids, count, which, true);
    long gone = table.store().delete(ids, which, shared, snapshot.own(), snapshot, touched);
    deleted += gone;
    int locals = split(ids, count, which, false);
    if (locals > 0) {
      long own = ownStore().delete(local(ids, count), which, locals, null, snapshot, localTouched);
      inserted -= own;
      gone += own;
    }
    return gone;
  }

  /** Gives columns of rows new values. */
  public synchronized void update(LongVector ids, int[] columns, DataChunk values) {
    int count = values.size();
    int[] which = new int[count];
    int shared = split(ids, count, which, true);
    table.store().update(ids, which, shared, columns, values, snapshot.own(), snapshot, touched);
    int locals = split(ids, count, which, false);
    if (locals > 0) {
      ownStore()
          .update(local(ids, count), which, locals, columns, values, null, snapshot, localTouched);
    }
  }

  synchronized long truncate() {
    long gone = table.store().deleteAll(snapshot.own(), snapshot, touched);
    deleted += gone;
    RowStore own = local;
    if (own != null) {
      long mine = own.deleteAll(null, snapshot, localTouched);
      inserted -= mine;
      gone += mine;
    }
    return gone;
  }

  private RowStore ownStore() {
    RowStore own = local;
    if (own == null) {
      throw new IllegalStateException("a row id of a transaction without rows");
    }
    return own;
  }

  /** Positions of row ids that are shared, or that are not. */
  private static int split(LongVector ids, int count, int[] which, boolean shared) {
    int found = 0;
    for (int i = 0; i < count; i++) {
      which[found] = i;
      found += ids.get(i) < LOCAL_ROWS == shared ? 1 : 0;
    }
    return found;
  }

  private static LongVector local(LongVector ids, int count) {
    LongVector own = new LongVector(ids.type(), Math.max(1, count));
    for (int i = 0; i < count; i++) {
      own.set(i, ids.get(i) - LOCAL_ROWS);
    }
    return own;
  }

  // --- ends, called by the transaction's database

  /**
   * Moves the inserted rows behind the shared ones; nobody sees them before the stamp commits.
   *
   * @param rows what {@link #insertedRows} answered
   * @param version the version that the stamp will commit to
   * @return the row id of the first of them
   */
  public synchronized long publishRows(List<DataChunk> rows, long version) {
    table.prepared(version);
    RowStore own = local;
    long end = table.store().rows().end();
    if (own != null) {
      local = null;
      table.store().adopt(rows, own, snapshot.own());
      touched.addAll(blocksFrom(end));
    }
    return end;
  }

  /** The next inserted rows get ids from this one on, if that is later than they would. */
  public synchronized void skipTo(long firstRow) {
    table.store().skipTo(firstRow);
  }

  /** Takes everything back after {@link #publishRows}: the commit will not be. */
  public synchronized void abandon(long firstRow) {
    table.store().rollBack(touched, snapshot.own());
    table.store().bury(firstRow);
  }

  /** The rows that the transaction inserted and did not delete, in flat vectors. */
  public synchronized List<DataChunk> insertedRows() {
    List<DataChunk> chunks = new ArrayList<>();
    RowStore own = local;
    if (own == null) {
      return chunks;
    }
    int[] rows = new int[Vector.CAPACITY];
    for (RowStore.Group group : own.rows().groups()) {
      for (Block block : group.blocks()) {
        Block.Content content = block.content();
        int count = Block.visible(content, snapshot, rows);
        if (count > 0) {
          Vector[] columns = new Vector[content.columns().length];
          for (int c = 0; c < columns.length; c++) {
            FlatVector values = content.columns()[c].newest();
            columns[c] = values;
            if (count < content.size()) {
              FlatVector kept = FlatVector.allocate(values.type(), count);
              kept.gather(values, rows, count);
              columns[c] = kept;
            }
          }
          chunks.add(new DataChunk(columns, count));
        }
      }
    }
    return chunks;
  }

  /** Shared rows that the transaction deleted: those with a bit set, counted from a row id. */
  public record Deletion(long firstRow, long[] rows) {}

  /** New values that the transaction gave a column of shared rows, in the order of row ids. */
  public record Update(int column, long[] rowIds, FlatVector values) {}

  /** The deletions of shared rows, in the order of row ids. */
  public synchronized List<Deletion> deletions() {
    List<Deletion> deletions = new ArrayList<>();
    for (Block block : inOrder()) {
      long[] rows = block.deletedBy(snapshot.own());
      if (rows != null) {
        deletions.add(new Deletion(block.firstRow(), rows));
      }
    }
    return deletions;
  }

  /** The updates of shared rows, one for each block and column. */
  public synchronized List<Update> updates() {
    List<Update> updates = new ArrayList<>();
    for (Block block : inOrder()) {
      for (int c = 0; c < table.storedTypes().size(); c++) {
        int[] rows = block.updatedBy(c, snapshot.own());
        if (rows.length > 0) {
          FlatVector newest = block.content().columns()[c].newest();
          FlatVector values = FlatVector.allocate(newest.type(), rows.length);
          values.gather(newest, rows, rows.length);
          long[] ids = new long[rows.length];
          for (int i = 0; i < rows.length; i++) {
            ids[i] = block.firstRow() + rows[i];
          }
          updates.add(new Update(c, ids, values));
        }
      }
    }
    return updates;
  }

  private List<Block> inOrder() {
    List<Block> blocks = new ArrayList<>(touched);
    blocks.sort(Comparator.comparingLong(Block::firstRow));
    return blocks;
  }

  private List<Block> blocksFrom(long row) {
    List<Block> blocks = new ArrayList<>();
    RowStore.Group[] groups = table.store().rows().groups();
    for (int g = groups.length - 1; g >= 0; g--) {
      Block[] all = groups[g].blocks();
      for (int b = all.length - 1; b >= 0; b--) {
        if (all[b].firstRow() + all[b].content().size() <= row) {
          return blocks;
        }
        blocks.add(all[b]);
      }
    }
    return blocks;
  }

  /** The changes are those of a version now. */
  public synchronized void committed(long version) {
    table.counted(version, inserted - deleted);
  }

  /** Drops versions that no snapshot from {@code oldest} on can tell apart. */
  public synchronized void clean(long oldest) {
    table.store().clean(touched, oldest);
  }

  /** Undoes everything. */
  public synchronized void rollBack() {
    table.store().rollBack(touched, snapshot.own());
    RowStore own = local;
    if (own != null) {
      own.release();
      local = null;
    }
  }
}
