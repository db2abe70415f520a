// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.data;

/** The content of a generated file, cut into blocks that can be made independently. */
public interface BlockSource {
  /** Number of blocks; the file is blocks 0 to {@code blockCount() - 1} in order. */
  long blockCount();

  /**
   * Appends the bytes of one block. Called by several threads at the same time with different
   * blocks: implementations hold no mutable state outside {@code out}.
   */
  void fill(long block, RowBuffer out);
}
