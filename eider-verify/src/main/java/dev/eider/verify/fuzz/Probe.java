// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.fuzz;

import dev.eider.verify.support.HarnessThreads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file in several ways, through databases with little memory, and says what must not be: an
 * internal error, anything thrown but an SQL exception, an error that does not name the file, a
 * query that does not end, memory that is still charged after it.
 */
final class Probe implements AutoCloseable {
  private static final List<String> QUERIES =
      List.of(
          "SELECT * FROM %s",
          "SELECT * FROM %s",
          "SELECT * FROM %s WHERE i = 450",
          "SELECT count(*), min(i), max(i) FROM %s",
          "SELECT COLUMNS(c -> c <> 'i') FROM %s WHERE i %% 7 = 3",
          "SELECT * FROM read_parquet(%s, binary_as_string = true, filename = true,"
              + " file_row_number = true) LIMIT 100",
          "FROM parquet_metadata(%s)",
          "FROM parquet_schema(%s)",
          "FROM parquet_file_metadata(%s)",
          "FROM parquet_kv_metadata(%s)",
          "FROM parquet_bloom_probe(%s, 'i', 17)");

  private static final String MEMORY = "48MB";

  /** What of the buffers for reads may be kept for the next ones. */
  private static final long POOLED_MAX = 8L << 20;

  /**
   * Looks of the watch, five a second, after which a query on a file of some kilobytes is taken for
   * one that hangs. Not time: the process may have been stopped.
   */
  private static final int LOOKS_MAX = 50;

  private final Path directory;
  private final Connection near;
  private final Connection far;
  private int files;

  // What the thread that runs queries and the watching one tell each other.
  private volatile @Nullable Statement running;
  private volatile boolean closed;
  private volatile boolean late;

  /** Files are written into {@code directory}. */
  Probe(Path directory) throws SQLException {
    this.directory = directory;
    near = open("threads = 1");
    far = open("eider_simulated_store = 'local=1'");
    HarnessThreads.start("fuzz watch", this::watch);
  }

  private static Connection open(String setting) throws SQLException {
    Connection connection = DriverManager.getConnection("jdbc:eider:");
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET memory_limit = '" + MEMORY + "'");
      statement.execute("SET " + setting);
      // Each file is another one, and what is kept would count as left.
      statement.execute("SET enable_external_file_cache = false");
    }
    return connection;
  }

  private void watch() {
    Statement seen = null;
    int looks = 0;
    while (!closed) {
      HarnessThreads.sleep(200_000_000);
      Statement statement = running;
      looks = statement != null && statement == seen ? looks + 1 : 0;
      seen = statement;
      if (statement != null && looks > LOOKS_MAX) {
        late = true;
        try {
          statement.cancel();
        } catch (SQLException e) {
          // It has just ended.
          assert late;
        }
      }
    }
  }

  /** What is wrong with how a file was read; null when nothing is. */
  @Nullable String check(byte[] bytes, long number) throws IOException, SQLException {
    Path file = directory.resolve("fuzzed" + files++ % 64 + ".parquet");
    Files.write(file, bytes);
    Connection connection = number % 2 == 0 ? near : far;
    String name = "'" + file + "'";
    String wrong = ask(connection, QUERIES.get((int) (number / 2 % QUERIES.size())), name);
    return wrong == null && number % 4 < 2 ? ask(connection, QUERIES.getFirst(), name) : wrong;
  }

  private @Nullable String ask(Connection connection, String query, String name)
      throws SQLException {
    String sql = query.formatted(name);
    String wrong = null;
    late = false;
    try (Statement statement = connection.createStatement()) {
      running = statement;
      try (ResultSet rows = statement.executeQuery(sql)) {
        int columns = rows.getMetaData().getColumnCount();
        while (rows.next()) {
          for (int i = 1; i <= columns; i++) {
            rows.getString(i);
          }
        }
      }
    } catch (SQLException e) {
      wrong = wrong(e, name);
    } catch (RuntimeException | Error e) {
      wrong = "threw " + e;
    } finally {
      running = null;
    }
    if (late) {
      wrong = "did not end within " + LOOKS_MAX / 5 + " s";
    }
    long left = left(connection);
    if (wrong == null && left != 0) {
      wrong = left + " bytes are still charged";
    }
    return wrong == null ? null : sql + ": " + wrong;
  }

  /** What is wrong with an error; null when it is as errors should be. */
  static @Nullable String wrong(SQLException e, String name) {
    String message = String.valueOf(e.getMessage());
    if (message.contains("INTERNAL") || "XX000".equals(e.getSQLState())) {
      return message;
    }
    boolean named = message.contains(name.substring(name.lastIndexOf('/') + 1, name.length() - 1));
    // The binder knows columns, not files; memory knows neither.
    boolean elsewhere =
        message.startsWith("Binder Error") || message.startsWith("Out of Memory Error");
    return named || elsewhere ? null : "the file is not named: " + message;
  }

  private static long left(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT sum(memory_usage_bytes) FROM duckdb_memory() WHERE tag <> 'READ_AHEAD' OR"
                    + " memory_usage_bytes > "
                    + POOLED_MAX)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  @Override
  public void close() throws SQLException {
    closed = true;
    near.close();
    far.close();
  }
}
