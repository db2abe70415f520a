// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.index;

import org.jspecify.annotations.Nullable;

/**
 * An index as it was at one moment. Immutable, so any number of threads may read it, however it was
 * handed to them: all fields are final, and no node it reaches changes after it was made.
 */
public final class ArtSnapshot extends ArtView {
  private final @Nullable Object root;
  private final long keys;
  private final long entries;

  ArtSnapshot(@Nullable Object root, long keys, long entries) {
    this.root = root;
    this.keys = keys;
    this.entries = entries;
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

  @Override
  public ArtCursor cursor(byte @Nullable [] lower, byte @Nullable [] upper, long limit) {
    return new ArtCursor(root, lower, upper, limit);
  }
}
