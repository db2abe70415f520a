// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.limits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.io.spill.DiskSpillSpace;
import dev.eider.verify.limits.FaultySpill.Call;
import dev.eider.verify.limits.HeavyQueries.Heavy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A query that is cancelled while it writes to disk, or while it reads back, and one whose time is
 * over: it ends with INTERRUPT soon, which is counted in calls of the disk, and leaves nothing.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SpillCancelTest {
  /** Calls of the disk that may follow: what is in memory may be written to its end. */
  private static final int MOST_CALLS_AFTER = 200;

  @TempDir Path directory;

  static Stream<Heavy> queries() {
    return HeavyQueries.of(40_000).stream().filter(Heavy::spills);
  }

  @ParameterizedTest
  @MethodSource("queries")
  void stopsWhileItSpills(Heavy heavy) {
    FaultySpill spill =
        new FaultySpill(new DiskSpillSpace(directory.resolve("spill"), Long.MAX_VALUE, "test"));
    try (LimitedDatabase database = new LimitedDatabase(Long.MAX_VALUE, 2, spill)) {
      List<String> expected = database.rows(heavy.sql());
      assertTrue(database.tighten(heavy, spill, expected), "the query spills");
      int writes = spill.calls(Call.APPEND);
      int reads = spill.calls(Call.READ);
      for (int n : new int[] {1, Math.max(1, writes / 2)}) {
        cancelAt(database, spill, heavy, Call.APPEND, n);
      }
      cancelAt(database, spill, heavy, Call.READ, Math.max(1, reads / 3));
      database.rows("SET max_execution_time = 1");
      EiderException late = assertThrows(EiderException.class, () -> database.rows(heavy.sql()));
      assertEquals(ErrorType.INTERRUPT, late.type());
      assertTrue(late.getMessage().contains("execution time"), late.getMessage());
      database.rows("RESET max_execution_time");
      database.checkNothingLeft(spill);
      assertEquals(expected, database.rows(heavy.sql()));
    }
    assertTrue(Files.notExists(directory.resolve("spill")));
  }

  private static void cancelAt(
      LimitedDatabase database, FaultySpill spill, Heavy heavy, Call call, int n) {
    AtomicInteger before = new AtomicInteger();
    spill.at(
        call,
        n,
        () -> {
          before.set(spill.calls(Call.APPEND) + spill.calls(Call.READ));
          database.session.cancel();
        });
    try {
      database.rows(heavy.sql());
      // With two threads it is not always the same partitions that are written.
      assertTrue(spill.calls(call) < n, call + " " + n);
    } catch (EiderException e) {
      int after = spill.calls(Call.APPEND) + spill.calls(Call.READ) - before.get();
      assertEquals(ErrorType.INTERRUPT, e.type(), e.getMessage());
      assertTrue(after <= MOST_CALLS_AFTER, call + " " + n + ": " + after + " calls after");
    }
    spill.reset();
    database.checkNothingLeft(spill);
  }
}
