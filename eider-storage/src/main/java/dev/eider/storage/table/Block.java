// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.table;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Up to {@link Vector#CAPACITY} rows and their versions.
 *
 * <p>Invariants: a published {@link Content} and the vectors it names never change; a change builds
 * a new one, under the lock of the table, and publishes it. Columns hold the newest values,
 * committed or not; what older snapshots see lies in a chain of {@link Undo}s, newest first. A
 * row's newer version is only ever written by who sees the older one, so that the undos a snapshot
 * does not see are the first ones of each row.
 */
final class Block {
  private static final DeleteSet[] NO_DELETES = {};
  private static final InsertRun[] NO_RUNS = {};
  private static final ColumnState[] NO_COLUMNS = {};

  private final long firstRow;
  private volatile Content content;

  /**
   * One state of the rows.
   *
   * @param columns empty when every row is deleted for everybody
   * @param size rows, deleted ones included
   * @param inserts from which row on they belong to which transaction, ascending in rows and
   *     versions; rows before the first are everybody's
   * @param deletes rows that transactions deleted, one set each
   * @param bytes heap bytes
   */
  record Content(
      ColumnState[] columns, int size, InsertRun[] inserts, DeleteSet[] deletes, long bytes) {}

  /** The newest values of a column and what undoes them. */
  record ColumnState(FlatVector newest, @Nullable Undo undo) {}

  /** The values that some rows (ascending) had before a transaction's update. */
  record Undo(Stamp stamp, int[] rows, FlatVector old, @Nullable Undo older) {}

  /** Rows from {@code from} on were inserted by the stamp's transaction. */
  record InsertRun(Stamp stamp, int from) {}

  /** Deleted rows, a bit each; without a stamp for everybody. */
  record DeleteSet(@Nullable Stamp stamp, long[] rows) {
    boolean contains(int row) {
      return (rows[row >> 6] >>> row & 1) != 0;
    }
  }

  /** Rows of these vectors, which the block owns from now on. */
  Block(long firstRow, FlatVector[] columns, int size, @Nullable Stamp stamp) {
    this.firstRow = firstRow;
    ColumnState[] states = new ColumnState[columns.length];
    long bytes = 0;
    for (int c = 0; c < columns.length; c++) {
      states[c] = new ColumnState(columns[c], null);
      bytes += columns[c].sizeInBytes();
    }
    InsertRun[] runs = stamp == null ? NO_RUNS : new InsertRun[] {new InsertRun(stamp, 0)};
    content = new Content(states, size, runs, NO_DELETES, bytes);
  }

  /** Row id of the first row. */
  long firstRow() {
    return firstRow;
  }

  Content content() {
    return content;
  }

  void publish(Content next) {
    content = next;
  }

  // --- reading

  /**
   * Writes the rows a snapshot sees to {@code rows}, unless it sees all: then the answer is {@code
   * size} and {@code rows} is not touched.
   */
  static int visible(Content content, Snapshot snapshot, int[] rows) {
    return visible(content, snapshot, rows, content.size);
  }

  /** The same of the first {@code limit} rows only. */
  static int visible(Content content, Snapshot snapshot, int[] rows, int limit) {
    int size = Math.min(content.size, limit);
    for (InsertRun run : content.inserts) {
      if (!snapshot.sees(run.stamp)) {
        size = Math.min(size, run.from);
        break;
      }
    }
    long[] dead = null;
    for (DeleteSet set : content.deletes) {
      if (snapshot.sees(set.stamp)) {
        dead = dead == null ? set.rows : union(dead, set.rows);
      }
    }
    if (dead == null) {
      if (size < content.size) {
        for (int i = 0; i < size; i++) {
          rows[i] = i;
        }
      }
      return size;
    }
    int count = 0;
    for (int row = 0; row < size; row++) {
      rows[count] = row;
      count += (int) (~(dead[row >> 6] >>> row) & 1);
    }
    return count;
  }

