// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.index;

import dev.eider.base.error.EiderException;
import dev.eider.base.memory.MemoryReservation;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Makes a whole index at once: takes entries in any order, sorts them unless they came in order,
 * and builds the tree from left to right. Meant for many keys in no order; few or ascending ones
 * are inserted as fast (benchmark {@code index}).
 *
 * <p>Used by one thread, and for one index. Its memory is charged to the reservation of the index;
 * {@link #close()} gives back what the index does not hold.
 */
public final class ArtBuilder implements AutoCloseable {
  private static final int FIRST_CAPACITY = 256;
  private static final long STEP = 1 << 20;

  /** Entries that are read ahead: few enough to stay in the first caches. */
  private static final int TOUCHED = 256;

  private final MemoryReservation memory;
  private final Object owner;
  private EntryBlocks blocks = new EntryBlocks();

  /** The entries in the order in which they came, later in that of their keys. */
  private int[] entries = new int[0];

  private int count;
  private boolean sorted = true;
  private long charged;

  /**
   * Open nodes from the root on: those on the path to the last key. Node {@code i} tells keys apart
   * at byte {@code depths[i]}; its finished children are {@code children[starts[i]...]}, up to
   * those of the next node.
   */
  private int[] depths = new int[16];

  private int[] starts = new int[16];
  private int open;
  private Object[] children = new Object[64];
  private byte[] childKeys = new byte[64];
  private int childCount;

  /** What {@link #touch} read: kept, so that the reads are not left out. */
  private long touched;

  private long keys;
  private long rows;
  private long bytes;
  private long treeCharged;

  /** A builder of an index that charges its memory to a reservation, which stays the caller's. */
  public ArtBuilder(MemoryReservation memory) {
    this(memory, new Object());
  }

  private ArtBuilder(MemoryReservation memory, Object owner) {
    this.memory = memory;
    this.owner = owner;
  }

  /** Adds an entry; one that was added before counts once. */
  public void add(byte[] key, long rowId) {
    add(key, key.length, rowId);
  }

  /**
   * Adds {@code key[0, length)}, copied.
   *
   * @throws EiderException OUT_OF_MEMORY; what was added before is still there
   */
  public void add(byte[] key, int length, long rowId) {
    charge(blocks.missing(length));
    if (count == entries.length) {
      if (count > Integer.MAX_VALUE / 2) {
        throw new IllegalStateException("too many entries to build an index at once");
      }
      int grown = Math.max(FIRST_CAPACITY, count + (count >> 1));
      charge((long) Integer.BYTES * (grown - count));
      entries = Arrays.copyOf(entries, grown);
    }
    int entry = blocks.add(key, length, rowId);
    sorted = sorted && (count == 0 || blocks.compare(entries[count - 1], entry, 0) <= 0);
    entries[count++] = entry;
  }

  /** Number of entries added. */
  public int size() {
    return count;
  }

  /**
   * The index of all entries; the builder is empty then.
   *
   * @throws EiderException OUT_OF_MEMORY; close the builder then
   * @throws IllegalArgumentException if a key is the beginning of another
   */
  public ArtIndex build() {
    if (!sorted) {
      long scratch = (long) EntrySort.BYTES * count;
      charge(scratch);
      EntrySort.sort(blocks, entries, count);
      memory.shrink(scratch);
      charged -= scratch;
    }
    Object root = tree();
    ArtIndex index = new ArtIndex(memory, owner, root, keys, rows, bytes, treeCharged);
    treeCharged = 0;
    close();
    return index;
  }

  /** Gives back all memory but that of an index that was built. */
  @Override
  public void close() {
    memory.shrink(charged + treeCharged);
    charged = 0;
    treeCharged = 0;
    blocks = new EntryBlocks();
    entries = new int[0];
    count = 0;
    sorted = true;
    keys = 0;
    rows = 0;
    bytes = 0;
  }

  private void charge(long more) {
    if (more > 0) {
      memory.grow(more);
      charged += more;
    }
  }

  private void count(long more) {
    bytes += more;
    if (bytes > treeCharged) {
      long missing = bytes - treeCharged;
      long step = missing + Math.min(STEP, bytes >> 4);
      if (!memory.tryGrow(step)) {
        memory.grow(missing);
        step = missing;
      }
      treeCharged += step;
    }
  }

  /** Builds the tree of the sorted entries: each key is looked at beside its neighbour only. */
  private @Nullable Object tree() {
    int from = 0;
    int ready = sorted ? count : 0;
    while (from < count) {
      if (from >= ready) {
        ready = Math.min(count, from + TOUCHED);
        touch(from, ready);
      }
      int entry = entries[from];
      int to = from + 1;
      int common = -1;
      while (to < count) {
        common = blocks.common(entry, entries[to]);
        int length = blocks.keyLength(entry);
        if (common < length && common < blocks.keyLength(entries[to])) {
          break;
        }
        if (length != blocks.keyLength(entries[to])) {
          throw ArtIndex.notPrefixFree(length);
        }
        to++;
        common = -1;
      }
      Object root = finish(from, to, common);
      if (root != null) {
        return root;
      }
      from = to;
    }
    return null;
  }

  /**
   * Reads the beginning of entries that lie far apart. The reads do not depend on one another, so
   * the processor waits for many at once; the tree would wait for each in turn.
   */
  private void touch(int from, int to) {
    long sum = 0;
    for (int i = from; i < to; i++) {
      sum += blocks.rowId(entries[i]);
    }
    touched = sum;
  }

  /**
   * Puts the leaf of one key where it belongs and closes the nodes that the next key does not
   * share.
   *
   * @param common how many bytes the next key has in common with this one, -1 if there is no next
   * @return the root when there is no next key
   */
  private @Nullable Object finish(int from, int to, int common) {
    int entry = entries[from];
    byte[] array = blocks.array(entry);
    int keyAt = EntryBlocks.keyAt(entry);
    Node node = null;
    int end = 0;
    while (open > 0 && depths[open - 1] > common) {
      int depth = depths[open - 1];
      Object child =
          node == null
              ? leaf(from, to, depth + 1)
              : withPrefix(node, array, keyAt + depth + 1, keyAt + end);
      addChild(array[keyAt + depth], child);
      node = closeNode();
      end = depth;
    }
    Object child =
        node == null
            ? leaf(from, to, common + 1)
            : withPrefix(node, array, keyAt + common + 1, keyAt + end);
    if (common < 0) {
      return child;
    }
    if (open == 0 || depths[open - 1] < common) {
      openNode(common);
    }
    addChild(array[keyAt + common], child);
    return null;
  }

  private void openNode(int depth) {
    if (open == depths.length) {
      depths = Arrays.copyOf(depths, 2 * open);
      starts = Arrays.copyOf(starts, 2 * open);
    }
    depths[open] = depth;
    starts[open++] = childCount;
  }

  private void addChild(byte key, Object child) {
    if (childCount == children.length) {
      children = Arrays.copyOf(children, 2 * childCount);
      childKeys = Arrays.copyOf(childKeys, 2 * childCount);
    }
    childKeys[childCount] = key;
    children[childCount++] = child;
  }

  private Node closeNode() {
    int start = starts[--open];
    Node node = Node.forChildren(childCount - start, owner, Leaf.NO_BYTES);
    for (int i = start; i < childCount; i++) {
      node.add(childKeys[i] & 0xFF, children[i]);
    }
    childCount = start;
    return node;
  }

  private Node withPrefix(Node node, byte[] array, int from, int to) {
    if (from < to) {
      node.prefix = Arrays.copyOfRange(array, from, to);
    }
    count(node.bytes());
    return node;
  }

  /** The leaf of entries {@code [from, to)}, which have the same key, without its first bytes. */
  private Leaf leaf(int from, int to, int depth) {
    int entry = entries[from];
    byte[] array = blocks.array(entry);
    int tailFrom = EntryBlocks.keyAt(entry) + depth;
    int tailTo = EntryBlocks.keyAt(entry) + blocks.keyLength(entry);
    keys++;
    Leaf leaf;
    if (to - from == 1) {
      rows++;
      leaf = Leaf.of(array, tailFrom, tailTo, blocks.rowId(entry));
    } else {
      long[] rowIds = distinctRows(from, to);
      rows += rowIds.length;
      leaf = Leaf.of(array, tailFrom, tailTo, rowIds[0]);
      if (rowIds.length > Leaf.Many.LISTED) {
        leaf = new Leaf.Many(leaf.tail(), rowTree(rowIds), rowIds.length);
      } else if (rowIds.length > 1) {
        leaf = new Leaf.Many(leaf.tail(), rowIds);
      }
    }
    count(leaf.bytes());
    return leaf;
  }

  private long[] distinctRows(int from, int to) {
    long[] rowIds = new long[to - from];
    int distinct = 0;
    for (int i = from; i < to; i++) {
      long rowId = blocks.rowId(entries[i]);
      if (distinct == 0 || rowIds[distinct - 1] != rowId) {
        rowIds[distinct++] = rowId;
      }
    }
    return Arrays.copyOf(rowIds, distinct);
  }

  private Object rowTree(long[] rowIds) {
    try (ArtBuilder builder = new ArtBuilder(memory, owner)) {
      for (long rowId : rowIds) {
        builder.add(Tree.rowKey(rowId), rowId);
      }
      Object root = builder.tree();
      assert root != null : "many row ids";
      bytes += builder.bytes;
      treeCharged += builder.treeCharged;
      builder.treeCharged = 0;
      return root;
    }
  }
}
