// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.format.v1;

import java.util.Arrays;

/**
 * How many different values there were, about: HyperLogLog with 256 registers of one byte (Flajolet
 * and others, 2007), off by 6.5 % on average. Sketches of parts make one of the whole.
 */
public final class DistinctSketch {
  /** Registers, of one byte each when written. */
  public static final int REGISTERS = 256;

  private static final int INDEX_BITS = 8;
  private static final double ALPHA = 0.7213 / (1 + 1.079 / REGISTERS);

  private final byte[] registers;

  /** A sketch of nothing. */
  public DistinctSketch() {
    registers = new byte[REGISTERS];
  }

  private DistinctSketch(byte[] registers) {
    this.registers = registers;
  }

  /** A sketch from its registers, which are copied. */
  public static DistinctSketch of(byte[] registers) {
    if (registers.length != REGISTERS) {
      throw new IllegalArgumentException(registers.length + " registers");
    }
    return new DistinctSketch(registers.clone());
  }

  /** Takes the hashes of values. */
  public void add(long[] hashes, int count) {
    byte[] to = registers;
    for (int i = 0; i < count; i++) {
      long hash = hashes[i] * 0x9E3779B97F4A7C15L;
      int register = (int) (hash >>> 64 - INDEX_BITS);
      byte rank = (byte) (Long.numberOfLeadingZeros(hash << INDEX_BITS | 1L << INDEX_BITS - 1) + 1);
      if (to[register] < rank) {
        to[register] = rank;
      }
    }
  }

  /** Takes what another sketch took. */
  public void merge(DistinctSketch other) {
    for (int i = 0; i < REGISTERS; i++) {
      registers[i] = (byte) Math.max(registers[i], other.registers[i]);
    }
  }

  /** Forgets everything. */
  public void clear() {
    Arrays.fill(registers, (byte) 0);
  }

  /** The registers, copied. */
  public byte[] toArray() {
    return registers.clone();
  }

  /** About how many different values. */
  public long estimate() {
    double sum = 0;
    int empty = 0;
    for (byte register : registers) {
      sum += Math.scalb(1.0, -register);
      empty += register == 0 ? 1 : 0;
    }
    double raw = ALPHA * REGISTERS * REGISTERS / sum;
    if (raw <= 2.5 * REGISTERS && empty > 0) {
      raw = REGISTERS * Math.log((double) REGISTERS / empty);
    }
    return Math.round(raw);
  }
}
