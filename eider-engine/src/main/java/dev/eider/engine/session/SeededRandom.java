// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import java.util.random.RandomGenerator;

/** SplitMix64 from a given seed, for {@code setseed}. Not safe for several threads. */
final class SeededRandom implements RandomGenerator {
  private static final long GAMMA = 0x9E37_79B9_7F4A_7C15L;
  private long state;

  SeededRandom(long seed) {
    this.state = seed;
  }

  @Override
  public long nextLong() {
    state += GAMMA;
    long z = state;
    z = (z ^ (z >>> 30)) * 0xBF58_476D_1CE4_E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D0_49BB_1331_11EBL;
    return z ^ (z >>> 31);
  }
}
