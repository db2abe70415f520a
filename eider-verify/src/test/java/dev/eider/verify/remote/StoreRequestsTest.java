// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.env.Env;
import dev.eider.verify.remote.ObjectServer.Reply;
import dev.eider.verify.remote.ObjectServer.Seen;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which requests a query makes: how many, at once, and for what. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StoreRequestsTest {
  private static final String SUMS = "SELECT count(*), sum(i) FROM ";

  /** Requests that are under way at once, at the least, when there is so much to ask for. */
  private static final int AT_ONCE = 32;

  private SampleFiles files;
  private byte[] small;

  /** One row group of some 25 MB in its second column. */
  private byte[] wide;

  /** The same rows in ten row groups. */
  private byte[] tall;

  /** Sixty row groups. */
  private byte[] groups;

  private ObjectServer server;

  @BeforeAll
  void write(@TempDir Path directory) throws Exception {
    files = new SampleFiles(directory);
    try (Sql sql = new Sql()) {
      small = SampleFiles.make(sql, directory.resolve("small.parquet"), "", 10);
      groups =
          SampleFiles.make(
              sql, directory.resolve("groups.parquet"), " (ROW_GROUP_SIZE 2048)", 60 * 2048);
      String rows =
          "COPY (SELECT i, md5(i::VARCHAR) || md5((i + 1)::VARCHAR) AS t FROM range(400000) r(i))"
              + " TO '"
              + directory
              + "/wide.parquet' (COMPRESSION uncompressed, ROW_GROUP_SIZE ";
      sql.run(rows + "1000000)");
      wide = Files.readAllBytes(directory.resolve("wide.parquet"));
      sql.run(rows + "40960)");
      tall = Files.readAllBytes(directory.resolve("wide.parquet"));
    }
  }

  @BeforeEach
  void start() throws Exception {
    server = new ObjectServer();
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
  }

  private static boolean isFooter(Seen request) {
    return request.isGet() && request.header("range").startsWith("bytes=-");
  }

  private static boolean isData(Seen request) {
    return request.isGet() && !isFooter(request);
  }

  /** Holds back replies until so many are wanted at once; afterwards nothing waits. */
  private CountDownLatch holdUntil(int requests, Predicate<Seen> which) {
    CountDownLatch together = new CountDownLatch(requests);
    server.script =
        request -> {
          if (which.test(request)) {
            together.countDown();
            if (!together.await(20, TimeUnit.SECONDS)) {
              return Reply.error("400 Bad Request", "NotEnoughAtOnce");
            }
          }
          return null;
        };
    return together;
  }

  @Test
  void footersOfAThousandFilesAreFetchedAtOnceAndOnce() {
    for (int i = 0; i < 1_000; i++) {
      server.put("bucket/many/" + i + ".parquet", small);
    }
    holdUntil(AT_ONCE, StoreRequestsTest::isFooter);
    try (RemoteDatabase database = new RemoteDatabase(Env.system(), server)) {
      assertEquals(
          List.of("10000|45000"),
          database.rows(SUMS + "read_parquet('s3://bucket/many/*.parquet', union_by_name = true)"));
      assertEquals(0, server.count(request -> request.method().equals("HEAD")), "HEAD");
      assertEquals(1_000, server.count(StoreRequestsTest::isFooter), "footers");
      assertTrue(server.count(Seen::isList) <= 2, "listings");
      // Files so small come whole with their footers, or with one request each.
      assertTrue(server.count(StoreRequestsTest::isData) <= 1_000, "data");
      database.checkNothingLeft();
    }
  }

  @Test
  void oneFileIsReadByManyRequestsAtOnce() {
    server.put("bucket/groups.parquet", groups);
    holdUntil(AT_ONCE, StoreRequestsTest::isData);
    try (RemoteDatabase database = new RemoteDatabase(Env.system(), server)) {
      long rows = 60 * 2048;
      assertEquals(
          List.of(rows + "|" + rows * (rows - 1) / 2),
          database.rows(SUMS + "'s3://bucket/groups.parquet'"));
      assertEquals(0, server.count(request -> request.method().equals("HEAD")), "HEAD");
      assertEquals(1, server.count(StoreRequestsTest::isFooter), "footers");
    }
  }

  @Test
  void aLargeRowGroupIsAsManyRequestsAsItsLengthNeeds() {
    server.put("bucket/wide.parquet", wide);
    try (RemoteDatabase database = new RemoteDatabase(Env.system(), server)) {
      database.run("SELECT max(t), min(i) FROM 's3://bucket/wide.parquet'");
      long data = server.count(StoreRequestsTest::isData);
      // Several workers share it, so that its parts are of 4 MiB.
      long most = (wide.length + (4 << 20) - 1) / (4 << 20);
      assertTrue(data > 1 && data <= most, data + " requests, at most " + most);
      database.checkNothingLeft();
    }
  }

  @Test
  void aLargerLimitNeedsMoreRequestsAndASmallOneFew() {
    server.put("bucket/groups.parquet", groups);
    long before = 0;
    List<Long> counts = new ArrayList<>();
    for (int limit : new int[] {1, 2048, 8 * 2048, 30 * 2048, 60 * 2048}) {
      try (RemoteDatabase database = new RemoteDatabase(Env.system(), server)) {
        database.run("SET read_ahead_depth = 2");
        database.run("SELECT i, t FROM 's3://bucket/groups.parquet' LIMIT " + limit);
        long now = server.count(StoreRequestsTest::isData);
        counts.add(now - before);
        before = now;
        database.checkNothingLeft();
      }
    }
    for (int i = 1; i < counts.size(); i++) {
      assertTrue(counts.get(i) >= counts.get(i - 1), counts.toString());
    }
    assertTrue(counts.getFirst() <= 8, counts.toString());
    assertTrue(counts.get(2) <= 8 + 8, counts.toString());
    assertEquals(60, counts.getLast());
  }

  private static final String SIGNATURE = "planted-signature";

  @ParameterizedTest
  @ValueSource(strings = {"rows.parquet", "rows.csv", "rows.ndjson"})
  void signedAddressesNeedNoHeadAndAreNeverShown(String name) throws Exception {
    server.put("bucket/rows.parquet", files.parquet);
    server.put("bucket/rows.csv", files.csv);
    server.put("bucket/rows.ndjson", files.json);
    server.script =
        request -> {
          if (!request.query().getOrDefault("X-Amz-Signature", "").equals(SIGNATURE)
              || request.method().equals("HEAD")) {
            return Reply.error("403 Forbidden", "AccessDenied");
          }
          return null;
        };
    try (RemoteDatabase database = new RemoteDatabase(Env.system(), server)) {
      String function =
          name.endsWith("csv") ? "read_csv" : name.endsWith("json") ? "read_json" : "read_parquet";
      String base = "http://127.0.0.1:" + server.port() + "/bucket/" + name;
      String signed = function + "('" + base + "?X-Amz-Signature=" + SIGNATURE + "')";
      assertEquals(List.of(SampleFiles.SUMS), database.rows(SUMS + signed));
      try (Sql sql = new Sql()) {
        assertEquals(List.of(SampleFiles.SUMS), sql.rows(SUMS + signed));
        assertEquals(
            List.of("bucket/" + name), sql.rows("SELECT DISTINCT key FROM eider_io_log()"));
      }
      for (String status : List.of("403 Forbidden", "404 Not Found", "416 Range Not Satisfiable")) {
        for (int failing = 1; failing <= 2; failing++) {
          int[] left = {failing};
          server.script =
              request ->
                  request.method().equals("HEAD") || left[0]-- <= 1 ? Reply.of(status) : null;
          String error = database.error(SUMS + signed);
          assertFalse(error.contains(SIGNATURE), error);
          assertTrue(error.contains(base), error);
        }
      }
      // Changed in the middle.
      int[] left = {1};
      server.script =
          request -> {
            if (request.isGet() && left[0]-- == 0) {
              server.put("bucket/" + name, new byte[9]);
            }
            return request.method().equals("HEAD") ? Reply.of("403 Forbidden") : null;
          };
      String error = database.error(SUMS + signed);
      assertFalse(error.contains(SIGNATURE), error);
      database.checkNothingLeft();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a+b", "a:b", "a b", "a?b", "a=b", "a%b", "a%20b", "ä", "a&b#c", "a'b"})
  void keysMayHoldWhatTheyLike(String part) {
    String key = "odd/" + part + "/" + part + ".csv";
    server.put("bucket/" + key, "i\n1\n2\n".getBytes(StandardCharsets.UTF_8));
    try (RemoteDatabase database = new RemoteDatabase(Env.system(), server)) {
      String address = "s3://bucket/" + key;
      String quoted = address.replace("'", "''");
      assertEquals(List.of("2|3"), database.rows(SUMS + "'" + quoted + "'"), "directly");
      assertEquals(List.of("2|3"), database.rows(SUMS + "'s3://bucket/odd/*/*.csv'"), "by pattern");
      assertEquals(List.of(address), database.rows("FROM glob('s3://bucket/odd/**/*.csv')"));
      database.run("COPY (SELECT 5 AS i) TO '" + quoted.replace(".csv", "2.csv") + "'");
      assertNotNull(server.content("bucket/" + key.replace(".csv", "2.csv")));
    }
  }

  /** From one store to another under a small limit: what is charged stays below it. */
  @Test
  void moreThanTheMemoryIsCopiedFromStoreToStore() {
    server.put("bucket/tall.parquet", wide);
    try (RemoteDatabase database = new RemoteDatabase(Env.system(), server, 64L << 20, List.of())) {
      database.run("SET threads = 1");
      database.run(
          "COPY (SELECT * FROM read_parquet(['s3://bucket/tall.parquet',"
              + " 's3://bucket/tall.parquet', 's3://bucket/tall.parquet',"
              + " 's3://bucket/tall.parquet'])) TO 's3://bucket/copy.csv'");
      byte[] copy = server.content("bucket/copy.csv");
      assertNotNull(copy);
      assertTrue(copy.length > 100 << 20, copy.length + " bytes");
      database.checkNothingLeft();
    }
  }
}
