// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

/** Finds how much of a statement an error at a position is about. */
final class ErrorMarks {
  private ErrorMarks() {}

  /**
   * The end of what stands at {@code start}: a literal, a cast's target, or a name with its
   * qualifiers and arguments. At least one character, never beyond the line.
   */
  static int end(String sql, int start, boolean oneToken) {
    int end = token(sql, start);
    while (!oneToken && end < sql.length()) {
      char c = sql.charAt(end);
      boolean isName = isWord(sql.charAt(end - 1)) || sql.charAt(end - 1) == '"';
      if (c == '.' && isName && end + 1 < sql.length() && isNameStart(sql.charAt(end + 1))) {
        end = token(sql, end + 1);
      } else if (c == '(' && isName) {
        end = closing(sql, end);
        break;
      } else if (end - start == 2 && sql.startsWith("::", start) && isNameStart(c)) {
        end = token(sql, end);
      } else {
        break;
      }
    }
    int newline = sql.indexOf('\n', start);
    return Math.max(start + 1, newline < 0 ? end : Math.min(end, newline));
  }

  private static boolean isNameStart(char c) {
    return Character.isLetter(c) || c == '_' || c == '"';
  }

  private static boolean isWord(char c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '$';
  }

  private static int token(String sql, int start) {
    if (start >= sql.length()) {
      return start;
    }
    char first = sql.charAt(start);
    if (first == '"' || first == '\'') {
      int close = sql.indexOf(first, start + 1);
      return close < 0 ? sql.length() : close + 1;
    }
    if (sql.startsWith("::", start)) {
      return start + 2;
    }
    int end = start;
    while (end < sql.length()
        && (isWord(sql.charAt(end))
            || sql.charAt(end) == '.' && Character.isDigit(first) && end > start)) {
      end++;
    }
    return Math.max(end, start + 1);
  }

  private static int closing(String sql, int open) {
    int depth = 0;
    for (int i = open; i < sql.length(); i++) {
      char c = sql.charAt(i);
      if (c == '\'' || c == '"') {
        int close = sql.indexOf(c, i + 1);
        i = close < 0 ? sql.length() : close;
      } else if (c == '(') {
        depth++;
      } else if (c == ')' && --depth == 0) {
        return i + 1;
      }
    }
    return open;
  }
}
