// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.model;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Visits larger worlds than the tests do: {@code bin/run-verify
 * dev.eider.verify.model.CheckModels}. Takes minutes and some gigabytes. Ends with 1 when a promise
 * is broken.
 */
public final class CheckModels {
  private static final long LIMIT = 30_000_000;

  private CheckModels() {}

  /** Runs it; an argument is the limit of states. */
  public static void main(String[] arguments) {
    long limit = arguments.length > 0 ? Long.parseLong(arguments[0]) : LIMIT;
    List<LogModel.Bounds> all =
        List.of(
            new LogModel.Bounds(6, 2, 1, 1, 1, 1, false),
            new LogModel.Bounds(6, 4, 2, 1, 1, 1, false),
            new LogModel.Bounds(6, 2, 1, 1, 1, 1, true),
            new LogModel.Bounds(7, 3, 1, 2, 1, 1, false),
            new LogModel.Bounds(7, 2, 1, 1, 2, 1, false));
    boolean clean = report("pins", new Explorer<>(new PinModel(Set.of())), limit);
    for (LogModel.Bounds bounds : all) {
      Explorer<LogWorld> explorer =
          new Explorer<>(new LogModel(bounds, EnumSet.noneOf(LogModel.Rule.class)));
      clean &= report(bounds.toString(), explorer, limit);
    }
    System.exit(clean ? 0 : 1);
  }

  private static boolean report(String what, Explorer<?> explorer, long limit) {
    Explorer.Result result = explorer.explore(limit, false);
    System.out.println(
        what
            + ": "
            + result.states()
            + " states, "
            + (result.violation() != null
                ? "VIOLATION: " + result.violation()
                : result.exhausted() ? "all of them, no violation" : "the limit, no violation"));
    return result.violation() == null;
  }
}
