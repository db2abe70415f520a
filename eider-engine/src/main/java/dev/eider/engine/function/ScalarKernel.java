// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function;

import dev.eider.base.vector.FlatVector;

/**
 * The body of a scalar function, for a run of rows. One instance a worker: it may keep scratch
 * space.
 */
@FunctionalInterface
public interface ScalarKernel {
  /**
   * Computes rows {@code [0, count)}.
   *
   * <p>With {@link NullHandling#PROPAGATE} the validity of {@code result} is already set: NULL
   * where an argument is NULL. The kernel may compute garbage there but must not fail on it (check
   * {@code result.isNull(row)} before throwing), and may mark further rows NULL. With {@link
   * NullHandling#SPECIAL} the result starts all valid and the kernel decides.
   *
   * @param arguments flat or constant, of the bound parameter types; owned by the caller
   * @param count rows, at least 1
   * @param result reset vector of the return type with room for {@code count} rows
   * @param context the query's facts (time, zone, chance, settings)
   */
  void apply(Operand[] arguments, int count, FlatVector result, EvalContext context);

  /** What a NULL argument means. */
  enum NullHandling {
    /** The result is NULL. */
    PROPAGATE,
    /** The kernel says. */
    SPECIAL
  }
}
