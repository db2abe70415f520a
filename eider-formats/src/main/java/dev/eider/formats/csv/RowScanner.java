// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import java.util.Arrays;

/**
 * Finds the rows of one block and in each the delimiters a scan wants. Belongs to one worker.
 *
 * <p>Row {@code r} has {@link #stride} numbers from {@code off[r * stride]} on: its start, the
 * wanted delimiters, the end of its last field. Rows with a fault are rows too, listed in {@link
 * #oddRows}; what is done about them is decided when they are handed on, because until then the
 * block's start may be a guess.
 */
final class RowScanner {
  /** A row with fewer fields than columns, to be filled with NULL. */
  static final byte PADDED = 1;

  /** Faults; the numbers order nothing. */
  static final byte TOO_FEW = 2;

  static final byte TOO_MANY = 3;
  static final byte INVALID = 4;
  static final byte UNTERMINATED = 5;
  static final byte LINE_SIZE = 6;

  private final CsvDialect dialect;
  private final boolean regular;
  private final boolean nullPadding;
  private final long maxLine;
  private final int columns;
  private final int[] need;
  private final FieldScanner exact;
  private final int[] state = new int[3];
  private final int[] scratch = new int[Kernels.scratch()];

  final int stride;
  int[] off;
  int rows;

  int odd;
  int[] oddRows = new int[8];
  byte[] oddKinds = new byte[8];
  int[] oddFields = new int[8];
  int[] oddAt = new int[8];

  /**
   * A scanner for rows of {@code columns} fields.
   *
   * @param need ascending ordinals (from 1) of the delimiters wanted, without end mark
   * @param maxLine the most bytes of a line, or MAX_VALUE
   */
  RowScanner(CsvDialect dialect, int columns, int[] need, boolean nullPadding, long maxLine) {
    this.dialect = dialect;
    this.columns = columns;
    this.nullPadding = nullPadding;
    this.maxLine = maxLine;
    this.need = Arrays.copyOf(need, need.length + 1);
    this.need[need.length] = Integer.MAX_VALUE;
    stride = need.length + 2;
    regular = dialect.regular() && maxLine == Integer.MAX_VALUE;
    exact = new FieldScanner(dialect);
    off = new int[Math.max(4, 512) * stride];
  }

  /** The exact scanner of the dialect, free for use between scans. */
  FieldScanner exact() {
    return exact;
  }

  /** Where the row starts at which the last scan ended or gave up. */
  int next() {
    return state[0];
  }

  /** Whether a line end inside quotes was met by the exact scan. */
  boolean metQuotedNewLine() {
    return exact.quotedNewLine;
  }

  /**
   * Finds the rows from {@code start} to the block's end; extends the window as its last row needs.
   *
   * @param most give up when the window would have to grow beyond that many bytes
   * @return where the row behind the block starts, or -1 when it gave up
   */
  int scan(TextSource source, Window window, int start, long most) {
    rows = 0;
    odd = 0;
    state[0] = start;
    state[2] = 0;
    while (true) {
      int last = Math.min(window.owned, window.length - 1);
      if (window.complete) {
        if (state[0] > last) {
          return state[0];
        }
      } else if (state[0] > window.owned) {
        return state[0];
      } else if (state[0] >= window.length) {
        if (window.length >= most) {
          return -1;
        }
        source.extend(window);
        continue;
      }
      int status = step(window, last);
      if (status == ScalarRows.NEED_MORE) {
        if (window.length >= most) {
          return -1;
        }
        source.extend(window);
      }
    }
  }

  private int step(Window window, int last) {
    int room = off.length / stride;
    if (rows == room) {
      off = Arrays.copyOf(off, off.length * 2);
      room = off.length / stride;
    }
    if (regular) {
      state[1] = ScalarRows.DONE;
      rows =
          Kernels.scanRows(
              window.text,
              window.length,
              last,
              dialect.delimiter()[0],
              dialect.quote(),
              (dialect.quote() != 0 ? ScalarRows.QUOTES : 0)
                  | (dialect.escape() == dialect.quote() ? ScalarRows.DOUBLED : 0),
              columns,
              need,
              off,
              stride,
              rows,
              room,
              state,
              scratch);
      if (state[1] == ScalarRows.DONE) {
        return ScalarRows.DONE;
      }
      if (state[1] == ScalarRows.NEED_MORE && !window.complete) {
        return ScalarRows.NEED_MORE;
      }
      if (rows == room) {
        return ScalarRows.DONE;
      }
    }
    return exactRow(window);
  }

  private int exactRow(Window window) {
    int row = state[0];
    FieldScanner scanner = exact;
    int status = scanner.row(window.text, row, window.length, window.complete);
    if (status == FieldScanner.NEED_MORE) {
      return ScalarRows.NEED_MORE;
    }
    int fields = scanner.fields;
    state[0] = scanner.next;
    if (status == FieldScanner.OK) {
      if (fields == 0 || fields == 1 && scanner.end == row && columns != 1) {
        return ScalarRows.DONE;
      }
      if (scanner.next - row > maxLine) {
        store(row, scanner.end, 0);
        mark(LINE_SIZE, fields, row);
      } else if (fields == columns) {
        store(row, scanner.end, fields);
      } else if (fields < columns) {
        store(row, scanner.end, fields);
        mark(nullPadding ? PADDED : TOO_FEW, fields, scanner.end);
      } else {
        tooMany(row, fields);
      }
    } else {
      store(row, scanner.end, Math.min(fields, columns));
      mark(
          status == FieldScanner.INVALID ? INVALID : UNTERMINATED,
          Math.max(fields, 1),
          scanner.faultAt);
    }
    rows++;
    return ScalarRows.DONE;
  }

  /** One more field is let pass when it is empty; without strict mode any number is. */
  private void tooMany(int row, int fields) {
    int end = exact.delimiters[columns - 1];
    boolean emptyExtra = fields == columns + 1 && exact.end == end + dialect.delimiter().length;
    store(row, end, columns);
    if (!emptyExtra && dialect.strict()) {
      mark(TOO_MANY, fields, end);
    }
  }

  /** Stores a row; delimiters that it does not have lie so that their fields are empty. */
  private void store(int row, int end, int fields) {
    int base = rows * stride;
    off[base] = row;
    off[base + stride - 1] = end;
    for (int i = 0; i < stride - 2; i++) {
      int ordinal = need[i];
      off[base + 1 + i] =
          ordinal < fields
              ? exact.delimiters[ordinal - 1]
              : end - (ordinal == fields ? 0 : dialect.delimiter().length);
    }
  }

  private void mark(byte kind, int fields, int at) {
    if (odd == oddRows.length) {
      oddRows = Arrays.copyOf(oddRows, odd * 2);
      oddKinds = Arrays.copyOf(oddKinds, odd * 2);
      oddFields = Arrays.copyOf(oddFields, odd * 2);
      oddAt = Arrays.copyOf(oddAt, odd * 2);
    }
    oddRows[odd] = rows;
    oddKinds[odd] = kind;
    oddFields[odd] = fields;
    oddAt[odd] = at;
    odd++;
  }
}
