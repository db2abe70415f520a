// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.index;

import java.util.Arrays;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** Reads trees. A root is a {@link Node}, a {@link Leaf}, or null for an empty tree. */
final class Tree {
  private Tree() {}

  /** The leaf of {@code key[0, length)}, or null. */
  static @Nullable Leaf find(@Nullable Object root, byte[] key, int length) {
    Object current = root;
    int depth = 0;
    while (current instanceof Node node) {
      byte[] prefix = node.prefix;
      int end = depth + prefix.length;
      if (end >= length) {
        return null;
      }
      if (prefix.length > 0 && !Arrays.equals(prefix, 0, prefix.length, key, depth, end)) {
        return null;
      }
      current = node.find(key[end] & 0xFF);
      depth = end + 1;
    }
    return current instanceof Leaf leaf && leaf.tailIs(key, depth, length) ? leaf : null;
  }

  /** The leaf of the smallest key of a tree that is not empty. */
  static Leaf firstLeaf(@Nullable Object root) {
    Object current = root;
    while (current instanceof Node node) {
      current = node.find(node.next(0));
    }
    assert current != null : "a child of every node";
    return (Leaf) current;
  }

  /** The greatest key of a tree that is not empty. */
  static byte[] lastKey(Object root) {
    byte[] key = new byte[64];
    int length = 0;
    Object current = root;
    while (current instanceof Node node) {
      byte[] prefix = node.prefix;
      key = ensure(key, length + prefix.length + 1);
      System.arraycopy(prefix, 0, key, length, prefix.length);
      length += prefix.length;
      int last = node.last();
      key[length++] = (byte) last;
      current = node.find(last);
    }
    assert current != null : "a child of every node";
    Leaf leaf = (Leaf) current;
    key = ensure(key, length + leaf.tailLength());
    leaf.copyTail(key, length);
    return Arrays.copyOf(key, length + leaf.tailLength());
  }

  /**
   * Calls {@code action} for every row id in the order of the keys. Recursive: for trees of short
   * keys.
   */
  static void forEach(@Nullable Object root, LongConsumer action) {
    if (root instanceof Node node) {
      for (int key = node.next(0); key >= 0; key = node.next(key + 1)) {
        forEach(node.find(key), action);
      }
    } else if (root instanceof Leaf leaf) {
      leaf.forEach(action);
    }
  }

  /** Heap bytes of a whole tree, counted. Recursive. */
  static long bytes(@Nullable Object root) {
    if (root instanceof Node node) {
      long sum = node.bytes();
      for (int key = node.next(0); key >= 0; key = node.next(key + 1)) {
        sum += bytes(node.find(key));
      }
      return sum;
    }
    if (root instanceof Leaf leaf) {
      return leaf.bytes() + (leaf instanceof Leaf.Many many ? bytes(many.tree) : 0);
    }
    return 0;
  }

  /** The key of a row id in a tree of row ids. */
  static byte[] rowKey(long rowId) {
    byte[] key = new byte[Long.BYTES];
    long bits = rowId ^ Long.MIN_VALUE;
    for (int i = 0; i < Long.BYTES; i++) {
      key[i] = (byte) (bits >>> (Long.SIZE - Byte.SIZE * (i + 1)));
    }
    return key;
  }

  /** {@code bytes}, or a copy with room for at least {@code length}. */
  static byte[] ensure(byte[] bytes, int length) {
    if (length <= bytes.length) {
      return bytes;
    }
    return Arrays.copyOf(
        bytes, (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(length, 2L * bytes.length)));
  }
}
