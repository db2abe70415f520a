// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.catalog;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;

/** The state of one sequence. Safe for any number of threads. */
public final class SequenceCounter {
  private final long start;
  private final long increment;
  private final long min;
  private final long max;
  private final boolean cycle;
  private long next;
  private boolean exhausted;
  private boolean used;
  private long last;

  public SequenceCounter(long start, long increment, long min, long max, boolean cycle) {
    this.start = start;
    this.increment = increment;
    this.min = min;
    this.max = max;
    this.cycle = cycle;
    this.next = start;
  }

  /**
   * Where a counter stands: the value that comes next, the last one handed out, whether there was
   * one, and whether there is none left.
   */
  public record State(long next, long last, boolean used, boolean exhausted) {}

  /** Where it stands. */
  public synchronized State state() {
    return new State(next, last, used, exhausted);
  }

  /** Makes it stand there. */
  public synchronized void restore(State state) {
    next = state.next;
    last = state.last;
    used = state.used;
    exhausted = state.exhausted;
  }

  public long start() {
    return start;
  }

  public long increment() {
    return increment;
  }

  public long min() {
    return min;
  }

  public long max() {
    return max;
  }

  public boolean cycle() {
    return cycle;
  }

  /** The next value. */
  public synchronized long nextValue(String name) {
    if (exhausted) {
      throw new EiderException(
          ErrorType.SEQUENCE,
          "nextval: reached "
              + (increment > 0 ? "maximum" : "minimum")
              + " value of sequence \""
              + name
              + "\" ("
              + (increment > 0 ? max : min)
              + ")");
    }
    long value = next;
    long following = value + increment;
    boolean wrapped = increment > 0 ? following < value : following > value;
    if (wrapped || following > max || following < min) {
      if (cycle) {
        following = increment > 0 ? min : max;
      } else {
        exhausted = true;
      }
    }
    next = following;
    last = value;
    used = true;
    return value;
  }

  /** The value last handed out. */
  public synchronized long currentValue(String name) {
    if (!used) {
      throw new EiderException(
          ErrorType.SEQUENCE,
          "currval: sequence \"" + name + "\" is not yet defined in this session");
    }
    return last;
  }
}
