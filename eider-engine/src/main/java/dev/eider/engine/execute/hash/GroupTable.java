// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.hash;

import dev.eider.base.kernel.CompareKernels;
import dev.eider.base.kernel.HashKernels;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.FlatVector;
import dev.eider.engine.execute.row.Columns;
import java.util.Arrays;
import java.util.List;

/**
 * Numbers the distinct keys it is given: 0, 1, 2 ... in the order of their first appearance. NULL
 * is a value like others. One thread at a time.
 *
 * <p>Open addressing with linear probing. A slot is 0 when empty, else the upper half of the hash
 * and the group number plus one. Keys are stored by column. Invariants: {@code slots.length} is a
 * power of two and at least twice the number of groups; every group's hash is kept, so that growing
 * does not touch keys.
 */
public final class GroupTable {
  private static final int FIRST_SLOTS = 256;

  /** Slots that the second-level cache holds beside all else. */
  private static final int CACHED_SLOTS = 1 << 13;

  private static final long SALT = 0xFFFF_FFFF_0000_0000L;

  private final FlatVector[] keys;
  private long[] hashes = new long[FIRST_SLOTS / 2];
  private long[] slots = new long[FIRST_SLOTS];
  private int mask = FIRST_SLOTS - 1;
  private int groups;

  // Scratch of one call.
  private int[] remaining = new int[0];
  private int[] candidates = new int[0];
  private int[] fresh = new int[0];
  private int[] slotOf = new int[0];
  private long[] rowHashes = new long[0];
  private long[] columnHashes = new long[0];

