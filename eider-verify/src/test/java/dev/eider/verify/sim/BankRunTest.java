// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.eider.storage.wal.ProtocolRule;
import java.util.EnumSet;
import java.util.List;
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

  /** Where processes have to stand still most for a violation to be found soon. */
  private static final Map<ProtocolRule, BankRun.Focus> FOCUS =
      Map.of(
          ProtocolRule.PINS_LISTED_AFTER_FLOOR, new BankRun.Focus(List.of("pins listed")),
          ProtocolRule.PIN_RECHECK, new BankRun.Focus(List.of("put pins/")),
          ProtocolRule.PIN_BEFORE_CHECK, new BankRun.Focus(List.of("put pins/")));

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

  /** CREATION_TIME needs two pauses of the right lengths: {@link ZombieWriterTest} has them. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CREATION_TIME")
  void everyRuleIsNeeded(ProtocolRule rule) {
    BankRun.Focus focus = FOCUS.getOrDefault(rule, BankRun.Focus.NONE);
    for (long seed = 1; seed <= SEEDS_MAX; seed++) {
      if (!BankRun.run(seed, EnumSet.of(rule), false, focus).isClean()) {
        return;
      }
    }
    fail("no seed needs the rule " + rule);
  }

  @Test
  void nobodyWaitsWithAMonitorHeld() {
    BankRun.Result result = BankRun.runWithoutMonitors(2);
    assertTrue(result.isClean(), result.line());
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
