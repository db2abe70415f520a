// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.eval;

import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.Vector;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.function.EvalContext;

/**
 * Computes one expression for chunks. An evaluator belongs to one worker: it keeps its result and
 * scratch vectors from chunk to chunk.
 *
 * <p>The expression is compiled once to a tree of nodes. A chunk costs one virtual call a node; the
 * loops over rows are static kernels.
 */
public final class Evaluator {
  private final EvalNode root;

  private Evaluator(EvalNode root) {
    this.root = root;
  }

  /** An evaluator of a lowered expression: columns are {@link BoundExpr.InputRef}s. */
  public static Evaluator of(BoundExpr expr, EvalContext context) {
    return new Evaluator(new NodeCompiler(context).compile(expr));
  }

  /**
   * The values of rows {@code [0, input.size())}, in any form: flat, constant or encoded. Valid
   * until the next call and as long as the input is. A plain column reference answers the chunk's
   * own vector.
   */
  public Vector evaluate(DataChunk input) {
    return root.evaluate(input);
  }
}
