// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The row ids of one key, and the end of the key: the bytes that no node above the leaf stands for.
 * Immutable; a change makes another leaf.
 */
abstract sealed class Leaf {
  static final byte[] NO_BYTES = new byte[0];

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** A leaf of one row id under {@code key[from, to)}. */
  static Leaf of(byte[] key, int from, int to, long rowId) {
    int length = to - from;
    if (length == 0) {
      return new Row(rowId);
    }
    return length <= Long.BYTES
        ? new Packed(pack(key, from, length), length, rowId)
        : new Tailed(Arrays.copyOfRange(key, from, to), rowId);
  }

  /** 1 to 8 bytes of a key as a number whose highest byte is the first, zeros behind. */
  static long pack(byte[] key, int from, int length) {
    if (from + Long.BYTES <= key.length) {
      return (long) LONG.get(key, from) & -1L << (Long.SIZE - Byte.SIZE * length);
    }
    long packed = 0;
    for (int i = 0; i < length; i++) {
      packed |= (key[from + i] & 0xFFL) << (Long.SIZE - Byte.SIZE * (i + 1));
    }
    return packed;
  }

  abstract int tailLength();

  /** Whether the end of the key is {@code key[from, to)}. */
  abstract boolean tailIs(byte[] key, int from, int to);

  /** How many first bytes the end of the key has in common with {@code key[from, to)}. */
  abstract int common(byte[] key, int from, int to);

  /** Copies the end of the key to {@code target[at..)}, which has room for it. */
  abstract void copyTail(byte[] target, int at);

  /** The same row ids under {@code tail[from, to)}. */
  abstract Leaf withTail(byte[] tail, int from, int to);

  /** The smallest row id. */
  abstract long first();

  /** How many row ids there are. */
  abstract long count();

  abstract boolean contains(long rowId);

  /** Calls {@code action} for every row id, ascending. */
  abstract void forEach(LongConsumer action);

  /** Heap bytes, without those of a tree of row ids. */
  abstract int bytes();

  final byte[] tail() {
    int length = tailLength();
    if (length == 0) {
      return NO_BYTES;
    }
    byte[] tail = new byte[length];
    copyTail(tail, 0);
    return tail;
  }

  /** One row id: all that a leaf holds whose key ends in the node above. */
  abstract static sealed class Single extends Leaf {
    final long rowId;

    Single(long rowId) {
      this.rowId = rowId;
    }

    @Override
    final Leaf withTail(byte[] tail, int from, int to) {
      return of(tail, from, to, rowId);
    }

    @Override
    final long first() {
      return rowId;
    }

    @Override
    final long count() {
      return 1;
    }

    @Override
    final boolean contains(long id) {
      return rowId == id;
    }

    @Override
    final void forEach(LongConsumer action) {
      action.accept(rowId);
    }
  }

  /** Nothing of the key is left. */
  static final class Row extends Single {
    private static final int BYTES = Layout.object(4 + Long.BYTES);

    Row(long rowId) {
      super(rowId);
    }

    @Override
    int tailLength() {
      return 0;
    }

    @Override
    boolean tailIs(byte[] key, int from, int to) {
      return from == to;
    }

    @Override
    int common(byte[] key, int from, int to) {
      return 0;
    }

    @Override
    void copyTail(byte[] target, int at) {}

    @Override
    int bytes() {
      return BYTES;
    }
  }

  /** 1 to 8 bytes of the key are left. */
  static final class Packed extends Single {
    private static final int BYTES = Layout.object(4 + 2 * Long.BYTES);

    private final long tail;
    private final int length;

    Packed(long tail, int length, long rowId) {
      super(rowId);
      this.tail = tail;
      this.length = length;
    }

    @Override
    int tailLength() {
      return length;
    }

    @Override
    boolean tailIs(byte[] key, int from, int to) {
      return length == to - from && tail == pack(key, from, length);
    }

    @Override
    int common(byte[] key, int from, int to) {
      int most = Math.min(length, to - from);
      if (most == 0) {
        return 0;
      }
      long difference = tail ^ pack(key, from, most);
      return Math.min(most, Long.numberOfLeadingZeros(difference) / Byte.SIZE);
    }

