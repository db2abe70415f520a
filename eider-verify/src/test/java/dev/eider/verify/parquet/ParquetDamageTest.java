// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.parquet;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are none, and what their errors say; random damage is {@code verify.fuzz}'s. */
class ParquetDamageTest {
  private static final String COLUMNS =
      "i, (i * 7919) % 100 AS few, i::DOUBLE AS d, 'text ' || i % 13 AS words, 'long text ' || i AS"
          + " texts, i::DECIMAL(30, 2) AS dec, CASE WHEN i % 5 > 0 THEN i END AS nulls, range(i %"
          + " 4) AS list, {'a': i, 'b': 'x' || i} AS struct, MAP([i], ['m']) AS map, i % 2 = 0 AS"
          + " flag, TIMESTAMP '2020-01-01' + to_seconds(i) AS ts";

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

  private byte[] sample(String options) throws SQLException, IOException {
    Path file = directory.resolve("sample.parquet");
    engines.write(
        "COPY (SELECT "
            + COLUMNS
            + " FROM range(900) t(i)) TO '"
            + file
            + "' (FORMAT parquet, "
            + options
            + ")");
    return Files.readAllBytes(file);
  }

  private String read(byte[] bytes, String name) throws IOException {
    Path file = directory.resolve(name);
    Files.write(file, bytes);
    try {
      engines.eider("SELECT * FROM '" + file + "'");
      return "";
    } catch (SQLException e) {
      return e.getMessage() + " [" + e.getSQLState() + "]";
    }
  }

  private String error(byte[] bytes) throws IOException {
    String message = read(bytes, "damaged.parquet");
    assertTrue(message.contains("damaged.parquet"), "names the file: " + message);
    return message;
  }

  @Test
  void wrongFiles() throws Exception {
    byte[] good = sample("CODEC snappy");
    assertTrue(error(new byte[0]).contains("too small to be a Parquet file"));
    assertTrue(error("PAR1".getBytes()).contains("too small to be a Parquet file"));
    assertTrue(error("a,b,c\n1,2,3\n4,5,6\n".getBytes()).contains("No magic bytes found at end"));
    assertTrue(error(Arrays.copyOf(good, good.length - 1)).contains("No magic bytes found at end"));
    byte[] encrypted = good.clone();
    encrypted[good.length - 1] = 'E';
    assertTrue(error(encrypted).contains("Encrypted Parquet files are not supported"));
    byte[] huge = good.clone();
    Arrays.fill(huge, good.length - 8, good.length - 4, (byte) 0x7F);
    assertTrue(error(huge).contains("Footer length error"));
    byte[] tail = Arrays.copyOfRange(good, good.length / 2, good.length);
    assertTrue(error(tail).contains("metadata is corrupt"));
  }

  @Test
  void missingFile() {
    SQLException missing =
        assertThrows(
            SQLException.class,
            () -> engines.eider("SELECT * FROM '" + directory + "/no.parquet'"));
    assertTrue(missing.getMessage().contains("No files found that match the pattern"));
  }
}
