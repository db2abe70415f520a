// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.fuzz;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ParquetFuzzTest {
  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void whateverAFileHoldsItIsReadOrIsOneError(long seed) throws Exception {
    List<String> findings = new ArrayList<>();
    long made =
        ParquetFuzz.run(
            directory,
            true,
            seed,
            0,
            300,
            Long.MAX_VALUE,
            (number, sample, what, bytes) ->
                findings.add("--seed " + seed + " --only " + number + ": " + what));
    assertEquals(List.of(), findings);
    assertEquals(300, made);
  }

  @Test
  void aMutationIsAlwaysTheSameAndNearlyAlwaysDamage() throws Exception {
    List<Sample> samples = Samples.make(directory, false);
    Mutator mutator = new Mutator(samples, 3);
    int changed = 0;
    Set<Integer> seen = new HashSet<>();
    for (int i = 0; i < 200; i++) {
      byte[] bytes = mutator.mutate(i);
      assertArrayEquals(bytes, new Mutator(samples, 3).mutate(i));
      changed += Arrays.equals(bytes, mutator.sample(i).bytes()) ? 0 : 1;
      seen.add(Arrays.hashCode(bytes));
    }
    assertTrue(changed > 180, changed + " of 200");
    assertTrue(seen.size() > 180, seen.size() + " of 200");
  }

  @Test
  void theAlarmRings() {
    String file = "'/tmp/fuzzed7.parquet'";
    assertNull(Probe.wrong(new SQLException("Failed to read \"/tmp/fuzzed7.parquet\": x"), file));
    assertNotNull(Probe.wrong(new SQLException("Failed to read a file"), file));
    assertNotNull(Probe.wrong(new SQLException("INTERNAL Error: fuzzed7.parquet"), file));
    assertNotNull(Probe.wrong(new SQLException("fuzzed7.parquet", "XX000"), file));
  }
}