    @Override
    void copyTail(byte[] target, int at) {
      for (int i = 0; i < length; i++) {
        target[at + i] = (byte) (tail >>> (Long.SIZE - Byte.SIZE * (i + 1)));
      }
    }

    @Override
    int bytes() {
      return BYTES;
    }
  }

  /** More than 8 bytes of the key are left. */
  static final class Tailed extends Single {
    private static final int BYTES = Layout.object(Layout.REFERENCE + Long.BYTES);

    private final byte[] tail;

    Tailed(byte[] tail, long rowId) {
      super(rowId);
      this.tail = tail;
    }

    @Override
    int tailLength() {
      return tail.length;
    }

    @Override
    boolean tailIs(byte[] key, int from, int to) {
      return Arrays.equals(tail, 0, tail.length, key, from, to);
    }

    @Override
    int common(byte[] key, int from, int to) {
      return commonBytes(tail, key, from, to);
    }

    @Override
    void copyTail(byte[] target, int at) {
      System.arraycopy(tail, 0, target, at, tail.length);
    }

    @Override
    int bytes() {
      return BYTES + Layout.bytes(tail.length);
    }
  }

  /**
   * Several row ids: up to {@link #LISTED} in a sorted array, more in a tree of their own, whose
   * keys are the row ids.
   */
  static final class Many extends Leaf {
    /** The most row ids of an array; it is copied by every change. */
    static final int LISTED = 32;

    /** A tree of no more row ids than this becomes an array again. */
    static final int LISTED_AGAIN = 16;

    private static final int BYTES = Layout.object(2 * Layout.REFERENCE + Long.BYTES);

    final byte[] tail;
    private final long count;

    /** Sorted, exactly as long as there are row ids; null if they are in a tree. */
    final long @Nullable [] listed;

    /** The root of the tree of row ids, or null. */
    final @Nullable Object tree;

    Many(byte[] tail, long[] listed) {
      this.tail = tail;
      this.listed = listed;
      this.tree = null;
      this.count = listed.length;
    }

    Many(byte[] tail, Object tree, long count) {
      this.tail = tail;
      this.listed = null;
      this.tree = tree;
      this.count = count;
    }

    @Override
    int tailLength() {
      return tail.length;
    }

    @Override
    boolean tailIs(byte[] key, int from, int to) {
      return Arrays.equals(tail, 0, tail.length, key, from, to);
    }

    @Override
    int common(byte[] key, int from, int to) {
      return commonBytes(tail, key, from, to);
    }

    @Override
    void copyTail(byte[] target, int at) {
      System.arraycopy(tail, 0, target, at, tail.length);
    }

    @Override
    Leaf withTail(byte[] newTail, int from, int to) {
      byte[] kept = from == to ? NO_BYTES : Arrays.copyOfRange(newTail, from, to);
      if (listed != null) {
        return new Many(kept, listed);
      }
      assert tree != null : "row ids are listed or in a tree";
      return new Many(kept, tree, count);
    }

    @Override
    long first() {
      return listed != null ? listed[0] : Tree.firstLeaf(tree).first();
    }

    @Override
    long count() {
      return count;
    }

    @Override
    boolean contains(long rowId) {
      return listed != null
          ? Arrays.binarySearch(listed, rowId) >= 0
          : Tree.find(tree, Tree.rowKey(rowId), Long.BYTES) != null;
    }

    @Override
    void forEach(LongConsumer action) {
      if (listed != null) {
        for (long rowId : listed) {
          action.accept(rowId);
        }
      } else {
        Tree.forEach(tree, action);
      }
    }

    @Override
    int bytes() {
      return BYTES
          + (tail.length == 0 ? 0 : Layout.bytes(tail.length))
          + (listed == null ? 0 : Layout.longs(listed.length));
    }
  }

  static int commonBytes(byte[] bytes, byte[] key, int from, int to) {
    int most = Math.min(bytes.length, to - from);
    int mismatch = Arrays.mismatch(bytes, 0, most, key, from, from + most);
    return mismatch < 0 ? most : mismatch;
  }
}
