// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Sound files of all encodings, codecs and shapes of columns, each of a few tens of kilobytes. */
final class Samples {
  /** All have a column {@code i}. */
  private static final List<String> SHAPES =
      List.of(
          "i, (i * 7919) % 100 AS few, i::DOUBLE AS d, 'text ' || i % 13 AS words, 'long text ' ||"
              + " i AS texts, i::DECIMAL(30, 2) AS dec, CASE WHEN i % 5 > 0 THEN i END AS nulls, i"
              + " % 2 = 0 AS flag, TIMESTAMP '2020-01-01' + to_seconds(i) AS ts FROM range(600)"
              + " t(i)",
          "i, i::TINYINT AS i8, i::USMALLINT AS u16, (i * 77773)::INTEGER AS i32, i::UBIGINT * 9 AS"
              + " u64, i::HUGEINT AS h, i::FLOAT AS f, DATE '2000-01-01' + i::INTEGER AS day, TIME"
              + " '00:00:00' + to_seconds(i) AS clock, i::DECIMAL(4, 1) AS d4, i::DECIMAL(17, 3) AS"
              + " d17, ('x' || i)::BLOB AS bytes, md5(i::VARCHAR)::UUID AS id, to_days(i::INTEGER)"
              + " AS span FROM range(120) t(i)",
          "i, range(i % 4) AS list, {'a': i, 'b': 'x' || i} AS pair, MAP([i], ['m']) AS map, [[i,"
              + " NULL], [], NULL] AS deep, CASE WHEN i % 3 > 0 THEN [{'u': [i::VARCHAR]}] END AS"
              + " nested FROM range(200) t(i)",
          "i, i * i AS square, i % 3 AS third FROM range(6000) t(i)",
          "i, 'same' AS constant, NULL::INTEGER AS nothing FROM range(3000) t(i)",
          "i, 'x' AS none FROM range(0) t(i)");

  private Samples() {}

  /**
   * Writes and reads them, always the same.
   *
   * @param directory for the files while they are made
   * @param oracle whether DuckDB writes some of them
   */
  static List<Sample> make(Path directory, boolean oracle) throws SQLException, IOException {
    List<Sample> samples = new ArrayList<>();
    try (Connection eider = DriverManager.getConnection("jdbc:eider:")) {
      write(samples, eider, eider, "eider", directory);
      if (oracle) {
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:")) {
          write(samples, duck, eider, "duckdb", directory);
        }
      }
    }
    return samples;
  }

  private static void write(
      List<Sample> samples, Connection writer, Connection reader, String name, Path directory)
      throws SQLException, IOException {
    // Eider reads what it does not write.
    String last = writer == reader ? "gzip" : "brotli";
    List<String> codecs = List.of("uncompressed", "snappy", "zstd", "gzip", "lz4_raw", last);
    for (int i = 0; i < 2 * SHAPES.size(); i++) {
      String shape = SHAPES.get(i / 2);
      String options =
          "CODEC "
              + codecs.get(i * 5 / 2 % codecs.size())
              + ", PARQUET_VERSION "
              + (i % 2 == 0 ? "v2" : "v1")
              + ", ROW_GROUP_SIZE 2048";
      Path file = directory.resolve("sample.parquet");
      try (Statement statement = writer.createStatement()) {
        statement.execute(
            "COPY (SELECT " + shape + ") TO '" + file + "' (FORMAT parquet, " + options + ")");
      }
      samples.add(
          Sample.of(
              name + ", shape " + i / 2 + ", " + options,
              Files.readAllBytes(file),
              chunks(reader, file)));
      Files.delete(file);
    }
  }

  private static List<long[]> chunks(Connection reader, Path file) throws SQLException {
    List<long[]> chunks = new ArrayList<>();
    try (Statement statement = reader.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT least(data_page_offset, nullif(dictionary_page_offset, 0)),"
                    + " total_compressed_size FROM parquet_metadata('"
                    + file
                    + "')")) {
      while (rows.next()) {
        chunks.add(new long[] {rows.getLong(1), rows.getLong(2)});
      }
    }
    return chunks;
  }
}
