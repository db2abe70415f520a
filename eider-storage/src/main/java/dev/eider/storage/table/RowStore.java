// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.table;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.Vector;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Blocks of rows one behind the other. Row ids ascend without gaps and name the same row for as
 * long as it is there. Changes are made under the store's lock, and their bytes are reserved before
 * they are seen; reading needs no lock.
 */
final class RowStore {
  /** Blocks of one group: 60 of 2048 rows, the row group size of the dialect's reference. */
  static final int GROUP_BLOCKS = 60;

  private static final Group[] NONE = {};
  private static final Snapshot EVERYBODY = new Snapshot(Long.MAX_VALUE - 1, new Stamp());

  private final MemoryReservation reservation;

  /** Replaced under the lock. */
  private volatile Rows rows = new Rows(NONE, 0);

  /** Bytes of the reservation that are this store's; guarded by the lock. */
  private long bytes;

  /** Whether the next row begins a block, because ids before it are left out. */
  private boolean isSkipping;

  /** Bytes reserved for rows that are being taken over; guarded by the lock. */
  private long credit;

  RowStore(MemoryReservation reservation) {
    this.reservation = reservation;
  }

  /** A run of blocks. */
  record Group(Block[] blocks) {
    long firstRow() {
      return blocks[0].firstRow();
    }
  }

  /** All groups, and the row id behind the last row. */
  record Rows(Group[] groups, long end) {}

  Rows rows() {
    return rows;
  }

  private void account(long change) {
    if (change > 0) {
      reservation.grow(change);
    } else {
      reservation.shrink(-change);
    }
    bytes += change;
  }

  /**
   * What must not fail: out of the credit first, and what the limit then refuses is not counted.
   */
  private void accountAnyway(long change) {
    if (change <= 0) {
      account(change);
      return;
    }
    long paid = Math.min(credit, change);
    credit -= paid;
    bytes += paid;
    if (reservation.tryGrow(change - paid)) {
      bytes += change - paid;
    }
  }

  private void publish(Block block, Block.Content next) {
    account(next.bytes() - block.content().bytes());
    block.publish(next);
  }

  private void publishAnyway(Block block, Block.Content next) {
    accountAnyway(next.bytes() - block.content().bytes());
    block.publish(next);
  }

  // --- rows in

  /**
   * Adds rows behind the last one. The chunks' vectors are flat and the store's from now on.
   *
   * @param stamp whose rows they are; null: everybody's
   */
  synchronized void append(List<DataChunk> chunks, @Nullable Stamp stamp) {
    for (DataChunk chunk : chunks) {
      append(columns(chunk), chunk.size(), stamp, false);
    }
  }

  /**
   * Takes over rows from a store of the same account. Never fails.
   *
   * @param chunks the rows of {@code from} to take, by reference; it is empty afterwards
   */
  void adopt(List<DataChunk> chunks, RowStore from, Stamp stamp) {
    long reserved = from.forget();
    synchronized (this) {
      credit = reserved;
      for (DataChunk chunk : chunks) {
        append(columns(chunk), chunk.size(), stamp, true);
      }
      reservation.shrink(credit);
      credit = 0;
    }
  }

  private synchronized long forget() {
    long reserved = bytes;
    bytes = 0;
    rows = new Rows(NONE, rows.end);
    return reserved;
  }

  private static FlatVector[] columns(DataChunk chunk) {
    FlatVector[] columns = new FlatVector[chunk.columnCount()];
    for (int c = 0; c < columns.length; c++) {
      columns[c] = chunk.flat(c);
    }
    return columns;
  }

