// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** DuckDB over JDBC, as the reference of the dialect. */
public final class Oracle {
  private static final Connection CONNECTION = open();

  private Oracle() {}

  private static Connection open() {
    try {
      Connection connection = DriverManager.getConnection("jdbc:duckdb:");
      try (Statement statement = connection.createStatement()) {
        statement.execute("SET TimeZone = 'UTC'");
      }
      return connection;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * The text of the one value of a query, {@code NULL}, or {@code ! } and the first line of the
   * error.
   */
  public static synchronized String text(String expression) {
    String sql = "SELECT CAST((" + expression + ") AS VARCHAR)";
    try (Statement statement = CONNECTION.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      String value = rows.getString(1);
      return value == null ? "NULL" : value;
    } catch (SQLException e) {
      return "! " + firstLine(String.valueOf(e.getMessage()));
    }
  }

  /** The first line of a message. */
  public static String firstLine(String message) {
    int end = message.indexOf('\n');
    return end < 0 ? message : message.substring(0, end);
  }
}
