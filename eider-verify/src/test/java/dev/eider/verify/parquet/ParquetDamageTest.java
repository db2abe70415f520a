// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.parquet;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.eider.base.env.SeededRandom;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Damaged files: each is one clear error, or is read when the damage does not show. More mutations
 * by {@code -Deider.parquet.mutations=100000 -Deider.parquet.seed=7}.
 */
class ParquetDamageTest {
  private static final int MUTATIONS = Integer.getInteger("eider.parquet.mutations", 400);
  private static final long SEED = Long.getLong("eider.parquet.seed", 1);
  private static final String COLUMNS =
      "i, (i * 7919) % 100 AS few, i::DOUBLE AS d, 'text ' || i % 13 AS words, 'long text ' || i AS"
          + " texts, i::DECIMAL(30, 2) AS dec, CASE WHEN i % 5 > 0 THEN i END AS nulls, range(i % 4)"
          + " AS list, {'a': i, 'b': 'x' || i} AS struct, MAP([i], ['m']) AS map, i % 2 = 0 AS flag,"
          + " TIMESTAMP '2020-01-01' + to_seconds(i) AS ts";

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

  @Test
  void mutations() throws Exception {
    List<byte[]> samples = new ArrayList<>();
    for (String codec : List.of("uncompressed", "snappy", "zstd", "gzip", "lz4_raw", "brotli")) {
      for (String version : List.of("v1", "v2")) {
        samples.add(
            sample("CODEC " + codec + ", PARQUET_VERSION " + version + ", ROW_GROUP_SIZE 2048"));
      }
    }
    SeededRandom random = new SeededRandom(SEED);
    int errors = 0;
    for (int i = 0; i < MUTATIONS; i++) {
      byte[] mutated = mutate(samples.get(i % samples.size()), random);
      String message = read(mutated, "mutated.parquet");
      if (message.contains("INTERNAL") || message.contains("XX000")) {
        fail("mutation " + i + " of seed " + SEED + ": " + message);
      }
      errors += message.isEmpty() ? 0 : 1;
    }
    assertTrue(errors > MUTATIONS / 4, "so few mutations were noticed: " + errors);
  }

  private static int below(SeededRandom random, int bound) {
    return (int) Math.floorMod(random.nextLong(), (long) bound);
  }

  private static byte[] mutate(byte[] good, SeededRandom random) {
    byte[] bytes = good.clone();
    int footer =
        (bytes[bytes.length - 8] & 0xFF)
            | (bytes[bytes.length - 7] & 0xFF) << 8
            | (bytes[bytes.length - 6] & 0xFF) << 16;
    int times = 1 + below(random, 4);
    for (int t = 0; t < times; t++) {
      // Half of the damage goes to the footer, where it is the worst.
      boolean inFooter = random.nextLong() < 0;
      int from = inFooter ? bytes.length - 8 - footer : 0;
      int at = Math.max(0, from) + below(random, Math.max(1, bytes.length - 8 - Math.max(0, from)));
      switch (below(random, 6)) {
        case 0 -> bytes[at] ^= (byte) (1 << below(random, 8));
        case 1 -> bytes[at] = (byte) random.nextLong();
        case 2 -> bytes[at] = (byte) (random.nextLong() < 0 ? 0 : -1);
        case 3 -> {
          int n = Math.min(bytes.length - at, 1 + below(random, 8));
          for (int k = 0; k < n; k++) {
            bytes[at + k] = (byte) random.nextLong();
          }
        }
        case 4 -> {
          int n = Math.min(bytes.length - 8 - at, 1 + below(random, 64));
          byte[] shorter = new byte[bytes.length - Math.max(0, n)];
          System.arraycopy(bytes, 0, shorter, 0, at);
          System.arraycopy(bytes, at + Math.max(0, n), shorter, at, shorter.length - at);
          bytes = shorter.length > 16 ? shorter : bytes;
        }
        default -> {
          int source = below(random, bytes.length);
          int n = Math.min(Math.min(bytes.length - at, bytes.length - source), below(random, 32));
          System.arraycopy(bytes, source, bytes, at, n);
        }
      }
    }
    return bytes;
  }
}
