// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.eval;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.Vector;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.function.BoundScalar.Stability;
import dev.eider.engine.function.EvalContext;
import java.util.ArrayList;
import java.util.List;

/**
 * Computes constant parts of an expression. A part that throws stays as it is, so that the error
 * comes only if a row reaches it.
 */
public final class ConstantFolder {
  private ConstantFolder() {}

  /** The expression with every consistent constant subtree replaced by its value. */
  public static BoundExpr fold(BoundExpr expr, EvalContext context) {
    BoundExpr folded = ExprRewriter.mapChildren(expr, child -> fold(child, context));
    return isFoldable(folded) ? evaluateOrKeep(folded, context) : folded;
  }

  /** The value of an expression without columns; throws what evaluation throws. */
  public static Value evaluate(BoundExpr expr, EvalContext context) {
    DataChunk one = new DataChunk(new Vector[0], 1);
    return Evaluator.of(expr, context).evaluate(one).getValue(0);
  }

  /** Whether the expression has the same value whenever it is evaluated. */
  public static boolean isConstant(BoundExpr expr) {
    switch (expr) {
      case BoundExpr.ColumnRef e -> {
        return false;
      }
      case BoundExpr.InputRef e -> {
        return false;
      }
      case BoundExpr.Parameter e -> {
        return false;
      }
      case BoundExpr.Subquery e -> {
        return false;
      }
      case BoundExpr.Lambda e -> {
        // The body refers to its parameters: constant when it takes nothing from outside.
        return e.captures().stream().allMatch(ConstantFolder::isConstant) && isPure(e.body());
      }
      case BoundExpr.Call e when e.function().stability() != Stability.CONSISTENT -> {
        return false;
      }
      default -> {}
    }
    for (BoundExpr child : ExprTraits.children(expr)) {
      if (!isConstant(child)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isPure(BoundExpr expr) {
    if (expr instanceof BoundExpr.Subquery
        || expr instanceof BoundExpr.Parameter
        || expr instanceof BoundExpr.Call call
            && call.function().stability() != Stability.CONSISTENT) {
      return false;
    }
    for (BoundExpr child : ExprTraits.children(expr)) {
      if (!isPure(child)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isFoldable(BoundExpr expr) {
    return !(expr instanceof BoundExpr.Constant)
        && !(expr instanceof BoundExpr.Lambda)
        && isConstant(expr);
  }

  private static BoundExpr evaluateOrKeep(BoundExpr expr, EvalContext context) {
    try {
      Value value = evaluate(expr, context);
      return new BoundExpr.Constant(new Value(expr.type(), value.object()));
    } catch (EiderException keepForTheRowThatReachesIt) {
      return expr;
    }
  }

  /** Folds each. */
  public static List<BoundExpr> foldAll(List<BoundExpr> exprs, EvalContext context) {
    List<BoundExpr> folded = new ArrayList<>(exprs.size());
    for (BoundExpr expr : exprs) {
      folded.add(fold(expr, context));
    }
    return folded;
  }
}
