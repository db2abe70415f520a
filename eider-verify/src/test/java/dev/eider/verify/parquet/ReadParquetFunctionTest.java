// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Options, lists of files and metadata: the same answers as the engine that wrote the files. */
class ReadParquetFunctionTest {
  @TempDir Path directory;
  private Engines engines;

  @BeforeEach
  void open() throws SQLException {
    engines = new Engines();
  }

  @AfterEach
  void close() throws SQLException {
    engines.close();
  }

  private void write(String query, String file) throws Exception {
    Path path = directory.resolve(file);
    Files.createDirectories(path.getParent());
    engines.write("COPY (" + query + ") TO '" + path + "' (FORMAT parquet, ROW_GROUP_SIZE 2048)");
  }

  private String at(String sql) {
    return sql.replace("@", directory.toString());
  }

  private void same(String sql) throws SQLException {
    Engines.assertSame(at(sql), engines.duck(at(sql)), engines.eider(at(sql)));
  }

  private void error(String sql, String part) {
    SQLException seen = assertThrows(SQLException.class, () -> engines.eider(at(sql)));
    assertTrue(seen.getMessage().contains(part), seen.getMessage());
  }

  @Test
  void globsAndPathColumns() throws Exception {
    write("SELECT i, 'a' AS s FROM range(3000) t(i)", "year=2023/month=1/x.parquet");
    write("SELECT i, 'b' AS s FROM range(10) t(i)", "year=2023/month=2/x.parquet");
    write("SELECT i, 'c' AS s FROM range(5) t(i)", "year=2024/month=1/y.parquet");
    String from = " FROM read_parquet('@/*/*/*.parquet'";
    same("SELECT count(*), sum(i), min(s), max(s)" + from + ")");
    same("SELECT year, month, count(*)" + from + ") GROUP BY ALL ORDER BY ALL");
    same("SELECT count(*)" + from + ") WHERE year = 2024");
    same("SELECT count(*)" + from + ", hive_partitioning = false) WHERE i = 3");
    same("SELECT DISTINCT year" + from + ", hive_types = {'year': VARCHAR}) ORDER BY 1");
    same("SELECT filename, count(*)" + from + ", filename = true) GROUP BY 1 ORDER BY 1");
    same("SELECT f, count(*)" + from + ", filename = 'f') GROUP BY 1 ORDER BY 1");
    same("SELECT filename, file_index, file_row_number, i" + from + ") WHERE i = 4 ORDER BY 1");
    same("SELECT file_row_group_number, count(*)" + from + ") GROUP BY 1 ORDER BY 1");
    same("SELECT * " + from + ", file_row_number = true) WHERE i > 2997 OR s = 'c' ORDER BY ALL");
    same(
        "SELECT count(*) FROM read_parquet(['@/year=2023/*/x.parquet', '@/year=2024/*/y.parquet'])");
    same("SELECT count(*) FROM parquet_scan('@/year=2023/month=1/x.parquet')");
    same("SELECT count(*) FROM '@/year=2023/month=1/x.parquet' WHERE file_row_number >= 2999");
    same("SELECT i FROM '@/year=2023/month=1/x.parquet' LIMIT 3 OFFSET 2500");
  }

  @Test
  void schemas() throws Exception {
    write("SELECT 1 AS a, 'x' AS b", "one.parquet");
    write("SELECT 2::BIGINT AS a, 3.5 AS c", "two.parquet");
    write("SELECT 'y' AS b, 4::SMALLINT AS a", "three.parquet");
    write("SELECT 'no number' AS a, 'z' AS b", "four.parquet");
    same(
        "SELECT a, b, c, typeof(a) FROM read_parquet(['@/one.parquet', '@/two.parquet',"
            + " '@/three.parquet'], union_by_name = true) ORDER BY a");
    same("SELECT a, b FROM read_parquet(['@/one.parquet', '@/three.parquet']) ORDER BY a");
    same(
        "SELECT a, typeof(a) FROM read_parquet(['@/one.parquet', '@/four.parquet'],"
            + " union_by_name = true) ORDER BY a");
    error(
        "SELECT * FROM read_parquet(['@/one.parquet', '@/two.parquet'])",
        "column \"b\" was read from the original file");
    error(
        "SELECT * FROM read_parquet(['@/one.parquet', '@/four.parquet'])",
        "failed to cast column \"a\" from type VARCHAR to INTEGER");
    error(
        "SELECT * FROM read_parquet('@/one.parquet', encryption_config = {'k': 'v'})", "encrypted");
    error("SELECT * FROM read_parquet('@/one.parquet', nonsense = 1)", "nonsense");
    error("SELECT * FROM read_parquet([]::VARCHAR[])", "at least one file");
    error("SELECT * FROM read_parquet('@/none*.parquet')", "No files found");
  }

