// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.limits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.memory.MemoryManager;
import dev.eider.base.memory.SpillSpace;
import dev.eider.io.spill.DiskSpillSpace;
import dev.eider.verify.limits.HeavyQueries.Heavy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every heavy operator under tight limits, with one thread and with two: the answer is the one of
 * unlimited memory, or the query is refused as out of memory; in both cases all memory is given
 * back and no file is left.
 *
 * <p>Usually over few rows and under two small limits, where only what has to be in memory whole
 * may be refused. {@code -Deider.limits.rows=N} runs it over so many rows, under 16, 32 and 64 MB.
 */
class MemoryMatrixTest {
  private static final long FEW_ROWS = 120_000;

  private static final long ROWS = Long.getLong("eider.limits.rows", FEW_ROWS);

  private static final long[] LIMITS =
      ROWS == FEW_ROWS
          ? new long[] {4L << 20, 16L << 20}
          : new long[] {16L << 20, 32L << 20, 64L << 20};

  @TempDir Path directory;

  static Stream<Heavy> queries() {
    return HeavyQueries.of(ROWS).stream();
  }

  @ParameterizedTest
  @MethodSource("queries")
  void underLimits(Heavy heavy) throws Exception {
    List<String> expected = List.of();
    try (LimitedDatabase database = new LimitedDatabase(Long.MAX_VALUE, 2, SpillSpace.none())) {
      expected = database.rows(heavy.sql());
      assertEquals(0, database.memory.used());
    }
    for (int i = 0; i < LIMITS.length; i++) {
      for (int threads = 1; threads <= 2; threads++) {
        if (ROWS != FEW_ROWS || i == 0 || threads == 2) {
          run(heavy, LIMITS[i], threads, expected);
        }
      }
    }
  }

  private void run(Heavy heavy, long limit, int threads, List<String> expected) throws Exception {
    String where = heavy + " within " + MemoryManager.formatBytes(limit) + ", threads " + threads;
    Path spilled = directory.resolve("spilled");
    DiskSpillSpace disk = new DiskSpillSpace(spilled, Long.MAX_VALUE, "test");
    try (LimitedDatabase database = new LimitedDatabase(limit, threads, disk)) {
      try {
        assertEquals(expected, database.rows(heavy.sql()), where);
      } catch (EiderException e) {
        assertEquals(ErrorType.OUT_OF_MEMORY, e.type(), () -> where + ": " + e.getMessage());
        assertTrue(ROWS != FEW_ROWS || heavy.mayBeRefused(), () -> where + ": " + e.getMessage());
      }
      assertEquals(0, database.memory.used(), where);
      assertEquals(0, disk.used(), where);
      assertTrue(Files.notExists(spilled), where);
    }
  }
}
