// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.differential;

import java.util.List;
import java.util.SplittableRandom;

/** Seeded choices. Not thread safe. */
final class Chance {
  private final SplittableRandom random;

  Chance(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /** A generator of its own for part {@code index} of a run. */
  static Chance of(long seed, String part, int index) {
    long mixed = seed * 0x9E3779B97F4A7C15L + part.hashCode() * 0xBF58476D1CE4E5B9L + index;
    return new Chance(mixed * 0x94D049BB133111EBL ^ mixed >>> 29);
  }

  /** True in {@code percent} of the cases. */
  boolean percent(int percent) {
    return random.nextInt(100) < percent;
  }

  /** From {@code low} to {@code high}, both included. */
  int between(int low, int high) {
    return random.nextInt(low, high + 1);
  }

  <T> T pick(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
