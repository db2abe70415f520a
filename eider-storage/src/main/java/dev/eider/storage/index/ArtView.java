// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.index;

import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** What can be asked of an index: the live one by its writer, a snapshot by anybody. */
public abstract sealed class ArtView permits ArtIndex, ArtSnapshot {
  /** What {@link #first} answers for a key that is not there. */
  public static final long NONE = Long.MIN_VALUE;

  ArtView() {}

  abstract @Nullable Object root();

  /** Number of distinct keys. */
  public abstract long keys();

  /** Number of row ids of all keys. */
  public abstract long entries();

  /**
   * Row ids in the order of keys {@code [lower, upper)}, ascending within a key. Sees what is there
   * at the time of the call; later changes of the index do not disturb it.
   *
   * @param lower where to begin, the first key if null; need not be a key
   * @param upper where to end, exclusive, behind the last key if null
   * @param limit the most row ids to answer
   */
  public abstract ArtCursor cursor(byte @Nullable [] lower, byte @Nullable [] upper, long limit);

  /** The smallest row id of a key, or {@link #NONE}. */
  public final long first(byte[] key) {
    return first(key, key.length);
  }

  /** The smallest row id of {@code key[0, length)}, or {@link #NONE}. */
  public final long first(byte[] key, int length) {
    Leaf leaf = Tree.find(root(), key, length);
    return leaf == null ? NONE : leaf.first();
  }

  /** Calls {@code action} for each row id of {@code key[0, length)}, ascending. */
  public final void forEach(byte[] key, int length, LongConsumer action) {
    Leaf leaf = Tree.find(root(), key, length);
    if (leaf != null) {
      leaf.forEach(action);
    }
  }

  /** Number of row ids of {@code key[0, length)}. */
  public final long count(byte[] key, int length) {
    Leaf leaf = Tree.find(root(), key, length);
    return leaf == null ? 0 : leaf.count();
  }

  /** Whether that row id is there under {@code key[0, length)}. */
  public final boolean contains(byte[] key, int length, long rowId) {
    Leaf leaf = Tree.find(root(), key, length);
    return leaf != null && leaf.contains(rowId);
  }

  /** The smallest key, or null when there is none. */
  public final byte @Nullable [] minKey() {
    ArtCursor first = new ArtCursor(root(), null, null, 1);
    return first.next() ? first.key() : null;
  }

  /** The greatest key, or null when there is none. */
  public final byte @Nullable [] maxKey() {
    Object root = root();
    return root == null ? null : Tree.lastKey(root);
  }
}
