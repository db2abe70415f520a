// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import dev.eider.base.table.FetchPlan;
import dev.eider.base.table.FetchedBytes;

/**
 * The text of one file in UTF-8, in blocks. The cutting is the same for every reader. Safe for any
 * number of readers, each with windows of its own.
 */
interface TextSource extends AutoCloseable {
  /** Number of blocks, or -1 when that is known only at the end. */
  long blocks();

  /** Fills a window with a block and perhaps some text behind it; false: there is no such block. */
  boolean load(long block, Window window);

  /** What {@link #load(long, FetchedBytes, Window)} wants to have been fetched. */
  default FetchPlan plan(long block) {
    return FetchPlan.NONE;
  }

  /** As {@link #load(long, Window)}, out of the bytes of the block's {@link #plan}. */
  default boolean load(long block, FetchedBytes bytes, Window window) {
    return load(block, window);
  }

  /**
   * How long to hope that the worker with the block before is nearly done, rather than to read that
   * block too.
   */
  default long patienceNanos() {
    return 100_000;
  }

  /**
   * Appends at least one byte of the text that follows, or completes the window.
   *
   * @throws ReleasedException when that text is gone, since others have released the window's block
   */
  void extend(Window window);

  /** A block's rows are known and no reader will load it again. */
  default void release(long block) {}

  /** Line ends in all blocks before this one, or -1 when that cannot be told any more. */
  long lineEndsBefore(long block);

  /** Where a block begins in the text, in bytes. */
  long offset(long block);

  /** How many bytes of the file were read by {@link #load} for this block, for progress. */
  long bytes(long block);

  @Override
  void close();
}
