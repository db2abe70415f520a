// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.hash;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.row.ColumnStore;
import org.jspecify.annotations.Nullable;

/**
 * The build side of a hash join: rows by key. Built once by several tasks, then read by any number
 * of threads.
 *
 * <p>Open addressing over {@code slots}: 0, or the upper half of a hash and the number plus one of
 * the first row with it. {@code next[row]} is the number plus one of the following row of the same
 * chain, in ascending order. A chain may hold different keys of equal salt: whoever probes compares
 * keys. The table is cut into regions that are filled by one task each; probing stays within a
 * region.
 *
 * <p>When the only key is a dense integer there is a direct table instead.
 *
 * <p>Rows with a NULL in a key that NULL cannot match are in no chain.
 */
public final class JoinTable {
  private static final long SALT = 0xFFFF_FFFF_0000_0000L;
  private static final int LEAST_SLOTS = 64;

  /** Cells a row that a direct table may have. */
  private static final int DIRECT_CELLS = 4;

  /** Rows below which one task builds the table. */
  private static final int PARALLEL_ROWS = 1 << 16;

  private final ColumnStore store;
  private final FlatVector[] keys;
  private final boolean[] nullSafe;
  private final long[] slots;
  private final int[] next;
  private final int mask;

  /**
   * Dense integer keys: the first row plus one by key less {@link #least}; then there are no slots.
   */
  private final int @Nullable [] direct;

  private long least;
  private final int regionMask;
  private final MemoryReservation memory;
  private final long charged;
  private boolean hasNullKeys;

  /**
   * A table over the rows of a store.
   *
   * @param keyColumns the store's columns that are the keys
   * @param nullSafe for each key whether NULL matches NULL
   */
  public JoinTable(
      ColumnStore store,
      int[] keyColumns,
      boolean[] nullSafe,
      MemoryReservation memory,
      QueryContext query) {
    this.store = store;
    this.nullSafe = nullSafe;
    this.memory = memory;
    keys = new FlatVector[keyColumns.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = store.column(keyColumns[i]);
    }
    int rows = store.rows();
    next = new int[rows];
    int width = directWidth(rows);
    if (width > 0) {
      charged = 4L * width + 4L * rows;
      memory.grow(charged);
      direct = new int[width];
      slots = new long[0];
      mask = 0;
      regionMask = 0;
      fillDirect(direct, rows);
      return;
    }
    direct = null;
    long size = LEAST_SLOTS;
    while (size < rows * 2L) {
      size *= 2;
    }
    size = Math.min(size, 1L << 30);
    charged = size * 8 + rows * 4L;
    // The hashes are needed while the table is built only.
    memory.grow(charged + rows * 8L);
    slots = new long[(int) size];
    mask = (int) size - 1;
    int regions = 1;
    while (rows >= PARALLEL_ROWS && regions < query.threads()) {
      regions *= 2;
    }
    regionMask = (int) size / regions - 1;
    build(rows, regions, query);
    memory.shrink(rows * 8L);
  }

  /** How many cells a direct table needs, or 0 when the keys are not dense integers. */
  private int directWidth(int rows) {
    if (keys.length != 1 || nullSafe[0] || rows == 0) {
      return 0;
    }
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    FlatVector key = keys[0];
    if (!(key instanceof IntVector || key instanceof LongVector)) {
      return 0;
    }
    for (int row = 0; row < rows; row++) {
      if (key.isNull(row)) {
        hasNullKeys = true;
      } else {
        long value = value(key, row);
        min = Math.min(min, value);
        max = Math.max(max, value);
      }
    }
    long width = max - min + 1;
    boolean dense = min <= max && width > 0 && width <= Math.max(1024, DIRECT_CELLS * (long) rows);
    if (!dense || width > 1 << 28) {
      return 0;
    }
    least = min;
    return (int) width;
  }

  private static long value(FlatVector key, int row) {
    return key instanceof IntVector ints ? ints.get(row) : ((LongVector) key).get(row);
  }

  private void fillDirect(int[] cells, int rows) {
    FlatVector key = keys[0];
    for (int row = rows - 1; row >= 0; row--) {
      if (!key.isNull(row)) {
        int cell = (int) (value(key, row) - least);
        next[row] = cells[cell];
        cells[cell] = row + 1;
      }
    }
  }

  /** Whether chains hold rows of one key only, so that nothing need be compared. */
  boolean isDirect() {
    return direct != null;
  }

  /** {@link #findChains} for a direct table: looks the keys up themselves. */
  void findDirect(FlatVector probe, int count, int[] first) {
    int[] cells = direct;
    if (cells == null) {
      return;
    }
    if (probe instanceof IntVector ints) {
      findInts(cells, ints.values(), least, count, first);
    } else {
      findLongs(cells, ((LongVector) probe).values(), least, count, first);
    }
  }

  private static void findInts(int[] cells, int[] values, long least, int count, int[] first) {
    for (int i = 0; i < count; i++) {
      long cell = values[i] - least;
      first[i] = cell >= 0 && cell < cells.length ? cells[(int) cell] - 1 : -1;
    }
  }