  private static long[] union(long[] a, long[] b) {
    long[] both = a.clone();
    for (int w = 0; w < both.length; w++) {
      both[w] |= b[w];
    }
    return both;
  }

  /** The values of a column as a snapshot sees them; shared, not to be changed. */
  static FlatVector values(Content content, int column, Snapshot snapshot) {
    ColumnState state = content.columns[column];
    FlatVector values = state.newest;
    boolean copied = false;
    for (Undo undo = state.undo; undo != null; undo = undo.older) {
      if (!snapshot.sees(undo.stamp)) {
        if (!copied) {
          values = copy(values, content.size);
          copied = true;
        }
        restore(undo, values);
      }
    }
    return values;
  }

  private static void restore(Undo undo, FlatVector values) {
    for (int i = 0; i < undo.rows.length; i++) {
      values.copyRow(undo.old, i, undo.rows[i]);
    }
  }

  static FlatVector copy(FlatVector source, int size) {
    FlatVector copy = FlatVector.allocate(source.type(), Math.max(1, size));
    copy.copyRange(source, 0, 0, size);
    return copy;
  }

  // --- what a transaction did; it has made its last change

  /** The rows that a transaction deleted, a bit each; null when there are none. */
  @SuppressWarnings("ReferenceEquality")
  long @Nullable [] deletedBy(Stamp stamp) {
    for (DeleteSet set : content.deletes) {
      if (set.stamp == stamp) {
        return set.rows;
      }
    }
    return null;
  }

  /** The rows of which a transaction changed a column, ascending. */
  @SuppressWarnings("ReferenceEquality")
  int[] updatedBy(int column, Stamp stamp) {
    Content now = content;
    if (now.columns.length == 0) {
      return new int[0];
    }
    long[] rows = new long[FlatVector.words(Vector.CAPACITY)];
    int count = 0;
    for (Undo undo = now.columns[column].undo; undo != null; undo = undo.older) {
      if (undo.stamp == stamp) {
        rows = union(rows, mask(undo.rows));
      }
    }
    for (long word : rows) {
      count += Long.bitCount(word);
    }
    int[] found = new int[count];
    int at = 0;
    for (int row = 0; at < count; row++) {
      found[at] = row;
      at += (int) (rows[row >> 6] >>> row & 1);
    }
    return found;
  }

  // --- changing, under the table's lock

  /** Whether rows can be added. */
  boolean hasRoom() {
    return content.size < Vector.CAPACITY && content.columns.length > 0;
  }

  /** The state with {@code count} more rows from {@code from} on of these vectors. */
  Content extended(FlatVector[] source, int from, int count, @Nullable Stamp stamp) {
    Content old = content;
    int size = old.size + count;
    ColumnState[] states = new ColumnState[old.columns.length];
    long bytes = old.bytes;
    for (int c = 0; c < states.length; c++) {
      FlatVector before = old.columns[c].newest;
      FlatVector grown = FlatVector.allocate(before.type(), size);
      grown.copyRange(before, 0, 0, old.size);
      grown.copyRange(source[c], from, old.size, count);
      states[c] = new ColumnState(grown, old.columns[c].undo);
      bytes += grown.sizeInBytes() - before.sizeInBytes();
    }
    InsertRun[] runs = old.inserts;
    if (stamp != null) {
      runs = Arrays.copyOf(runs, runs.length + 1);
      runs[runs.length - 1] = new InsertRun(stamp, old.size);
    }
    return new Content(states, size, runs, old.deletes, bytes);
  }

