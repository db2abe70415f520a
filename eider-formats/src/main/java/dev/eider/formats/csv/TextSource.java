// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

/**
 * The text of one file in UTF-8, in blocks. The cutting is the same for every reader. Safe for any
 * number of readers, each with windows of its own.
 */
interface TextSource extends AutoCloseable {
  /** Number of blocks, or -1 when that is known only at the end. */
  long blocks();

  /** Fills a window with a block and perhaps some text behind it; false: there is no such block. */
  boolean load(long block, Window window);

  /** Appends at least one byte of the text that follows, or completes the window. */
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
