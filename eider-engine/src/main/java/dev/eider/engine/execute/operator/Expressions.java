// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.type.LogicalType;
import dev.eider.engine.eval.Evaluator;
import dev.eider.engine.eval.ExprRewriter;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.expr.BoundExpr;
import java.util.ArrayList;
import java.util.List;

/** Small helpers around lists of lowered expressions. */
final class Expressions {
  private Expressions() {}

  /** One evaluator for each expression, for one worker. */
  static Evaluator[] of(List<BoundExpr> expressions, WorkerContext context) {
    Evaluator[] evaluators = new Evaluator[expressions.size()];
    for (int i = 0; i < evaluators.length; i++) {
      evaluators[i] = Evaluator.of(expressions.get(i), context.eval());
    }
    return evaluators;
  }

  /** Sets the elements at the positions of the columns that an expression reads. */
  static void markInputs(BoundExpr expression, boolean[] read) {
    if (expression instanceof BoundExpr.InputRef input) {
      read[input.position()] = true;
      return;
    }
    ExprRewriter.mapChildren(
        expression,
        child -> {
          markInputs(child, read);
          return child;
        });
  }

  static List<LogicalType> types(List<BoundExpr> expressions) {
    List<LogicalType> types = new ArrayList<>(expressions.size());
    for (BoundExpr expression : expressions) {
      types.add(expression.type());
    }
    return types;
  }
}