  /**
   * The state without some rows.
   *
   * @param rows a bit for each row that goes
   * @param stamp whose deletion it is; null: everybody's
   * @throws EiderException TRANSACTION when another transaction changed or deleted one of them
   */
  @SuppressWarnings("ReferenceEquality")
  Content without(long[] rows, @Nullable Stamp stamp, Snapshot snapshot) {
    Content old = content;
    if (stamp != null) {
      refuseConflict(old, rows, snapshot, "Conflict on tuple deletion!");
      for (ColumnState state : old.columns) {
        refuseUpdated(state, rows, snapshot, "Conflict on tuple deletion!");
      }
    }
    List<DeleteSet> sets = new ArrayList<>(List.of(old.deletes));
    long bytes = old.bytes;
    int own = -1;
    for (int i = 0; i < sets.size(); i++) {
      if (sets.get(i).stamp == stamp) {
        own = i;
      }
    }
    if (own < 0) {
      sets.add(new DeleteSet(stamp, rows.clone()));
      bytes += 8L * rows.length;
    } else {
      sets.set(own, new DeleteSet(stamp, union(sets.get(own).rows, rows)));
    }
    return new Content(old.columns, old.size, old.inserts, sets.toArray(DeleteSet[]::new), bytes);
  }

  private static void refuseConflict(Content old, long[] rows, Snapshot snapshot, String message) {
    for (DeleteSet set : old.deletes) {
      if (!snapshot.sees(set.stamp) && meet(set.rows, rows)) {
        throw new EiderException(ErrorType.TRANSACTION, message);
      }
    }
  }

  private static void refuseUpdated(
      ColumnState state, long[] rows, Snapshot snapshot, String message) {
    for (Undo undo = state.undo; undo != null; undo = undo.older) {
      if (!snapshot.sees(undo.stamp)) {
        for (int row : undo.rows) {
          if ((rows[row >> 6] >>> row & 1) != 0) {
            throw new EiderException(ErrorType.TRANSACTION, message);
          }
        }
      }
    }
  }

  private static boolean meet(long[] a, long[] b) {
    for (int w = 0; w < a.length; w++) {
      if ((a[w] & b[w]) != 0) {
        return true;
      }
    }
    return false;
  }

  /**
   * The state with new values of a column.
   *
   * @param rows ascending, without repetition
   * @param values the new value of {@code rows[i]} at {@code from[i]}
   * @param stamp whose update it is; null: everybody's, without undo
   * @throws EiderException TRANSACTION when another transaction changed or deleted one of the rows
   */
  @SuppressWarnings("ReferenceEquality")
  Content with(
      int column,
      int[] rows,
      FlatVector values,
      int[] from,
      @Nullable Stamp stamp,
      Snapshot snapshot) {
    Content old = content;
    ColumnState state = old.columns[column];
    Undo undo = state.undo;
    long bytes = old.bytes;
    if (stamp != null) {
      long[] mask = mask(rows);
      refuseConflict(old, mask, snapshot, "Conflict on update!");
      refuseUpdated(state, mask, snapshot, "Conflict on update!");
      Undo mine = undo != null && undo.stamp == stamp ? undo : null;
      undo = undone(state.newest, rows, stamp, mine, undo);
      bytes += undo.old.sizeInBytes() - (mine == null ? 0 : mine.old.sizeInBytes());
    }
    FlatVector changed = copy(state.newest, old.size);
    for (int i = 0; i < rows.length; i++) {
      changed.copyRow(values, from[i], rows[i]);
    }
    ColumnState[] columns = old.columns.clone();
    columns[column] = new ColumnState(changed, undo);
    bytes += changed.sizeInBytes() - state.newest.sizeInBytes();
    return new Content(columns, old.size, old.inserts, old.deletes, bytes);
  }

  /** The chain with what undoes an update of some rows; joined with the transaction's last one. */
  private static Undo undone(
      FlatVector newest, int[] rows, Stamp stamp, @Nullable Undo mine, @Nullable Undo chain) {
    if (mine == null) {
      FlatVector old = FlatVector.allocate(newest.type(), rows.length);
      for (int i = 0; i < rows.length; i++) {
        old.copyRow(newest, rows[i], i);
      }
      return new Undo(stamp, rows.clone(), old, chain);
    }
    long[] known = mask(mine.rows);
    long[] fresh = mask(rows);
    int count = mine.rows.length;
    for (int row : rows) {
      if ((known[row >> 6] >>> row & 1) == 0) {
        count++;
      }
    }
    if (count == mine.rows.length) {
      return mine;
    }
    int[] all = new int[count];
    FlatVector old = FlatVector.allocate(newest.type(), count);
    int at = 0;
    int next = 0;
    for (int row = 0; at < count; row++) {
      if ((known[row >> 6] >>> row & 1) != 0) {
        old.copyRow(mine.old, next++, at);
        all[at++] = row;
      } else if ((fresh[row >> 6] >>> row & 1) != 0) {
        old.copyRow(newest, row, at);
        all[at++] = row;
      }
    }
    return new Undo(stamp, all, old, mine.older);
  }

