// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.eval;

import dev.eider.base.vector.DataChunk;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.function.EvalContext;

/**
 * Finds the rows of chunks for which a predicate is true. Belongs to one worker.
 *
 * <p>Comparisons of a column with a constant write the selection directly; the parts of an AND work
 * one after the other on the rows that are left; everything else is evaluated to a boolean vector
 * first.
 */
public final class FilterEvaluator {
  private final FilterNode root;

  private FilterEvaluator(FilterNode root) {
    this.root = root;
  }

  /** A filter of a lowered predicate: columns are {@link BoundExpr.InputRef}s. */
  public static FilterEvaluator of(BoundExpr predicate, EvalContext context) {
    return new FilterEvaluator(new FilterCompiler(context).compile(predicate));
  }

  /**
   * Writes the rows of the chunk for which the predicate is true, ascending.
   *
   * @param selection room for at least {@code input.size()} rows
   * @return how many rows qualify
   */
  public int select(DataChunk input, int[] selection) {
    return input.size() == 0 ? 0 : root.select(input, selection);
  }
}
