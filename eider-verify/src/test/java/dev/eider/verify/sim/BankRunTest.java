// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.eider.storage.wal.ProtocolRule;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The storage protocol under simulation: with all rules no promise is broken; without any one of
 * them some seed breaks one. {@link Simulate} runs more seeds.
 */
@Timeout(300)
class BankRunTest {
  private static final int SEEDS = 200;
  private static final int SEEDS_MAX = 3000;

  /**
   * Where the search for a violation begins, so that it is short; when a change of the code moves
   * the seeds, it goes on until it finds another.
   */
  private static final Map<ProtocolRule, Long> FIRST =
      Map.of(
          ProtocolRule.CREATION_TIME, 1L,
          ProtocolRule.PINS_LISTED_AFTER_FLOOR, 1L);

  @Test
  void noPromiseIsBroken() {
    long acknowledged = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      BankRun.Result result = BankRun.run(seed, Set.of(), false);
      assertTrue(
          result.isClean(), result.line() + "\nreplay: Simulate --seed " + seed + " --trace");
      acknowledged += result.acknowledged();
    }
    assertTrue(acknowledged > 50 * SEEDS, "the bank has business: " + acknowledged);
  }

  @ParameterizedTest
  @EnumSource(ProtocolRule.class)
  void everyRuleIsNeeded(ProtocolRule rule) {
    long first = FIRST.getOrDefault(rule, 1L);
    for (long seed = first; seed < first + SEEDS_MAX; seed++) {
      if (!BankRun.run(seed, EnumSet.of(rule), false).isClean()) {
        return;
      }
    }
    fail("no seed needs the rule " + rule);
  }

  @Test
  void aSeedIsTheSameRunEachTime() {
    for (long seed = 1; seed <= 5; seed++) {
      BankRun.Result first = BankRun.run(seed, Set.of(), false);
      BankRun.Result second = BankRun.run(seed, Set.of(), true);
      assertEquals(first.outcome(), second.outcome(), "seed " + seed);
      assertTrue(second.trace().size() > 100, "a trace is kept on demand");
    }
  }
}
