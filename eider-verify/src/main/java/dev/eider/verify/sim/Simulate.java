// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.sim;

import dev.eider.storage.wal.ProtocolRule;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Runs seeds of the bank over the real storage protocol.
 *
 * <pre>
 * bin/run-verify dev.eider.verify.sim.Simulate --seeds 1..20000 [--first] [--focus POINT,...] [--without RULE]
 * bin/run-verify dev.eider.verify.sim.Simulate --seed 17 --trace [--without RULE]
 * </pre>
 *
 * <p>{@code --first} ends at the first violation. A seed is the same run everywhere, as the hash of
 * its trace shows, until the code changes. Ends with 1 when a promise was broken.
 */
public final class Simulate {
  private Simulate() {}

  /** Runs it. */
  public static void main(String[] arguments) {
    long first = 1;
    long last = 200;
    boolean trace = false;
    boolean onlyFirst = false;
    BankRun.Focus focus = BankRun.Focus.NONE;
    Set<ProtocolRule> broken = EnumSet.noneOf(ProtocolRule.class);
    for (int i = 0; i < arguments.length; i++) {
      switch (arguments[i]) {
        case "--seeds" -> {
          String[] range = arguments[++i].split("\\.\\.", 2);
          first = Long.parseLong(range[0]);
          last = Long.parseLong(range[range.length - 1]);
        }
        case "--seed" -> {
          first = Long.parseLong(arguments[++i]);
          last = first;
        }
        case "--trace" -> trace = true;
        case "--focus" -> focus = new BankRun.Focus(List.of(arguments[++i].split(",")));
        case "--first" -> onlyFirst = true;
        case "--without" -> broken.add(ProtocolRule.valueOf(arguments[++i]));
        default -> {
          System.err.println(
              "usage: Simulate [--seeds A..B | --seed N] [--trace] [--first] [--focus POINT,...]"
                  + " [--without RULE]...");
          System.exit(2);
        }
      }
    }
    System.exit(run(first, last, trace, onlyFirst, broken, focus) ? 0 : 1);
  }

  private static boolean run(
      long first,
      long last,
      boolean trace,
      boolean onlyFirst,
      Set<ProtocolRule> broken,
      BankRun.Focus focus) {
    long start = System.nanoTime();
    long steps = 0;
    long minutes = 0;
    int violations = 0;
    for (long seed = first; seed <= last; seed++) {
      BankRun.Result result = BankRun.run(seed, broken, trace, focus);
      steps += result.outcome().steps();
      minutes += result.outcome().nanos() / 60_000_000_000L;
      result.trace().forEach(System.out::println);
      if (!result.isClean() || first == last) {
        System.out.println(result.line());
      }
      if (!result.isClean()) {
        violations++;
        if (onlyFirst) {
          return false;
        }
        Throwable cause = result.outcome().cause();
        if (cause != null && first == last) {
          cause.printStackTrace(System.out);
        }
      }
      if ((seed - first + 1) % 1000 == 0) {
        System.out.println(seed - first + 1 + " seeds, " + violations + " violations");
      }
    }
    System.out.printf(
        "%d seeds, %d violations, %d steps, %d simulated hours, %.1f s%n",
        last - first + 1, violations, steps, minutes / 60, (System.nanoTime() - start) / 1e9);
    return violations == 0;
  }
}
