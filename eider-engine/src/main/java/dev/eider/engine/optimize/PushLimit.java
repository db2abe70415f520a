// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.optimize;

import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.Plans;
import java.util.ArrayList;
import java.util.List;

/** Tells scans and the inputs of UNION ALL how many rows are wanted at most. */
final class PushLimit {
  LogicalOperator apply(LogicalOperator plan) {
    return Plans.transform(plan, PushLimit::rewrite);
  }

  private static LogicalOperator rewrite(LogicalOperator op) {
    if (!(op instanceof LogicalOperator.Limit limit) || limit.percent()) {
      return op;
    }
    long rows = UseTopN.count(limit.limit(), -1);
    long offset = UseTopN.count(limit.offset(), 0);
    if (rows < 0 || offset < 0 || rows + offset < 0) {
      return op;
    }
    LogicalOperator input = bound(limit.input(), rows + offset);
    return input == limit.input()
        ? op
        : new LogicalOperator.Limit(input, limit.limit(), limit.offset(), false);
  }

  private static LogicalOperator bound(LogicalOperator op, long rows) {
    return switch (op) {
      case LogicalOperator.Project project -> Plans.mapInputs(project, input -> bound(input, rows));
      case LogicalOperator.Scan scan ->
          scan.filters().isEmpty() && (scan.limit() < 0 || scan.limit() > rows)
              ? new LogicalOperator.Scan(
                  scan.table(),
                  scan.name(),
                  scan.output(),
                  scan.columns(),
                  scan.filters(),
                  scan.filterOnly(),
                  scan.filterOnlyColumns(),
                  rows)
              : scan;
      case LogicalOperator.SetOperation union
          when union.kind() == LogicalOperator.SetKind.UNION && union.all() -> {
        List<LogicalOperator> inputs = new ArrayList<>();
        union.inputs().forEach(input -> inputs.add(bound(input, rows)));
        yield Plans.withInputs(union, inputs);
      }
      default -> op;
    };
  }
}