  public GroupTable(List<LogicalType> keyTypes) {
    keys = new FlatVector[keyTypes.size()];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = FlatVector.allocate(keyTypes.get(i), FIRST_SLOTS / 2);
    }
  }

  /** Number of distinct keys. */
  public int groups() {
    return groups;
  }

  /** A key column; row {@code g} belongs to group {@code g}. */
  public FlatVector key(int column) {
    return keys[column];
  }

  public FlatVector[] keys() {
    return keys;
  }

  /** The hash of a group's key. */
  public long hash(int group) {
    return hashes[group];
  }

  public long[] hashes() {
    return hashes;
  }

  /** Heap bytes held. */
  public long bytes() {
    long bytes = 8L * (slots.length + hashes.length);
    for (FlatVector key : keys) {
      bytes += Columns.bytes(key);
    }
    return bytes;
  }

  /** Forgets all groups, keeps the memory. */
  public void clear() {
    groups = 0;
    Arrays.fill(slots, 0);
    for (FlatVector key : keys) {
      key.reset();
    }
  }

  private void room(int count) {
    if (fresh.length < count) {
      // One more than rows: branch-free loops write one entry past the end.
      remaining = new int[count + 1];
      candidates = new int[count + 1];
      fresh = new int[count];
      slotOf = new int[count];
      rowHashes = new long[count];
      columnHashes = new long[count];
    }
  }

  /** The hashes of rows {@code [0, count)} of key columns; the array is reused by the next call. */
  public long[] hash(FlatVector[] columns, int count) {
    room(count);
    hash(columns, keys.length, count, rowHashes, columnHashes);
    return rowHashes;
  }

  /** The hashes of the first {@code keyCount} columns. */
  public static void hash(
      FlatVector[] columns, int keyCount, int count, long[] hashes, long[] scratch) {
    if (keyCount == 0) {
      Arrays.fill(hashes, 0, count, 0);
      return;
    }
    HashKernels.hash(columns[0], count, hashes);
    for (int i = 1; i < keyCount; i++) {
      HashKernels.combine(columns[i], count, hashes, scratch);
    }
  }

  /** Finds or makes the groups of rows {@code [0, count)}. */
  public void findGroups(FlatVector[] columns, int count, int[] groupOf) {
    findGroups(columns, count, hash(columns, count), groupOf);
  }

  /** The group of row {@code row} of some key columns, or -1; nothing is added. */
  public int lookUp(FlatVector[] columns, int row, long hash) {
    long salt = hash & SALT;
    int slot = (int) hash & mask;
    while (true) {
      long entry = slots[slot];
      if (entry == 0) {
        return -1;
      }
      if ((entry & SALT) == salt) {
        int group = (int) entry - 1;
        boolean equal = true;
        for (int k = 0; k < keys.length && equal; k++) {
          equal = CompareKernels.sameValue(columns[k], row, keys[k], group);
        }
        if (equal) {
          return group;
        }
      }
      slot = slot + 1 & mask;
    }
  }

  /** Finds or makes the groups of rows whose hashes are known. */
  public void findGroups(FlatVector[] columns, int count, long[] hash, int[] groupOf) {
    room(count);
    grow(count);
    int left = count;
    int[] rows = remaining;
    for (int i = 0; i < count; i++) {
      rows[i] = i;
      slotOf[i] = (int) hash[i] & mask;
    }
    if (slots.length > CACHED_SLOTS) {
      touch(slots, slotOf, count, columnHashes);
    }
    while (left > 0) {
      int before = groups;
      int candidateCount = lookUp(rows, left, hash, groupOf);
      int freshCount = groups - before;
      if (freshCount > 0) {
        append(columns, hash, before, freshCount);
      }
      int missCount = 0;
      int kept = candidateCount;
      for (int k = 0; k < keys.length; k++) {
        int now = KeyMatch.match(columns[k], keys[k], candidates, kept, groupOf, rows, missCount);
        missCount += kept - now;
        kept = now;
      }
      for (int i = 0; i < missCount; i++) {
        slotOf[rows[i]] = slotOf[rows[i]] + 1 & mask;
      }
      left = missCount;
    }
  }

  /** Loads all slots in a loop without branches, so that the misses of the cache overlap. */
  private static void touch(long[] table, int[] slots, int count, long[] loaded) {
    for (int i = 0; i < count; i++) {
      loaded[i] = table[slots[i]];
    }
  }

  /**
   * Walks from each row's slot to an empty one (a new group) or one with the row's salt (a
   * candidate). Answers the number of candidates.
   */
  private int lookUp(int[] rows, int count, long[] hash, int[] groupOf) {
    long[] table = slots;
    int bits = mask;
    int candidateCount = 0;
    int freshCount = 0;
    int next = groups;
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      long salt = hash[row] & SALT;
      int slot = slotOf[row];
      while (true) {
        long entry = table[slot];
        if (entry == 0) {
          table[slot] = salt | (next + 1);
          fresh[freshCount++] = row;
          groupOf[row] = next++;
          break;
        }
        if ((entry & SALT) == salt) {
          groupOf[row] = (int) entry - 1;
          candidates[candidateCount++] = row;
          break;
        }
        slot = slot + 1 & bits;
      }
      slotOf[row] = slot;
    }
    groups = next;
    return candidateCount;
  }

  private void append(FlatVector[] columns, long[] hash, int at, int count) {
    for (int k = 0; k < keys.length; k++) {
      keys[k].ensureCapacity(at + count);
      Columns.appendSelected(columns[k], fresh, count, keys[k], at);
    }
    for (int i = 0; i < count; i++) {
      hashes[at + i] = hash[fresh[i]];
    }
  }

  private void grow(int more) {
    int needed = Math.addExact(groups, more);
    if (needed > hashes.length) {
      hashes = Arrays.copyOf(hashes, Math.max(needed, hashes.length * 2));
    }
    // At most half full even if every row is new.
    if (needed * 2L <= slots.length) {
      return;
    }
    long size = slots.length;
    while (size < needed * 2L) {
      size *= 2;
    }
    // Twice the room that one chunk may need, so that growing is rare.
    long[] larger = new long[Math.toIntExact(Math.min(size, 1L << 30))];
    int bits = larger.length - 1;
    for (int g = 0; g < groups; g++) {
      int slot = (int) hashes[g] & bits;
      while (larger[slot] != 0) {
        slot = slot + 1 & bits;
      }
      larger[slot] = (hashes[g] & SALT) | (g + 1);
    }
    slots = larger;
    mask = bits;
  }
}
