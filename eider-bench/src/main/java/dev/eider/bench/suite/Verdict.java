// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.suite;

import java.util.Locale;

/**
 * Whether an absolute limit is kept.
 *
 * @param what what was measured, with its engine
 * @param unit of both numbers
 */
public record Verdict(String what, double seen, double limit, String unit) {
  public boolean holds() {
    return seen <= limit;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s: %.0f %s, %s %.0f %s",
        what,
        seen,
        unit,
        holds() ? "within" : "ABOVE",
        limit,
        unit);
  }
}
