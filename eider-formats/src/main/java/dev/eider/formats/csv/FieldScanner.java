// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

/**
 * The exact reading of a dialect, one field or one row at a time. This is the reference: the kernels
 * hand every row to it that does not look plain. Used by one thread; results are in its fields.
 *
 * <p>A field may begin with spaces before its quote, and end with spaces after it. In strict mode
 * nothing else may follow a closing quote; else the quote is taken as part of the text.
 */
final class FieldScanner {
  /** The row or field is complete. */
  static final int OK = 0;

  /** The text ends inside it. */
  static final int NEED_MORE = 1;

  /** A line end or character that strict mode does not allow. */
  static final int INVALID = 2;

  /** A quote is never closed, or text follows a closing quote. */
  static final int UNTERMINATED = 3;

  private final CsvDialect dialect;
  private final byte[] delimiter;
  private final byte first;
  private final int delimiterLength;
  private final byte quote;
  private final byte escape;
  private final byte comment;
  private final boolean spaces;
  private final boolean[] special = new boolean[256];

  /** The value of the field scanned last: {@code text[valueStart, valueEnd)}, escapes included. */
  int valueStart;

  int valueEnd;

  /** Whether it was quoted. */
  boolean quoted;

  /** Whether it holds escapes, which {@link #unescape} takes out. */
  boolean escaped;

  /** Whether a line end was found inside quotes since the scanner was made. */
  boolean quotedNewLine;

  /** Whether a quoted field was seen, and one with an escape, since the scanner was made. */
  boolean everQuoted;

  boolean everEscaped;

  /** Whether something was accepted that strict mode would not, since the scanner was made. */
  boolean unstrict;

  /** Number of fields of the row scanned last; 0 when there is no row (blank or comment line). */
  int fields;

  /** Positions of its delimiters, {@code fields - 1} of them. */
  int[] delimiters = new int[64];

  /** Where its last field ends, and where the next row starts. */
  int end;

  int next;

  /** Whether a comment ended it, and whether nothing but spaces came before that. */
  boolean commented;

  boolean commentOnly;

  /** Where the scan of a faulty row stopped. */
  int faultAt;

  FieldScanner(CsvDialect dialect) {
    this.dialect = dialect;
    delimiter = dialect.delimiter();
    first = delimiter.length == 0 ? 0 : delimiter[0];
    delimiterLength = delimiter.length;
    quote = dialect.quote();
    escape = dialect.escape();
    comment = dialect.comment();
    spaces = first != ' ' && quote != ' ' && escape != ' ' && comment != ' ';
    special['\n'] = true;
    special['\r'] = true;
    if (delimiterLength > 0) {
      special[first & 0xFF] = true;
    }
    if (comment != 0) {
      special[comment & 0xFF] = true;
    }
    if (dialect.unquotedEscapes()) {
      special[escape & 0xFF] = true;
    }
  }

  private boolean atDelimiter(byte[] text, int at, int limit) {
    if (delimiterLength == 0 || text[at] != first) {
      return false;
    }
    for (int i = 1; i < delimiterLength; i++) {
      if (at + i >= limit || text[at + i] != delimiter[i]) {
        return false;
      }
    }
    return true;
  }

  /**
   * Scans one field. On OK, {@link #end} is what ended it: a delimiter, a line end or a comment.
   *
   * @param complete whether the text ends at {@code limit} for good
   */
  int field(byte[] text, int start, int limit, boolean complete) {
    quoted = false;
    escaped = false;
    int at = start;
    if (quote != 0) {
      int probe = at;
      if (spaces) {
        while (probe < limit && text[probe] == ' ') {
          probe++;
        }
      }
      if (probe >= limit) {
        faultAt = probe;
        return NEED_MORE;
      }
      if (text[probe] == quote) {
        return quotedField(text, probe + 1, limit, complete);
      }
    }
    valueStart = start;
    while (true) {
      while (at < limit && !special[text[at] & 0xFF]) {
        at++;
      }
      if (at >= limit) {
        faultAt = at;
        return NEED_MORE;
      }
      byte b = text[at];
      if (b == '\n' || b == '\r' || comment != 0 && b == comment) {
        break;
      }
      if (atDelimiter(text, at, limit)) {
        break;
      }
      if (dialect.unquotedEscapes() && b == escape) {
        escaped = true;
        everEscaped = true;
        unstrict = true;
        at++;
        if (at >= limit) {
          faultAt = at;
          return NEED_MORE;
        }
      }
      at++;
    }
    valueEnd = at;
    end = at;
    return OK;
  }

