// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.index;

import dev.eider.base.error.EiderException;
import dev.eider.base.memory.MemoryReservation;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A map from keys (bytes in unsigned order, none the beginning of another) to one or more row ids,
 * as an adaptive radix tree.
 *
 * <p>One thread at a time calls the methods of this class; {@link #snapshot()} costs nothing and is
 * for any thread. After a snapshot the first change along a path copies its nodes, further changes
 * happen in place.
 *
 * <p>Memory: {@link #bytes()} counts the nodes and leaves of the live tree. It is charged to the
 * reservation in advance and in steps, at most a sixteenth more than needed (and {@link #HEADROOM}
 * for one change). A change that would need more than the limit allows throws OUT_OF_MEMORY and
 * changes nothing. What only snapshots still reach is not counted.
 */
public final class ArtIndex extends ArtView implements AutoCloseable {
  /** More than one insert of a short key can take: a list of row ids that becomes a tree. */
  static final int HEADROOM = 1024 * Layout.REFERENCE;

  private static final long LARGEST_STEP = 1 << 20;

  private final MemoryReservation memory;
  private Object owner;
  private @Nullable Object root;
  private long keys;
  private long entries;
  private long bytes;
  private long charged;

  /** The snapshot of this state, or null when there is none yet. */
  private @Nullable ArtSnapshot current;

  /** What the edit under way did: whether it added, or removed, a row id and a key. */
  private boolean entryChanged;

  private boolean keyChanged;

  /** An empty index that charges its memory to a reservation, which stays the caller's. */
  public ArtIndex(MemoryReservation memory) {
    this(memory, new Object(), null, 0, 0, 0, 0);
  }

  /** An index over a finished tree whose bytes are charged already. */
  ArtIndex(
      MemoryReservation memory,
      Object owner,
      @Nullable Object root,
      long keys,
      long entries,
      long bytes,
      long charged) {
    this.memory = memory;
    this.owner = owner;
    this.root = root;
    this.keys = keys;
    this.entries = entries;
    this.bytes = bytes;
    this.charged = charged;
  }

  @Override
  @Nullable Object root() {
    return root;
  }

  @Override
  public long keys() {
    return keys;
  }

  @Override
  public long entries() {
    return entries;
  }

  /** Heap bytes of the live tree. */
  public long bytes() {
    return bytes;
  }

  /** The index as it is now, for any thread. */
  public ArtSnapshot snapshot() {
    ArtSnapshot snapshot = current;
    if (snapshot == null) {
      snapshot = new ArtSnapshot(root, keys, entries);
      current = snapshot;
      owner = new Object();
    }
    return snapshot;
  }

  @Override
  public ArtCursor cursor(byte @Nullable [] lower, byte @Nullable [] upper, long limit) {
    return snapshot().cursor(lower, upper, limit);
  }

  /** Adds a row id to a key; false if it was there. */
  public boolean insert(byte[] key, long rowId) {
    return insert(key, key.length, rowId);
  }

  /**
   * Adds a row id to {@code key[0, length)}; false if it was there.
   *
   * @throws EiderException OUT_OF_MEMORY, with the index unchanged
   * @throws IllegalArgumentException if the key begins with another or is the beginning of one
   */
  public boolean insert(byte[] key, int length, long rowId) {
    charge(HEADROOM + 4L * length);
    entryChanged = false;
    keyChanged = false;
    current = null;
    root = insertInto(root, key, length, rowId);
    entries += entryChanged ? 1 : 0;
    keys += keyChanged ? 1 : 0;
    return entryChanged;
  }

  /** Removes a row id from a key; false if it was not there. */
  public boolean remove(byte[] key, long rowId) {
    return remove(key, key.length, rowId);
  }

  /** Removes a row id from {@code key[0, length)}; false if it was not there. */
  public boolean remove(byte[] key, int length, long rowId) {
    if (!contains(key, length, rowId)) {
      return false;
    }
    keyChanged = false;
    current = null;
    root = removeFrom(root, key, length, rowId);
    entries--;
    keys -= keyChanged ? 1 : 0;
    assert charged >= bytes : "a removal takes no memory";
    if (charged - bytes > 2 * step() + HEADROOM) {
      release(bytes + step());
    }
    return true;
  }

  /** Forgets everything; snapshots keep what they have. */
  public void clear() {
    root = null;
    current = null;
    keys = 0;
    entries = 0;
    bytes = 0;
    release(0);
  }

  /** Gives the memory back to the reservation. */
  @Override
  public void close() {
    clear();
  }

  private long step() {
    return Math.min(LARGEST_STEP, bytes >> 4);
  }

  private void charge(long more) {
    long missing = bytes + more - charged;
    if (missing <= 0) {
      return;
    }
    long step = missing + step();
    if (memory.tryGrow(step)) {
      charged += step;
    } else {
      memory.grow(missing);
      charged += missing;
    }
  }

  private void release(long keep) {
    memory.shrink(charged - keep);
    charged = keep;
  }

  /** Adds an entry to the tree of {@code start}; answers the root after that. */
  private Object insertInto(@Nullable Object start, byte[] key, int length, long rowId) {
    if (start == null) {
      return newLeaf(key, 0, length, rowId);
    }
    Object top = start;
    Node parent = null;
    int parentKey = 0;
    Object child = start;
    int depth = 0;
    while (true) {
      Object changed;
      if (child instanceof Leaf leaf) {
        changed = insertAtLeaf(leaf, key, depth, length, rowId);
      } else {
        Node node = (Node) child;
        byte[] prefix = node.prefix;
        int common = Leaf.commonBytes(prefix, key, depth, length);
        if (depth + common >= length) {
          throw notPrefixFree(length);
        }
        if (common < prefix.length) {
          changed = splitPrefix(node, common, key, depth, length, rowId);
        } else {
          depth += common;
          int wanted = key[depth++] & 0xFF;
          Object next = node.find(wanted);
          Node owned;
          if (next == null && node.isFull()) {
            owned = node.grow(owner);
            bytes += owned.ownBytes() - node.ownBytes();
          } else {
            owned = own(node);
          }
          if (owned != node) {
            if (parent == null) {
              top = owned;
            } else {
              parent.replace(parentKey, owned);
            }
          }
          if (next == null) {
            owned.add(wanted, newLeaf(key, depth, length, rowId));
            return top;
          }
          parent = owned;
          parentKey = wanted;
          child = next;
          continue;
        }
      }
      if (parent == null) {
        return changed;
      }
      parent.replace(parentKey, changed);
      return top;
    }
  }

  /** What takes the place of a leaf when {@code key[from, length)} comes there. */
  private Object insertAtLeaf(Leaf leaf, byte[] key, int from, int length, long rowId) {
    int tailLength = leaf.tailLength();
    int common = leaf.common(key, from, length);
    if (common == tailLength && from + common == length) {
      return addRow(leaf, rowId);
    }
    if (common == tailLength || from + common == length) {
      throw notPrefixFree(length);
    }
    byte[] tail = leaf.tail();
    Leaf shortened = leaf.withTail(tail, common + 1, tailLength);
    bytes += shortened.bytes() - leaf.bytes();
    return fork(part(tail, 0, common), tail[common], shortened, key, from + common, length, rowId);
  }

  /** What takes the place of a node of whose prefix only {@code common} bytes are the key's. */
  private Node splitPrefix(Node node, int common, byte[] key, int from, int length, long rowId) {
    byte[] prefix = node.prefix;
    Node shortened = own(node);
    shortened.prefix = part(prefix, common + 1, prefix.length);
    bytes += Node.prefixBytes(shortened.prefix) - Node.prefixBytes(prefix);
    return fork(
        part(prefix, 0, common), prefix[common], shortened, key, from + common, length, rowId);
  }

  /** A node of two children: one that was there, and a new leaf of {@code key(from, length)}. */
  private Node fork(
      byte[] prefix, byte oldKey, Object old, byte[] key, int from, int length, long rowId) {
    Node node = new Node.Node4(owner, prefix);
    bytes += node.bytes();
    node.add(oldKey & 0xFF, old);
    node.add(key[from] & 0xFF, newLeaf(key, from + 1, length, rowId));
    return node;
  }

  private Leaf newLeaf(byte[] key, int from, int length, long rowId) {
    Leaf leaf = Leaf.of(key, from, length, rowId);
    bytes += leaf.bytes();
    entryChanged = true;
    keyChanged = true;
    return leaf;
  }

  private Leaf addRow(Leaf leaf, long rowId) {
    Leaf more;
    if (leaf instanceof Leaf.Many many) {
      long[] listed = many.listed;
      if (listed == null) {
        Object tree = insertInto(many.tree, Tree.rowKey(rowId), Long.BYTES, rowId);
        keyChanged = false;
        return entryChanged ? new Leaf.Many(many.tail, tree, many.count() + 1) : leaf;
      }
      int at = Arrays.binarySearch(listed, rowId);
      if (at >= 0) {
        return leaf;
      }
      more =
          listed.length < Leaf.Many.LISTED
              ? listed(many, listed, ~at, rowId)
              : treeOf(many, listed, rowId);
    } else {
      long only = leaf.first();
      if (only == rowId) {
        return leaf;
      }
      more = new Leaf.Many(leaf.tail(), new long[] {Math.min(only, rowId), Math.max(only, rowId)});
    }
    entryChanged = true;
    bytes += more.bytes() - leaf.bytes();
    return more;
  }

  private static Leaf listed(Leaf.Many many, long[] listed, int at, long rowId) {
    long[] more = new long[listed.length + 1];
    System.arraycopy(listed, 0, more, 0, at);
    more[at] = rowId;
    System.arraycopy(listed, at, more, at + 1, listed.length - at);
    return new Leaf.Many(many.tail, more);
  }

  private Leaf treeOf(Leaf.Many many, long[] listed, long rowId) {
    Object tree = insertInto(null, Tree.rowKey(rowId), Long.BYTES, rowId);
    for (long one : listed) {
      tree = insertInto(tree, Tree.rowKey(one), Long.BYTES, one);
    }
    keyChanged = false;
    return new Leaf.Many(many.tail, tree, listed.length + 1L);
  }

  /** Removes an entry that is there from the tree of {@code start}; answers the root after that. */
  private @Nullable Object removeFrom(@Nullable Object start, byte[] key, int length, long rowId) {
    Object top = start;
    Node above = null;
    int aboveKey = 0;
    Node parent = null;
    int parentKey = 0;
    Object child = start;
    int depth = 0;
    while (child instanceof Node node) {
      Node owned = own(node);
      if (parent == null) {
        top = owned;
      } else if (owned != node) {
        parent.replace(parentKey, owned);
      }
      above = parent;
      aboveKey = parentKey;
      parent = owned;
      depth += owned.prefix.length;
      parentKey = key[depth++] & 0xFF;
      child = owned.find(parentKey);
    }
    assert child != null : "the entry is there";
    Leaf leaf = (Leaf) child;
    Leaf less = removeRow(leaf, rowId);
    bytes += (less == null ? 0 : less.bytes()) - leaf.bytes();
    keyChanged = less == null;
    if (parent == null) {
      return less;
    }
    if (less != null) {
      parent.replace(parentKey, less);
      return top;
    }
    parent.remove(parentKey);
    Object smaller = parent.count == 1 ? merge(parent) : shrink(parent);
    if (smaller == parent) {
      return top;
    }
    if (above == null) {
      return smaller;
    }
    above.replace(aboveKey, smaller);
    return top;
  }

  private Node shrink(Node node) {
    Node smaller = node.shrink(owner);
    if (smaller == null) {
      return node;
    }
    bytes += smaller.ownBytes() - node.ownBytes();
    return smaller;
  }

  /** What takes the place of a node with a single child: that child with a longer beginning. */
  private Object merge(Node node) {
    int only = node.next(0);
    Object child = node.find(only);
    assert child != null : "next() names bytes with children";
    byte[] prefix = node.prefix;
    byte[] end = child instanceof Node below ? below.prefix : ((Leaf) child).tail();
    byte[] joined = Arrays.copyOf(prefix, prefix.length + 1 + end.length);
    joined[prefix.length] = (byte) only;
    System.arraycopy(end, 0, joined, prefix.length + 1, end.length);
    bytes -= node.bytes();
    if (child instanceof Leaf leaf) {
      Leaf longer = leaf.withTail(joined, 0, joined.length);
      bytes += longer.bytes() - leaf.bytes();
      return longer;
    }
    Node longer = own((Node) child);
    longer.prefix = joined;
    bytes += Node.prefixBytes(joined) - Node.prefixBytes(end);
    return longer;
  }

  private @Nullable Leaf removeRow(Leaf leaf, long rowId) {
    if (!(leaf instanceof Leaf.Many many)) {
      return null;
    }
    byte[] tail = many.tail;
    long[] listed = many.listed;
    if (listed == null) {
      Object tree = removeFrom(many.tree, Tree.rowKey(rowId), Long.BYTES, rowId);
      assert tree != null : "trees hold many row ids";
      long left = many.count() - 1;
      if (left > Leaf.Many.LISTED_AGAIN) {
        return new Leaf.Many(tail, tree, left);
      }
      bytes -= Tree.bytes(tree);
      long[] less = new long[(int) left];
      ArtCursor cursor = new ArtCursor(tree, null, null, left);
      for (int i = 0; cursor.next(); i++) {
        less[i] = cursor.rowId();
      }
      return new Leaf.Many(tail, less);
    }
    int at = Arrays.binarySearch(listed, rowId);
    if (listed.length == 2) {
      return Leaf.of(tail, 0, tail.length, listed[1 - at]);
    }
    long[] less = new long[listed.length - 1];
    System.arraycopy(listed, 0, less, 0, at);
    System.arraycopy(listed, at + 1, less, at, less.length - at);
    return new Leaf.Many(tail, less);
  }

  /** The node itself, or a copy of it that this edit generation may change. */
  private Node own(Node node) {
    return node.owner == owner ? node : node.copy(owner);
  }

  private static byte[] part(byte[] bytes, int from, int to) {
    return from == to ? Leaf.NO_BYTES : Arrays.copyOfRange(bytes, from, to);
  }

  static IllegalArgumentException notPrefixFree(int length) {
    return new IllegalArgumentException(
        "A key of "
            + length
            + " bytes is the beginning of a key of the index, or begins with one; keys of one"
            + " index come from one KeyEncoder, which makes them prefix-free");
  }
}
