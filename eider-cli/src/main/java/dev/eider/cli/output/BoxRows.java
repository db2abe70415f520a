// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.output;

import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.StringVector;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows of a result that a box shows: all if they are few, else the first and the last. Only
 * those are turned into text, and only those are held.
 */
final class BoxRows {
  /** A box that hides rows is three lines longer, so hiding fewer is no gain. */
  private static final int HIDING_COSTS = 3;

  private final List<String[]> top = new ArrayList<>();
  private final List<String[]> bottom = new ArrayList<>();
  private long count;

  private BoxRows() {}

  /** Pulls all rows and keeps what {@code maxRows} allows. */
  static BoxRows read(ResultRows rows, int maxRows, String nullText) {
    BoxRows kept = new BoxRows();
    RowTexts texts = new RowTexts(rows);
    int columns = rows.names().size();
    long all = (long) maxRows + HIDING_COSTS;
    long head = maxRows / 2 + maxRows % 2;
    ArrayDeque<DataChunk> tail = new ArrayDeque<>();
    long tailRows = 0;
    DataChunk chunk;
    while ((chunk = rows.next()) != null) {
      int size = chunk.size();
      int here = (int) Math.min(size, all - kept.top.size());
      if (here > 0) {
        kept.convert(texts.of(chunk), 0, here, columns, nullText, kept.top);
      }
      kept.count += size;
      tail.addLast(chunk);
      tailRows += size;
      while (tailRows - tail.getFirst().size() >= maxRows - head) {
        tailRows -= tail.removeFirst().size();
      }
    }
    if (kept.count > all) {
      kept.top.subList((int) head, kept.top.size()).clear();
      long skip = tailRows - (maxRows - head);
      for (DataChunk last : tail) {
        int from = (int) Math.min(skip, last.size());
        skip -= from;
        if (from < last.size()) {
          kept.convert(texts.of(last), from, last.size(), columns, nullText, kept.bottom);
        }
      }
    }
    return kept;
  }

  private void convert(
      StringVector[] texts, int from, int to, int columns, String nullText, List<String[]> target) {
    for (int row = from; row < to; row++) {
      String[] cells = new String[columns];
      for (int c = 0; c < columns; c++) {
        cells[c] = CellText.of(texts[c], row, nullText);
      }
      target.add(cells);
    }
  }

  /** The first rows, or all. */
  List<String[]> top() {
    return top;
  }

  /** The last rows, empty when none are hidden. */
  List<String[]> bottom() {
    return bottom;
  }

  /** Rows of the result. */
  long count() {
    return count;
  }

  boolean hides() {
    return count > shown();
  }

  int shown() {
    return top.size() + bottom.size();
  }
}
