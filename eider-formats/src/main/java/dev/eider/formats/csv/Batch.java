// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

/** Some rows of a window to be decoded: where they are, and what went wrong. One worker's. */
final class Batch {
  byte[] text = new byte[0];
  int textLength;

  /** Row offsets; the first row's stand at {@code base}. */
  int[] off = new int[0];

  int base;
  int stride;
  int count;

  /** Values that did not fit their column. */
  int errors;

  int[] errorRows = new int[16];
  int[] errorColumns = new int[16];

  /** Scratch for rows that a fast loop leaves to the exact path. */
  int[] slow = new int[0];

  void error(int row, int column) {
    if (errors == errorRows.length) {
      errorRows = java.util.Arrays.copyOf(errorRows, errors * 2);
      errorColumns = java.util.Arrays.copyOf(errorColumns, errors * 2);
    }
    errorRows[errors] = row;
    errorColumns[errors] = column;
    errors++;
  }

  int start(int row, int slot, int skip) {
    return off[base + row * stride + slot] + skip;
  }

  int rowEnd(int row) {
    return off[base + row * stride + stride - 1];
  }

  int rowStart(int row) {
    return off[base + row * stride];
  }
}
