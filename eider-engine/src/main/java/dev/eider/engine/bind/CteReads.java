// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.Expressions;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.Plans;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Counts and replaces the reads of a common table expression, also in subqueries. */
final class CteReads {
  private CteReads() {}

  static int count(LogicalOperator plan, int cteId) {
    int[] count = {0};
    transform(
        plan,
        op -> {
          if (op instanceof LogicalOperator.CteRead read && read.cteId() == cteId) {
            count[0]++;
          }
          return op;
        });
    return count[0];
  }

  /** Puts {@code source} in the place of the one read. */
  static LogicalOperator replace(LogicalOperator plan, int cteId, LogicalOperator source) {
    return transform(
        plan,
        op -> {
          if (!(op instanceof LogicalOperator.CteRead read) || read.cteId() != cteId) {
            return op;
          }
          List<LogicalOperator.Assignment> assignments = new ArrayList<>();
          List<ColumnRef> columns = source.output();
          for (int i = 0; i < columns.size(); i++) {
            assignments.add(new LogicalOperator.Assignment(read.output().get(i), columns.get(i)));
          }
          return new LogicalOperator.Project(source, assignments);
        });
  }

  private static LogicalOperator transform(
      LogicalOperator plan, UnaryOperator<LogicalOperator> rule) {
    LogicalOperator inputs = Plans.mapInputs(plan, input -> transform(input, rule));
    LogicalOperator exprs = Plans.mapExpressions(inputs, expr -> transform(expr, rule));
    return rule.apply(exprs);
  }

  private static BoundExpr transform(BoundExpr expr, UnaryOperator<LogicalOperator> rule) {
    BoundExpr mapped = Expressions.mapChildren(expr, child -> transform(child, rule));
    if (mapped instanceof BoundExpr.Subquery subquery) {
      LogicalOperator plan = transform((LogicalOperator) subquery.plan(), rule);
      return plan == subquery.plan()
          ? mapped
          : new BoundExpr.Subquery(
              subquery.kind(),
              plan,
              subquery.left(),
              subquery.op(),
              subquery.negated(),
              subquery.type());
    }
    return mapped;
  }
}
