// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.parquet;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of every type, codec and page version that DuckDB writes say the same to both engines. */
class ParquetReadTest {
  private static final List<String> CODECS =
      List.of("uncompressed", "snappy", "gzip", "zstd", "lz4_raw", "brotli");

  /** Expressions over a row number {@code i} and a hash {@code h}, of all types. */
  private static final List<String> COLUMNS =
      List.of(
          "i",
          "h % 2 = 0 AS bool",
          "(h % 256 - 128)::TINYINT AS i8",
          "(h % 65536 - 32768)::SMALLINT AS i16",
          "(h % 4294967296 - 2147483648)::INTEGER AS i32",
          "h AS i64",
          "(h % 256)::UTINYINT AS u8",
          "(h % 65536)::USMALLINT AS u16",
          "(h % 4294967296)::UINTEGER AS u32",
          "(h::HUGEINT * 4)::UBIGINT AS u64",
          "(h % 100)::INTEGER AS few",
          "(h % 100000 / 8)::FLOAT AS f32",
          "h / 3.0::DOUBLE AS f64",
          "(h % 1000)::DECIMAL(4, 1) AS d4",
          "(h % 100000000)::DECIMAL(12, 3) AS d12",
          "h::DECIMAL(30, 5) AS d30",
          "(-h)::DECIMAL(38, 10) AS d38",
          "DATE '1900-01-01' + (h % 100000)::INTEGER AS date",
          "TIME '00:00:00' + to_microseconds(h % 86400000000) AS time",
          "TIMESTAMP '1950-01-01' + to_microseconds(h % 4000000000000000) AS ts",
          "(TIMESTAMP '1950-01-01' + to_seconds(h % 4000000000))::TIMESTAMP_S AS tss",
          "(TIMESTAMP '1950-01-01' + to_milliseconds(h % 4000000000000))::TIMESTAMP_MS AS tsms",
          "make_timestamp_ns(h % 1000000000000000000) AS tsns",
          "(TIMESTAMP '1950-01-01' + to_microseconds(h % 4000000000000000))::TIMESTAMPTZ AS tz",
          "to_days((h % 1000)::INTEGER) + to_milliseconds(h % 100000) AS iv",
          "CASE WHEN h % 3 = 0 THEN '' WHEN h % 3 = 1 THEN 'short ' || h % 50"
              + " ELSE 'a longer text that is not inlined ' || h % 50 END AS words",
          "'text ' || h || repeat('ä', (h % 20)::INTEGER) AS texts",
          "unhex(printf('%08x', h % 100000)) AS blobs",
          "('00000000-0000-4000-8000-' || lpad((h % 1000000)::VARCHAR, 12, '0'))::UUID AS uid",
          "(CASE h % 3 WHEN 0 THEN 'red' WHEN 1 THEN 'green' ELSE 'blue' END)::ENUM('red', 'green',"
              + " 'blue') AS color",
          "{'a': h % 1000, 'b': {'c': 'x' || h % 10, 'd': h % 2 = 0}} AS nested",
          "range(h % 5) AS numbers",
          "[x || 'y' FOR x IN range(h % 4)] AS strings",
          "[[y FOR y IN range(x)] FOR x IN range(h % 4)] AS lists",
          "[{'k': x, 'v': 'v' || x} FOR x IN range(h % 3)] AS structs",
          "MAP([k FOR k IN range(h % 4)], ['m' || k FOR k IN range(h % 4)]) AS map",
          "{'items': range(h % 3), 'name': 'n' || h % 7} AS holder");

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

  private static String source(int rows, int nullEach) {
    StringBuilder columns = new StringBuilder();
    for (String column : COLUMNS) {
      int as = column.lastIndexOf(" AS ");
      if (as < 0 || nullEach == 0) {
        columns.append(columns.isEmpty() ? "" : ", ").append(column);
      } else {
        columns
            .append(", CASE WHEN (h + ")
            .append(as)
            .append(") % ")
            .append(nullEach)
            .append(" > 0 THEN ")
            .append(column, 0, as)
            .append(" END")
            .append(column.substring(as));
      }
    }
    return "SELECT "
        + columns
        + " FROM (SELECT i, (hash(i) % 1000000007)::BIGINT AS h FROM range("
        + rows
        + ") t(i)) source";
  }

  private List<String> columnNames() {
    List<String> names = new ArrayList<>();
    for (String column : COLUMNS) {
      names.add(column.substring(column.lastIndexOf(' ') + 1));
    }
    return names;
  }

  private void compare(Path file, String filter) throws SQLException {
    StringBuilder sql = new StringBuilder("SELECT i");
    for (String column : columnNames()) {
      sql.append(", \"").append(column).append("\"::VARCHAR");
    }
    sql.append(" FROM '").append(file).append("'").append(filter).append(" ORDER BY i");
    Engines.assertSame(sql.toString(), engines.duck(sql.toString()), engines.eider(sql.toString()));
  }

  @Test
  void codecsAndVersions() throws SQLException {
    for (String codec : CODECS) {
      for (String version : List.of("v1", "v2")) {
        Path file = directory.resolve(codec + version + ".parquet");
        engines.write(
            "COPY ("
                + source(2200, 7)
                + ") TO '"
                + file
                + "' (FORMAT parquet, CODEC "
                + codec
                + ", PARQUET_VERSION "
                + version
                + ", ROW_GROUP_SIZE 2048)");
        compare(file, "");
      }
    }
  }

  @Test
  void withoutNulls() throws SQLException {
    for (String version : List.of("v1", "v2")) {
      Path file = directory.resolve("plain" + version + ".parquet");
      engines.write(
          "COPY (" + source(2500, 0) + ") TO '" + file + "' (PARQUET_VERSION " + version + ")");
      compare(file, "");
    }
  }

  @Test
  void dictionaryAndNoDictionary() throws SQLException {
    for (int size : List.of(1, 20, 1_000_000)) {
      Path file = directory.resolve("dictionary" + size + ".parquet");
      engines.write(
          "COPY (" + source(2500, 5) + ") TO '" + file + "' (DICTIONARY_SIZE_LIMIT " + size + ")");
      compare(file, "");
    }
  }

  @Test
  void filteredRows() throws SQLException {
    Path file = directory.resolve("filtered.parquet");
    engines.write("COPY (" + source(9000, 9) + ") TO '" + file + "' (ROW_GROUP_SIZE 2048)");
    compare(file, " WHERE few = 7");
    compare(file, " WHERE words = 'short 17' OR words IS NULL");
    compare(file, " WHERE i BETWEEN 5000 AND 5003 OR i > 8998");
    compare(file, " WHERE i % 1000 = 0");
  }
}
