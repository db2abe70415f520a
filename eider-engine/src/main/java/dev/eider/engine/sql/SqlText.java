// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.Statement;
import dev.eider.engine.sql.ast.TableRef;
import dev.eider.engine.sql.ast.TypeName;

/**
 * Trees back to SQL, in the dialect's canonical form: {@code (a + 1)}, {@code count_star()}, {@code
 * CAST(x AS INTEGER)}. Columns without alias are named by this text, and views are stored by it.
 * What is written parses again to an equal tree.
 */
public final class SqlText {
  private SqlText() {}

  /** The canonical text of an expression. */
  public static String render(Expr expression) {
    SqlWriter writer = new SqlWriter();
    writer.expressions.write(expression);
    return writer.text();
  }

  /** The canonical text of a query, without parentheses around it. */
  public static String render(Query query) {
    SqlWriter writer = new SqlWriter();
    writer.queries.write(query);
    return writer.text();
  }

  /** The canonical text of a table reference. */
  public static String render(TableRef table) {
    SqlWriter writer = new SqlWriter();
    writer.tables.write(table);
    return writer.text();
  }

  /** The canonical text of a type. */
  public static String render(TypeName type) {
    SqlWriter writer = new SqlWriter();
    writer.types.write(type);
    return writer.text();
  }

  /** The canonical text of a statement, without a semicolon. */
  public static String render(Statement statement) {
    SqlWriter writer = new SqlWriter();
    writer.statements.write(statement);
    return writer.text();
  }

  /**
   * The name of a select item that has no alias: the last part of a column, else the canonical
   * text. Stars and COLUMNS name their columns themselves.
   */
  public static String columnName(Expr expression) {
    return expression instanceof Expr.ColumnRef column ? column.name() : render(expression);
  }

  /** The name in double quotes when it needs them: other characters than letters, or a keyword. */
  public static String quote(String name) {
    return needsQuotes(name) ? quoteAlways(name) : name;
  }

  /** The name in double quotes. */
  public static String quoteAlways(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** The text in single quotes. */
  public static String literal(String text) {
    return '\'' + text.replace("'", "''") + '\'';
  }

  static boolean needsQuotes(String name) {
    if (name.isEmpty()) {
      return true;
    }
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
      if (!letter && (i == 0 || c < '0' || c > '9')) {
        return true;
      }
    }
    return Keyword.find(name) != null;
  }
}
