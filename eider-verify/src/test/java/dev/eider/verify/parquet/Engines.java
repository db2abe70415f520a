// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** DuckDB, which writes files, and Eider, which reads them. */
public final class Engines implements AutoCloseable {
  private final Connection duck;
  private final Connection eider;

  /** Opens both on databases in memory. */
  public Engines() throws SQLException {
    duck = DriverManager.getConnection("jdbc:duckdb:");
    eider = DriverManager.getConnection("jdbc:eider:");
  }

  /** Runs a statement of DuckDB. */
  public void write(String sql) throws SQLException {
    try (Statement statement = duck.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Runs a statement of Eider that has no rows. */
  public void run(String sql) throws SQLException {
    try (Statement statement = eider.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The rows that DuckDB answers. */
  public List<String> duck(String sql) throws SQLException {
    return rows(duck, sql);
  }

  /** The rows that Eider answers. */
  public List<String> eider(String sql) throws SQLException {
    return rows(eider, sql);
  }

  private static List<String> rows(Connection connection, String sql) throws SQLException {
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

  /** Fails at the first row that differs. */
  public static void assertSame(String sql, List<String> expected, List<String> seen) {
    for (int i = 0; i < Math.min(expected.size(), seen.size()); i++) {
      int row = i;
      assertEquals(expected.get(i), seen.get(i), () -> "row " + row + " of " + sql);
    }
    assertEquals(expected.size(), seen.size(), sql);
  }

  @Override
  public void close() throws SQLException {
    duck.close();
    eider.close();
  }
}
