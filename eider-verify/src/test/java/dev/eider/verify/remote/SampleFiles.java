// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.remote;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;

/** Files of one table: {@code i} from 0 on, and {@code t}, a text. Made once. */
final class SampleFiles {
  static final int ROWS = 20_000;

  /** {@code count(*), sum(i)}. */
  static final String SUMS = ROWS + "|" + (long) ROWS * (ROWS - 1) / 2;

  final byte[] parquet;
  final byte[] csv;
  final byte[] json;

  SampleFiles(Path directory) throws SQLException, IOException {
    try (Sql sql = new Sql()) {
      parquet = make(sql, directory.resolve("rows.parquet"), " (ROW_GROUP_SIZE 2048)", ROWS);
      csv = make(sql, directory.resolve("rows.csv"), "", ROWS);
      json = make(sql, directory.resolve("rows.ndjson"), " (FORMAT json)", ROWS);
    }
  }

  /** Other rows as a file. */
  static byte[] make(Sql sql, Path file, String options, int rows)
      throws SQLException, IOException {
    sql.run(
        "COPY (SELECT i, 'text ' || i AS t FROM range("
            + rows
            + ") r(i)) TO '"
            + file
            + "'"
            + options);
    return Files.readAllBytes(file);
  }
}
