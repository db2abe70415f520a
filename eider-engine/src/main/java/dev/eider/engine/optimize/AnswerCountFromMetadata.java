// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.optimize;

import dev.eider.base.table.TableStats;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.AggregateCall;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.Plans;
import java.util.ArrayList;
import java.util.List;

/** Answers {@code count(*)} over a whole table from its statistics, when they are exact. */
final class AnswerCountFromMetadata {
  LogicalOperator apply(LogicalOperator plan) {
    return Plans.transform(plan, AnswerCountFromMetadata::rewrite);
  }

  private static LogicalOperator rewrite(LogicalOperator op) {
    if (!(op instanceof LogicalOperator.Aggregate aggregate)
        || !aggregate.groups().isEmpty()
        || aggregate.aggregates().isEmpty()
        || !aggregate.groupings().isEmpty()
        || aggregate.groupingSets().size() != 1) {
      return op;
    }
    LogicalOperator below = aggregate.input();
    while (below instanceof LogicalOperator.Project project) {
      below = project.input();
    }
    if (!(below instanceof LogicalOperator.Scan scan)
        || !scan.filters().isEmpty()
        || scan.limit() >= 0) {
      return op;
    }
    TableStats stats = scan.table().stats();
    if (!stats.exact() || stats.rows() < 0) {
      return op;
    }
    List<BoundExpr> row = new ArrayList<>();
    List<ColumnRef> output = new ArrayList<>();
    for (LogicalOperator.AggregateAssignment assignment : aggregate.aggregates()) {
      AggregateCall call = assignment.call();
      if (!call.function().name().equals("count_star")
          || call.filter() != null
          || call.distinct()
          || !call.type().equals(LogicalType.BIGINT)) {
        return op;
      }
      row.add(new BoundExpr.Constant(Value.of(stats.rows())));
      output.add(assignment.column());
    }
    return new LogicalOperator.Values(List.of(row), output);
  }
}
