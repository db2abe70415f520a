// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.data;

/** A file of rows, cut into blocks of a fixed number of rows. */
abstract class RowSource implements BlockSource {
  /** Part of every file's identity: changing it changes the bytes. */
  static final int ROWS_PER_BLOCK = 2048;

  private final long rows;
  private final long seed;
  private final int maxRowBytes;

  RowSource(long rows, long seed, int maxRowBytes) {
    if (rows < 0) {
      throw new IllegalArgumentException("Rows must not be negative, but are " + rows);
    }
    this.rows = rows;
    this.seed = seed;
    this.maxRowBytes = maxRowBytes;
  }

  /** The header line with its line end. */
  abstract String header();

  /** Appends one row with its line end; the buffer has room for {@code maxRowBytes}. */
  abstract void row(long row, SeededRandom random, RowBuffer out);

  @Override
  public final long blockCount() {
    return Math.ceilDiv(rows, ROWS_PER_BLOCK);
  }

  @Override
  public final void fill(long block, RowBuffer out) {
    SeededRandom random = new SeededRandom(seed, block);
    long end = Math.min(rows, (block + 1) * ROWS_PER_BLOCK);
    for (long row = block * ROWS_PER_BLOCK; row < end; row++) {
      out.reserve(maxRowBytes);
      row(row, random, out);
    }
  }
}
