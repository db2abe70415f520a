// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.memory;

import dev.eider.base.memory.MemoryManager;
import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.table.MutableTable;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.ScanRequest;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableScan;
import dev.eider.base.table.TableStats;
import dev.eider.base.table.TableWriter;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.Vector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A table in memory: immutable blocks of up to {@link Vector#CAPACITY} rows that scans hand out
 * without copying.
 *
 * <p>Invariants: a published {@link Snapshot} and the blocks it names never change. A change builds
 * new blocks and publishes a new snapshot under the table's lock. Row id {@code block * CAPACITY +
 * row} names the same row for as long as the table lives: blocks are never renumbered and deleted
 * rows keep their place.
 */
public final class MemoryTable implements MutableTable {
  private final List<TableColumn> columns;
  private final List<LogicalType> types;
  private final MemoryReservation reservation;

  /** Written under this table's lock, read by any thread. */
  private volatile Snapshot snapshot = new Snapshot(List.of(), 0);

  public MemoryTable(List<TableColumn> columns, MemoryManager memory) {
    List<TableColumn> all = new ArrayList<>(columns);
    all.add(new TableColumn("rowid", LogicalType.BIGINT, true));
    this.columns = List.copyOf(all);
    List<LogicalType> stored = new ArrayList<>();
    for (TableColumn column : columns) {
      stored.add(column.type());
    }
    this.types = List.copyOf(stored);
    this.reservation = memory.reserve("IN_MEMORY_TABLE");
  }

  /** The blocks of one version of the table, and the rows that are not deleted. */
  record Snapshot(List<Block> blocks, long liveRows) {}

  /**
   * Up to CAPACITY rows. {@code deleted}: bit set for each deleted row, empty when there is none.
   */
  record Block(FlatVector[] columns, int size, long[] deleted, int liveRows, long bytes) {
    boolean isDeleted(int row) {
      return deleted.length > 0 && (deleted[row >> 6] >>> row & 1) != 0;
    }

    static Block of(FlatVector[] columns, int size) {
      long bytes = 0;
      for (FlatVector column : columns) {
        bytes += column.sizeInBytes();
      }
      return new Block(columns, size, new long[0], size, bytes);
    }
  }

  Snapshot snapshot() {
    return snapshot;
  }

  @Override
  public List<TableColumn> columns() {
    return columns;
  }

  @Override
  public TableStats stats() {
    return new TableStats(snapshot.liveRows(), true, List.of());
  }

  @Override
  public String describe() {
    return "SEQ_SCAN";
  }

  @Override
  public TableScan scan(ScanRequest request, ScanContext context) {
    return new MemoryScan(snapshot, request, columns, context);
  }

  @Override
  public TableWriter append(ScanContext context) {
    return new MemoryWriter(this, types);
  }

  /** Adds blocks' rows behind the last row. Called once by a writer. */
  synchronized long publish(List<DataChunk> chunks) {
    List<Block> blocks = new ArrayList<>(snapshot.blocks());
    long before = reservation.bytes();
    long bytes = before;
    long rows = 0;
    FlatVector[] open = null;
    int openSize = 0;
    if (!blocks.isEmpty() && blocks.getLast().size() < Vector.CAPACITY && !chunks.isEmpty()) {
      Block last = blocks.getLast();
      if (last.deleted().length == 0) {
        blocks.removeLast();
        bytes -= last.bytes();
        openSize = last.size();
        open = copyOf(last.columns(), openSize, openSize + chunks.getFirst().size());
      } else {
        // Row ids name blocks by number times capacity, so a block with deletions is closed early.
        open = null;
      }
    }
    for (DataChunk chunk : chunks) {
      int from = 0;
      while (from < chunk.size()) {
        int take = Math.min(chunk.size() - from, Vector.CAPACITY - openSize);
        if (open == null) {
          open = new FlatVector[types.size()];
          for (int c = 0; c < open.length; c++) {
            open[c] = FlatVector.allocate(types.get(c), take);
          }
        }
        for (int c = 0; c < open.length; c++) {
          open[c].ensureCapacity(openSize + take);
          open[c].copyRange(chunk.flat(c), from, openSize, take);
        }
        openSize += take;
        from += take;
        rows += take;
        if (openSize == Vector.CAPACITY) {
          Block block = Block.of(open, openSize);
          bytes += block.bytes();
          blocks.add(block);
          open = null;
          openSize = 0;
        }
      }
    }
    if (open != null && openSize > 0) {
      Block block = Block.of(open, openSize);
      bytes += block.bytes();
      blocks.add(block);
    }
    reservation.resize(bytes);
    snapshot = new Snapshot(List.copyOf(blocks), snapshot.liveRows() + rows);
    return rows;
  }

