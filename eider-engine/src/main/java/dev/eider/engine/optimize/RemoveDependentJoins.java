// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.optimize;

import dev.eider.base.type.LogicalType;
import dev.eider.engine.eval.ExprTraits;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Removes dependent joins, outermost first (after Neumann and Kemper, "Unnesting Arbitrary
 * Queries").
 *
 * <p>Cheap case: where the correlated predicates lie in filters at the top of the right side, they
 * become conditions of the join. Else the right side is computed for all values of the correlated
 * columns at once ({@link PushDomain}) and joined on them.
 */
final class RemoveDependentJoins {
  private final ColumnIds ids;

  RemoveDependentJoins(ColumnIds ids) {
    this.ids = ids;
  }

  LogicalOperator apply(LogicalOperator plan) {
    LogicalOperator op = plan;
    if (op instanceof Join join && join.dependent()) {
      op = remove(join);
    }
    return Plans.mapInputs(op, this::apply);
  }

  private LogicalOperator remove(Join join) {
    Set<Integer> correlated = Plans.freeColumns(join.right());
    correlated.retainAll(Plans.outputIds(join.left()));
    if (correlated.isEmpty()) {
      return independent(join, join.right(), List.of());
    }
    if (Plans.isVolatile(join.right())) {
      return forEachRow(join, correlated);
    }
    Join pulled = pullPredicates(join, correlated);
    if (pulled != null) {
      return pulled;
    }
    return unnest(join, correlated);
  }

  private static Join independent(Join join, LogicalOperator right, List<BoundExpr> predicates) {
    Set<Integer> leftIds = Plans.outputIds(join.left());
    Set<Integer> rightIds = Plans.outputIds(right);
    List<JoinCondition> conditions = new ArrayList<>(join.conditions());
    List<BoundExpr> rest = new ArrayList<>();
    BoundExpr residual = join.residual();
    List<BoundExpr> all = new ArrayList<>(predicates);
    if (residual != null) {
      all.addAll(Expressions.conjuncts(residual));
    }
    for (BoundExpr predicate : all) {
      JoinCondition condition = Predicates.joinCondition(predicate, leftIds, rightIds);
      if (condition == null) {
        rest.add(predicate);
      } else {
        conditions.add(condition);
      }
    }
    JoinType type = join.type();
    if (type == JoinType.CROSS && !(conditions.isEmpty() && rest.isEmpty())) {
      type = JoinType.INNER;
    }
    return new Join(
        type,
        join.left(),
        right,
        conditions,
        rest.isEmpty() ? null : Expressions.and(rest),
        join.mark(),
        false);
  }

  /** The join with the correlated filters of its right side as conditions, or null. */
  private static @Nullable Join pullPredicates(Join join, Set<Integer> correlated) {
    switch (join.type()) {
      case INNER, CROSS, LEFT, SEMI, ANTI, SINGLE -> {}
      case MARK -> {
        // A pulled predicate that is NULL would turn a FALSE of IN into NULL.
        if (!join.conditions().isEmpty() || join.residual() != null) {
          return null;
        }
      }
      case RIGHT,
          FULL,
          RIGHT_SEMI,
          RIGHT_ANTI,
          POSITIONAL,
          ASOF,
          ASOF_LEFT,
          ASOF_RIGHT,
          ASOF_FULL -> {
        return null;
      }
    }
    List<BoundExpr> pulled = new ArrayList<>();
    LogicalOperator right = pull(join.right(), correlated, usesValues(join), pulled);
    if (right == null) {
      return null;
    }
    if (!Plans.outputIds(right).equals(Plans.outputIds(join.right()))
        && join.type() != JoinType.SEMI
        && join.type() != JoinType.ANTI
        && join.type() != JoinType.MARK) {
      // Columns that only the predicates need come out of the join too; they do no harm below the
      // projections that the binder puts above, but the output must stay what it was.
      Join made = independent(join, right, pulled);
      return made;
    }
    return independent(join, right, pulled);
  }

  /** Whether the columns of the right side matter, and not only whether it has rows. */
  private static boolean usesValues(Join join) {
    return switch (join.type()) {
      case SEMI, ANTI, MARK -> !join.conditions().isEmpty() || join.residual() != null;
      case INNER, CROSS, LEFT, SINGLE -> true;
      case RIGHT, FULL, RIGHT_SEMI, RIGHT_ANTI -> true;
      case POSITIONAL, ASOF, ASOF_LEFT, ASOF_RIGHT, ASOF_FULL -> true;
    };
  }

  private static @Nullable LogicalOperator pull(
      LogicalOperator op, Set<Integer> correlated, boolean valuesUsed, List<BoundExpr> pulled) {
    switch (op) {
      case LogicalOperator.Filter filter -> {
        LogicalOperator input = pull(filter.input(), correlated, valuesUsed, pulled);
        if (input == null) {
          return null;
        }
        List<BoundExpr> kept = new ArrayList<>();
        for (BoundExpr part : Expressions.conjuncts(filter.predicate())) {
          if (mentions(part, correlated)) {
            if (Expressions.isVolatile(part)) {
              return null;
            }
            pulled.add(part);
          } else {
            kept.add(part);
          }
        }
        return kept.isEmpty() ? input : new LogicalOperator.Filter(input, Expressions.and(kept));
      }
      case LogicalOperator.Project project -> {
        List<BoundExpr> below = new ArrayList<>();
        LogicalOperator input = pull(project.input(), correlated, valuesUsed, below);
        if (input == null) {
          return null;
        }
        for (Assignment assignment : project.assignments()) {
          if (mentions(assignment.expr(), correlated)) {
            return null;
          }
          // Rows that the predicates leave out must not be computed.
          if (valuesUsed && !below.isEmpty() && ExprTraits.canFail(assignment.expr())) {
            return null;
          }
        }
        // What the predicates read has to come out of the projection.
        List<Assignment> assignments = new ArrayList<>(project.assignments());
        Set<Integer> out = Plans.outputIds(project);
        Map<Integer, ColumnRef> available = new HashMap<>();
        input.output().forEach(column -> available.put(column.id(), column));
        for (BoundExpr predicate : below) {
          for (int id : Expressions.columns(predicate)) {
            ColumnRef column = available.get(id);
            if (column != null && out.add(id)) {
              assignments.add(new Assignment(column, column));
            }
          }
        }
        pulled.addAll(below);
        return new LogicalOperator.Project(input, assignments);
      }
      default -> {
        Set<Integer> free = Plans.freeColumns(op);
        free.retainAll(correlated);
        return free.isEmpty() ? op : null;
      }
    }
  }

  private static boolean mentions(BoundExpr expr, Set<Integer> ids) {
    Set<Integer> used = Plans.columns(expr);
    used.retainAll(ids);
    return !used.isEmpty();
  }

  /** A right side that differs each time is computed for each left row, not for each value. */
  private LogicalOperator forEachRow(Join join, Set<Integer> correlated) {
    ColumnRef number = ids.column("row_number", LogicalType.BIGINT);
    correlated.add(number.id());
    Join numbered =
        new Join(
            join.type(),
            Plans.numbered(join.left(), number),
            join.right(),
            join.conditions(),
            join.residual(),
            join.mark(),
            join.dependent());
    List<Assignment> kept = new ArrayList<>();
    join.output().forEach(column -> kept.add(new Assignment(column, column)));
    return new LogicalOperator.Project(unnest(numbered, correlated), kept);
  }

  /** The general case. */
  private LogicalOperator unnest(Join join, Set<Integer> correlated) {
    List<ColumnRef> columns = new ArrayList<>();
    List<Integer> positions = new ArrayList<>();
    List<ColumnRef> leftOutput = join.left().output();
    for (int i = 0; i < leftOutput.size(); i++) {
      if (correlated.contains(leftOutput.get(i).id())) {
        columns.add(leftOutput.get(i));
        positions.add(i);
      }
    }
    boolean nullWhenMissing = join.type() == JoinType.SINGLE || join.type() == JoinType.LEFT;
    PushDomain domain =
        new PushDomain(
            ids, columns, positions, leftOutput, !PushDomain.canFail(join.right(), correlated));
    PushDomain.Pushed pushed = domain.push(join.right(), nullWhenMissing);
    List<JoinCondition> conditions = new ArrayList<>(join.conditions());
    for (int i = 0; i < columns.size(); i++) {
      conditions.add(
          new JoinCondition(
              columns.get(i),
              dev.eider.base.table.ScanFilter.CompareOp.EQ,
              pushed.columns().get(i),
              true));
    }
    JoinType type = join.type() == JoinType.CROSS ? JoinType.INNER : join.type();
    LogicalOperator left =
        domain.isUsed() ? new LogicalOperator.CteRead(domain.cteId(), leftOutput) : join.left();
    LogicalOperator made =
        new Join(type, left, pushed.plan(), conditions, join.residual(), join.mark(), false);
    if (!domain.isUsed()) {
      return made;
    }
    // The definition puts out the same columns under other ids: the body reads them by position.
    List<Assignment> renamed = new ArrayList<>();
    leftOutput.forEach(column -> renamed.add(new Assignment(ids.copyOf(column), column)));
    return new LogicalOperator.MaterializedCte(
        domain.cteId(), new LogicalOperator.Project(join.left(), renamed), made);
  }
}
