// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.data;

/**
 * SplitMix64 (Steele, Lea, Flood 2014). Its own class because the files must be the same on every
 * JDK and platform: only integer arithmetic and {@link StrictMath} are used. Confined to one
 * thread.
 */
public final class SeededRandom {
  private static final long GAMMA = 0x9E3779B97F4A7C15L;

  private long state;

  /** A stream of its own for each (seed, block): neighbouring blocks are unrelated. */
  public SeededRandom(long seed, long block) {
    this.state = mix(seed ^ mix(block + GAMMA));
  }

  /** A well-spread hash of {@code z}, also used for values that depend on a key alone. */
  public static long mix(long z) {
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  public long nextLong() {
    state += GAMMA;
    return mix(state);
  }

  /** Uniform in 0 (included) to {@code bound} (excluded); bound is at most 2^31 - 1. */
  public int below(int bound) {
    return (int) (((nextLong() >>> 32) * bound) >>> 32);
  }

  /** True in {@code parts} of {@code whole} cases. */
  public boolean chance(int parts, int whole) {
    return below(whole) < parts;
  }

  /** Uniform in [0, 1). */
  public double unit() {
    return (nextLong() >>> 11) * 0x1.0p-53;
  }

  /** Exponentially distributed with the given mean. */
  public double exponential(double mean) {
    return -mean * StrictMath.log(1.0 - unit());
  }
}
