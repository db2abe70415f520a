// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.index;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An inner node: bytes that all keys below have in common, then a child for each byte that follows.
 * Children are nodes or leaves. Four classes by the number of children; a node that is full {@link
 * #grow}s into the next, one with few children {@link #shrink}s.
 *
 * <p>Invariants: at least two children; {@code owner} is the edit generation that may change the
 * node in place; the array {@code prefix} itself is never changed.
 */
abstract sealed class Node {
  private static final int FIELDS = 2 * Layout.REFERENCE + Integer.BYTES;

  final Object owner;
  byte[] prefix;
  int count;

  Node(Object owner, byte[] prefix) {
    this.owner = owner;
    this.prefix = prefix;
  }

  /** An empty node for that many children. */
  static Node forChildren(int children, Object owner, byte[] prefix) {
    if (children <= 4) {
      return new Node4(owner, prefix);
    }
    if (children <= 16) {
      return new Node16(owner, prefix);
    }
    return children <= 48 ? new Node48(owner, prefix) : new Node256(owner, prefix);
  }

  /** The child of a byte (0 to 255), or null. */
  abstract @Nullable Object find(int key);

  /** The smallest byte with a child that is at least {@code from}, or -1. */
  abstract int next(int from);

  /** The greatest byte with a child. */
  abstract int last();

  abstract boolean isFull();

  /** Adds a child; the node is not full and has none at that byte. */
  abstract void add(int key, Object child);

  /** Replaces the child at a byte that has one. */
  abstract void replace(int key, Object child);

  /** Removes the child at a byte that has one. */
  abstract void remove(int key);

  /** The same node for another owner. */
  abstract Node copy(Object newOwner);

  /** The same children in the next larger class. */
  abstract Node grow(Object newOwner);

  /** The same children in the next smaller class, or null while this one fits. */
  abstract @Nullable Node shrink(Object newOwner);

  /** Heap bytes without the prefix. */
  abstract int ownBytes();

  /** Heap bytes without children. */
  final int bytes() {
    return ownBytes() + prefixBytes(prefix);
  }

  static int prefixBytes(byte[] prefix) {
    return prefix.length == 0 ? 0 : Layout.bytes(prefix.length);
  }

  /** Adds the children of {@code from} to {@code to}, in order. */
  private static Node move(Node from, Node to) {
    for (int key = from.next(0); key >= 0; key = from.next(key + 1)) {
      Object child = from.find(key);
      assert child != null : "next() names bytes with children";
      to.add(key, child);
    }
    return to;
  }

  /** Up to four children in fields; the bytes ascend in an integer, the first one lowest. */
  static final class Node4 extends Node {
    private static final int BYTES = Layout.object(FIELDS + Integer.BYTES + 4 * Layout.REFERENCE);

    private int keys;
    private @Nullable Object child0;
    private @Nullable Object child1;
    private @Nullable Object child2;
    private @Nullable Object child3;

    Node4(Object owner, byte[] prefix) {
      super(owner, prefix);
    }

    private int key(int position) {
      return keys >>> 8 * position & 0xFF;
    }

    private @Nullable Object child(int position) {
      return switch (position) {
        case 0 -> child0;
        case 1 -> child1;
        case 2 -> child2;
        default -> child3;
      };
    }

    private void set(int position, @Nullable Object child) {
      switch (position) {
        case 0 -> child0 = child;
        case 1 -> child1 = child;
        case 2 -> child2 = child;
        default -> child3 = child;
      }
    }

    /** Number of bytes below {@code key}. */
    private int rank(int key) {
      int rank = 0;
      while (rank < count && key(rank) < key) {
        rank++;
      }
      return rank;
    }

    @Override
    @Nullable Object find(int key) {
      for (int i = 0; i < count; i++) {
        if (key(i) == key) {
          return child(i);
        }
      }
      return null;
    }

    @Override
    int next(int from) {
      int rank = rank(from);
      return rank < count ? key(rank) : -1;
    }

    @Override
    int last() {
      return key(count - 1);
    }

    @Override
    boolean isFull() {
      return count == 4;
    }

    @Override
    void add(int key, Object child) {
      int rank = rank(key);
      for (int i = count; i > rank; i--) {
        set(i, child(i - 1));
      }
      set(rank, child);
      int below = (1 << 8 * rank) - 1;
      keys = keys & below | key << 8 * rank | (keys & ~below) << 8;
      count++;
    }

    @Override
    void replace(int key, Object child) {
      set(rank(key), child);
    }

    @Override
    void remove(int key) {
      int rank = rank(key);
      count--;
      for (int i = rank; i < count; i++) {
        set(i, child(i + 1));
      }
      set(count, null);
      int below = (1 << 8 * rank) - 1;
      keys = keys & below | keys >>> 8 & ~below;
    }

    @Override
    Node copy(Object newOwner) {
      Node4 copy = new Node4(newOwner, prefix);
      copy.count = count;
      copy.keys = keys;
      copy.child0 = child0;
      copy.child1 = child1;
      copy.child2 = child2;
      copy.child3 = child3;
      return copy;
    }

    @Override
    Node grow(Object newOwner) {
      return move(this, new Node16(newOwner, prefix));
    }

    @Override
    @Nullable Node shrink(Object newOwner) {
      return null;
    }

    @Override
    int ownBytes() {
      return BYTES;
    }
  }

  /** Up to sixteen children; the bytes ascend in two numbers, the first one lowest. */
  static final class Node16 extends Node {
    private static final int BYTES =
        Layout.object(FIELDS + 2 * Long.BYTES + Layout.REFERENCE) + Layout.references(16);
    private static final int SHRINK = 3;
    private static final long ONES = 0x0101_0101_0101_0101L;
    private static final long HIGHS = 0x8080_8080_8080_8080L;

    private long low;
    private long high;
    private final @Nullable Object[] children;

    Node16(Object owner, byte[] prefix) {
      this(owner, prefix, new @Nullable Object[16]);
    }

    private Node16(Object owner, byte[] prefix, @Nullable Object[] children) {
      super(owner, prefix);
      this.children = children;
    }

    private int key(int position) {
      return (int) ((position < 8 ? low : high) >>> 8 * position) & 0xFF;
    }

    private int rank(int key) {
      int rank = 0;
      while (rank < count && key(rank) < key) {
        rank++;
      }
      return rank;
    }

    /** Position of the first zero byte, or 8. */
    private static int zeroByte(long word) {
      return Long.numberOfTrailingZeros((word - ONES) & ~word & HIGHS) >>> 3;
    }

    @Override
    @Nullable Object find(int key) {
      long pattern = key * ONES;
      int position = zeroByte(low ^ pattern);
      if (position == 8) {
        position += zeroByte(high ^ pattern);
      }
      // Bytes behind the last one are zero, and a child for zero stands before them.
      return position < count ? children[position] : null;
    }

    @Override
    int next(int from) {
      int rank = rank(from);
      return rank < count ? key(rank) : -1;
    }

    @Override
    int last() {
      return key(count - 1);
    }

    @Override
    boolean isFull() {
      return count == 16;
    }

    @Override
    void add(int key, Object child) {
      int rank = rank(key);
      System.arraycopy(children, rank, children, rank + 1, count - rank);
      children[rank] = child;
      long below = (1L << 8 * rank) - 1;
      if (rank < 8) {
        high = high << 8 | low >>> 56;
        low = low & below | (long) key << 8 * rank | (low & ~below) << 8;
      } else {
        high = high & below | (long) key << 8 * rank | (high & ~below) << 8;
      }
      count++;
    }

    @Override
    void replace(int key, Object child) {
      children[rank(key)] = child;
    }

    @Override
    void remove(int key) {
      int rank = rank(key);
      count--;
      System.arraycopy(children, rank + 1, children, rank, count - rank);
      children[count] = null;
      long below = (1L << 8 * rank) - 1;
      if (rank < 8) {
        low = low & below | (low >>> 8 | high << 56) & ~below;
        high = high >>> 8;
      } else {
        high = high & below | high >>> 8 & ~below;
      }
    }

    @Override
    Node copy(Object newOwner) {
      Node16 copy = new Node16(newOwner, prefix, children.clone());
      copy.count = count;
      copy.low = low;
      copy.high = high;
      return copy;
    }

    @Override
    Node grow(Object newOwner) {
      return move(this, new Node48(newOwner, prefix));
    }

    @Override
    @Nullable Node shrink(Object newOwner) {
      return count > SHRINK ? null : move(this, new Node4(newOwner, prefix));
    }

    @Override
    int ownBytes() {
      return BYTES;
    }
  }

  /** Up to 48 children; an array says in which slot (plus one) the child of a byte lies. */
  static final class Node48 extends Node {
    private static final int BYTES =
        Layout.object(FIELDS + 2 * Layout.REFERENCE) + Layout.bytes(256) + Layout.references(48);
    private static final int SHRINK = 12;

    private final byte[] slots;
    private final @Nullable Object[] children;

    Node48(Object owner, byte[] prefix) {
      this(owner, prefix, new byte[256], new @Nullable Object[48]);
    }

    private Node48(Object owner, byte[] prefix, byte[] slots, @Nullable Object[] children) {
      super(owner, prefix);
      this.slots = slots;
      this.children = children;
    }

    @Override
    @Nullable Object find(int key) {
      int slot = slots[key];
      return slot == 0 ? null : children[slot - 1];
    }

    @Override
    int next(int from) {
      for (int key = from; key < 256; key++) {
        if (slots[key] != 0) {
          return key;
        }
      }
      return -1;
    }

    @Override
    int last() {
      int key = 255;
      while (slots[key] == 0) {
        key--;
      }
      return key;
    }

    @Override
    boolean isFull() {
      return count == 48;
    }

    @Override
    void add(int key, Object child) {
      // Slots in use are the first ones: remove() fills the gap with the last.
      children[count] = child;
      slots[key] = (byte) ++count;
    }

    @Override
    void replace(int key, Object child) {
      children[slots[key] - 1] = child;
    }

    @Override
    void remove(int key) {
      int slot = slots[key];
      slots[key] = 0;
      if (slot != count) {
        int moved = 0;
        while (slots[moved] != count) {
          moved++;
        }
        slots[moved] = (byte) slot;
        children[slot - 1] = children[count - 1];
      }
      children[--count] = null;
    }

    @Override
    Node copy(Object newOwner) {
      Node48 copy = new Node48(newOwner, prefix, slots.clone(), children.clone());
      copy.count = count;
      return copy;
    }

    @Override
    Node grow(Object newOwner) {
      return move(this, new Node256(newOwner, prefix));
    }

    @Override
    @Nullable Node shrink(Object newOwner) {
      return count > SHRINK ? null : move(this, new Node16(newOwner, prefix));
    }

    @Override
    int ownBytes() {
      return BYTES;
    }
  }

  /** A child for every byte. */
  static final class Node256 extends Node {
    private static final int BYTES =
        Layout.object(FIELDS + Layout.REFERENCE) + Layout.references(256);
    private static final int SHRINK = 36;

    private final @Nullable Object[] children;

    Node256(Object owner, byte[] prefix) {
      this(owner, prefix, new @Nullable Object[256]);
    }

    private Node256(Object owner, byte[] prefix, @Nullable Object[] children) {
      super(owner, prefix);
      this.children = children;
    }

    @Override
    @Nullable Object find(int key) {
      return children[key];
    }

    @Override
    int next(int from) {
      for (int key = from; key < 256; key++) {
        if (children[key] != null) {
          return key;
        }
      }
      return -1;
    }

    @Override
    int last() {
      int key = 255;
      while (children[key] == null) {
        key--;
      }
      return key;
    }

    @Override
    boolean isFull() {
      return false;
    }

    @Override
    void add(int key, Object child) {
      children[key] = child;
      count++;
    }

    @Override
    void replace(int key, Object child) {
      children[key] = child;
    }

    @Override
    void remove(int key) {
      children[key] = null;
      count--;
    }

    @Override
    Node copy(Object newOwner) {
      Node256 copy = new Node256(newOwner, prefix, Arrays.copyOf(children, 256));
      copy.count = count;
      return copy;
    }

    @Override
    Node grow(Object newOwner) {
      throw new IllegalStateException("a node of 256 children is never full");
    }

    @Override
    @Nullable Node shrink(Object newOwner) {
      return count > SHRINK ? null : move(this, new Node48(newOwner, prefix));
    }

    @Override
    int ownBytes() {
      return BYTES;
    }
  }
}