  @Test
  void aChangedFileIsReadAnew() throws Exception {
    write("SELECT 1 AS a", "x.parquet");
    assertEquals(List.of("1"), engines.eider(at("SELECT a FROM '@/x.parquet'")));
    write("SELECT 'other' AS b, 2 AS c FROM range(5)", "x.parquet");
    assertEquals(List.of("5"), engines.eider(at("SELECT count(b) FROM '@/x.parquet'")));
  }

  @Test
  void pruningLosesNoRow() throws Exception {
    write(
        "SELECT i, i / 3.0 AS d, i::DECIMAL(12, 2) AS dec, DATE '2000-01-01' + i::INTEGER AS day,"
            + " TIMESTAMP '2000-01-01' + to_hours(i) AS ts, 's' || lpad(i::VARCHAR, 6, '0') AS s,"
            + " CASE WHEN i > 5000 THEN i END AS n, i % 10 AS few, (i % 10)::VARCHAR AS word,"
            + " CASE WHEN i % 1000 = 7 THEN 'nan'::DOUBLE ELSE i END AS f FROM range(9000) t(i)",
        "p.parquet");
    for (String filter :
        List.of(
            "i = 4500",
            "i > 8990",
            "i BETWEEN 2040 AND 2055",
            "i IN (1, 5000, 8999, 10000)",
            "d < 3",
            "d > 2990.5",
            "dec = 4100.00",
            "day = DATE '2010-05-05'",
            "day >= DATE '2024-01-01'",
            "ts < TIMESTAMP '2000-01-01 12:00:00'",
            "s = 's004321'",
            "s > 's008990'",
            "s <> 's000000' AND i < 2",
            "n IS NULL AND i > 4990",
            "n IS NOT NULL AND i < 5005",
            "few = 11",
            "word = 'none'",
            "word = '3' AND i < 100",
            "f > 8990",
            "f = 'nan'::DOUBLE",
            "i = 3 OR s = 's007000'")) {
      same("SELECT i, d, dec, day, s, n, word FROM '@/p.parquet' WHERE " + filter + " ORDER BY i");
      same("SELECT count(*) FROM '@/p.parquet' WHERE " + filter);
    }
    same("SELECT i, s FROM '@/p.parquet' ORDER BY i DESC LIMIT 5");
    same(
        "SELECT p.i, p.s FROM '@/p.parquet' p JOIN (VALUES (17), (8888)) v(k) ON p.i = v.k ORDER BY 1");
  }

  @Test
  void metadata() throws Exception {
    write(
        "SELECT i, i % 7 AS few, 's' || i % 9 AS s, i::DECIMAL(20, 3) AS d, [i] AS l, {'a': i} AS st,"
            + " MAP([i], ['x']) AS m, TIMESTAMP '2020-01-01' + to_hours(i) AS ts, TIME '01:00:00' AS t"
            + " FROM range(5000) t(i)",
        "m.parquet");
    for (String function :
        List.of(
            "parquet_metadata", "parquet_schema", "parquet_file_metadata", "parquet_kv_metadata")) {
      same("SELECT COLUMNS(*)::VARCHAR FROM " + function + "('@/m.parquet')");
      same("SELECT COLUMNS(*)::VARCHAR FROM " + function + "(['@/m.parquet', '@/m.parquet'])");
    }
    for (int value : List.of(3, 6, 7, 100)) {
      same("SELECT * FROM parquet_bloom_probe('@/m.parquet', 'few', " + value + ")");
    }
    same("SELECT * FROM parquet_bloom_probe('@/m.parquet', 's', 's4')");
    same("SELECT * FROM parquet_bloom_probe('@/m.parquet', 's', 'other')");
    error("SELECT * FROM parquet_bloom_probe('@/m.parquet', 'nope', 1)", "Column nope not found");
  }
}
