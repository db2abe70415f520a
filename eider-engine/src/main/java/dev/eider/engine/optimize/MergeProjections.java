// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.optimize;

import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.Expressions;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.LogicalOperator.Assignment;
import dev.eider.engine.plan.LogicalOperator.Project;
import dev.eider.engine.plan.Plans;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes one projection of two, where no work is done twice by that. */
final class MergeProjections {
  LogicalOperator apply(LogicalOperator plan) {
    return Plans.transform(plan, MergeProjections::merge);
  }

  private static LogicalOperator merge(LogicalOperator op) {
    if (!(op instanceof Project outer) || !(outer.input() instanceof Project inner)) {
      return op;
    }
    Map<Integer, Integer> uses = new HashMap<>();
    boolean[] inLambda = {false};
    for (Assignment assignment : outer.assignments()) {
      Expressions.walk(
          assignment.expr(),
          e -> {
            if (e instanceof ColumnRef column) {
              uses.merge(column.id(), 1, Integer::sum);
            }
            inLambda[0] |= e instanceof BoundExpr.Lambda;
          });
    }
    Map<Integer, BoundExpr> values = new HashMap<>();
    for (Assignment assignment : inner.assignments()) {
      int count = uses.getOrDefault(assignment.column().id(), 0);
      BoundExpr expr = assignment.expr();
      boolean trivial = expr instanceof ColumnRef || expr instanceof BoundExpr.Constant;
      if (count > 1 && !trivial || count > 0 && Expressions.isVolatile(expr)) {
        return op;
      }
      if (inLambda[0] && count > 0 && !trivial) {
        return op;
      }
      values.put(assignment.column().id(), expr);
    }
    List<Assignment> merged = new ArrayList<>();
    for (Assignment assignment : outer.assignments()) {
      merged.add(
          new Assignment(assignment.column(), PushFilters.substitute(assignment.expr(), values)));
    }
    return new Project(inner.input(), merged);
  }
}