  private static void findLongs(int[] cells, long[] values, long least, int count, int[] first) {
    for (int i = 0; i < count; i++) {
      long cell = values[i] - least;
      boolean inside = values[i] >= least && cell >= 0 && cell < cells.length;
      first[i] = inside ? cells[(int) cell] - 1 : -1;
    }
  }

  private void build(int rows, int regions, QueryContext query) {
    long[] hashes = new long[rows];
    int blocks = (rows + Vector.CAPACITY - 1) / Vector.CAPACITY;
    int tasks = rows < PARALLEL_ROWS ? 1 : query.threads();
    boolean[] sawNull = new boolean[tasks];
    query.runParallel(
        tasks,
        task -> {
          int from = (int) ((long) blocks * task / tasks);
          int to = (int) ((long) blocks * (task + 1) / tasks);
          sawNull[task] = hashBlocks(from, to, rows, hashes);
        });
    for (boolean saw : sawNull) {
      hasNullKeys |= saw;
    }
    query.runParallel(regions, region -> insert(region, rows, hashes));
  }

  /** Hashes of the rows of some blocks; NULL keys get {@link #NO_HASH}. */
  private boolean hashBlocks(int from, int to, int rows, long[] hashes) {
    FlatVector[] block = new FlatVector[keys.length];
    for (int i = 0; i < block.length; i++) {
      block[i] = FlatVector.allocate(keys[i].type(), Vector.CAPACITY);
    }
    int[] selection = new int[Vector.CAPACITY];
    long[] some = new long[Vector.CAPACITY];
    long[] scratch = new long[Vector.CAPACITY];
    boolean sawNull = false;
    for (int b = from; b < to; b++) {
      int first = b * Vector.CAPACITY;
      int count = Math.min(Vector.CAPACITY, rows - first);
      for (int i = 0; i < count; i++) {
        selection[i] = first + i;
      }
      for (int i = 0; i < block.length; i++) {
        block[i].gather(keys[i], selection, count);
      }
      hash(block, count, some, scratch);
      for (int k = 0; k < block.length; k++) {
        if (!nullSafe[k] && block[k].mayHaveNulls()) {
          for (int i = 0; i < count; i++) {
            if (block[k].isNull(i)) {
              some[i] = NO_HASH;
              sawNull = true;
            }
          }
        }
      }
      System.arraycopy(some, 0, hashes, first, count);
    }
    return sawNull;
  }

  /** The hash of rows that can match nothing; keys never have it (see {@link #hash}). */
  private static final long NO_HASH = 0;

  /** The hashes of keys, on both sides of the join. */
  static void hash(FlatVector[] columns, int count, long[] hashes, long[] scratch) {
    GroupTable.hash(columns, columns.length, count, hashes, scratch);
    for (int i = 0; i < count; i++) {
      hashes[i] = hashes[i] == NO_HASH ? 1 : hashes[i];
    }
  }

  private void insert(int region, int rows, long[] hashes) {
    long[] table = slots;
    int regionStart = region * (regionMask + 1);
    for (int row = rows - 1; row >= 0; row--) {
      long hash = hashes[row];
      int slot = (int) hash & mask;
      if (hash == NO_HASH || (slot & ~regionMask) != regionStart) {
        continue;
      }
      long salt = hash & SALT;
      while (true) {
        long entry = table[slot];
        if (entry == 0) {
          table[slot] = salt | (row + 1);
          break;
        }
        if ((entry & SALT) == salt) {
          next[row] = (int) entry;
          table[slot] = salt | (row + 1);
          break;
        }
        slot = regionStart | (slot + 1 & regionMask);
      }
    }
  }

  public ColumnStore store() {
    return store;
  }

  public int rows() {
    return next.length;
  }

  /** Whether some row has a NULL in a key that NULL cannot match. */
  public boolean hasNullKeys() {
    return hasNullKeys;
  }

  FlatVector key(int index) {
    return keys[index];
  }

  public FlatVector[] keys() {
    return keys;
  }

  /** The row after {@code row} in its chain, or -1. */
  int following(int row) {
    return next[row] - 1;
  }

  /**
   * Writes for each row the first row of its chain, or -1. Two passes over the rows: the first
   * loads all slots, so that the misses of the cache overlap.
   */
  void findChains(long[] hashes, int count, int[] first, long[] entries) {
    long[] table = slots;
    int bits = mask;
    for (int i = 0; i < count; i++) {
      entries[i] = table[(int) hashes[i] & bits];
    }
    for (int i = 0; i < count; i++) {
      long entry = entries[i];
      long salt = hashes[i] & SALT;
      if (entry == 0) {
        first[i] = -1;
      } else if ((entry & SALT) == salt) {
        first[i] = (int) entry - 1;
      } else {
        first[i] = walk(table, (int) hashes[i] & bits, salt);
      }
    }
  }

  private int walk(long[] table, int from, long salt) {
    int regionStart = from & ~regionMask;
    int slot = from;
    while (true) {
      slot = regionStart | (slot + 1 & regionMask);
      long entry = table[slot];
      if (entry == 0) {
        return -1;
      }
      if ((entry & SALT) == salt) {
        return (int) entry - 1;
      }
    }
  }

  /** Gives the memory of the slots back; the store is its owner's. */
  public void release() {
    memory.shrink(charged);
  }
}
