// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What holds for reads ahead of a scan whatever the depth, the threads and the memory: order, sums,
 * errors, cancel. The store is a simulated one whose requests take a few milliseconds, each another
 * time, so that they end in another order than they began. A hang is a failure.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ReadAheadTest {
  private static final int ROWS = 100_000;
  private static final int FILES = 4;
  private static final String STORE = "SET eider_simulated_store = 'latency_ms=3,jitter_ms=2'";

  private Path directory;

  @BeforeAll
  void write(@TempDir Path temporary) throws SQLException {
    directory = temporary;
    try (Sql sql = new Sql()) {
      for (int file = 0; file < FILES; file++) {
        String rows =
            "(SELECT i, 'text ' || i AS t FROM range("
                + (long) file * ROWS
                + ", "
                + (long) (file + 1) * ROWS
                + ") r(i)) TO '"
                + directory.resolve("f" + file);
        sql.run(
            "COPY " + rows + ".parquet' (ROW_GROUP_SIZE 4096)",
            "COPY " + rows + ".csv'",
            "COPY " + rows + ".ndjson' (FORMAT json)");
      }
    }
  }

  private String files(String extension) {
    return "'file://" + directory.resolve("*." + extension) + "'";
  }

  private static Sql open(String... settings) throws SQLException {
    return new Sql().run(STORE, "SET threads = 2").run(settings);
  }

  @ParameterizedTest
  @CsvSource({
    "-1, parquet",
    "3, parquet",
    "1, parquet",
    "0, parquet",
    "-1, csv",
    "1, csv",
    "0, csv",
    "-1, ndjson",
    "0, ndjson"
  })
  void rowsComeInTheOrderOfTheFiles(int depth, String extension) throws SQLException {
    try (Sql sql = open("SET read_ahead_depth = " + depth);
        Statement statement = sql.connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT i FROM " + files(extension))) {
      long expected = 0;
      while (result.next()) {
        assertEquals(expected++, result.getLong(1));
      }
      assertEquals((long) FILES * ROWS, expected);
    }
  }

  @ParameterizedTest
  @CsvSource({"4, 2, 1", "2, 1, 2", "1, 64, 8", "4, 0, 8", "2, 3, 400", "3, 256, -1"})
  void sumsAreExact(int threads, int asyncThreads, int depth) throws SQLException {
    try (Sql sql =
        open(
            "SET threads = " + threads,
            "SET async_threads = " + asyncThreads,
            "SET read_ahead_depth = " + depth)) {
      long rows = (long) FILES * ROWS;
      for (String extension : List.of("parquet", "csv", "ndjson")) {
        assertEquals(
            List.of(rows + "|" + rows * (rows - 1) / 2),
            sql.rows("SELECT count(*), sum(i) FROM " + files(extension)),
            extension);
      }
    }
  }

  @Test
  void aLimitStopsWhatIsUnderWay() throws SQLException {
    try (Sql sql = open("SET read_ahead_depth = 400")) {
      for (int i = 0; i < 40; i++) {
        assertEquals(List.of("0"), sql.rows("SELECT i FROM " + files("parquet") + " LIMIT 1"));
      }
      assertEquals(0, sql.number("SELECT sum(in_flight) FROM eider_io_stats()"));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 0, -1})
  void damageIsAnErrorAndNoHang(int depth) throws Exception {
    Path damaged = directory.resolve("damaged" + depth);
    Files.createDirectories(damaged);
    for (int file = 0; file < FILES; file++) {
      Files.copy(
          directory.resolve("f" + file + ".parquet"),
          damaged.resolve("f" + file + ".parquet"),
          StandardCopyOption.REPLACE_EXISTING);
    }
    // The last file's: all others are read well before it is found.
    try (RandomAccessFile file =
        new RandomAccessFile(damaged.resolve("f3.parquet").toFile(), "rw")) {
      file.seek(20_000);
      file.write(new byte[2_000]);
    }
    try (Sql sql = open("SET read_ahead_depth = " + depth)) {
      String error = sql.error("SELECT max(t), sum(i) FROM 'file://" + damaged + "/*.parquet'");
      assertTrue(error.contains("f3.parquet"), error);
      assertFalse(error.contains("Internal"), error);
      assertEquals(
          List.of("" + (ROWS - 1)),
          sql.rows("SELECT max(i) FROM 'file://" + damaged + "/f0.parquet'"));
    }
  }

  @Test
  void tooLittleMemoryIsAnError() throws SQLException {
    try (Sql sql = open("SET read_ahead_depth = 8", "SET threads = 4")) {
      sql.run("SET memory_limit = '300KB'");
      String error = sql.error("SELECT max(t), sum(i) FROM " + files("csv"));
      assertTrue(error.contains("Out of Memory"), error);
      sql.run("SET memory_limit = '1GB'");
      assertEquals((long) FILES * ROWS, sql.number("SELECT count(t) FROM " + files("csv")));
    }
  }

  @Test
  void littleMemoryIsEnoughWhenNoDepthIsSet() throws SQLException {
    try (Sql sql = open("SET memory_limit = '10MB'")) {
      long rows = (long) FILES * ROWS;
      assertEquals(
          List.of(rows + "|" + rows * (rows - 1) / 2),
          sql.rows("SELECT count(t), sum(i) FROM " + files("parquet")));
    }
  }

  @Test
  void theThreadsMayBeTakenAwayDuringAScan() throws SQLException {
    try (Sql sql = open();
        Sql other = new Sql();
        Statement statement = sql.connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT i FROM " + files("parquet"))) {
      assertTrue(result.next());
      try (Statement second = sql.connection.createStatement()) {
        second.execute("SET async_threads = 0");
      } catch (SQLException oneResultAtATime) {
        other.run("SET async_threads = 0");
      }
      long sum = result.getLong(1);
      while (result.next()) {
        sum += result.getLong(1);
      }
      long rows = (long) FILES * ROWS;
      assertEquals(rows * (rows - 1) / 2, sum);
    }
  }

  @Test
  void aResultMayBeLeftInTheMiddle() throws SQLException {
    try (Sql sql = open("SET read_ahead_depth = 64")) {
      for (String extension : List.of("parquet", "csv", "ndjson")) {
        try (Statement statement = sql.connection.createStatement();
            ResultSet result = statement.executeQuery("SELECT * FROM " + files(extension))) {
          assertTrue(result.next());
        }
      }
      assertEquals(0, sql.number("SELECT sum(in_flight) FROM eider_io_stats()"));
    }
  }

  @Test
  void twoScansSideBySideKeepTheirOrder() throws SQLException {
    try (Sql sql = open("SET read_ahead_depth = 2")) {
      assertEquals(
          0,
          sql.number(
              "SELECT count(*) FROM (SELECT i FROM "
                  + files("parquet")
                  + ") a POSITIONAL JOIN (SELECT i AS j FROM "
                  + files("csv")
                  + ") b WHERE a.i IS DISTINCT FROM b.j"));
    }
  }

  @Test
  void aCancelEndsARequestThatHangs() throws Exception {
    try (Sql sql = new Sql().run("SET eider_simulated_store = 'latency_ms=60000'");
        Statement statement = sql.connection.createStatement()) {
      Thread canceller =
          Thread.ofPlatform()
              .start(() -> {
                try {
                  while (!Thread.currentThread().isInterrupted()) {
                    statement.cancel();
                    Thread.yield();
                  }
                } catch (SQLException e) {
                  throw new IllegalStateException(e);
                }
              });
      try {
        assertTimeoutPreemptively(
            Duration.ofSeconds(30),
            () ->
                assertThrows(
                    SQLException.class,
                    () -> statement.executeQuery("SELECT sum(i) FROM " + files("parquet"))));
      } finally {
        canceller.interrupt();
        canceller.join();
      }
    }
  }
}