  private FlatVector[] copyOf(FlatVector[] source, int size, int capacity) {
    FlatVector[] copy = new FlatVector[source.length];
    for (int c = 0; c < copy.length; c++) {
      copy[c] = FlatVector.allocate(types.get(c), Math.min(Vector.CAPACITY, capacity));
      copy[c].copyRange(source[c], 0, 0, size);
    }
    return copy;
  }

  @Override
  public synchronized long delete(LongVector rowIds, int count) {
    List<Block> blocks = new ArrayList<>(snapshot.blocks());
    long deleted = 0;
    int current = -1;
    long[] mask = new long[0];
    for (int i = 0; i < count; i++) {
      int number = (int) (rowIds.get(i) / Vector.CAPACITY);
      int row = (int) (rowIds.get(i) % Vector.CAPACITY);
      if (number != current) {
        storeMask(blocks, current, mask);
        current = number;
        long[] old = blocks.get(number).deleted();
        mask = old.length > 0 ? old.clone() : new long[FlatVector.words(Vector.CAPACITY)];
      }
      if ((mask[row >> 6] >>> row & 1) == 0) {
        mask[row >> 6] |= 1L << row;
        deleted++;
      }
    }
    storeMask(blocks, current, mask);
    snapshot = new Snapshot(List.copyOf(blocks), snapshot.liveRows() - deleted);
    return deleted;
  }

  private static void storeMask(List<Block> blocks, int number, long[] mask) {
    if (number >= 0) {
      Block old = blocks.get(number);
      int gone = 0;
      for (long word : mask) {
        gone += Long.bitCount(word);
      }
      blocks.set(
          number, new Block(old.columns(), old.size(), mask, old.size() - gone, old.bytes()));
    }
  }

  @Override
  public synchronized void update(LongVector rowIds, int[] columnNumbers, DataChunk values) {
    List<Block> blocks = new ArrayList<>(snapshot.blocks());
    long bytes = reservation.bytes();
    int count = values.size();
    boolean[] done = new boolean[count];
    for (int first = 0; first < count; first++) {
      if (done[first]) {
        continue;
      }
      int number = (int) (rowIds.get(first) / Vector.CAPACITY);
      Block old = blocks.get(number);
      FlatVector[] changed = old.columns().clone();
      for (int k = 0; k < columnNumbers.length; k++) {
        FlatVector column = copyColumn(changed[columnNumbers[k]], columnNumbers[k], old.size());
        FlatVector fresh = values.flat(k);
        for (int i = first; i < count; i++) {
          if (rowIds.get(i) / Vector.CAPACITY == number) {
            column.copyRow(fresh, i, (int) (rowIds.get(i) % Vector.CAPACITY));
            done[i] = true;
          }
        }
        changed[columnNumbers[k]] = column;
      }
      Block block = Block.of(changed, old.size());
      bytes += block.bytes() - old.bytes();
      blocks.set(
          number, new Block(changed, old.size(), old.deleted(), old.liveRows(), block.bytes()));
    }
    reservation.resize(bytes);
    snapshot = new Snapshot(List.copyOf(blocks), snapshot.liveRows());
  }

  private FlatVector copyColumn(FlatVector source, int column, int size) {
    FlatVector copy = FlatVector.allocate(types.get(column), size);
    copy.copyRange(source, 0, 0, size);
    return copy;
  }

  @Override
  public synchronized long truncate() {
    long rows = snapshot.liveRows();
    reservation.resize(0);
    snapshot = new Snapshot(List.of(), 0);
    return rows;
  }

  @Override
  public String toString() {
    return "MemoryTable" + Arrays.toString(types.toArray());
  }
}
