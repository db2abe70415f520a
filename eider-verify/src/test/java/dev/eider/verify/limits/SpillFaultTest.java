// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.limits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.io.spill.DiskSpillSpace;
import dev.eider.verify.limits.FaultySpill.Call;
import dev.eider.verify.limits.HeavyQueries.Heavy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A disk that fails while operators spill, at the first call of each kind and at later ones, once
 * or from then on; and a temp directory that may not hold what has to be spilled. The query ends in
 * that one error, nothing stays open, and the session goes on.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SpillFaultTest {
  @TempDir Path directory;

  static Stream<Heavy> queries() {
    return HeavyQueries.of(40_000).stream().filter(Heavy::spills);
  }

  @ParameterizedTest
  @MethodSource("queries")
  void aFailingDisk(Heavy heavy) {
    FaultySpill spill =
        new FaultySpill(new DiskSpillSpace(directory.resolve("spill"), Long.MAX_VALUE, "test"));
    try (LimitedDatabase database = new LimitedDatabase(Long.MAX_VALUE, 2, spill)) {
      List<String> expected = database.rows(heavy.sql());
      assertTrue(database.tighten(heavy, spill, expected), "the query spills");
      int[] calls = new int[Call.values().length];
      for (Call call : Call.values()) {
        calls[call.ordinal()] = spill.calls(call);
      }
      for (Call call : Call.values()) {
        boolean persistent = true;
        for (int n = 1; n <= calls[call.ordinal()]; n = 20 * n + 1) {
          spill.fail(call, n, persistent);
          persistent = !persistent;
          boolean failed = fails(database, heavy, ErrorType.IO, FaultySpill.MESSAGE);
          // With two threads it is not always the same partitions that are written.
          assertTrue(failed || spill.calls(call) < n, call + " " + n);
          database.checkNothingLeft(spill);
        }
      }
      spill.reset();
      assertEquals(expected, database.rows(heavy.sql()));
      database.checkNothingLeft(spill);
    }
    assertTrue(Files.notExists(directory.resolve("spill")));
  }

  @ParameterizedTest
  @MethodSource("queries")
  void aFullDirectory(Heavy heavy) {
    FaultySpill large =
        new FaultySpill(new DiskSpillSpace(directory.resolve("large"), Long.MAX_VALUE, "test"));
    long limit;
    try (LimitedDatabase database = new LimitedDatabase(Long.MAX_VALUE, 2, large)) {
      assertTrue(database.tighten(heavy, large, database.rows(heavy.sql())), "the query spills");
      limit = database.memory.limit();
    }
    FaultySpill spill =
        new FaultySpill(new DiskSpillSpace(directory.resolve("spill"), 1000, "test"));
    try (LimitedDatabase database = new LimitedDatabase(limit, 2, spill)) {
      boolean failed = fails(database, heavy, ErrorType.OUT_OF_MEMORY, "max_temp_directory_size");
      assertTrue(failed || spill.calls(Call.APPEND) == 0);
      database.checkNothingLeft(spill);
    }
    assertTrue(Files.notExists(directory.resolve("spill")));
  }

  private static boolean fails(
      LimitedDatabase database, Heavy heavy, ErrorType type, String message) {
    try {
      database.rows(heavy.sql());
      return false;
    } catch (EiderException e) {
      assertEquals(type, e.type(), e.getMessage());
      assertTrue(e.getMessage().contains(message), e.getMessage());
      return true;
    }
  }
}
