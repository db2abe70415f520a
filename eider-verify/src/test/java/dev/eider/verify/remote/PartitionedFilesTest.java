// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.env.Env;
import dev.eider.verify.remote.ObjectServer.Seen;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Filters on hive partitions decide which prefixes are listed and which files are opened. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PartitionedFilesTest {
  private static final String DATA = "s3://bucket/data/";
  private static final String PATTERN = "'" + DATA + "*/*/*/*.parquet'";
  private static final int YEARS = 3;
  private static final int MONTHS = 12;
  private static final int DAYS = 28;

  private byte[] small;
  private ObjectServer server;
  private RemoteDatabase database;

  @BeforeAll
  void write(@TempDir Path directory) throws Exception {
    try (Sql sql = new Sql()) {
      small = SampleFiles.make(sql, directory.resolve("small.parquet"), "", 10);
    }
  }

  @BeforeEach
  void start() throws Exception {
    server = new ObjectServer();
    for (int year = 1; year <= YEARS; year++) {
      for (int month = 1; month <= MONTHS; month++) {
        for (int day = 1; day <= DAYS; day++) {
          put(String.format("year=%d/month=%02d/day=%d/x", 2019 + year, month, day));
        }
      }
    }
    database = new RemoteDatabase(Env.system(), server);
  }

  @AfterEach
  void stop() throws Exception {
    database.checkNothingLeft();
    database.close();
    server.close();
  }

  private void put(String name) {
    server.put("bucket/data/" + name + ".parquet", small);
  }

  /** What was listed: prefixes, with a star where all that is deeper was listed too. */
  private List<String> listed() {
    List<String> listed = new ArrayList<>();
    for (Seen request : server.seen) {
      if (request.isList()) {
        String prefix = request.query().getOrDefault("prefix", "").substring("data/".length());
        listed.add(prefix + (request.query().containsKey("delimiter") ? "" : "*"));
      }
    }
    listed.sort(null);
    return listed;
  }

  private List<String> files(String where) {
    return database.rows(
        "SELECT DISTINCT filename[18:] FROM " + PATTERN + " WHERE " + where + " ORDER BY 1");
  }

  private long count(String where) {
    server.seen.clear();
    return Long.parseLong(
        database.value("SELECT count(*) FROM read_parquet(" + PATTERN + ") WHERE " + where));
  }

  private long opened() {
    return server.count(Seen::isGet);
  }

  @Test
  void equalityOnEveryLevelListsOnePath() {
    assertEquals(20, count("year = 2020 AND month = 5 AND day IN (7, 20)"));
    assertEquals(
        List.of(
            "",
            "*",
            "year=2020/",
            "year=2020/month=05/",
            "year=2020/month=05/day=20/*",
            "year=2020/month=05/day=7/*"),
        listed());
    // The first file of all tells the columns; those that match are opened and read.
    assertTrue(opened() <= 1 + 2 * 2, opened() + " requests");
    assertEquals(
        List.of("year=2020/month=05/day=20/x.parquet", "year=2020/month=05/day=7/x.parquet"),
        files("year = 2020 AND month = 5 AND day IN (7, 20)"));
  }

  @Test
  void belowTheLastKeyThatAFilterKnowsAllIsListedAtOnce() {
    assertEquals(10 * MONTHS * DAYS, count("year = 2021"));
    assertEquals(List.of("", "*", "year=2021/*"), listed());
    assertEquals(10 * 2 * MONTHS * DAYS, count("year BETWEEN 2021 AND 2022"));
    assertEquals(List.of("", "*", "year=2021/*", "year=2022/*"), listed());
    assertEquals(10 * DAYS, count("year > 2021 AND month < 2"));
    assertEquals(List.of("", "*", "year=2022/", "year=2022/month=01/*"), listed());
    assertEquals(10 * 2 * DAYS, count("year = 2022 AND month = 3 OR year = 2020 AND month = 4"));
    assertEquals(0, count("year = 1999"));
    assertEquals(List.of("", "*"), listed());
    assertEquals(0, count("year IS NULL"));
  }

  @Test
  void aFilterOnADeepKeyAloneListsTheLevelsAboveUnlessTheyAreMany() {
    assertEquals(10 * YEARS * DAYS, count("month = 12"));
    List<String> expected = new ArrayList<>(List.of("", "*"));
    for (int year = 1; year <= YEARS; year++) {
      expected.add("year=" + (2019 + year) + "/");
      expected.add("year=" + (2019 + year) + "/month=12/*");
    }
    assertEquals(expected, listed());
    put("year=2024/month=01/day=1/x");
    put("year=2025/month=01/day=1/x");
    for (int year = 2026; year < 2100; year++) {
      put("year=" + year + "/month=01/day=1/x");
    }
    // More years than are worth a request each.
    assertEquals(10 * YEARS * DAYS, count("month = 12"));
    assertEquals(2 + 79, listed().size());
  }

  @Test
  void withoutAFilterOnKeysThePagesFollowEachOther() {
    assertEquals(10 * YEARS * MONTHS * DAYS, count("i >= 0"));
    assertEquals(List.of("*", "*"), listed());
    server.seen.clear();
    assertEquals(
        String.valueOf(10 * YEARS * MONTHS * DAYS),
        database.value(
            "SELECT count(*) + max(file_index) - 1007 FROM read_parquet(" + PATTERN + ")"));
    assertEquals(List.of("*", "*"), listed());
  }

  @Test
  void anyDepthAndOtherFilesAreKept() {
    put("year=2022/note");
    put("year=2022/month=12/extra/day=4/x");
    String all = "read_parquet('" + DATA + "year=*/**/*.parquet', hive_partitioning = true)";
    server.seen.clear();
    String error = database.error("SELECT count(*) FROM " + all + " WHERE year = 2022");
    assertTrue(error.contains("Hive partition mismatch between file"), error);
    server.seen.clear();
    assertEquals(
        "20",
        database.value(
            "SELECT count(*) FROM "
                + all
                + " WHERE year = 2020 AND month = 1"
                + " AND day IN (3, 4)"));
    assertEquals(
        List.of(
                "year=*",
                "year=",
                "year=2020/",
                "year=2020/month=01/",
                "year=2020/month=01/day=3/*",
                "year=2020/month=01/day=4/*")
            .stream()
            .sorted()
            .toList(),
        listed());
  }

  @Test
  void unionByNameOpensAllFilesAndFewKeysAreListedOnce() {
    assertEquals(
        "10",
        database.value(
            "SELECT count(*) FROM read_parquet('"
                + DATA
                + "year=2020/month=01/*/*.parquet', union_by_name = true) WHERE day = 4"));
    assertEquals(List.of("year=2020/month=01/*"), listed());
    assertEquals(DAYS, server.count(seen -> seen.header("range").startsWith("bytes=-")));
    server.seen.clear();
    assertEquals(
        "10|0",
        database
            .rows(
                "SELECT count(*), max(file_index) FROM read_parquet('"
                    + DATA
                    + "year=2020/month=02/*/*.parquet') WHERE day = 4")
            .getFirst());
    assertEquals(List.of("year=2020/month=02/*"), listed());
    assertEquals(2, server.count(seen -> seen.header("range").startsWith("bytes=-")));
  }

  @Test
  void withoutTheOptimizerAndInPreparedStatementsItIsTheSame() {
    database.run("PREPARE p AS SELECT count(*) FROM read_parquet(" + PATTERN + ") WHERE year = $1");
    assertEquals("3360", database.value("EXECUTE p(2020)"));
    assertEquals("0", database.value("EXECUTE p(1)"));
    database.run("SET disabled_optimizers = 'filter_pushdown'");
    assertEquals(10 * MONTHS * DAYS, count("year = 2021"));
  }
}
