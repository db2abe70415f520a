// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.base.error.EiderException;

/**
 * Shows a place in SQL text: the line in question, cut to a readable width, with carets under the
 * token. Called once, where an error leaves the engine.
 */
public final class SourceText {
  private static final int WIDTH_MAX = 120;
  private static final int BREAK_REACH = 4;

  private SourceText() {}

  /** The error's message, followed by the caret lines when the error has a position in the text. */
  public static String describe(String sql, EiderException error) {
    int position = error.position();
    if (position < 0 || position >= sql.length()) {
      return String.valueOf(error.getMessage());
    }
    return error.getMessage() + "\n\n" + caretLines(sql, position, tokenEnd(sql, position));
  }

  /**
   * Two lines: {@code LINE n: text} and the carets under {@code [start, end)}.
   *
   * @param start offset of the first character to mark, inside the text
   * @param end offset after the last; only the part on the first line is marked
   */
  public static String caretLines(String sql, int start, int end) {
    int lineStart = lineStart(sql, start);
    int lineEnd = lineEnd(sql, start);
    int from = shownFrom(sql, lineStart, start);
    int to = shownTo(sql, start, lineEnd);
    String label = "LINE " + lineNumber(sql, start) + ": " + (from > lineStart ? "..." : "");
    StringBuilder result = new StringBuilder();
    result.append(label).append(sql, from, to).append(to < lineEnd ? "..." : "").append('\n');
    result.repeat(' ', label.length() + width(sql, from, start));
    result.repeat('^', Math.max(1, width(sql, start, Math.min(end, to))));
    return result.toString();
  }

  /** The end of the token that starts at the offset. */
  private static int tokenEnd(String sql, int start) {
    Tokens tokens = Lexer.lexLeniently(sql);
    for (int i = 0; i < tokens.count(); i++) {
      if (tokens.start(i) >= start) {
        // the rest of the text behind a quote that is never closed is no token to mark
        boolean open = tokens.end(i) == sql.length() && Lexer.unfinished(sql) != null;
        return tokens.start(i) == start && !open ? tokens.end(i) : start + 1;
      }
    }
    return start + 1;
  }

  private static boolean isNewline(char c) {
    return c == '\n' || c == '\r';
  }

  private static int lineStart(String sql, int offset) {
    int at = offset;
    while (at > 0 && !isNewline(sql.charAt(at - 1))) {
      at--;
    }
    return at;
  }

  private static int lineEnd(String sql, int offset) {
    int at = offset;
    while (at < sql.length() && !isNewline(sql.charAt(at))) {
      at++;
    }
    return at;
  }

  private static int lineNumber(String sql, int offset) {
    int line = 1;
    for (int i = 0; i < offset; i++) {
      char c = sql.charAt(i);
      if (c == '\n' || (c == '\r' && !(i + 1 < offset && sql.charAt(i + 1) == '\n'))) {
        line++;
      }
    }
    return line;
  }

  /** Where the shown part starts: at most half the width before the place, at a break when near. */
  private static int shownFrom(String sql, int lineStart, int offset) {
    int shown = 0;
    for (int i = offset; i > lineStart; i--) {
      shown += charWidth(sql, i);
      if (shown >= WIDTH_MAX / 2) {
        int breakAt =
            breakIn(sql, Math.max(lineStart, i - BREAK_REACH), Math.min(i + BREAK_REACH, offset));
        return breakAt >= 0 ? breakAt : i;
      }
    }
    return lineStart;
  }

  private static int shownTo(String sql, int offset, int lineEnd) {
    int shown = 0;
    for (int i = offset; i < lineEnd; i++) {
      shown += charWidth(sql, i);
      if (shown >= WIDTH_MAX / 2) {
        int breakAt =
            breakIn(sql, Math.max(offset, i - BREAK_REACH), Math.min(i + BREAK_REACH, lineEnd));
        return breakAt > offset ? breakAt : i;
      }
    }
    return lineEnd;
  }

  private static int breakIn(String sql, int from, int to) {
    for (int i = from; i < to; i++) {
      char c = sql.charAt(i);
      boolean word = Character.isLetterOrDigit(c) || c == '_' || Character.isSurrogate(c);
      if (!word) {
        return i;
      }
    }
    return -1;
  }

  private static int width(String sql, int from, int to) {
    int width = 0;
    for (int i = from; i < to; i++) {
      width += charWidth(sql, i);
    }
    return width;
  }

  /** Columns that a character takes on a terminal: wide ones take two, combining marks none. */
  private static int charWidth(String sql, int index) {
    char c = sql.charAt(index);
    if (c < 0x300) {
      return 1;
    }
    if (Character.isLowSurrogate(c)) {
      return 0;
    }
    int type = Character.getType(c);
    if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
      return 0;
    }
    boolean wide =
        Character.isHighSurrogate(c)
            || (c >= 0x1100 && c <= 0x115F)
            || (c >= 0x2E80 && c <= 0xA4CF)
            || (c >= 0xAC00 && c <= 0xD7A3)
            || (c >= 0xF900 && c <= 0xFAFF)
            || (c >= 0xFE30 && c <= 0xFE6F)
            || (c >= 0xFF00 && c <= 0xFF60)
            || (c >= 0xFFE0 && c <= 0xFFE6);
    return wide ? 2 : 1;
  }
}
