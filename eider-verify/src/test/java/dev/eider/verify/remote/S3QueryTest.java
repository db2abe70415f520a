// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.env.Env;
import dev.eider.io.http.HttpClient;
import dev.eider.io.http.HttpOrigin;
import dev.eider.io.http.HttpSettings;
import dev.eider.io.store.PutCondition;
import dev.eider.io.store.s3.Credentials;
import dev.eider.io.store.s3.CredentialsProvider;
import dev.eider.io.store.s3.S3Settings;
import dev.eider.io.store.s3.S3Store;
import dev.eider.s3testserver.S3TestServer;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Queries over a bucket of a real S3 server, with secrets. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class S3QueryTest {
  private static final String ROWS =
      "SELECT i AS l_orderkey, i %% 50 AS l_quantity, i * 1.5 AS l_extendedprice,"
          + " 'comment ' || i AS l_comment FROM range(%d, %d) t(i)";

  private Path directory;
  private S3TestServer server;
  private S3Store store;

  @BeforeAll
  void fill(@TempDir Path temporary) throws Exception {
    directory = temporary;
    server = S3TestServer.inMemory();
    server.createBucket("bucket");
    store =
        new S3Store(
            Env.system(),
            new HttpClient(Env.system(), HttpSettings.DEFAULT),
            new S3Settings(
                "bucket",
                "us-east-1",
                new HttpOrigin(false, "127.0.0.1", server.port()),
                true,
                false),
            CredentialsProvider.of(
                new Credentials(S3TestServer.KEY_ID, S3TestServer.SECRET, null)));
    try (Sql sql = new Sql()) {
      for (int part = 0; part < 3; part++) {
        String rows = ROWS.formatted(part * 10_000, part * 10_000 + 10_000);
        String parquet = directory.resolve("part.parquet").toString();
        sql.run("COPY (" + rows + ") TO '" + parquet + "' (ROW_GROUP_SIZE 2048)");
        put("lineitem/part-" + part + ".parquet", parquet);
        put("hive/year=" + (2020 + part) + "/data.parquet", parquet);
      }
      String csv = directory.resolve("rows.csv").toString();
      sql.run("COPY (" + ROWS.formatted(0, 10_000) + ") TO '" + csv + "'");
      put("rows.csv", csv);
      put("odd names/a+b:c d=e%20f.csv", csv);
      Path packed = directory.resolve("rows.csv.gz");
      try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
        Files.copy(Path.of(csv), out);
      }
      put("rows.csv.gz", packed.toString());
      String json = directory.resolve("rows.ndjson").toString();
      sql.run("COPY (" + ROWS.formatted(0, 10_000) + ") TO '" + json + "' (FORMAT json)");
      put("rows.ndjson", json);
    }
  }

  private void put(String key, String file) throws Exception {
    store.put(key, MemorySegment.ofArray(Files.readAllBytes(Path.of(file))), PutCondition.NONE);
  }

  @AfterAll
  void stop() throws Exception {
    store.close();
    server.close();
  }

  private String secret(String scope) {
    return "CREATE SECRET (TYPE s3, KEY_ID '"
        + S3TestServer.KEY_ID
        + "', SECRET '"
        + S3TestServer.SECRET
        + "', ENDPOINT '127.0.0.1:"
        + server.port()
        + "', USE_SSL false, URL_STYLE 'path'"
        + scope
        + ")";
  }

  private Sql open() throws Exception {
    return new Sql().run(secret(""), "SET http_retries = 0");
  }

  /** Each byte that is used is asked for. */
  private Sql openWithoutCache() throws Exception {
    return open().run("SET enable_external_file_cache = false");
  }

  @Test
  void parquetFilesOfAPattern() throws Exception {
    try (Sql sql = open()) {
      assertEquals(
          List.of("30000|449985000|735000"),
          sql.rows(
              "SELECT count(*), sum(l_orderkey), sum(l_quantity)"
                  + " FROM 's3://bucket/lineitem/*.parquet'"));
      assertEquals(
          List.of("part-1.parquet|15000"),
          sql.rows(
              "SELECT parse_filename(filename), l_orderkey FROM"
                  + " 's3a://bucket/lineitem/**/*.parquet' WHERE l_orderkey = 15000"));
    }
  }

  @Test
  void onlyTheFilesOfAPartitionAreRead() throws Exception {
    try (Sql sql = openWithoutCache()) {
      assertEquals(
          10_000,
          sql.number(
              "SELECT count(l_comment) FROM read_parquet('s3://bucket/hive/*/*.parquet',"
                  + " hive_partitioning = true) WHERE year = 2021"));
      assertEquals(
          List.of("hive/year=2021/data.parquet"),
          sql.rows("SELECT DISTINCT key FROM eider_io_log() WHERE operation = 'get'"));
    }
  }

  @Test
  void onlyTheColumnsThatAreAskedForAreRead() throws Exception {
    try (Sql sql = openWithoutCache()) {
      String file = "s3://bucket/lineitem/part-0.parquet";
      sql.value("SELECT sum(l_quantity) FROM '" + file + "'");
      long wanted =
          sql.number(
              "SELECT sum(total_compressed_size) FROM parquet_metadata('"
                  + file
                  + "') WHERE path_in_schema = 'l_quantity'");
      long fetched = sql.number("SELECT sum(bytes) FROM eider_io_stats() WHERE operation = 'get'");
      assertTrue(fetched >= wanted && fetched <= 1.1 * wanted, fetched + " of " + wanted);
      assertEquals(
          1,
          sql.number("SELECT sum(requests) FROM eider_io_stats() WHERE operation LIKE '%suffix'"));
    }
  }

  /** A filter that rows of each row group pass costs no second round trip for the other columns. */
  @Test
  void theOtherColumnsAreFetchedWithTheFiltersUnlessNoRowWillPass() throws Exception {
    String gets = "SELECT sum(requests) FROM eider_io_stats() WHERE operation = 'get'";
    String file = "'s3://bucket/lineitem/part-0.parquet'";
    try (Sql sql = openWithoutCache()) {
      long groups =
          sql.number("SELECT count(DISTINCT row_group_id) FROM parquet_metadata(" + file + ")");
      assertTrue(groups > 1, groups + " row groups");
      sql.value("SELECT max(l_comment) FROM " + file + " WHERE l_quantity < 25");
      // A column lies between the two.
      assertEquals(2 * groups, sql.number(gets));
    }
    try (Sql sql = openWithoutCache()) {
      assertEquals(
          List.of("null"),
          sql.rows("SELECT max(l_comment) FROM " + file + " WHERE l_extendedprice = 7.2"));
      long fetched = sql.number("SELECT sum(bytes) FROM eider_io_stats() WHERE operation = 'get'");
      long comments =
          sql.number(
              "SELECT sum(total_compressed_size) FROM parquet_metadata("
                  + file
                  + ") WHERE path_in_schema = 'l_comment'");
      assertTrue(fetched < comments, fetched + " bytes, and the comments alone have " + comments);
    }
  }

  private static final String REQUESTS = "SELECT sum(requests)::BIGINT FROM eider_io_stats()";

  /** A small file comes whole with its footer, and stays. */
  @Test
  void whatWasReadIsNotAskedForAgain() throws Exception {
    String sums = "SELECT count(*), sum(l_orderkey), max(l_comment) FROM ";
    try (Sql sql = open()) {
      String files = "'s3://bucket/lineitem/*.parquet'";
      List<String> expected = sql.rows(sums + files);
      assertEquals(4, sql.number(REQUESTS), "a listing and three files");
      assertEquals(expected, sql.rows(sums + files));
      assertEquals(5, sql.number(REQUESTS), "a listing, which says that nothing has changed");
      for (String file : List.of("rows.csv", "rows.csv.gz", "rows.ndjson")) {
        String query = sums + "'s3://bucket/" + file + "'";
        expected = sql.rows(query);
        long before = sql.number(REQUESTS);
        assertEquals(expected, sql.rows(query));
        assertEquals(before + 1, sql.number(REQUESTS), "whether " + file + " has changed");
      }
      assertTrue(sql.number("SELECT hits FROM eider_cache_stats()") > 3);
      assertEquals(
          3,
          sql.number(
              "SELECT count(DISTINCT path) FROM duckdb_external_file_cache()"
                  + " WHERE path LIKE 's3://bucket/lineitem/part-_.parquet'"));
    }
  }

  @Test
  void whatIsKeptOnDiskSurvivesTheDatabase() throws Exception {
    String sums = "SELECT count(*), sum(l_orderkey), max(l_comment) FROM ";
    String kept = directory.resolve("kept").toString();
    List<String> files = List.of("lineitem/*.parquet", "rows.csv", "rows.ndjson");
    List<String> answers = new ArrayList<>();
    for (int database = 0; database < 3; database++) {
      try (Sql sql = open()) {
        sql.run("SET external_file_cache_directory = '" + kept + "'");
        for (int i = 0; i < files.size(); i++) {
          String answer = sql.value(sums + "'s3://bucket/" + files.get(i) + "'");
          if (database == 0) {
            answers.add(answer);
          }
          assertEquals(answers.get(i), answer);
        }
        long bytes = sql.number("SELECT sum(bytes)::BIGINT FROM eider_io_stats()");
        if (database == 1) {
          assertEquals(0, bytes, "one listing, two heads");
          assertEquals(3, sql.number(REQUESTS));
          assertTrue(sql.number("SELECT disk_hits FROM eider_cache_stats()") >= 5);
          damage(Path.of(kept));
        } else {
          assertTrue(bytes > 0, "first, or damaged");
        }
        assertEquals(0, sql.number("SELECT disk_failures FROM eider_cache_stats()"));
      }
    }
  }

  private static void damage(Path kept) throws IOException {
    try (Stream<Path> files = Files.list(kept)) {
      for (Path file : files.toList()) {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 4;
        Files.write(file, bytes);
      }
    }
  }

  @Test
  void theDirectoryForWhatIsKeptIsChecked() throws Exception {
    Path file = Files.writeString(directory.resolve("a file"), "");
    try (Sql sql = new Sql()) {
      String error = sql.error("SET external_file_cache_directory = '" + file + "'");
      assertTrue(error.contains("Choose a directory that can be written"), error);
      error = sql.error("SET external_file_cache_directory_size = '10 parsecs'");
      assertTrue(error.contains("SET external_file_cache_directory_size = '1GB'"), error);
      assertFalse(error.contains("memory"), error);
      Path root = Files.createDirectories(directory.resolve("root"));
      sql.run("SET eider_root = '" + root + "'");
      error = sql.error("SET external_file_cache_directory = '" + directory.resolve("out") + "'");
      assertTrue(error.contains("lies outside of eider_root"), error);
      sql.run("SET external_file_cache_directory = '" + root.resolve("in") + "'");
      assertTrue(Files.isDirectory(root.resolve("in")));
    }
  }

  @Test
  void explainAnalyzeTellsWhatWasFetched() throws Exception {
    String query =
        "EXPLAIN ANALYZE SELECT max(l_comment) FROM 's3://bucket/lineitem/part-0.parquet'";
    try (Sql sql = open()) {
      String first = String.join("\n", sql.rows(query));
      assertTrue(first.contains("Requests: 0 (0 bytes)"), first);
      assertTrue(first.contains("Bytes Kept from Before: "), first);
      sql.run("SET enable_external_file_cache = false");
      long groups =
          sql.number(
              "SELECT count(DISTINCT row_group_id)"
                  + " FROM parquet_metadata('s3://bucket/lineitem/part-0.parquet')");
      String second = String.join("\n", sql.rows(query));
      assertTrue(second.contains("Requests: " + groups + " ("), second);
      assertTrue(second.contains("Bytes Kept from Before: 0 "), second);
      assertTrue(second.contains("Most Tasks Read Ahead: "), second);
      assertTrue(second.contains("Workers Waited: "), second);
    }
  }

  @Test
  void aNewVersionIsReadAnew() throws Exception {
    try (Sql sql = open()) {
      for (int version = 0; version < 3; version++) {
        for (String name : List.of("changing.parquet", "changing.csv", "changing.ndjson")) {
          String address = "'s3://bucket/" + name + "'";
          sql.run("COPY (" + ROWS.formatted(version, version + 5_000) + ") TO " + address);
          long sum = 5_000L * (2 * version + 4_999) / 2;
          for (int again = 0; again < 2; again++) {
            assertEquals(sum, sql.number("SELECT sum(l_orderkey) FROM " + address), name);
          }
        }
      }
    }
  }

  /** The server looks first and writes then, which the doctor sees when two of its writers race. */
  @Test
  void theDoctorFindsTheServerWellButForRaces() throws Exception {
    try (Sql sql = open()) {
      List<String> sick =
          sql.rows(
              "SELECT promise, result, detail FROM eider_doctor('s3://bucket/doctor')"
                  + " WHERE result <> 'ok' AND promise NOT LIKE 'of racing % one wins'");
      assertEquals(List.of(), sick);
      assertEquals(List.of(), sql.rows("FROM glob('s3://bucket/doctor/**')"));
      String error = sql.error("FROM eider_doctor('/tmp')");
      assertTrue(error.contains("expected an address such as 's3://bucket/prefix'"), error);
    }
  }

  @Test
  void text() throws Exception {
    try (Sql sql = open()) {
      String sums = "SELECT count(*), sum(l_orderkey), max(l_comment) FROM ";
      List<String> expected = List.of("10000|49995000|comment 9999");
      assertEquals(expected, sql.rows(sums + "'s3://bucket/rows.csv'"));
      assertEquals(expected, sql.rows(sums + "'s3://bucket/rows.csv.gz'"));
      assertEquals(expected, sql.rows(sums + "'s3://bucket/rows.ndjson'"));
      assertEquals(expected, sql.rows(sums + "'s3://bucket/odd names/a+b:c d=e%20f.csv'"));
      assertEquals(
          List.of("s3://bucket/odd names/a+b:c d=e%20f.csv"),
          sql.rows("FROM glob('s3://bucket/odd*/*')"));
    }
  }

  @Test
  void whatIsWrittenIsReadBack() throws Exception {
    try (Sql sql = open()) {
      for (String name : List.of("out.parquet", "out.csv", "out.csv.gz", "out.ndjson")) {
        String address = "'s3://bucket/written/" + name + "'";
        sql.run("COPY (" + ROWS.formatted(0, 10_000) + ") TO " + address);
        assertEquals(
            List.of("10000|49995000|comment 9999"),
            sql.rows("SELECT count(*), sum(l_orderkey), max(l_comment) FROM " + address),
            name);
      }
    }
  }

  @Test
  void aLargeObjectIsSentInParts() throws Exception {
    try (Sql sql = open()) {
      String address = "'s3://bucket/large.csv'";
      sql.run("COPY (" + ROWS.formatted(0, 600_000) + ") TO " + address);
      assertEquals(
          List.of("complete|1|1", "part|3|3", "start_multipart|1|1"),
          sql.rows(
              "SELECT operation, requests, requests - failures FROM eider_io_stats()"
                  + " WHERE operation IN ('part', 'start_multipart', 'complete', 'put')"
                  + " ORDER BY ALL"));
      assertEquals(
          List.of("600000|179999700000"),
          sql.rows("SELECT count(*), sum(l_orderkey) FROM " + address));
    }
  }

  @Test
  void partitionsAreKeysWithTheirNames() throws Exception {
    try (Sql sql = open()) {
      String rows = "COPY (SELECT i % 3 AS p, i FROM range(9) t(i)) TO 's3://bucket/parts'";
      sql.run(rows + " (FORMAT parquet, PARTITION_BY (p))");
      assertEquals(
          List.of("0|3|9", "1|3|12", "2|3|15"),
          sql.rows(
              "SELECT p, count(*), sum(i) FROM read_parquet('s3://bucket/parts/**/*.parquet',"
                  + " hive_partitioning = true) GROUP BY p ORDER BY p"));
      String error = sql.error(rows + " (FORMAT parquet, PARTITION_BY (p))");
      assertTrue(error.contains("is not empty"), error);
      sql.run(rows.replace("range(9)", "range(2)") + " (FORMAT csv, PARTITION_BY (p), OVERWRITE)");
      assertEquals(
          List.of("s3://bucket/parts/p=0/data_0.csv", "s3://bucket/parts/p=1/data_0.csv"),
          sql.rows("FROM glob('s3://bucket/parts/**/*')"));
    }
  }

  @Test
  void whatFailsLeavesNothing() throws Exception {
    try (Sql sql = open()) {
      String error =
          sql.error(
              "COPY (SELECT CASE WHEN i = 500000 THEN error('stop') ELSE i END AS j, 'text ' || i"
                  + " FROM range(600000) t(i)) TO 's3://bucket/half.csv'");
      assertTrue(error.contains("stop"), error);
      assertEquals(List.of(), sql.rows("FROM glob('s3://bucket/half*')"));
      error = sql.error("COPY (SELECT 1) TO 's3://no-such-bucket/x.csv'");
      assertTrue(error.contains("s3://no-such-bucket/x.csv"), error);
      error = sql.error("COPY (SELECT 1) TO 'http://127.0.0.1:1/x.csv'");
      assertTrue(error.contains("can be written to"), error);
    }
  }

  @Test
  void theLongestScopeWins() throws Exception {
    try (Sql sql = new Sql()) {
      sql.run(
          "SET http_retries = 0",
          secret(", SCOPE 's3://bucket/lineitem'").replace("SECRET (", "SECRET near ("),
          secret("")
              .replace("SECRET (", "SECRET far (")
              .replace(S3TestServer.SECRET, "planted-wrong-secret"));
      assertEquals(
          10_000, sql.number("SELECT count(*) FROM 's3://bucket/lineitem/part-0.parquet'"));
      String error = sql.error("FROM 's3://bucket/rows.csv'");
      assertTrue(error.contains("s3://bucket/rows.csv"), error);
      assertTrue(error.contains("403") && error.contains("Check the credentials"), error);
      assertFalse(error.contains("planted-wrong-secret"), error);
    }
  }

  @Test
  void whatIsNotThere() throws Exception {
    try (Sql sql = open()) {
      String error = sql.error("FROM 's3://bucket/lineitem/part-9.parquet'");
      assertTrue(error.contains("s3://bucket/lineitem/part-9.parquet"), error);
      assertTrue(error.contains("404") || error.contains("not exist"), error);
      error = sql.error("FROM 's3://bucket/nothing/*.parquet'");
      assertTrue(error.contains("No files found that match the pattern"), error);
      error = sql.error("FROM 's3://no-such-bucket/x.csv'");
      assertTrue(error.contains("no-such-bucket"), error);
    }
  }

  /** The program as users start it, with nothing but SQL. */
  @Test
  void theProgram() throws Exception {
    Path output = directory.resolve("output");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "dev.eider.cli.Main",
                secret("")
                    + "; SELECT l_quantity, count(*) AS n FROM 's3://bucket/lineitem/*.parquet'"
                    + " GROUP BY l_quantity ORDER BY l_quantity LIMIT 2")
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    process.getOutputStream().close();
    int code = process.waitFor();
    String text = Files.readString(output, StandardCharsets.UTF_8);
    assertEquals(0, code, text);
    assertTrue(text.contains("600"), text);
    assertFalse(text.contains(S3TestServer.SECRET), text);
  }
}
