// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.error.SignedAddresses;
import dev.eider.base.secret.SecretText;
import java.util.regex.Pattern;

/** Adds the line of the statement and a caret to an error that has a position. */
final class ErrorText {
  /** Characters shown on either side of the position, as the dialect does. */
  private static final int HALF_WIDTH = 60;

  private static final String MARK = "\n\nLINE ";

  /** Messages of the parser that hold no text but names of options. */
  private static final Pattern FIXED =
      Pattern.compile(
          "^(Cannot specify both|Failed to create secret - |Unexpected duplicate option )");

  private ErrorText() {}

  /** A defect that shows before a query runs, as {@code QueryRun} tells one while it does. */
  static EiderException unexpected(RuntimeException defect) {
    return new EiderException(ErrorType.INTERNAL, String.valueOf(defect), defect);
  }

  /** Of a statement that may hold a secret: nothing of its text, and no cause that has some. */
  private static EiderException withoutLine(EiderException error, String sql) {
    if (error.type() != ErrorType.PARSER || FIXED.matcher(error.detail()).find()) {
      return new EiderException(error.type(), error.detail(), error.position(), null);
    }
    int lineStart = sql.lastIndexOf('\n', error.position() - 1) + 1;
    long line = 1 + sql.chars().limit(lineStart).filter(c -> c == '\n').count();
    return new EiderException(
        ErrorType.PARSER,
        "syntax error at line "
            + line
            + ", column "
            + (error.position() - lineStart + 1)
            + " (the text is not shown, since it may hold a secret)",
        error.position(),
        null);
  }

  static EiderException withLine(EiderException error, String sql) {
    int position = error.position();
    if (position < 0 || position > sql.length() || error.detail().contains(MARK)) {
      return error;
    }
    if (SecretText.mayHold(sql)) {
      return withoutLine(error, sql);
    }
    int lineStart = sql.lastIndexOf('\n', Math.max(0, position - 1)) + 1;
    if (position < sql.length() && sql.charAt(position) == '\n' && position == lineStart - 1) {
      lineStart = sql.lastIndexOf('\n', Math.max(0, position - 2)) + 1;
    }
    int lineEnd = sql.indexOf('\n', position);
    lineEnd = lineEnd < 0 ? sql.length() : lineEnd;
    int line = 1;
    for (int i = 0; i < lineStart; i++) {
      if (sql.charAt(i) == '\n') {
        line++;
      }
    }
    int from = lineStart;
    int to = lineEnd;
    String before = "";
    String after = "";
    if (position - from > HALF_WIDTH) {
      from = position - HALF_WIDTH;
      before = "...";
    }
    if (to - position > HALF_WIDTH) {
      to = position + HALF_WIDTH;
      after = "...";
    }
    int end = ErrorMarks.end(sql, position, error.type() == ErrorType.PARSER);
    String label = "LINE " + line + ": " + before;
    String text =
        "\n\n"
            + label
            + SignedAddresses.masked(sql).substring(from, to).replace('\t', ' ').replace('\r', ' ')
            + after
            + "\n"
            + " ".repeat(label.length() + position - from)
            + "^".repeat(Math.max(1, Math.min(end, to) - position));
    return new EiderException(error.type(), error.detail() + text, position, error);
  }
}
