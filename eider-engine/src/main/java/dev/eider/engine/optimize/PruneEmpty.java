// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.optimize;

import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.LogicalOperator.Empty;
import dev.eider.engine.plan.LogicalOperator.Join;
import dev.eider.engine.plan.LogicalOperator.SetOperation;
import dev.eider.engine.plan.Plans;

/**
 * Pulls up what is known to have no rows: a join with it, or an INTERSECT, has none either, and the
 * other side need not run.
 */
final class PruneEmpty {
  LogicalOperator apply(LogicalOperator plan) {
    LogicalOperator op = Plans.mapInputs(plan, this::apply);
    return isEmpty(op) && !Plans.changesData(op) ? new Empty(op.output()) : op;
  }

  private static boolean isEmpty(LogicalOperator op) {
    return switch (op) {
      case LogicalOperator.Filter o -> o.input() instanceof Empty;
      case LogicalOperator.Project o -> o.input() instanceof Empty;
      case LogicalOperator.Sort o -> o.input() instanceof Empty;
      case LogicalOperator.Distinct o -> o.input() instanceof Empty;
      case LogicalOperator.Limit o -> o.input() instanceof Empty;
      case LogicalOperator.TopN o -> o.input() instanceof Empty;
      case LogicalOperator.Window o -> o.input() instanceof Empty;
      case LogicalOperator.Unnest o -> o.input() instanceof Empty;
      case LogicalOperator.Sample o -> o.input() instanceof Empty;
      // Without GROUP BY there is one row also of nothing.
      case LogicalOperator.Aggregate o ->
          o.input() instanceof Empty && o.groupingSets().stream().noneMatch(set -> set.isEmpty());
      case Join o -> isEmpty(o);
      case SetOperation o -> isEmpty(o);
      case LogicalOperator.MaterializedCte o -> o.body() instanceof Empty;
      case Empty o -> false;
      case LogicalOperator.SingleRow o -> false;
      case LogicalOperator.Scan o -> false;
      case LogicalOperator.Values o -> false;
      case LogicalOperator.RecursiveCte o -> false;
      case LogicalOperator.CteRead o -> false;
      case LogicalOperator.Insert o -> false;
      case LogicalOperator.Update o -> false;
      case LogicalOperator.Delete o -> false;
      case LogicalOperator.CreateTableAs o -> false;
      case LogicalOperator.CopyTo o -> false;
    };
  }

  private static boolean isEmpty(Join join) {
    boolean left = join.left() instanceof Empty;
    boolean right = join.right() instanceof Empty;
    return switch (join.type()) {
      case INNER, CROSS, SEMI, RIGHT_SEMI, ASOF -> left || right;
      case LEFT, ANTI, SINGLE, MARK, ASOF_LEFT -> left;
      case RIGHT, RIGHT_ANTI, ASOF_RIGHT -> right;
      case FULL, POSITIONAL, ASOF_FULL -> left && right;
    };
  }

  private static boolean isEmpty(SetOperation set) {
    return switch (set.kind()) {
      case INTERSECT -> set.inputs().stream().anyMatch(Empty.class::isInstance);
      case EXCEPT -> set.inputs().getFirst() instanceof Empty;
      case UNION -> set.inputs().stream().allMatch(Empty.class::isInstance);
    };
  }
}
