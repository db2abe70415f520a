// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import java.util.Arrays;
import java.util.TreeMap;

/** One way to read the text, and what came of it. */
final class DialectCandidate {
  final CsvDialect dialect;

  /** By row: fields; comment marks; whether its last field and those of all later rows is empty. */
  int[] fields = new int[64];

  boolean[] comment = new boolean[64];
  boolean[] midComment = new boolean[64];
  boolean[] lastEmpty = new boolean[64];
  boolean[] ownLastEmpty = new boolean[64];

  /** Blank lines before each row. */
  int[] blanks = new int[64];

  int rows;
  boolean failed;

  /**
   * The rows before the one whose quote is not closed, where that row starts, and whether a quoted
   * field was closed before it; {@code brokenRows} is -1 when there is none.
   */
  int brokenRows = -1;

  int brokenAt;
  boolean closedQuotes;

  /** Whether the quote is never closed, not just followed by text where strict mode allows none. */
  boolean brokenToEnd;

  boolean lineTooLong;
  boolean everQuoted;
  boolean everEscaped;
  boolean unstrict;
  boolean quotedNewLine;
  boolean finished;
  int columns;
  long skipRows;
  long rowsUntilHeader;

  /** Where the next row starts. */
  int at;

  DialectCandidate(CsvDialect dialect) {
    this.dialect = dialect;
  }

  /** The same rows under a dialect that reads them alike. */
  DialectCandidate with(CsvDialect other) {
    DialectCandidate copy = new DialectCandidate(other);
    copy.fields = fields;
    copy.comment = comment;
    copy.midComment = midComment;
    copy.lastEmpty = lastEmpty;
    copy.ownLastEmpty = ownLastEmpty;
    copy.blanks = blanks;
    copy.rows = rows;
    copy.finished = finished;
    copy.columns = columns;
    copy.skipRows = skipRows;
    copy.rowsUntilHeader = rowsUntilHeader;
    copy.at = at;
    return copy;
  }

  void add(int count, boolean whole, boolean mid, boolean empty, int blankLines) {
    if (rows == fields.length) {
      int size = rows * 2;
      fields = Arrays.copyOf(fields, size);
      comment = Arrays.copyOf(comment, size);
      midComment = Arrays.copyOf(midComment, size);
      lastEmpty = Arrays.copyOf(lastEmpty, size);
      ownLastEmpty = Arrays.copyOf(ownLastEmpty, size);
      blanks = Arrays.copyOf(blanks, size);
    }
    fields[rows] = count;
    comment[rows] = whole;
    midComment[rows] = mid;
    lastEmpty[rows] = true;
    ownLastEmpty[rows] = empty;
    blanks[rows] = blankLines;
    if (!empty) {
      for (int i = rows; i >= 0 && lastEmpty[i]; i--) {
        lastEmpty[i] = false;
      }
    }
    rows++;
  }

  /** Fields of nine rows of ten before the broken quote, or 0. */
  int brokenColumns() {
    if (columns > 0) {
      return columns;
    }
    TreeMap<Integer, Integer> counts = new TreeMap<>();
    int seen = 0;
    for (int i = 0; i < brokenRows; i++) {
      if (!comment[i]) {
        counts.merge(fields[i], 1, Integer::sum);
        seen++;
      }
    }
    for (var entry : counts.entrySet()) {
      if (entry.getValue() * 10L >= seen * 9L) {
        return entry.getKey();
      }
    }
    return 0;
  }

  int mostFrequent() {
    TreeMap<Integer, Integer> counts = new TreeMap<>();
    for (int i = 0; i < rows; i++) {
      counts.merge(fields[i], 1, Integer::sum);
    }
    int best = 1;
    int most = 0;
    for (var entry : counts.entrySet()) {
      if (entry.getValue() >= most) {
        most = entry.getValue();
        best = entry.getKey();
      }
    }
    return best;
  }
}