  private static long[] mask(int[] rows) {
    long[] mask = new long[FlatVector.words(Vector.CAPACITY)];
    for (int row : rows) {
      mask[row >> 6] |= 1L << row;
    }
    return mask;
  }

  /** The state without the changes of a transaction (rows it inserted are not its business). */
  @SuppressWarnings("ReferenceEquality")
  Content rolledBack(Stamp stamp) {
    Content old = content;
    ColumnState[] columns = new ColumnState[old.columns.length];
    for (int c = 0; c < columns.length; c++) {
      ColumnState state = old.columns[c];
      FlatVector values = state.newest;
      boolean copied = false;
      for (Undo undo = state.undo; undo != null; undo = undo.older) {
        if (undo.stamp == stamp) {
          values = copied ? values : copy(values, old.size);
          copied = true;
          restore(undo, values);
        }
      }
      columns[c] =
          copied ? new ColumnState(values, kept(state.undo, u -> u.stamp != stamp)) : state;
    }
    List<DeleteSet> sets = new ArrayList<>(List.of(old.deletes));
    sets.removeIf(set -> set.stamp == stamp);
    return measured(columns, old.size, old.inserts, sets);
  }

  private interface Keep {
    boolean test(Undo undo);
  }

  private static @Nullable Undo kept(@Nullable Undo chain, Keep keep) {
    if (chain == null) {
      return null;
    }
    Undo older = kept(chain.older, keep);
    return keep.test(chain) ? new Undo(chain.stamp, chain.rows, chain.old, older) : older;
  }

  /** The state without versions that no snapshot from {@code oldest} on can tell apart. */
  Content cleaned(long oldest) {
    Content old = content;
    List<DeleteSet> sets = new ArrayList<>();
    long[] everybodys = null;
    for (DeleteSet set : old.deletes) {
      if (set.stamp == null || set.stamp.version() <= oldest) {
        everybodys = everybodys == null ? set.rows : union(everybodys, set.rows);
      } else {
        sets.add(set);
      }
    }
    if (everybodys != null) {
      sets.addFirst(new DeleteSet(null, everybodys));
      int dead = 0;
      for (long word : everybodys) {
        dead += Long.bitCount(word);
      }
      if (dead == old.size) {
        return measured(NO_COLUMNS, old.size, NO_RUNS, List.of(sets.getFirst()));
      }
    }
    ColumnState[] columns = new ColumnState[old.columns.length];
    for (int c = 0; c < columns.length; c++) {
      ColumnState state = old.columns[c];
      columns[c] =
          state.undo == null
              ? state
              : new ColumnState(
                  state.newest, kept(state.undo, undo -> undo.stamp.version() > oldest));
    }
    List<InsertRun> runs = new ArrayList<>(List.of(old.inserts));
    runs.removeIf(run -> run.stamp.version() <= oldest);
    return measured(columns, old.size, runs.toArray(InsertRun[]::new), sets);
  }

  private static Content measured(
      ColumnState[] columns, int size, InsertRun[] inserts, List<DeleteSet> sets) {
    long bytes = 0;
    for (ColumnState column : columns) {
      bytes += column.newest.sizeInBytes();
      for (Undo undo = column.undo; undo != null; undo = undo.older) {
        bytes += undo.old.sizeInBytes();
      }
    }
    for (DeleteSet set : sets) {
      bytes += 8L * set.rows.length;
    }
    return new Content(columns, size, inserts, sets.toArray(DeleteSet[]::new), bytes);
  }
}
