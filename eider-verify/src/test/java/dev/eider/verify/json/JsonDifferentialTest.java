// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.verify.parquet.Engines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonDifferentialTest {
  @TempDir Path directory;

  /** Generated records: what both engines take their columns for, and what they read. */
  @Test
  void filesAreReadAsTheOracleReadsThem() throws SQLException, IOException {
    try (Engines engines = new Engines()) {
      for (int seed = 1; seed <= 25; seed++) {
        Random random = new Random(seed);
        List<Field> fields = Field.some(random, 1 + random.nextInt(5), 2);
        StringBuilder text = new StringBuilder();
        boolean array = random.nextInt(3) == 0;
        int rows = 1 + random.nextInt(40);
        for (int i = 0; i < rows; i++) {
          text.append(array ? i == 0 ? "[" : "," : "");
          text.append(Field.record(fields, random)).append(random.nextInt(4) == 0 ? " \n" : "\n");
        }
        text.append(array ? "]" : "");
        Path file = directory.resolve("f" + seed + ".json");
        Files.writeString(file, text);
        String from = " FROM read_json('" + file + "', sample_size = -1)";
        String described = "SELECT column_name, column_type FROM (DESCRIBE" + from + ")";
        Engines.assertSame(
            "seed " + seed + ": " + described, engines.duck(described), engines.eider(described));
        // As JSON, because drivers show nested values each in its own way.
        String read = "SELECT to_json(t)::VARCHAR FROM (" + from.substring(1) + ") t";
        Engines.assertSame("seed " + seed + ": " + read, engines.duck(read), engines.eider(read));
      }
    }
  }

  /** Generated documents in a column of text, through functions. */
  @Test
  void functionsAnswerWhatTheOracleAnswers() throws SQLException, IOException {
    Random random = new Random(4);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 300; i++) {
      List<Field> fields = Field.some(random, random.nextInt(4), 2);
      text.append(Field.record(fields, random)).append('\n');
    }
    Path file = directory.resolve("documents.json");
    Files.writeString(file, text);
    String from = " FROM read_ndjson_objects('" + file + "')";
    try (Engines engines = new Engines()) {
      for (String expression :
          List.of(
              "json(json)",
              "json_structure(json)",
              "json_keys(json)",
              "json_extract(json, '$.*')",
              "json_extract_string(json, '$..a')",
              "json ->> 'a'",
              "json -> 'b' -> 0",
              "json_type(json, '$.a')",
              "json_merge_patch(json, '{\"a\":null,\"z\":[1]}')",
              "json_normalize(json)",
              "json_strip_nulls(json)",
              "json_contains(json, '1')",
              "json_pretty(json)",
              "json_transform(json, '{\"a\":\"DOUBLE\",\"b\":[\"VARCHAR\"]}')::VARCHAR",
              "json_set(json, '$.a.b', '[1]')")) {
        String sql = "SELECT (" + expression + ")::VARCHAR" + from;
        Engines.assertSame(sql, engines.duck(sql), engines.eider(sql));
      }
      String rows =
          "SELECT key, value::VARCHAR, type, id, parent, fullkey"
              + from
              + ", json_tree(json) ORDER BY ALL";
      Engines.assertSame(rows, engines.duck(rows), engines.eider(rows));
    }
  }

  /** Lines that cross the borders of blocks are read once, at any number of threads. */
  @Test
  void bordersOfBlocksLoseNoLine() throws SQLException, IOException {
    Random random = new Random(9);
    StringBuilder text = new StringBuilder();
    int rows = 0;
    long sum = 0;
    long letters = 0;
    while (text.length() < 5 << 20) {
      int length = random.nextInt(50) == 0 ? random.nextInt(200_000) : random.nextInt(300);
      text.append("{\"i\":").append(rows).append(",\"s\":\"").append("x".repeat(length));
      text.append("\"}").append(random.nextInt(20) == 0 ? "\r\n\n" : "\n");
      sum += rows++;
      letters += length;
    }
    Path file = directory.resolve("large.ndjson");
    Files.writeString(file, text);
    try (Engines engines = new Engines()) {
      for (int threads : new int[] {1, 4}) {
        engines.run("SET threads = " + threads);
        assertEquals(
            List.of(rows + "|" + sum + "|" + letters),
            engines.eider("SELECT count(*), sum(i), sum(length(s)) FROM '" + file + "'"));
      }
    }
  }

  /** Of two broken lines in different blocks the first one is told, at any number of threads. */
  @Test
  void theFirstBrokenLineIsTold() throws SQLException, IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 1; i <= 60_000; i++) {
      boolean broken = i == 30_000 || i == 50_000;
      text.append(broken ? "{\"i\" 1}" : "{\"i\":" + i + ",\"pad\":\"" + "y".repeat(60) + "\"}");
      text.append('\n');
    }
    Path file = directory.resolve("broken.ndjson");
    Files.writeString(file, text);
    try (Engines engines = new Engines()) {
      for (int threads : new int[] {1, 4}) {
        engines.run("SET threads = " + threads);
        SQLException error =
            assertThrows(
                SQLException.class,
                () ->
                    engines.eider(
                        "SELECT sum(i) FROM read_ndjson('" + file + "', columns = {i: 'BIGINT'})"));
        String message = String.valueOf(error.getMessage());
        assertTrue(message.contains("line 30000: unexpected character"), message);
      }
      assertEquals(
          List.of("60000|59998"),
          engines.eider(
              "SELECT count(*), count(i) FROM read_ndjson('"
                  + file
                  + "', columns = {i: 'BIGINT'}, ignore_errors = true)"));
    }
  }

  /** Damaged files end in one clear error, never in another exception. */
  @Test
  void damageIsTold() throws SQLException, IOException {
    try (Engines engines = new Engines()) {
      damaged(engines, "[{\"a\":1},{\"a\":2}", "unexpected end of data");
      damaged(engines, "[{\"a\":1} {\"a\":2}]", "unexpected character");
      damaged(engines, "[{\"a\":1}]x", "in record/value 2: unexpected character");
      damaged(engines, "{\"a\":\"\u0001\"}\n{\"a\":1}", "unexpected control character");
      damaged(engines, "{\"a\":1,\"a\":2}\n", "has duplicate key \"a\"");
      damaged(engines, "{\"a\":" + "[".repeat(10_000), "nested deeper than");
      Path bytes = directory.resolve("bytes.json");
      Files.write(bytes, new byte[] {'{', '"', 'a', '"', ':', '"', (byte) 0xFF, '"', '}', '\n'});
      fails(engines, "FROM read_ndjson('" + bytes + "')", "invalid UTF-8 encoding in string");
      Path huge = directory.resolve("huge.json");
      Files.writeString(huge, "{\"a\":\"" + "z".repeat(17 << 20) + "\"}\n{\"a\":\"b\"}\n");
      fails(engines, "FROM read_ndjson('" + huge + "')", "Try increasing \"maximum_object_size\"");
      assertEquals(
          List.of("2"),
          engines.eider(
              "SELECT count(a) FROM read_ndjson('" + huge + "', maximum_object_size = 20000000)"));
    }
  }

  private void damaged(Engines engines, String text, String problem)
      throws SQLException, IOException {
    Path file = directory.resolve("damaged.json");
    Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    fails(engines, "FROM read_json('" + file + "')", problem);
  }

  private static void fails(Engines engines, String sql, String problem) {
    SQLException error = assertThrows(SQLException.class, () -> engines.eider(sql), sql);
    String message = String.valueOf(error.getMessage());
    assertTrue(message.contains(problem), message);
    assertTrue(message.contains(".json"), "the file is named: " + message);
  }
}
