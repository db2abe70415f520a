// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.remote;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A database of its own and short ways to ask it. */
final class Sql implements AutoCloseable {
  final Connection connection;

  Sql() throws SQLException {
    connection = DriverManager.getConnection("jdbc:eider:");
  }

  Sql run(String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
    return this;
  }

  /** Rows as texts, the columns apart by bars. */
  List<String> rows(String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        StringBuilder row = new StringBuilder();
        for (int i = 1; i <= columns; i++) {
          row.append(i == 1 ? "" : "|").append(result.getString(i));
        }
        rows.add(row.toString());
      }
    }
    return rows;
  }

  /** The only value. */
  String value(String sql) throws SQLException {
    return rows(sql).getFirst();
  }

  long number(String sql) throws SQLException {
    return Long.parseLong(value(sql));
  }

  /** The message of the error that a statement ends with. */
  String error(String sql) {
    return String.valueOf(assertThrows(SQLException.class, () -> rows(sql)).getMessage());
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
