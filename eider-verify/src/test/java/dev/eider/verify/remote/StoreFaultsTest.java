// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.env.Env;
import dev.eider.base.env.SeededRandom;
import dev.eider.base.error.EiderException;
import dev.eider.io.store.s3.CredentialLink;
import dev.eider.io.store.s3.Credentials;
import dev.eider.verify.remote.ObjectServer.End;
import dev.eider.verify.remote.ObjectServer.Reply;
import dev.eider.verify.remote.ObjectServer.Seen;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a store does wrong for a while, or in the middle, as a query sees it: not at all. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StoreFaultsTest {
  private static final String SUMS = "SELECT count(*), sum(i) FROM ";
  private static final String FILES = "'s3://bucket/data/*.parquet'";
  private static final int PARTS = 3;
  private static final String ALL =
      PARTS * SampleFiles.ROWS + "|" + PARTS * (long) SampleFiles.ROWS * (SampleFiles.ROWS - 1) / 2;

  private SampleFiles files;
  private ObjectServer server;
  private SkippingEnv env;

  @BeforeAll
  void write(@TempDir Path directory) throws Exception {
    files = new SampleFiles(directory);
  }

  @BeforeEach
  void start() throws Exception {
    env = new SkippingEnv();
    server = new ObjectServer();
    for (int i = 0; i < PARTS; i++) {
      server.put("bucket/data/part-" + i + ".parquet", files.parquet);
    }
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
  }

  /** Answers the first requests of a kind with {@code reply}. */
  private void first(int times, Predicate<Seen> which, Reply reply) {
    AtomicInteger left = new AtomicInteger(times);
    server.script = request -> which.test(request) && left.getAndDecrement() > 0 ? reply : null;
  }

  @ParameterizedTest
  @CsvSource({
    "true, 408 Request Timeout",
    "true, 429 Too Many Requests",
    "true, 500 Internal Server Error",
    "true, 502 Bad Gateway",
    "true, 503 Slow Down",
    "true, 504 Gateway Timeout",
    "false, 408 Request Timeout",
    "false, 429 Too Many Requests",
    "false, 500 Internal Server Error",
    "false, 502 Bad Gateway",
    "false, 503 Slow Down",
    "false, 504 Gateway Timeout"
  })
  void whatFailsThreeTimesIsAskedForAgain(boolean listing, String status) {
    first(3, request -> request.isList() == listing, Reply.of(status));
    try (RemoteDatabase database = new RemoteDatabase(env, server)) {
      assertEquals(List.of(ALL), database.rows(SUMS + FILES));
      long repeated =
          database.stores.statistics().rows().stream().mapToLong(row -> row.retries()).sum();
      assertEquals(3, repeated);
      database.checkNothingLeft();
    }
  }

  @Test
  void brokenBodiesAreFetchedAgain() {
    AtomicInteger number = new AtomicInteger();
    server.script =
        request ->
            request.isGet() && number.incrementAndGet() % 3 == 0
                ? server.answer(request).ending(End.BREAK)
                : null;
    try (RemoteDatabase database = new RemoteDatabase(env, server)) {
      database.run("SET http_retries = 20");
      assertEquals(List.of(ALL), database.rows(SUMS + FILES));
      database.checkNothingLeft();
    }
  }

  @Test
  void fiveSecondsOfRefusalsAreOutlastedAsSettingsCome() {
    server.script =
        request -> env.skippedMillis() < 5_000 ? Reply.error("503 Slow Down", "SlowDown") : null;
    try (RemoteDatabase database = new RemoteDatabase(env, server)) {
      assertEquals(List.of(ALL), database.rows(SUMS + FILES));
      assertTrue(env.skippedMillis() >= 5_000);
    }
  }

  @Test
  void aRefusedPageOfAListingMakesNoDoubles() {
    for (int i = 0; i < 2_500; i++) {
      server.put("bucket/many/" + i + ".csv", new byte[0]);
    }
    first(2, request -> request.query().containsKey("start-after"), Reply.of("503 Slow Down"));
    try (RemoteDatabase database = new RemoteDatabase(env, server)) {
      assertEquals(
          List.of("2500|2500"),
          database.rows("SELECT count(*), count(DISTINCT file) FROM glob('s3://bucket/many/*')"));
      assertEquals(5, server.count(Seen::isList));
    }
  }

  /** A store that refuses a part for good: an error, no parts left, and the process lives. */
  @Test
  void aRefusedWriteIsAnErrorAndLeavesNoParts() {
    server.script =
        request ->
            request.method().equals("PUT")
                    && !request.query().getOrDefault("partNumber", "").equals("1")
                ? Reply.error("503 Slow Down", "SlowDown", "Retry-After: 2")
                : null;
    try (RemoteDatabase database = new RemoteDatabase(env, server)) {
      String rows = "COPY (SELECT i, 'some text ' || i FROM range(800000) t(i)) TO ";
      String error = database.error(rows + "'s3://bucket/out/large.csv'");
      assertTrue(error.contains("s3://bucket/out/large.csv"), error);
      assertTrue(error.contains("503 SlowDown"), error);
      assertTrue(error.contains("attempt "), error);
      assertTrue(server.count(r -> r.query().containsKey("uploads")) > 0, "it was sent in parts");
      assertEquals(Set.of(), server.uploads.keySet());
      assertNull(server.content("bucket/out/large.csv"));
      error = database.error("COPY (SELECT 1) TO 's3://bucket/out/small.csv'");
      assertTrue(error.contains("s3://bucket/out/small.csv"), error);
      server.script = request -> null;
      assertEquals(List.of(ALL), database.rows(SUMS + FILES));
      database.run("COPY (SELECT 1) TO 's3://bucket/out/small.csv'");
      assertNotNull(server.content("bucket/out/small.csv"));
      database.checkNothingLeft();
    }
  }

  @Test
  void connectionsThatDiedWhileTheyWereKeptAreReplaced() throws Exception {
    try (RemoteDatabase database = new RemoteDatabase(env, server)) {
      for (int i = 0; i < 5; i++) {
        assertEquals(List.of(ALL), database.rows(SUMS + FILES));
        server.dropConnections();
      }
      assertEquals(
          0, database.stores.statistics().rows().stream().mapToLong(row -> row.failures()).sum());
    }
  }

  private static int descriptors() {
    String[] open = new File("/proc/self/fd").list();
    return open == null ? 0 : open.length;
  }

  @Test
  void socketsAndDescriptorsStayFlatOverAThousandQueries() throws Exception {
    try (RemoteDatabase database = new RemoteDatabase(Env.system(), server)) {
      String query = SUMS + "'s3://bucket/data/part-0.parquet' WHERE i < 2000";
      String expected = database.value(query);
      for (int i = 0; i < 100; i++) {
        assertEquals(expected, database.value(query));
      }
      int connections = server.connections.get();
      int descriptors = descriptors();
      for (int i = 0; i < 1_000; i++) {
        assertEquals(expected, database.value(query));
      }
      assertTrue(
          server.connections.get() <= connections + 8,
          connections + " connections, later " + server.connections.get());
      assertTrue(
          descriptors() <= descriptors + 16, descriptors + " descriptors, later " + descriptors());
      database.checkNothingLeft();
    }
    for (int i = 0; i < 200 && server.openSockets() > 0; i++) {
      Thread.sleep(10);
    }
    assertEquals(0, server.openSockets());
  }

  /** Keys that end: the second is asked for once, however many requests were refused together. */
  @Test
  void aTokenThatEndsInTheMiddleOfAScanIsRefreshedOnce() {
    AtomicInteger looks = new AtomicInteger();
    CredentialLink link =
        new CredentialLink() {
          @Override
          public String name() {
            return "instance";
          }

          @Override
          public Found find(@Nullable String profile) {
            int number = looks.incrementAndGet();
            return new Found(
                new Credentials("key" + number, RemoteDatabase.SECRET, "token" + number),
                null,
                null);
          }
        };
    AtomicInteger data = new AtomicInteger();
    AtomicInteger looksBefore = new AtomicInteger();
    Set<String> refused = ConcurrentHashMap.newKeySet();
    Set<String> replayed = ConcurrentHashMap.newKeySet();
    server.script =
        request -> {
          looksBefore.compareAndSet(0, looks.get());
          boolean old =
              request.header("authorization").contains("Credential=key" + looksBefore + "/");
          String range = request.key() + " " + request.header("range");
          if (request.isGet() && data.incrementAndGet() > 5 && old) {
            refused.add(range);
            return Reply.error("400 Bad Request", "ExpiredToken");
          }
          if (refused.contains(range)) {
            replayed.add(range);
          }
          return null;
        };
    try (RemoteDatabase database = new RemoteDatabase(env, server, 1L << 30, List.of(link))) {
      assertEquals(List.of(ALL), database.rows(SUMS + FILES));
      assertEquals(looksBefore.get() + 1, looks.get(), "looks for credentials");
      assertFalse(refused.isEmpty());
      assertEquals(refused, replayed);
      database.checkNothingLeft();
    }
  }

  @ParameterizedTest
  @CsvSource({"s3://bucket/, s3", "http://127.0.0.1:%d/bucket/, http"})
  void anObjectThatChangesInTheMiddleIsAnErrorWithBothTags(String base, String kind) {
    String old = server.put("bucket/changing.parquet", files.parquet);
    String[] tag = {""};
    server.script =
        request -> {
          synchronized (tag) {
            if (request.isGet()
                && !request.header("range").startsWith("bytes=-")
                && tag[0].isEmpty()) {
              tag[0] = server.put("bucket/changing.parquet", files.parquet);
            }
          }
          return null;
        };
    try (RemoteDatabase database = new RemoteDatabase(env, server)) {
      String file = base.formatted(server.port()) + "changing.parquet";
      String error = database.error("SELECT sum(i), max(t) FROM '" + file + "'");
      assertTrue(error.contains("changing.parquet"), error);
      assertTrue(error.contains(old), kind + " names the old version: " + error);
      assertTrue(error.contains(tag[0]), kind + " names the new version: " + error);
      assertTrue(error.contains("run the query again"), error);
      database.checkNothingLeft();
    }
  }

  @Test
  void aCancelEndsAQueryWhoseStoreIsSilent() throws Exception {
    try (RemoteDatabase database = new RemoteDatabase(Env.system(), server)) {
      long best = Long.MAX_VALUE;
      // A busy machine may be late once.
      for (int i = 0; i < 5 && best > 500; i++) {
        CountDownLatch silent = new CountDownLatch(1);
        server.script =
            request -> {
              if (!request.isGet() || request.header("range").startsWith("bytes=-")) {
                return null;
              }
              silent.countDown();
              return Reply.of("200 OK").ending(End.SILENCE);
            };
        long[] cancelled = {0};
        Thread canceller =
            Thread.ofVirtual()
                .start(() -> {
                  try {
                    silent.await();
                  } catch (InterruptedException e) {
                    throw new AssertionError(e);
                  }
                  cancelled[0] = System.nanoTime();
                  database.session.cancel();
                });
        String error = database.error(SUMS + FILES);
        long ended = System.nanoTime();
        canceller.join();
        best = Math.min(best, (ended - cancelled[0]) / 1_000_000);
        assertTrue(error.contains("Interrupted") || error.contains("INTERRUPT"), error);
        database.checkNothingLeft();
      }
      assertTrue(best <= 500, best + " ms");
    }
  }

  /** Errors, cancels and limits while replies come early and late: every query ends, soon. */
  @Test
  void everyQueryEndsUnderRandomDelays() throws Exception {
    SeededRandom random = new SeededRandom(5);
    try (RemoteDatabase database = new RemoteDatabase(Env.system(), server)) {
      database.run("SET http_retries = 1", "SET http_retry_wait_ms = 1");
      for (int i = 0; i < 60; i++) {
        long seed = random.nextLong();
        int way = random.nextInt(3);
        server.script =
            request -> {
              SeededRandom chance = new SeededRandom(seed + request.number());
              Thread.sleep(chance.nextInt(15));
              return way == 0 && chance.nextInt(10) == 0
                  ? Reply.of("500 Internal Server Error")
                      .ending(chance.nextBoolean() ? End.WHOLE : End.CLOSE)
                  : null;
            };
        Thread canceller =
            way != 1
                ? null
                : Thread.ofVirtual()
                    .start(() -> {
                      try {
                        Thread.sleep(Math.floorMod(seed, 30L));
                      } catch (InterruptedException e) {
                        throw new AssertionError(e);
                      }
                      database.session.cancel();
                    });
        long start = System.nanoTime();
        String query = way == 2 ? "SELECT i FROM " + FILES + " LIMIT 1" : SUMS + FILES;
        try {
          assertEquals(List.of(way == 2 ? "0" : ALL), database.rows(query));
        } catch (EiderException e) {
          assertFalse(String.valueOf(e.getMessage()).contains("INTERNAL"), e.getMessage());
          assertTrue(way != 2, e.getMessage());
        }
        long millis = (System.nanoTime() - start) / 1_000_000;
        assertTrue(millis < 2_000, "query " + i + " took " + millis + " ms");
        if (canceller != null) {
          canceller.join();
        }
        database.checkNothingLeft();
      }
    }
  }
}