  private void append(FlatVector[] columns, int size, @Nullable Stamp stamp, boolean anyway) {
    int taken = 0;
    Block tail = last();
    if (tail != null && tail.hasRoom() && !isSkipping) {
      int tailSize = tail.content().size();
      if (size < Vector.CAPACITY || tailSize < Vector.CAPACITY / 2) {
        taken = Math.min(size, Vector.CAPACITY - tailSize);
        Block.Content next = tail.extended(columns, 0, taken, stamp);
        if (anyway) {
          publishAnyway(tail, next);
        } else {
          publish(tail, next);
        }
        rows = new Rows(rows.groups, rows.end + taken);
      }
    }
    if (taken < size) {
      FlatVector[] rest = columns;
      if (taken > 0) {
        rest = new FlatVector[columns.length];
        for (int c = 0; c < rest.length; c++) {
          rest[c] = FlatVector.allocate(columns[c].type(), size - taken);
          rest[c].copyRange(columns[c], taken, 0, size - taken);
        }
      }
      Block block = new Block(rows.end, rest, size - taken, stamp);
      isSkipping = false;
      if (anyway) {
        accountAnyway(block.content().bytes());
      } else {
        account(block.content().bytes());
      }
      rows = new Rows(added(rows.groups, block), rows.end + size - taken);
    }
  }

  private @Nullable Block last() {
    Group[] groups = rows.groups;
    return groups.length == 0 ? null : groups[groups.length - 1].blocks[lastOf(groups)];
  }

  private static int lastOf(Group[] groups) {
    return groups[groups.length - 1].blocks.length - 1;
  }

  private static Group[] added(Group[] groups, Block block) {
    if (groups.length == 0 || lastOf(groups) + 1 == GROUP_BLOCKS) {
      Group[] more = Arrays.copyOf(groups, groups.length + 1);
      more[groups.length] = new Group(new Block[] {block});
      return more;
    }
    Group[] changed = groups.clone();
    Block[] blocks = changed[groups.length - 1].blocks;
    blocks = Arrays.copyOf(blocks, blocks.length + 1);
    blocks[blocks.length - 1] = block;
    changed[groups.length - 1] = new Group(blocks);
    return changed;
  }

  // --- rows changed

  /** The block with a row. */
  Block block(long row) {
    Group[] groups = rows.groups;
    int low = 0;
    int high = groups.length - 1;
    while (low < high) {
      int mid = (low + high + 1) >>> 1;
      if (groups[mid].firstRow() <= row) {
        low = mid;
      } else {
        high = mid - 1;
      }
    }
    Block[] blocks = groups[low].blocks;
    int first = 0;
    int last = blocks.length - 1;
    while (first < last) {
      int mid = (first + last + 1) >>> 1;
      if (blocks[mid].firstRow() <= row) {
        first = mid;
      } else {
        last = mid - 1;
      }
    }
    return blocks[first];
  }

  /**
   * Deletes the rows of {@code ids[from, to)}, which need no order.
   *
   * @param touched gets the blocks that changed
   * @return how many of them the snapshot saw
   */
  synchronized long delete(
      LongVector ids,
      int[] which,
      int count,
      @Nullable Stamp stamp,
      Snapshot snapshot,
      Set<Block> touched) {
    long deleted = 0;
    int[] visible = new int[Vector.CAPACITY];
    boolean[] done = new boolean[count];
    for (int i = 0; i < count; i++) {
      if (done[i]) {
        continue;
      }
      Block block = block(ids.get(which[i]));
      long[] seen = seen(block.content(), snapshot, visible);
      long[] going = new long[seen.length];
      int size = block.content().size();
      for (int k = i; k < count; k++) {
        long row = ids.get(which[k]) - block.firstRow();
        if (!done[k] && row >= 0 && row < size) {
          done[k] = true;
          going[(int) row >> 6] |= 1L << row;
        }
      }
      int gone = 0;
      for (int w = 0; w < going.length; w++) {
        going[w] &= seen[w];
        gone += Long.bitCount(going[w]);
      }
      if (gone > 0) {
        publish(block, block.without(going, stamp, snapshot));
        touched.add(block);
        deleted += gone;
      }
    }
    return deleted;
  }

