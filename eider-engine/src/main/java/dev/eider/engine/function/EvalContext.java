// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function;

import dev.eider.base.type.Value;
import java.time.ZoneId;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The facts of a running statement that functions may ask for. One instance a worker; the answers
 * that are the same for the whole statement come from shared, immutable state.
 */
public interface EvalContext {
  /**
   * Start of the transaction in microseconds since 1970-01-01T00:00:00Z: what {@code now()} says.
   */
  long transactionMicros();

  /** The wall clock now, in microseconds since 1970. */
  long clockMicros();

  /** The session's time zone. */
  ZoneId timeZone();

  /** The worker's generator. */
  RandomGenerator random();

  /** A generator of its own for one expression: equal calls draw different values. */
  default RandomGenerator newRandom() {
    return random();
  }

  /** {@code setseed}: restarts the session's generators from a seed in [-1, 1]. */
  void setSeed(double seed);

  /** A setting by name, or null when there is none. */
  @Nullable Value setting(String name);

  /** A variable of the session, or null. */
  @Nullable Value variable(String name);

  /** {@code nextval} of a sequence named as SQL names it. */
  long nextValue(String sequence);

  /** {@code currval} of a sequence. */
  long currentValue(String sequence);

  /** Throws INTERRUPT once the query is cancelled; long-running kernels call it now and then. */
  void checkInterrupted();
}
