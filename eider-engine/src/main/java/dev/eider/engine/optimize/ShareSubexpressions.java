// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.optimize;

import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.Expressions;
import dev.eider.engine.plan.ColumnIds;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.LogicalOperator.Assignment;
import dev.eider.engine.plan.Plans;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Computes what stands twice in a projection, the arguments of aggregates or sort keys once, in a
 * projection below. What is computed for some rows only (branches of CASE, later arguments of
 * COALESCE, lambdas) stays where it is.
 */
final class ShareSubexpressions {
  private final ColumnIds ids;

  ShareSubexpressions(ColumnIds ids) {
    this.ids = ids;
  }

  LogicalOperator apply(LogicalOperator plan) {
    return Plans.transform(plan, this::rewrite);
  }

  private LogicalOperator rewrite(LogicalOperator op) {
    return switch (op) {
      case LogicalOperator.Project project -> share(project, project.input());
      case LogicalOperator.Aggregate aggregate -> share(aggregate, aggregate.input());
      default -> op;
    };
  }

  private LogicalOperator share(LogicalOperator op, LogicalOperator input) {
    Map<BoundExpr, Integer> counts = new LinkedHashMap<>();
    Plans.forEachExpression(op, expr -> count(expr, counts));
    Map<BoundExpr, ColumnRef> shared = new LinkedHashMap<>();
    for (Map.Entry<BoundExpr, Integer> entry : counts.entrySet()) {
      if (entry.getValue() > 1) {
        BoundExpr expr = entry.getKey();
        shared.put(expr, ids.column("shared", expr.type()));
      }
    }
    if (shared.isEmpty()) {
      return op;
    }
    LogicalOperator rewritten = Plans.mapExpressions(op, expr -> replace(expr, shared));
    Set<BoundExpr> used = new LinkedHashSet<>();
    Plans.forEachExpression(
        rewritten, expr -> Expressions.walk(expr, e -> noteUse(e, shared, used)));
    List<Assignment> assignments = new ArrayList<>();
    for (ColumnRef column : input.output()) {
      assignments.add(new Assignment(column, column));
    }
    // Inner shared parts of shared parts are computed with them: one level is enough.
    used.forEach(expr ->
        assignments.add(new Assignment(java.util.Objects.requireNonNull(shared.get(expr)), expr)));
    return Plans.withInputs(rewritten, List.of(new LogicalOperator.Project(input, assignments)));
  }

  private static void noteUse(
      BoundExpr expr, Map<BoundExpr, ColumnRef> shared, Set<BoundExpr> used) {
    if (expr instanceof ColumnRef column) {
      shared.forEach((value, ref) -> {
        if (ref.id() == column.id()) {
          used.add(value);
        }
      });
    }
  }

  private static void count(BoundExpr expr, Map<BoundExpr, Integer> counts) {
    if (isWorthSharing(expr) && counts.merge(expr, 1, Integer::sum) > 1) {
      // Its parts are shared with it.
      return;
    }
    switch (expr) {
      case BoundExpr.Case c -> count(c.whens().getFirst().condition(), counts);
      case BoundExpr.Coalesce c -> count(c.arguments().getFirst(), counts);
      case BoundExpr.And c -> count(c.parts().getFirst(), counts);
      case BoundExpr.Or c -> count(c.parts().getFirst(), counts);
      case BoundExpr.Lambda c -> {}
      case BoundExpr.Try c -> {}
      default -> Expressions.forEachChild(expr, child -> count(child, counts));
    }
  }

  private static boolean isWorthSharing(BoundExpr expr) {
    return switch (expr) {
      case BoundExpr.Call call ->
          !Expressions.isVolatile(call)
              && !Expressions.columns(call).isEmpty()
              && !Expressions.contains(
                  call, e -> e instanceof BoundExpr.Lambda || e instanceof BoundExpr.Subquery);
      case BoundExpr.Cast cast ->
          !Expressions.columns(cast).isEmpty()
              && !Expressions.isVolatile(cast)
              && !Expressions.contains(cast, e -> e instanceof BoundExpr.Lambda);
      default -> false;
    };
  }

  private static BoundExpr replace(BoundExpr expr, Map<BoundExpr, ColumnRef> shared) {
    ColumnRef column = shared.get(expr);
    return column != null
        ? column
        : expr instanceof BoundExpr.Lambda
            ? expr
            : Expressions.mapChildren(expr, child -> replace(child, shared));
  }
}
