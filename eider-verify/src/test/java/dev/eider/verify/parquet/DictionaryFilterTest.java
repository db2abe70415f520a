// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.parquet;

import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Filters on columns that are stored as codes of a dictionary, with and without NULLs, on pages of
 * codes and of values, alone and several together, answer what the oracle answers.
 */
class DictionaryFilterTest {
  private static final String SELECT =
      "SELECT i, (i * 7919) % 50 AS n, CASE WHEN i % 11 <> 0 THEN (i * 31) % 40 END AS m,"
          + " DATE '2020-01-01' + CAST((i * 17) % 400 AS INTEGER) AS d,"
          + " CAST((i * 13) % 90 / 10 AS DECIMAL(15, 2)) AS p,"
          + " CASE WHEN i % 5 <> 0 THEN CAST((i * 3) % 25 AS DOUBLE) END AS f,"
          + " CASE WHEN i % 3 <> 0 THEN 'w' || (i % 20) END AS w,"
          + " i * i AS wide FROM range(12000) r(i)";

  private static final String[] CONDITIONS = {
    "n = 7",
    "n <> 7",
    "n < 7",
    "n <= 7",
    "n > 42 AND n <= 45",
    "m >= 38",
    "m <> 3",
    "m IS NULL",
    "m IS NOT NULL AND m < 2",
    "m IN (1, 5, 39)",
    "n IN (3, 4) AND m IN (5, 6, 7)",
    "d >= DATE '2020-02-01' AND d < DATE '2020-02-03'",
    "d < DATE '1990-01-01'",
    "p BETWEEN 1 AND 1.5 AND n < 10 AND d > DATE '2020-06-01'",
    "f >= 24 OR n = 1",
    "f < 1",
    "w = 'w7' AND m = 5",
    "w IS NULL AND n = 0",
    "w >= 'w8' AND n > 40 AND wide > 1000000",
    "n + m = 30 AND n > 5",
    "(n = 3 OR m = 4) AND n < 20",
    "wide > 143000000 AND m IS NOT NULL",
    "n >= 0",
    "i = 12345"
  };

  @Test
  void filtersAnswerLikeTheOracle(@TempDir Path directory) throws SQLException {
    String file = "'" + directory.resolve("codes.parquet") + "'";
    try (Engines engines = new Engines()) {
      engines.write("COPY (" + SELECT + ") TO " + file + " (FORMAT parquet, ROW_GROUP_SIZE 4096)");
      for (String condition : CONDITIONS) {
        for (String columns : new String[] {"*", "f, w"}) {
          String sql = "SELECT " + columns + " FROM " + file + " WHERE " + condition;
          Engines.assertSame(sql, engines.duck(sql), engines.eider(sql));
        }
      }
    }
  }
}
