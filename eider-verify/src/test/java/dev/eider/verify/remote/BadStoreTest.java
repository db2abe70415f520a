// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.env.Env;
import dev.eider.base.error.EiderException;
import dev.eider.verify.remote.ObjectServer.End;
import dev.eider.verify.remote.ObjectServer.Reply;
import dev.eider.verify.remote.ObjectServer.Seen;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Stores and objects that are wrong for good: each is one error that says where, what was tried and
 * what to do; nothing is left behind, and the next query runs.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BadStoreTest {
  private static final String SUMS = "SELECT count(*), sum(i) FROM ";
  private static final String FILE = "s3://bucket/rows.parquet";

  private SampleFiles files;
  private ObjectServer server;
  private SkippingEnv env;
  private RemoteDatabase database;

  @BeforeAll
  void write(@TempDir Path directory) throws Exception {
    files = new SampleFiles(directory);
  }

  @BeforeEach
  void start() throws Exception {
    env = new SkippingEnv();
    server = new ObjectServer();
    server.put("bucket/rows.parquet", files.parquet);
    server.put("bucket/good.parquet", files.parquet);
    server.put("bucket/rows.csv", files.csv);
    server.put("bucket/rows.ndjson", files.json);
    database = new RemoteDatabase(env, server);
  }

  @AfterEach
  void stop() throws Exception {
    server.script = request -> null;
    assertEquals(List.of(SampleFiles.SUMS), database.rows(SUMS + "'s3://bucket/good.parquet'"));
    database.checkNothingLeft();
    database.close();
    for (int i = 0; i < 500 && server.openSockets() > 0; i++) {
      Thread.sleep(10);
    }
    assertEquals(0, server.openSockets(), "sockets");
    server.close();
  }

  private static boolean isData(Seen request) {
    return request.isGet() && !request.header("range").startsWith("bytes=-");
  }

  private void fails(String file, String... parts) {
    String error = database.error("SELECT sum(i), max(t) FROM '" + file + "'");
    assertTrue(error.contains(file), "names the address: " + error);
    int check = error.indexOf("Check the credentials");
    assertEquals(check, error.lastIndexOf("Check the credentials"), "said once: " + error);
    for (String part : parts) {
      assertTrue(error.contains(part), part + " is missing in: " + error);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "403 Forbidden, AccessDenied, Check the credentials",
    "403 Forbidden, SignatureDoesNotMatch, Check SECRET",
    "403 Forbidden, InvalidAccessKeyId, Check KEY_ID",
    "404 Not Found, NoSuchKey, 404",
    "404 Not Found, NoSuchBucket, Check the name of the bucket",
    "400 Bad Request, ExpiredToken, fetch a new one",
    "416 Range Not Satisfiable, InvalidRange, shorter",
    "418 Teapot, Strange, 418"
  })
  void refusalsAreNamedWithTheRangeAndTheMend(String status, String code, String mend) {
    server.script = request -> isData(request) ? Reply.error(status, code) : null;
    fails(FILE, "Could not read bytes ", mend);
  }

  @Test
  void refusalsAreNoMissingTables() {
    server.script = request -> Reply.error("403 Forbidden", "AccessDenied");
    String error = database.error("FROM 's3://bucket/rows.unknown'");
    assertTrue(error.contains("Could not open \"s3://bucket/rows.unknown\""), error);
    assertEquals(
        error.indexOf("Check the credentials"), error.lastIndexOf("Check the credentials"), error);
    server.script = request -> null;
    error = database.error("FROM 's3://bucket/rows.unknown'");
    assertTrue(error.contains("does not exist"), error);
    int before = server.seen.size();
    for (String name : List.of("s3://bucket", "s3://bucket/", "s3://bucket/*.unknown")) {
      error = database.error("FROM '" + name + "'");
      assertTrue(error.contains("does not exist"), error);
    }
    assertEquals(before, server.seen.size(), "what is no file's name is not asked for");
  }

  @Test
  void aStoreThatNeverRecoversIsAskedAsOftenAsSettingsSay() {
    database.run("SET http_retries = 2");
    server.script = request -> isData(request) ? Reply.error("500 Oops", "InternalError") : null;
    fails(FILE, "Could not read bytes ", "HTTP 500 InternalError", "attempt 3", "SET http_retries");
  }

  @ParameterizedTest
  @CsvSource({"301 Moved Permanently", "400 Bad Request"})
  void aWrongRegionNamesTheRightOne(String status) {
    server.script =
        request ->
            request.key().endsWith("rows.parquet")
                ? Reply.error(
                    status,
                    status.startsWith("301") ? "PermanentRedirect" : "AuthorizationHeaderMalformed",
                    "x-amz-bucket-region: eu-central-9")
                : null;
    fails(FILE, "set REGION 'eu-central-9'");
  }

  @Test
  void aWrongClockIsNamed() {
    server.script =
        request ->
            request.key().endsWith("rows.parquet")
                ? Reply.error(
                    "403 Forbidden", "RequestTimeTooSkewed", "Date: Tue, 01 Dec 2026 09:00:00 GMT")
                : null;
    fails(FILE, "clock", "09:00:00");
  }

  @Test
  void whoCannotBeReachedIsNamed() {
    database.run("SET http_retries = 1");
    String file = "http://127.0.0.1:1/x.parquet";
    fails(file, "Connection to http://127.0.0.1:1", "attempt 2");
    file = "http://no-such-host.invalid/x.parquet";
    fails(file, "The host no-such-host.invalid is not known (DNS)");
    file = "https://127.0.0.1:" + server.port() + "/x.parquet";
    String error = database.error("FROM '" + file + "'");
    assertTrue(error.contains(file), error);
    assertTrue(error.contains("TLS"), error);
  }

  @ParameterizedTest
  @CsvSource({"SILENCE", "STALL"})
  void whoSaysNothingIsWaitedForAsLongAsSettingsSay(End end) {
    // These time-outs are real time.
    try (RemoteDatabase real = new RemoteDatabase(Env.system(), server)) {
      real.run("SET http_timeout = 1", "SET http_retries = 1", "SET http_retry_wait_ms = 1");
      server.script = request -> isData(request) ? server.answer(request).ending(end) : null;
      String error = real.error("SELECT sum(i) FROM '" + FILE + "'");
      assertTrue(error.contains(FILE), error);
      assertTrue(error.contains("timed out"), error);
      assertTrue(error.contains("attempt 2"), error);
      real.checkNothingLeft();
    }
  }

  @ParameterizedTest
  @CsvSource({"rows.parquet", "rows.csv", "rows.ndjson"})
  void aServerThatIgnoresRangesIsReadAllTheSame(String name) {
    server.ignoresRanges = true;
    assertEquals(
        List.of(SampleFiles.SUMS),
        database.rows(SUMS + "'http://127.0.0.1:" + server.port() + "/bucket/" + name + "'"));
    server.ignoresRanges = false;
  }

  @Test
  void aBucketThatIgnoresRangesIsAnError() {
    database.run("SET http_retries = 1");
    server.ignoresRanges = true;
    fails(FILE, "ignores ranges");
    assertEquals(1, server.seen.size(), "it is not asked again");
    server.ignoresRanges = false;
  }

  @Test
  void moreThanAServerPromisedIsNotBelieved() {
    database.run("SET http_retries = 1");
    server.script =
        request -> {
          if (!isData(request)) {
            return null;
          }
          return new Reply(
              "206 Partial Content",
              List.of("ETag: \"x\"", "Content-Range: bytes 0-9/10"),
              new byte[10],
              End.WHOLE);
        };
    fails(FILE, "has changed");
    server.put("bucket/other.parquet", files.parquet);
    server.script =
        request ->
            request.isGet() && request.key().endsWith("other.parquet")
                ? new Reply("206 Partial Content", List.of(), new byte[10], End.WHOLE)
                : null;
    fails("s3://bucket/other.parquet", "another range");
    server.script =
        request ->
            request.isGet() && request.key().endsWith("other.parquet")
                ? new Reply(
                    "206 Partial Content",
                    List.of("Content-Range: bytes 0-9/9223372036854775807"),
                    new byte[10],
                    End.WHOLE)
                : null;
    fails("s3://bucket/other.parquet", "another range");
  }

  // --- objects

  private byte[] changed(int at, int... bytes) {
    byte[] changed = files.parquet.clone();
    for (int i = 0; i < bytes.length; i++) {
      changed[at < 0 ? changed.length + at + i : at + i] = (byte) bytes[i];
    }
    return changed;
  }

  @Test
  void filesThatAreNone() {
    byte[] good = files.parquet;
    record Bad(String what, byte[] content, String said) {}
    List<Bad> all =
        List.of(
            new Bad("empty", new byte[0], "too small to be a Parquet file"),
            new Bad("tiny", new byte[7], "too small to be a Parquet file"),
            new Bad("truncated", Arrays.copyOf(good, good.length - 100), "No magic bytes"),
            new Bad("first half", Arrays.copyOf(good, good.length / 2), "No magic bytes"),
            new Bad("second half", Arrays.copyOfRange(good, good.length / 2, good.length), ""),
            new Bad("another format", files.csv, "No magic bytes"),
            new Bad("encrypted", changed(-1, 'E'), "Encrypted Parquet files"),
            new Bad("a footer of 2 GB", changed(-8, -1, -1, -1, 0x7F), "Footer length error"),
            new Bad("a footer of 4 GB", changed(-8, -1, -1, -1, -1), "Footer length error"),
            new Bad("no footer", changed(-8, 0, 0, 0, 0), "Footer length error"));
    for (Bad bad : all) {
      server.put("bucket/rows.parquet", bad.content());
      fails(FILE, bad.said());
    }
  }

  @Test
  void flippedBitsInTheMiddle() {
    for (int at = 100; at < files.parquet.length; at += files.parquet.length / 12) {
      byte[] flipped = changed(at, files.parquet[at] ^ 0x10, 0xFF, 0xFF);
      server.put("bucket/rows.parquet", flipped);
      try {
        database.rows("SELECT sum(i), max(t) FROM '" + FILE + "'");
      } catch (EiderException e) {
        String error = String.valueOf(e.getMessage());
        assertTrue(error.contains(FILE) && !error.contains("INTERNAL"), at + ": " + error);
      }
    }
  }

  @Test
  void textThatNestsWithoutEnd() {
    String deep = "{\"i\": " + "[".repeat(10_000) + "]".repeat(10_000) + "}\n";
    server.put("bucket/rows.ndjson", deep.getBytes(StandardCharsets.UTF_8));
    String error = database.error("SELECT count(*), max(i) FROM 's3://bucket/rows.ndjson'");
    assertTrue(error.contains("s3://bucket/rows.ndjson"), error);
    assertTrue(error.contains("nested deeper"), error);
  }

  @Test
  void aBucketOfAHundredThousandKeysIsListed() {
    byte[] nothing = new byte[0];
    for (int i = 0; i < 100_000; i++) {
      server.put("bucket/many/key-" + i, nothing);
    }
    server.put("bucket/many/the-one.csv", files.csv);
    assertEquals(List.of(SampleFiles.SUMS), database.rows(SUMS + "'s3://bucket/many/*.csv'"));
    assertEquals(101, server.count(Seen::isList));
    String error = database.error("FROM 's3://bucket/many/*.parquet'");
    assertTrue(error.contains("No files found that match the pattern"), error);
  }

  @Test
  void listingsThatAreNone() {
    for (String body : List.of("", "<html>hello</html>", "<ListBucketResult><Contents>", "{}")) {
      server.script =
          request ->
              request.isList()
                  ? new Reply("200 OK", List.of(), body.getBytes(StandardCharsets.UTF_8), End.WHOLE)
                  : null;
      String error = database.error("FROM 's3://bucket/*.parquet'");
      assertTrue(error.contains("s3://bucket/"), error);
      assertTrue(error.contains("check the endpoint"), error);
    }
  }
}