  private static long[] seen(Block.Content content, Snapshot snapshot, int[] visible) {
    long[] seen = new long[FlatVector.words(Vector.CAPACITY)];
    int count = Block.visible(content, snapshot, visible);
    for (int i = 0; i < count; i++) {
      int row = count == content.size() ? i : visible[i];
      seen[row >> 6] |= 1L << row;
    }
    return seen;
  }

  /** Deletes every row that a snapshot sees; answers how many. */
  synchronized long deleteAll(@Nullable Stamp stamp, Snapshot snapshot, Set<Block> touched) {
    long deleted = 0;
    int[] visible = new int[Vector.CAPACITY];
    for (Group group : rows.groups) {
      for (Block block : group.blocks) {
        long[] seen = seen(block.content(), snapshot, visible);
        int gone = 0;
        for (long word : seen) {
          gone += Long.bitCount(word);
        }
        if (gone > 0) {
          publish(block, block.without(seen, stamp, snapshot));
          touched.add(block);
          deleted += gone;
        }
      }
    }
    return deleted;
  }

  /**
   * Gives columns of rows new values. Of a row that occurs more than once the last one counts.
   *
   * @param columns numbers of the columns of {@code values}, in that order
   */
  synchronized void update(
      LongVector ids,
      int[] which,
      int count,
      int[] columns,
      DataChunk values,
      @Nullable Stamp stamp,
      Snapshot snapshot,
      Set<Block> touched) {
    boolean[] done = new boolean[count];
    int[] position = new int[Vector.CAPACITY];
    for (int i = 0; i < count; i++) {
      if (done[i]) {
        continue;
      }
      Block block = block(ids.get(which[i]));
      int size = block.content().size();
      Arrays.fill(position, -1);
      for (int k = i; k < count; k++) {
        long row = ids.get(which[k]) - block.firstRow();
        if (!done[k] && row >= 0 && row < size) {
          done[k] = true;
          position[(int) row] = which[k];
        }
      }
      int changed = 0;
      int[] rowsOf = new int[size];
      int[] from = new int[size];
      for (int row = 0; row < size; row++) {
        if (position[row] >= 0) {
          rowsOf[changed] = row;
          from[changed++] = position[row];
        }
      }
      int[] changedRows = Arrays.copyOf(rowsOf, changed);
      touched.add(block);
      for (int c = 0; c < columns.length; c++) {
        publish(block, block.with(columns[c], changedRows, values.flat(c), from, stamp, snapshot));
      }
    }
  }

  // --- ends

  /** Leaves row ids out. */
  synchronized void skipTo(long row) {
    if (row > rows.end) {
      rows = new Rows(rows.groups, row);
      isSkipping = true;
    }
  }

  /** Rows from an id on, which nobody has seen, will never be seen. */
  synchronized void bury(long firstRow) {
    for (Group group : rows.groups) {
      for (Block block : group.blocks) {
        Block.Content content = block.content();
        if (block.firstRow() + content.size() > firstRow) {
          long[] dead = new long[FlatVector.words(Vector.CAPACITY)];
          for (int row = (int) Math.max(0, firstRow - block.firstRow());
              row < content.size();
              row++) {
            dead[row >> 6] |= 1L << row;
          }
          publishAnyway(block, block.without(dead, null, EVERYBODY));
        }
      }
    }
  }

  /** Undoes a transaction's updates and deletions in blocks. */
  synchronized void rollBack(Set<Block> touched, Stamp stamp) {
    for (Block block : touched) {
      publishAnyway(block, block.rolledBack(stamp));
    }
  }

  /** Drops versions that no snapshot from {@code oldest} on can tell apart. */
  synchronized void clean(Iterable<Block> blocks, long oldest) {
    for (Block block : blocks) {
      publishAnyway(block, block.cleaned(oldest));
    }
  }

  /** Gives all memory back; scans that still run keep their rows by reference, uncounted. */
  synchronized void release() {
    reservation.shrink(bytes);
    bytes = 0;
    rows = new Rows(NONE, rows.end);
  }
}
