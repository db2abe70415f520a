// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.optimize;

import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.Expressions;
import dev.eider.engine.plan.ColumnIds;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.LogicalOperator.Assignment;
import dev.eider.engine.plan.LogicalOperator.Join;
import dev.eider.engine.plan.LogicalOperator.JoinCondition;
import dev.eider.engine.plan.LogicalOperator.JoinType;
import dev.eider.engine.plan.Plans;
import java.util.ArrayList;
import java.util.List;

/**
 * Correlated common table expressions: their rows are computed for all values of the correlated
 * columns and carry them.
 */
final class CorrelatedCtes {
  private final PushDomain domain;
  private final ColumnIds ids;
  private final List<ColumnRef> correlated;

  CorrelatedCtes(PushDomain domain, ColumnIds ids, List<ColumnRef> correlated) {
    this.domain = domain;
    this.ids = ids;
    this.correlated = correlated;
  }

  /** A plan with its columns in order, then those of the values. */
  private static LogicalOperator inOrder(List<ColumnRef> output, PushDomain.Pushed pushed) {
    List<Assignment> assignments = new ArrayList<>();
    output.forEach(column -> assignments.add(new Assignment(column, column)));
    pushed.columns().forEach(column -> assignments.add(new Assignment(column, column)));
    return new LogicalOperator.Project(pushed.plan(), assignments);
  }

  /**
   * The plan with each read of a common table expression, whose rows now come with the values they
   * are for, cut down to the rows for the values asked for: correlated filters, which are pushed
   * like any others.
   */
  private LogicalOperator readForValues(LogicalOperator plan, int cte) {
    return Plans.transform(
        plan,
        op -> {
          if (!(op instanceof LogicalOperator.CteRead read) || read.cteId() != cte) {
            return op;
          }
          List<ColumnRef> output = new ArrayList<>(read.output());
          List<BoundExpr> same = new ArrayList<>();
          for (ColumnRef column : correlated) {
            ColumnRef carried = ids.copyOf(column);
            output.add(carried);
            same.add(new BoundExpr.DistinctFrom(true, carried, column));
          }
          List<Assignment> kept = new ArrayList<>();
          read.output().forEach(column -> kept.add(new Assignment(column, column)));
          return new LogicalOperator.Project(
              new LogicalOperator.Filter(
                  new LogicalOperator.CteRead(cte, output), Expressions.and(same)),
              kept);
        });
  }

  PushDomain.Pushed materialized(LogicalOperator.MaterializedCte o, boolean nullWhenMissing) {
    PushDomain.Pushed definition = domain.push(o.definition(), false);
    PushDomain.Pushed body = domain.push(readForValues(o.body(), o.cteId()), nullWhenMissing);
    return new PushDomain.Pushed(
        new LogicalOperator.MaterializedCte(
            o.cteId(), inOrder(o.definition().output(), definition), body.plan()),
        body.columns());
  }

  /** The values travel with the rows of each round. */
  PushDomain.Pushed recursive(LogicalOperator.RecursiveCte o) {
    PushDomain.Pushed anchor = domain.push(o.anchor(), false);
    LogicalOperator reading = readForValues(o.step(), o.cteId());
    if (o.recurringId() >= 0) {
      reading = readForValues(reading, o.recurringId());
    }
    PushDomain.Pushed step = domain.push(reading, false);
    List<ColumnRef> output = new ArrayList<>(o.output());
    List<ColumnRef> columns = new ArrayList<>();
    List<Integer> keys = new ArrayList<>(o.keys());
    for (ColumnRef column : correlated) {
      ColumnRef made = ids.copyOf(column);
      columns.add(made);
      if (!o.keys().isEmpty()) {
        keys.add(output.size());
      }
      output.add(made);
    }
    return new PushDomain.Pushed(
        new LogicalOperator.RecursiveCte(
            o.cteId(),
            o.recurringId(),
            inOrder(o.anchor().output(), anchor),
            inOrder(o.step().output(), onlyActive(o, step)),
            o.all(),
            keys,
            output),
        columns);
  }

  /** The rows of a step for values that had rows in the round before: others have ended. */
  private PushDomain.Pushed onlyActive(LogicalOperator.RecursiveCte o, PushDomain.Pushed step) {
    List<ColumnRef> all = new ArrayList<>();
    o.output().forEach(column -> all.add(ids.copyOf(column)));
    List<JoinCondition> same = new ArrayList<>();
    for (ColumnRef column : step.columns()) {
      ColumnRef active = ids.copyOf(column);
      all.add(active);
      same.add(new JoinCondition(column, CompareOp.EQ, active, true));
    }
    Join join =
        new Join(
            JoinType.SEMI,
            step.plan(),
            new LogicalOperator.CteRead(o.cteId(), all),
            same,
            null,
            null,
            false);
    return new PushDomain.Pushed(join, step.columns());
  }
}
