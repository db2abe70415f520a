// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A small table that the metadata answers with. It is written as a VALUES query, so that the result
 * set is one like any other.
 */
final class MetaRows {
  private final List<String> names = new ArrayList<>();
  private final List<String> types = new ArrayList<>();
  private final List<@Nullable Object[]> rows = new ArrayList<>();

  /** A table of these columns: {@code NAME TYPE}, VARCHAR when there is no type. */
  MetaRows(String... columns) {
    for (String column : columns) {
      int space = column.indexOf(' ');
      names.add(space < 0 ? column : column.substring(0, space));
      types.add(space < 0 ? "VARCHAR" : column.substring(space + 1));
    }
  }

  void add(@Nullable Object... cells) {
    if (cells.length != names.size()) {
      throw new IllegalArgumentException(cells.length + " cells for " + names);
    }
    rows.add(cells);
  }

  ResultSet resultSet(EiderConnection connection) throws SQLException {
    StringBuilder sql = new StringBuilder("SELECT ");
    for (int c = 0; c < names.size(); c++) {
      sql.append(c == 0 ? "" : ", ")
          .append("CAST(c")
          .append(c)
          .append(" AS ")
          .append(types.get(c))
          .append(") AS \"")
          .append(names.get(c))
          .append('"');
    }
    sql.append(" FROM (VALUES ");
    if (rows.isEmpty()) {
      row(new Object[names.size()], sql);
    }
    for (int r = 0; r < rows.size(); r++) {
      sql.append(r == 0 ? "" : ", ");
      row(rows.get(r), sql);
    }
    sql.append(") AS t(");
    for (int c = 0; c < names.size(); c++) {
      sql.append(c == 0 ? "c" : ", c").append(c);
    }
    sql.append(rows.isEmpty() ? ") WHERE false" : ")");
    EiderStatement statement = new EiderStatement(connection);
    statement.closeOnCompletion();
    return statement.executeQuery(sql.toString());
  }

  private static void row(@Nullable Object[] cells, StringBuilder sql) {
    for (int c = 0; c < cells.length; c++) {
      sql.append(c == 0 ? '(' : ',');
      Object cell = cells[c];
      if (cell instanceof String text) {
        sql.append(dev.eider.Sql.quoteText(text));
      } else {
        sql.append(cell == null ? "NULL" : cell.toString());
      }
    }
    sql.append(')');
  }
}
