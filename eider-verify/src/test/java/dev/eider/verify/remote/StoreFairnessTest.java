// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.env.Env;
import dev.eider.engine.session.Session;
import dev.eider.verify.SessionRows;
import dev.eider.verify.remote.ObjectServer.Seen;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Several queries of one database share two request slots. The server lets requests for data go one
 * by one, so what is counted is the order in which slots are given, not time.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StoreFairnessTest {
  private static final String SUMS = "SELECT count(*), sum(i) FROM ";
  private static final int GROUPS = 60;
  private static final int SLOTS = 2;
  private static final int SHORT_GROUPS = 3;
  private static final String LONG_SUMS = sums(GROUPS);

  private byte[] large;
  private byte[] small;
  private ObjectServer server;
  private RemoteDatabase database;
  private final Semaphore permits = new Semaphore(0);

  private static String sums(int groups) {
    long rows = groups * 2048L;
    return rows + "|" + rows * (rows - 1) / 2;
  }

  @BeforeAll
  void write(@TempDir Path directory) throws Exception {
    try (Sql sql = new Sql()) {
      String options = " (ROW_GROUP_SIZE 2048)";
      large = SampleFiles.make(sql, directory.resolve("l.parquet"), options, GROUPS * 2048);
      small = SampleFiles.make(sql, directory.resolve("s.parquet"), options, SHORT_GROUPS * 2048);
    }
  }

  @BeforeEach
  void start() throws Exception {
    permits.drainPermits();
    server = new ObjectServer();
    server.put("bucket/long.parquet", large);
    server.put("bucket/other.parquet", large);
    server.put("bucket/short.parquet", small);
    server.script =
        request -> {
          if (isData(request) && !permits.tryAcquire(60, TimeUnit.SECONDS)) {
            throw new InterruptedException();
          }
          return null;
        };
    database = new RemoteDatabase(Env.system(), server);
    database.run("SET async_threads = " + SLOTS);
  }

  @AfterEach
  void stop() throws Exception {
    permits.release(1_000);
    database.checkNothingLeft();
    database.close();
    server.close();
  }

  private static boolean isData(Seen request) {
    return request.isGet() && !request.header("range").startsWith("bytes=-");
  }

  private long data(String name) {
    return server.count(request -> isData(request) && request.key().endsWith(name));
  }

  private CompletableFuture<String> start(String sql) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (Session session = new Session(database.services)) {
            // What is asked for is counted.
            SessionRows.of(session, "SET enable_external_file_cache = false");
            return SessionRows.of(session, sql).getFirst();
          }
        },
        task -> Thread.ofPlatform().daemon().start(task));
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    for (int i = 0; !condition.getAsBoolean(); i++) {
      assertTrue(i < 3_000, "it did not come to that");
      Thread.sleep(10);
    }
  }

  /** Starts a scan and waits until its requests fill all slots and stand in line behind. */
  private CompletableFuture<String> startLong(String name) throws InterruptedException {
    long before = database.memory.used();
    CompletableFuture<String> result = start(SUMS + "'s3://bucket/" + name + "'");
    await(() -> data("parquet") >= SLOTS && lined(before, GROUPS));
    return result;
  }

  /** Whether buffers for so many requests were taken, which is just before they stand in line. */
  private boolean lined(long before, int requests) {
    return database.memory.used() - before >= requests * (64L << 10);
  }

  @Test
  void listingsAndFootersDoNotWaitBehindScans() throws Exception {
    CompletableFuture<String> scan = startLong("long.parquet");
    assertEquals(3, database.rows("FROM glob('s3://bucket/*.parquet')").size());
    assertEquals(
        List.of("" + SHORT_GROUPS),
        database.rows(
            "SELECT count(DISTINCT row_group_id) FROM"
                + " parquet_metadata('s3://bucket/short.parquet')"));
    assertEquals(SLOTS, data("parquet"), "no more than the slots are under way");
    permits.release(1_000);
    assertEquals(LONG_SUMS, scan.get(60, TimeUnit.SECONDS));
  }

  @Test
  void aShortQueryBesideALongScanEndsSoon() throws Exception {
    CompletableFuture<String> scan = startLong("long.parquet");
    long before = database.memory.used();
    CompletableFuture<String> quick = start(SUMS + "'s3://bucket/short.parquet'");
    await(() -> lined(before, SHORT_GROUPS));
    Thread.sleep(50);
    while (!quick.isDone()) {
      long seen = data("parquet");
      permits.release();
      await(() -> quick.isDone() || data("parquet") > seen);
    }
    assertEquals(sums(SHORT_GROUPS), quick.get());
    long made = data("long.parquet");
    assertTrue(made <= SLOTS + 12, made + " of " + GROUPS + " requests of the scan went first");
    permits.release(1_000);
    assertEquals(LONG_SUMS, scan.get(60, TimeUnit.SECONDS));
  }

  @Test
  void twoScansBothGetTheirShare() throws Exception {
    CompletableFuture<String> first = startLong("long.parquet");
    CompletableFuture<String> second = startLong("other.parquet");
    Thread.sleep(50);
    int least = GROUPS;
    for (int i = 0; i < GROUPS; i++) {
      long seen = data("parquet");
      permits.release();
      await(() -> data("parquet") > seen);
      if (i == GROUPS / 2) {
        least = (int) Math.min(data("long.parquet"), data("other.parquet"));
      }
    }
    assertTrue(least >= GROUPS / 8, least + " requests of one of the scans in the first half");
    long apart = Math.abs(data("long.parquet") - data("other.parquet"));
    assertTrue(apart <= 12, apart + " requests apart");
    permits.release(1_000);
    assertEquals(LONG_SUMS, first.get(60, TimeUnit.SECONDS));
    assertEquals(LONG_SUMS, second.get(60, TimeUnit.SECONDS));
  }

  /**
   * What one scan has read ahead under a small limit, the other one has to wait for, not to fail.
   */
  @Test
  void scansShareALimitThatIsSmallerThanWhatTheyRead(@TempDir Path directory) throws Exception {
    String file = directory.resolve("wide.parquet").toString();
    try (Sql sql = new Sql()) {
      sql.run(
          "COPY (SELECT i, md5(i::VARCHAR) || md5((i + 1)::VARCHAR) AS t FROM range(200000) r(i))"
              + " TO '"
              + file
              + "' (COMPRESSION uncompressed, ROW_GROUP_SIZE 10240)");
    }
    server.put("bucket/wide.parquet", Files.readAllBytes(Path.of(file)));
    permits.release(100_000);
    database.memory.setLimit(24L << 20);
    for (int i = 0; i < 5; i++) {
      List<CompletableFuture<String>> scans = new ArrayList<>();
      for (int scan = 0; scan < 3; scan++) {
        scans.add(start("SELECT count(t), sum(i), max(t) FROM 's3://bucket/wide.parquet'"));
      }
      String one = scans.getFirst().get(60, TimeUnit.SECONDS);
      assertTrue(one.startsWith("200000|19999900000|ff"), one);
      for (CompletableFuture<String> scan : scans) {
        assertEquals(one, scan.get(60, TimeUnit.SECONDS));
      }
    }
  }
}
