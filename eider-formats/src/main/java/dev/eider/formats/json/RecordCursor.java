// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.json;

import dev.eider.base.error.EiderException;
import dev.eider.base.json.JsonDocument;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Goes from record to record of a window. Belongs to one worker. */
final class RecordCursor {
  /** A record was read. */
  static final int RECORD = 0;

  /** There is a record, but it is not JSON: {@link #problem()}. */
  static final int BAD = 1;

  /** The window has to be longer to tell. */
  static final int MORE = 2;

  /** No record is left. */
  static final int END = 3;

  /** Where an error may stand before the end and still be one of text that goes on behind it. */
  private static final int CUT = 8;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long HIGHS = 0x8080_8080_8080_8080L;
  private static final long NEW_LINES = ONES * '\n';

  private static final String TRY_AUTO = "Try auto-detecting the JSON format";

  private final String path;
  private final JsonLayout layout;
  private final long maxObject;
  private final JsonWindow window;
  final JsonDocument document = new JsonDocument();

  /** Where the next record, or the space before it, starts. */
  int at;

  /** The last line that belongs to the block starts here or before. */
  private long lastLine;

  /** Records met so far, bad ones too. */
  long records;

  int recordStart;
  int recordEnd;
  private boolean opened;
  private boolean between;
  private boolean closed;
  private String problem = "";
  private int problemAt;

  RecordCursor(String path, JsonLayout layout, long maxObject, JsonWindow window) {
    this.path = path;
    this.layout = layout;
    this.maxObject = maxObject;
    this.window = window;
  }

  /** Begins at the start of a file, behind a byte order mark. */
  void startFile(long lastLineStart) {
    lastLine = lastLineStart;
    at = hasMark() ? 3 : 0;
  }

  private boolean hasMark() {
    byte[] text = window.text;
    return window.length >= 3
        && text[0] == (byte) 0xEF
        && text[1] == (byte) 0xBB
        && text[2] == (byte) 0xBF;
  }

  /** Begins in a block of lines that is not the first. */
  void startBlock(long lastLineStart) {
    lastLine = lastLineStart;
    int end = (int) Math.min(lastLineStart, window.length);
    at = 0;
    while (at < end && window.text[at] != '\n') {
      at++;
    }
    // Without a line end no line starts here.
    at = at < end ? at + 1 : Integer.MAX_VALUE;
  }

  /** The window lost its first bytes. */
  void dropped(int count) {
    at -= count;
  }

  /** What is wrong with the record: where (a byte of the record, from 1) and what. */
  String problem() {
    return "at byte " + (problemAt + 1) + " in " + layout.unit() + " {line}: " + problem;
  }

  int next() {
    return switch (layout) {
      case LINES -> nextLine();
      case ARRAY -> nextElement();
      case UNSTRUCTURED, AUTO -> nextValue();
    };
  }

  private static boolean isSpace(byte b) {
    return b == ' ' || b >= 9 && b <= 13;
  }

  private void skipSpace() {
    while (at < window.length && isSpace(window.text[at])) {
      at++;
    }
  }

  // ---- lines -----------------------------------------------------------------------------------

  private int nextLine() {
    while (true) {
      if (at > lastLine) {
        return END;
      }
      if (at >= window.length) {
        return window.complete ? END : MORE;
      }
      byte[] text = window.text;
      int end = lineEnd(text, at, window.length);
      if (end == window.length && !window.complete) {
        checkSize(end - at);
        return MORE;
      }
      int from = at;
      int to = end;
      while (from < to && isSpace(text[from])) {
        from++;
      }
      while (to > from && isSpace(text[to - 1])) {
        to--;
      }
      at = Math.min(end + 1, window.length);
      if (from == to) {
        continue;
      }
      checkSize(to - from);
      return line(from, to);
    }
  }

  /** Where the next line end is, or {@code to}. Eight bytes at a time. */
  private static int lineEnd(byte[] text, int from, int to) {
    int at = from;
    while (at <= to - 8) {
      long word = (long) LONG.get(text, at) ^ NEW_LINES;
      long marks = (word - ONES) & ~word & HIGHS;
      if (marks != 0) {
        return at + (Long.numberOfTrailingZeros(marks) >>> 3);
      }
      at += 8;
    }
    while (at < to && text[at] != '\n') {
      at++;
    }
    return at;
  }

  private int line(int from, int to) {
    records++;
    recordStart = from;
    recordEnd = to;
    if (document.parse(window.text, from, to, true)) {
      return RECORD;
    }
    boolean elsewhere =
        document.position() >= to || document.problem().startsWith("unexpected content");
    bad(from, elsewhere ? TRY_AUTO : "");
    return BAD;
  }

  private void bad(int from, String hint) {
    problemAt = document.position() - from;
    problem = document.problem() + ". " + hint;
  }

  private void checkSize(int size) {
    if (size > maxObject) {
      throw EiderException.invalidInput(
          "\"maximum_object_size\" of "
              + maxObject
              + " bytes exceeded while reading file \""
              + path
              + "\" (>"
              + size
              + " bytes).\n Try increasing \"maximum_object_size\".");
    }
  }

  // ---- values one after the other --------------------------------------------------------------

  private int nextValue() {
    skipSpace();
    if (at >= window.length) {
      return window.complete ? END : MORE;
    }
    return value();
  }

  private int value() {
    boolean ok = document.parse(window.text, at, window.length, false);
    int end = document.position();
    if (!window.complete) {
      boolean mayGoOn =
          ok
              ? end == window.length && document.kind(0) < JsonDocument.STRING
              : end >= window.length - CUT;
      if (mayGoOn) {
        checkSize(window.length - at);
        return MORE;
      }
    }
    records++;
    recordStart = at;
    if (!ok) {
      bad(at, "");
      return BAD;
    }
    checkSize(end - at);
    recordEnd = end;
    at = end;
    return RECORD;
  }

  // ---- the elements of an array ----------------------------------------------------------------

  private int nextElement() {
    skipSpace();
    if (at >= window.length) {
      return end();
    }
    if (!opened) {
      return open();
    }
    if (closed) {
      throw EiderException.invalidInput(
          (records == 0 ? "Empty array with trailing data" : "Trailing data behind the array")
              + " when parsing JSON array with format='array' in file \""
              + path
              + "\"");
    }
    byte c = window.text[at];
    if (between) {
      if (c != ',' && c != ']') {
        problem = "unexpected character. ";
        problemAt = at - recordStart;
        return BAD;
      }
      at++;
      between = false;
      closed = c == ']';
      return nextElement();
    }
    if (c == ']' && records == 0) {
      at++;
      closed = true;
      return nextElement();
    }
    int status = value();
    between = status == RECORD;
    return status;
  }

  private int end() {
    if (!window.complete) {
      return MORE;
    }
    if (opened && !closed) {
      if (records == 0) {
        throw EiderException.invalidInput(
            "Missing closing brace ']' in JSON array with format='array' in file \"" + path + "\"");
      }
      problem = "unexpected end of data. ";
      problemAt = at - recordStart;
      return BAD;
    }
    return END;
  }

  private int open() {
    if (window.text[at] != '[') {
      throw EiderException.invalidInput(
          "Expected top-level JSON array with format='array', but first character is '"
              + (char) window.text[at]
              + "' in file \""
              + path
              + "\".\n Try setting format='auto' or format='newline_delimited'.");
    }
    at++;
    opened = true;
    return nextElement();
  }
}
