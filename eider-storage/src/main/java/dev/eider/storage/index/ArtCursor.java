// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.index;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Walks row ids in the order of their keys. Used by one thread; the tree it walks does not change.
 *
 * <pre>{@code
 * while (cursor.next()) {
 *   use(cursor.rowId());
 * }
 * }</pre>
 */
public final class ArtCursor {
  private static final Node[] NO_NODES = new Node[0];

  private final byte @Nullable [] upper;
  private long left;

  /** Nodes from the root on; the child at {@code bytes[i]} of {@code nodes[i]} is being visited. */
  private Node[] nodes = NO_NODES;

  private int[] bytes = new int[0];

  /** Length of the key before the byte of each node. */
  private int[] depths = new int[0];

  private int levels;

  /** The key of the leaf being visited: {@code key[0, length)}. */
  private byte[] key = new byte[32];

  private int length;

  /** The leaf that {@link #seek} found and {@link #next} has not visited yet. */
  private @Nullable Leaf found;

  private long rowId;

  /** Further row ids of the leaf being visited, from {@code listedAt} on. */
  private long @Nullable [] listed;

  private int listedAt;
  private @Nullable ArtCursor tree;

  ArtCursor(@Nullable Object root, byte @Nullable [] lower, byte @Nullable [] upper, long limit) {
    this.upper = upper;
    this.left = limit;
    if (root != null && limit > 0) {
      found = lower == null ? enter(root, 0) : seek(root, lower);
    }
  }

  /** Goes to the next row id; false when there is none. */
  public boolean next() {
    if (left <= 0) {
      return false;
    }
    if (listed != null && listedAt < listed.length) {
      rowId = listed[listedAt++];
    } else if (tree != null && tree.next()) {
      rowId = tree.rowId();
    } else if (!nextLeaf()) {
      left = 0;
      return false;
    }
    left--;
    return true;
  }

  /** The row id it stands at. */
  public long rowId() {
    return rowId;
  }

  /** The key it stands at, copied. */
  public byte[] key() {
    return Arrays.copyOf(key, length);
  }

  /** The bytes of the key it stands at, up to {@link #keyLength}; valid until {@link #next}. */
  public byte[] keyBuffer() {
    return key;
  }

  public int keyLength() {
    return length;
  }

  private boolean nextLeaf() {
    Leaf leaf = found;
    found = null;
    if (leaf == null) {
      leaf = advance();
    }
    if (leaf == null
        || upper != null && Arrays.compareUnsigned(key, 0, length, upper, 0, upper.length) >= 0) {
      return false;
    }
    listed = null;
    tree = null;
    if (leaf instanceof Leaf.Many many) {
      listed = many.listed;
      if (listed != null) {
        rowId = listed[0];
        listedAt = 1;
      } else {
        tree = new ArtCursor(many.tree, null, null, Long.MAX_VALUE);
        boolean any = tree.next();
        assert any : "no key without row ids";
        rowId = tree.rowId();
      }
    } else {
      rowId = leaf.first();
    }
    return true;
  }

  /** The first leaf whose key is at least {@code lower}, or null. */
  private @Nullable Leaf seek(Object root, byte[] lower) {
    Object current = root;
    int depth = 0;
    while (true) {
      byte[] part = current instanceof Node node ? node.prefix : ((Leaf) current).tail();
      int common = Leaf.commonBytes(part, lower, depth, lower.length);
      if (depth + common == lower.length) {
        return enter(current, depth);
      }
      if (common < part.length) {
        return (part[common] & 0xFF) > (lower[depth + common] & 0xFF)
            ? enter(current, depth)
            : advance();
      }
      if (!(current instanceof Node node)) {
        return advance();
      }
      append(part, depth);
      depth += part.length;
      int wanted = lower[depth] & 0xFF;
      Object child = node.find(wanted);
      push(node, wanted, depth);
      if (child == null) {
        return advance();
      }
      current = child;
      depth++;
    }
  }

  /** The leaf behind the subtree being visited, or null. */
  private @Nullable Leaf advance() {
    while (levels > 0) {
      int top = levels - 1;
      Node node = nodes[top];
      int next = node.next(bytes[top] + 1);
      if (next >= 0) {
        bytes[top] = next;
        key[depths[top]] = (byte) next;
        Object child = node.find(next);
        assert child != null : "next() names bytes with children";
        return enter(child, depths[top] + 1);
      }
      levels--;
    }
    return null;
  }

  /** The first leaf of a subtree whose key begins with {@code key[0, depth)}. */
  private Leaf enter(Object subtree, int depth) {
    Object current = subtree;
    int at = depth;
    while (current instanceof Node node) {
      append(node.prefix, at);
      at += node.prefix.length;
      int first = node.next(0);
      push(node, first, at);
      at++;
      current = node.find(first);
    }
    assert current != null : "a child of every node";
    Leaf leaf = (Leaf) current;
    length = at + leaf.tailLength();
    key = Tree.ensure(key, length);
    leaf.copyTail(key, at);
    return leaf;
  }

  private void append(byte[] part, int at) {
    key = Tree.ensure(key, at + part.length + 1);
    System.arraycopy(part, 0, key, at, part.length);
  }

  private void push(Node node, int next, int depth) {
    if (levels == nodes.length) {
      int grown = Math.max(16, 2 * levels);
      nodes = Arrays.copyOf(nodes, grown);
      bytes = Arrays.copyOf(bytes, grown);
      depths = Arrays.copyOf(depths, grown);
    }
    nodes[levels] = node;
    bytes[levels] = next;
    depths[levels++] = depth;
    key[depth] = (byte) next;
  }
}
