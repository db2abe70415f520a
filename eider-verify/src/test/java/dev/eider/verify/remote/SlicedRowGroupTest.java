// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A Parquet row group that several workers decode: order, sums, filters, limits and numbers of rows
 * are those of the whole, at every depth. Written by us (many pages and a page index) and by
 * another writer (one page for a column, no index). A hang is a failure.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SlicedRowGroupTest {
  private static final int ROWS = 700_001;

  private static final String SELECT =
      "SELECT i, i % 1000 AS d, CASE WHEN i % 7 <> 0 THEN i END AS n, 'text ' || (i % 50) AS w,"
          + " CASE WHEN i % 3 <> 0 THEN 'long text number ' || i END AS t, {'a': i, 'b': CASE WHEN"
          + " i % 5 <> 0 THEN 'b' || (i % 9) END} AS s, i * 0.5 AS x, CASE WHEN i % 4 = 0 THEN [i,"
          + " NULL] END AS l FROM range("
          + ROWS
          + ") r(i)";

  private Path directory;

  @BeforeAll
  void write(@TempDir Path temporary) throws SQLException {
    directory = temporary;
    try (Sql sql = new Sql();
        Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duck.createStatement()) {
      sql.run("COPY (" + SELECT + ") TO '" + path("indexed") + "' (ROW_GROUP_SIZE 10000000)");
      statement.execute(
          "COPY ("
              + SELECT.replace("i * 0.5", "(i * 0.5)::DECIMAL(20, 1)")
              + ") TO '"
              + path("plain")
              + "' (FORMAT parquet, ROW_GROUP_SIZE 10000000)");
    }
  }

  private String path(String name) {
    return directory.resolve(name + ".parquet").toString();
  }

  private String far(String name) {
    return "read_parquet('file://" + path(name) + "', file_row_number = true)";
  }

  private static Sql open(int threads, int depth, int asyncThreads) throws SQLException {
    return new Sql()
        .run(
            "SET eider_simulated_store = 'latency_ms=2,jitter_ms=1'",
            "SET threads = " + threads,
            "SET async_threads = " + asyncThreads,
            "SET read_ahead_depth = " + depth);
  }

  private static void checkNothingIsHeld(Sql sql) throws SQLException {
    assertEquals(
        List.of(),
        sql.rows(
            "SELECT tag, memory_usage_bytes FROM duckdb_memory()"
                + " WHERE memory_usage_bytes > 0 AND tag <> 'READ_AHEAD'"));
    assertEquals(0, sql.number("SELECT coalesce(sum(in_flight), 0) FROM eider_io_stats()"));
  }

  @Test
  void eachIsOneRowGroup() throws SQLException {
    try (Sql sql = new Sql()) {
      for (String name : List.of("indexed", "plain")) {
        assertEquals(
            List.of("1|" + ROWS),
            sql.rows(
                "SELECT count(DISTINCT row_group_id), max(row_group_num_rows)"
                    + " FROM parquet_metadata('"
                    + path(name)
                    + "')"));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"indexed,-1,64", "plain,-1,64", "plain,0,64", "plain,1,8", "plain,3,8", "plain,0,0"})
  void rowsComeInOrder(String name, int depth, int asyncThreads) throws SQLException {
    try (Sql sql = open(3, depth, asyncThreads);
        Statement statement = sql.connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT i, file_row_number FROM " + far(name))) {
      long expected = 0;
      while (result.next()) {
        assertEquals(expected, result.getLong(1));
        assertEquals(expected++, result.getLong(2));
      }
      assertEquals(ROWS, expected);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "indexed,-1,64",
    "indexed,0,64",
    "indexed,1,8",
    "indexed,3,8",
    "indexed,0,0",
    "plain,-1,64",
    "plain,0,64",
    "plain,1,8",
    "plain,3,8",
    "plain,0,0"
  })
  void sumsAreThoseOfOneWorker(String name, int depth, int asyncThreads) throws SQLException {
    String[] queries = {
      "SELECT count(*), sum(i), sum(d), sum(n), count(n), max(w), count(t), max(t), sum(x),"
          + " sum(s.a), max(s.b), count(s.b), sum(length(t)) FROM ",
      "SELECT count(*), sum(d), sum(length(t)), sum(file_row_number), max(s.b) FROM ",
      "SELECT count(*), sum(x), max(t) FROM ",
      "SELECT sum(i), sum(l[1]), count(l) FROM ",
      "SELECT w, count(*), sum(n) FROM "
    };
    String[] tails = {"", " WHERE i % 1000 = 77 AND n > 300000", " WHERE i = 456789", "", ""};
    tails[4] = " WHERE t IS NOT NULL GROUP BY w ORDER BY w";
    try (Sql one = open(1, 0, 0);
        Sql sql = open(3, depth, asyncThreads)) {
      for (int i = 0; i < queries.length; i++) {
        String query = queries[i] + far(name) + tails[i];
        assertEquals(one.rows(query), sql.rows(query), query);
      }
      checkNothingIsHeld(sql);
    }
  }

  @ParameterizedTest
  @CsvSource({"indexed", "plain"})
  void localFilesToo(String name) throws SQLException {
    String[] queries = {
      "SELECT count(*), sum(i), max(t), sum(s.a), sum(x) FROM ",
      "SELECT count(*), sum(file_row_number), max(t) FROM "
    };
    String[] tails = {"", " WHERE d = 7"};
    String file = "read_parquet('" + path(name) + "', file_row_number = true)";
    try (Sql one = new Sql().run("SET threads = 1");
        Sql sql = new Sql().run("SET threads = 3")) {
      for (int i = 0; i < queries.length; i++) {
        assertEquals(
            one.rows(queries[i] + file + tails[i]), sql.rows(queries[i] + file + tails[i]));
      }
      checkNothingIsHeld(sql);
    }
  }

  @ParameterizedTest
  @CsvSource({"indexed,-1", "indexed,0", "plain,-1", "plain,1", "plain,3"})
  void limitsStopEarly(String name, int depth) throws SQLException {
    try (Sql sql = open(3, depth, 8)) {
      for (int round = 0; round < 5; round++) {
        assertEquals(List.of("0|0", "1|1"), sql.rows(order(name, "") + " LIMIT 2"));
        assertEquals(
            List.of("399999|399999", "400000|400000"),
            sql.rows(order(name, "") + " LIMIT 2 OFFSET 399999"));
        assertEquals(
            List.of("500999|500999"), sql.rows(order(name, " WHERE i > 500998") + " LIMIT 1"));
      }
      checkNothingIsHeld(sql);
    }
  }

  private String order(String name, String where) {
    return "SELECT i, file_row_number FROM " + far(name) + where;
  }

  /** Whether workers share the row group or not, the bytes that come over the wire are the same. */
  @ParameterizedTest
  @CsvSource({"indexed", "plain"})
  void noByteIsReadTwice(String name) throws SQLException {
    String[] queries = {
      "SELECT sum(i), max(t), sum(s.a) FROM " + far(name),
      "SELECT sum(i), max(t) FROM " + far(name) + " WHERE d = 1",
      "SELECT max(t) FROM " + far(name) + " WHERE i = 456789"
    };
    long[] bytes = new long[2];
    for (int side = 0; side < 2; side++) {
      try (Sql sql = open(side == 0 ? 1 : 4, -1, 64)) {
        for (String query : queries) {
          sql.rows(query);
        }
        bytes[side] = sql.number("SELECT sum(bytes) FROM eider_io_stats()");
      }
    }
    assertEquals(bytes[0], bytes[1]);
    assertTrue(bytes[0] > 0);
  }

  @Test
  void aResultMayBeLeftInTheMiddle() throws SQLException {
    try (Sql sql = open(3, -1, 64)) {
      for (int i = 0; i < 5; i++) {
        try (Statement statement = sql.connection.createStatement();
            ResultSet result =
                statement.executeQuery("SELECT i, t FROM " + far("plain") + " WHERE d > 1")) {
          assertTrue(result.next());
        }
      }
      checkNothingIsHeld(sql);
    }
  }
}
