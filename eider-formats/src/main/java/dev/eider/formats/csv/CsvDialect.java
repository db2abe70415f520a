// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.csv;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * How text is cut into rows and fields. A byte of 0 means "none". Any of {@code \n}, {@code \r\n}
 * and {@code \r} ends a line, whatever the file began with; only when the user names the line end
 * and wants strictness ({@link NewLine} other than ANY) is another one an error.
 */
record CsvDialect(
    byte[] delimiter, byte quote, byte escape, byte comment, NewLine newLine, boolean strict) {
  static final CsvDialect DEFAULT =
      new CsvDialect(new byte[] {','}, (byte) '"', (byte) '"', (byte) 0, NewLine.ANY, true);

  /** Which line ends are allowed. */
  enum NewLine {
    ANY(""),
    LF("\\n"),
    CR("\\r"),
    CRLF("\\r\\n");

    private final String text;

    NewLine(String text) {
      this.text = text;
    }

    /** As the option is written. */
    String text() {
      return text;
    }
  }

  /** Whether the block kernels read this dialect; else every row goes through the exact scan. */
  boolean regular() {
    return delimiter.length == 1
        && comment == 0
        && newLine == NewLine.ANY
        && (quote == 0 || escape == 0 || escape == quote)
        && (quote == 0 || quote != delimiter[0])
        && !unquotedEscapes();
  }

  /** Whether an escape character means something outside quotes. */
  boolean unquotedEscapes() {
    return !strict && escape != 0 && escape != quote;
  }

  String delimiterText() {
    return new String(delimiter, StandardCharsets.UTF_8);
  }

  CsvDialect with(NewLine changed) {
    return new CsvDialect(delimiter, quote, escape, comment, changed, strict);
  }

  @Override
  public boolean equals(@org.jspecify.annotations.Nullable Object other) {
    return other instanceof CsvDialect that
        && Arrays.equals(delimiter, that.delimiter)
        && quote == that.quote
        && escape == that.escape
        && comment == that.comment
        && newLine == that.newLine
        && strict == that.strict;
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(delimiter) * 31 * 31 + quote * 31 + escape;
  }
}
