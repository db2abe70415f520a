// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.optimize;

import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.Plans;
import org.jspecify.annotations.Nullable;

/** Makes one operator of ORDER BY and LIMIT, which keeps only the rows that come out. */
final class UseTopN {
  /** Beyond this many rows sorting everything is as good. */
  private static final long MAX_ROWS = 100_000;

  LogicalOperator apply(LogicalOperator plan) {
    return Plans.transform(plan, UseTopN::rewrite);
  }

  private static LogicalOperator rewrite(LogicalOperator op) {
    if (!(op instanceof LogicalOperator.Limit limit) || limit.percent()) {
      return op;
    }
    long rows = count(limit.limit(), -1);
    long offset = count(limit.offset(), 0);
    if (rows < 0 || offset < 0 || rows + offset > MAX_ROWS) {
      return op;
    }
    return switch (limit.input()) {
      case LogicalOperator.Sort sort ->
          new LogicalOperator.TopN(sort.input(), sort.keys(), rows, offset);
      case LogicalOperator.Project project
          when project.input() instanceof LogicalOperator.Sort sort ->
          new LogicalOperator.Project(
              new LogicalOperator.TopN(sort.input(), sort.keys(), rows, offset),
              project.assignments());
      default -> op;
    };
  }

  /** The value of a constant count; {@code absent} for null, -1 for what is no constant. */
  static long count(@Nullable BoundExpr expr, long absent) {
    if (expr == null) {
      return absent;
    }
    return expr instanceof BoundExpr.Constant constant && !constant.value().isNull()
        ? constant.value().asLong()
        : -1;
  }
}
