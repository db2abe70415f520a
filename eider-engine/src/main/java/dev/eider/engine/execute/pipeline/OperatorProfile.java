// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.pipeline;

/**
 * Counters of one worker for EXPLAIN ANALYZE, by operator number; merged at the end. When profiling
 * is off only rows are counted.
 */
public final class OperatorProfile {
  private final boolean timed;
  private final long[] rows;
  private final long[] nanos;

  public OperatorProfile(int operators, boolean timed) {
    this.timed = timed;
    this.rows = new long[operators];
    this.nanos = new long[operators];
  }

  public boolean timed() {
    return timed;
  }

  public void addRows(int operator, long count) {
    rows[operator] += count;
  }

  public void addNanos(int operator, long amount) {
    nanos[operator] += amount;
  }

  public long rows(int operator) {
    return rows[operator];
  }

  public long nanos(int operator) {
    return nanos[operator];
  }

  /** Adds another worker's counters. */
  public synchronized void merge(OperatorProfile other) {
    for (int i = 0; i < rows.length; i++) {
      rows[i] += other.rows[i];
      nanos[i] += other.nanos[i];
    }
  }
}
