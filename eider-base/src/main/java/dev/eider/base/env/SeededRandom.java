// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.env;

import java.util.random.RandomGenerator;

/**
 * PCG32 (XSH RR, O'Neill 2014) from a given seed: the sequence that the dialect has for a seed. One
 * thread.
 */
public final class SeededRandom implements RandomGenerator {
  private static final long MULTIPLIER = 6364136223846793005L;
  private static final long INCREMENT = 1442695040888963407L;

  private long state;

  /** The sequence of a seed. */
  public SeededRandom(long seed) {
    this.state = (seed + INCREMENT) * MULTIPLIER + INCREMENT;
  }

  @Override
  public int nextInt() {
    long old = state;
    state = old * MULTIPLIER + INCREMENT;
    int mixed = (int) (((old >>> 18) ^ old) >>> 27);
    return Integer.rotateRight(mixed, (int) (old >>> 59));
  }

  @Override
  public long nextLong() {
    long high = nextInt();
    return high << 32 | nextInt() & 0xFFFF_FFFFL;
  }

  /** All 64 bits as a fraction, rounded to the nearest double below 1. */
  @Override
  public double nextDouble() {
    long bits = nextLong();
    double unsigned = bits >= 0 ? bits : (bits >>> 1 | bits & 1) * 2.0;
    return Math.min(unsigned * 0x1p-64, Math.nextDown(1.0));
  }
}