  private int quotedField(byte[] text, int start, int limit, boolean complete) {
    quoted = true;
    everQuoted = true;
    valueStart = start;
    int at = start;
    boolean otherEscape = escape != 0 && escape != quote;
    boolean relaxed = false;
    while (true) {
      // Inside quotes.
      while (true) {
        if (at >= limit) {
          faultAt = at;
          return complete ? UNTERMINATED : NEED_MORE;
        }
        byte b = text[at];
        if (b == quote) {
          break;
        }
        if (otherEscape && b == escape) {
          if (at + 1 >= limit) {
            faultAt = at;
            return complete ? UNTERMINATED : NEED_MORE;
          }
          escaped = true;
          at++;
          everEscaped |= text[at] == quote || !dialect.strict();
          // A line end that is escaped is still one inside quotes.
          b = text[at];
        }
        if (b == '\n' || b == '\r') {
          quotedNewLine = true;
        }
        at++;
      }
      int close = at;
      at++;
      if (at >= limit) {
        faultAt = at;
        return complete ? UNTERMINATED : NEED_MORE;
      }
      if (escape == quote && text[at] == quote) {
        escaped = true;
        everEscaped = true;
        at++;
        continue;
      }
      valueEnd = close;
      int after = at;
      while (true) {
        if (spaces) {
          while (at < limit && text[at] == ' ') {
            at++;
          }
        }
        if (at >= limit) {
          faultAt = at;
          return complete ? UNTERMINATED : NEED_MORE;
        }
        byte b = text[at];
        if (b == '\n' || b == '\r' || comment != 0 && b == comment || atDelimiter(text, at, limit)) {
          if (relaxed) {
            relaxValue(text, start, at);
          }
          end = at;
          return OK;
        }
        if (dialect.strict()) {
          faultAt = at;
          return UNTERMINATED;
        }
        relaxed = true;
        unstrict = true;
        if (b == quote && at > after) {
          // Text after a closing quote, then a quote again: quoted text goes on behind it.
          at++;
          break;
        }
        if (b == quote) {
          at++;
          break;
        }
        at++;
      }
    }
  }

  /** A field with stray quotes: from the first quote to the last, which only ends it if it is last. */
  private void relaxValue(byte[] text, int start, int fieldEnd) {
    int last = fieldEnd;
    while (spaces && last > start && text[last - 1] == ' ') {
      last--;
    }
    valueStart = start;
    valueEnd = last > start && text[last - 1] == quote ? last - 1 : last;
    if (escape == quote) {
      escaped = true;
    }
  }

  /** Writes the field scanned last without its escapes to {@code target}; answers the length. */
  int unescape(byte[] text, byte[] target, int offset) {
    int to = offset;
    boolean pending = false;
    for (int i = valueStart; i < valueEnd; i++) {
      byte b = text[i];
      if (b == escape && !pending && escapes(text, i)) {
        pending = true;
      } else {
        pending = false;
        target[to++] = b;
      }
    }
    return to - offset;
  }

  /** Whether the escape character at {@code i} stands for the one after it. */
  private boolean escapes(byte[] text, int i) {
    if (i + 1 >= valueEnd) {
      return escape != quote;
    }
    return escape != quote || text[i + 1] == quote;
  }

  /**
   * Scans the row at {@code row}. Results are in the fields; after a fault {@link #next} is the start
   * of the line after the one where the fault was found.
   */
  int row(byte[] text, int row, int limit, boolean complete) {
    fields = 0;
    commented = false;
    commentOnly = false;
    int at = row;
    while (true) {
      int status = field(text, at, limit, complete);
      if (status != OK) {
        if (status == NEED_MORE && complete) {
          // The sentinel line end stands behind every complete text, so only quotes get here.
          status = UNTERMINATED;
        }
        return status == NEED_MORE ? NEED_MORE : fault(text, row, limit, complete, status);
      }
      fields++;
      byte b = text[end];
      if (b == '\n' || b == '\r') {
        return finish(text, row, limit, complete);
      }
      if (comment != 0 && b == comment && !atDelimiter(text, end, limit)) {
        return comment(text, row, limit, complete);
      }
      if (fields > delimiters.length) {
        delimiters = java.util.Arrays.copyOf(delimiters, delimiters.length * 2);
      }
      delimiters[fields - 1] = end;
      at = end + delimiterLength;
    }
  }

  private int comment(byte[] text, int row, int limit, boolean complete) {
    int rowEnd = end;
    int at = end;
    while (at < limit && text[at] != '\n' && text[at] != '\r') {
      at++;
    }
    if (at >= limit) {
      return complete ? fault(text, row, limit, true, UNTERMINATED) : NEED_MORE;
    }
    commented = true;
    boolean blank = fields == 1;
    for (int i = row; i < rowEnd && blank; i++) {
      blank = text[i] == ' ';
    }
    commentOnly = blank;
    end = at;
    int status = finish(text, row, limit, complete);
    end = rowEnd;
    if (blank) {
      fields = 0;
    }
    return status;
  }

  /** With {@link #end} at a line end: checks it, and sets {@link #next}. */
  private int finish(byte[] text, int row, int limit, boolean complete) {
    int at = end;
    boolean carriage = text[at] == '\r';
    boolean pair = false;
    if (carriage) {
      if (at + 1 >= limit && !complete) {
        return NEED_MORE;
      }
      pair = at + 1 < limit && text[at + 1] == '\n';
    }
    next = at + (pair ? 2 : 1);
    boolean wrong =
        switch (dialect.newLine()) {
          case ANY -> false;
          case LF -> carriage;
          case CR -> !carriage || pair && at + 2 < limit;
          case CRLF -> !pair && at + 1 < limit;
        };
    if (wrong && dialect.strict()) {
      faultAt = at;
      return INVALID;
    }
    return OK;
  }

  private int fault(byte[] text, int row, int limit, boolean complete, int status) {
    int at = Math.max(faultAt, row);
    while (at < limit && text[at] != '\n' && text[at] != '\r') {
      at++;
    }
    if (at >= limit) {
      if (!complete) {
        return NEED_MORE;
      }
      end = limit;
      next = limit;
      fields++;
      return status;
    }
    end = at;
    next = at + (text[at] == '\r' && at + 1 < limit && text[at + 1] == '\n' ? 2 : 1);
    fields++;
    return status;
  }
}
