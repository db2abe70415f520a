// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider;

import dev.eider.engine.sql.SqlParser;
import java.util.ArrayList;
import java.util.List;

/** What programs around the database want to know of SQL texts. Stateless. */
public final class Sql {
  private Sql() {}

  /**
   * Whether the text ends with a semicolon outside of strings, names and comments, or holds nothing
   * but space and comments: a shell may run it.
   */
  public static boolean isComplete(String text) {
    return SqlParser.isComplete(text);
  }

  /**
   * The statements of a text, each with its semicolon. Nothing is checked but strings, names and
   * comments; a part that is only space is left out.
   */
  public static List<String> split(String text) {
    List<String> statements = new ArrayList<>();
    int from = 0;
    for (int end : SqlParser.statementEnds(text)) {
      String statement = text.substring(from, end);
      if (!statement.isBlank()) {
        statements.add(statement);
      }
      from = end;
    }
    return statements;
  }

  /** All keywords of the dialect, in upper case and in order. */
  public static List<String> keywords() {
    return SqlParser.keywords();
  }

  /** A name as SQL takes it: between quotes, with quotes in it doubled. */
  public static String quoteName(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** A text as an SQL literal. */
  public static String quoteText(String text) {
    return '\'' + text.replace("'", "''") + '\'';
  }
}
