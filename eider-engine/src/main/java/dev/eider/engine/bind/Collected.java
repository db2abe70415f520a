// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.engine.expr.AggregateCall;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.WindowCall;
import dev.eider.engine.plan.LogicalOperator.AggregateAssignment;
import dev.eider.engine.plan.LogicalOperator.Assignment;
import dev.eider.engine.plan.LogicalOperator.WindowAssignment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The calls of one SELECT that are not computed in place, each with the column that stands in. */
final class Collected {
  final List<AggregateAssignment> aggregates = new ArrayList<>();
  final List<WindowAssignment> windows = new ArrayList<>();
  final List<Assignment> unnests = new ArrayList<>();
  final List<GroupingCall> groupings = new ArrayList<>();

  /** {@code GROUPING(columns)}, before the groups are known. */
  record GroupingCall(ColumnRef column, List<BoundExpr> columns, int position) {
    GroupingCall {
      columns = List.copyOf(columns);
    }
  }

  /** The column of an equal aggregate that is already there, or null. */
  @Nullable ColumnRef find(AggregateCall call) {
    for (AggregateAssignment assignment : aggregates) {
      if (assignment.call().equals(call)) {
        return assignment.column();
      }
    }
    return null;
  }

  /** The column of an equal window call that is already there, or null. */
  @Nullable ColumnRef find(WindowCall call) {
    for (WindowAssignment assignment : windows) {
      if (assignment.call().equals(call)) {
        return assignment.column();
      }
    }
    return null;
  }

  boolean isAggregate(int id) {
    for (AggregateAssignment assignment : aggregates) {
      if (assignment.column().id() == id) {
        return true;
      }
    }
    return false;
  }
}
