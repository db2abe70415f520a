// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.optimize;

import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.Expressions;
import dev.eider.engine.plan.ColumnIds;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.LogicalOperator.Assignment;
import dev.eider.engine.plan.LogicalOperator.CteRead;
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
 * Joins other than inner ones whose ON has a subquery that refers to both sides.
 *
 * <p>The condition is decided for pairs of the distinct values that it reads of each side: there it
 * is the filter of a cross product, where subqueries can stand. The sides are then joined through
 * the pairs that passed: the left rows with the pairs of their values, these with the right rows.
 */
final class PairSubqueries {
  private final ColumnIds ids;

  PairSubqueries(ColumnIds ids) {
    this.ids = ids;
  }

  /** The join without a condition of its own; the filter over the pairs has the subqueries. */
  LogicalOperator rewrite(Join join) {
    List<BoundExpr> predicates = new ArrayList<>();
    join.conditions().forEach(condition -> predicates.add(Predicates.predicate(condition)));
    BoundExpr residual = join.residual();
    if (residual != null) {
      predicates.addAll(Expressions.conjuncts(residual));
    }
    Set<Integer> used = Plans.columns(Expressions.and(predicates));
    // What differs each time is asked for each pair of rows, else for each pair of values.
    boolean eachRow = predicates.stream().anyMatch(Plans::isVolatile);
    Side left = new Side(join.left(), used, eachRow);
    Side right = new Side(join.right(), used, eachRow);
    Map<Integer, BoundExpr> values = new HashMap<>(left.values());
    values.putAll(right.values());
    BoundExpr condition =
        Plans.replaceColumns(
            Expressions.and(predicates),
            column -> values.getOrDefault(((ColumnRef) column).id(), column));
    ColumnRef mark = ids.column("pair", LogicalType.BOOLEAN);
    List<Assignment> kept = new ArrayList<>();
    left.domain.forEach(column -> kept.add(new Assignment(column, column)));
    right.domain.forEach(column -> kept.add(new Assignment(column, column)));
    kept.add(new Assignment(mark, new BoundExpr.Constant(Value.TRUE)));
    LogicalOperator pairs =
        new LogicalOperator.Project(
            new LogicalOperator.Filter(
                new Join(
                    JoinType.CROSS,
                    left.distinctValues(),
                    right.distinctValues(),
                    List.of(),
                    null,
                    null,
                    false),
                condition),
            kept);
    LogicalOperator joined =
        switch (join.type()) {
          case SEMI, ANTI -> left.joinPairs(join.type(), pairs);
          case RIGHT -> left.joinRows(JoinType.LEFT, right.joinPairs(JoinType.LEFT, pairs), mark);
          case FULL -> right.joinRows(JoinType.FULL, left.joinPairs(JoinType.LEFT, pairs), mark);
          case LEFT -> right.joinRows(JoinType.LEFT, left.joinPairs(JoinType.LEFT, pairs), mark);
          case INNER,
              CROSS,
              RIGHT_SEMI,
              RIGHT_ANTI,
              MARK,
              SINGLE,
              POSITIONAL,
              ASOF,
              ASOF_LEFT,
              ASOF_RIGHT,
              ASOF_FULL ->
              throw new IllegalArgumentException(join.type().name());
        };
    return left.define(right.define(joined));
  }

  /** One side: computed once, read for its distinct values and for its rows. */
  private final class Side {
    private final LogicalOperator plan;
    private final int cteId = ids.cte();
    private final List<ColumnRef> read = new ArrayList<>();
    private final List<ColumnRef> copies = new ArrayList<>();

    /** The columns of the distinct values, those of {@code read} in order. */
    final List<ColumnRef> domain = new ArrayList<>();

    Side(LogicalOperator input, Set<Integer> used, boolean eachRow) {
      if (eachRow) {
        ColumnRef number = ids.column("row_number", LogicalType.BIGINT);
        used.add(number.id());
        plan = Plans.numbered(input, number);
      } else {
        plan = input;
      }
      for (ColumnRef column : plan.output()) {
        ColumnRef copy = ids.copyOf(column);
        copies.add(copy);
        if (used.contains(column.id())) {
          read.add(column);
          domain.add(copy);
        }
      }
    }

    Map<Integer, BoundExpr> values() {
      Map<Integer, BoundExpr> values = new HashMap<>();
      for (int i = 0; i < read.size(); i++) {
        values.put(read.get(i).id(), domain.get(i));
      }
      return values;
    }

    LogicalOperator distinctValues() {
      List<Assignment> kept = new ArrayList<>();
      domain.forEach(column -> kept.add(new Assignment(column, column)));
      return new LogicalOperator.Distinct(
          new LogicalOperator.Project(new CteRead(cteId, copies), kept), List.copyOf(domain));
    }

    private LogicalOperator rows() {
      return new CteRead(cteId, plan.output());
    }

    private List<JoinCondition> sameValues(boolean pairsOnLeft) {
      List<JoinCondition> conditions = new ArrayList<>();
      for (int i = 0; i < read.size(); i++) {
        ColumnRef a = pairsOnLeft ? domain.get(i) : read.get(i);
        ColumnRef b = pairsOnLeft ? read.get(i) : domain.get(i);
        conditions.add(new JoinCondition(a, CompareOp.EQ, b, true));
      }
      return conditions;
    }

    /** The side's rows with their pairs. */
    Join joinPairs(JoinType type, LogicalOperator pairs) {
      return new Join(type, rows(), pairs, sameValues(false), null, null, false);
    }

    /** Rows with pairs (where {@code mark} is not NULL), with the side's rows. */
    Join joinRows(JoinType type, LogicalOperator withPairs, ColumnRef mark) {
      @Nullable BoundExpr isPair = new BoundExpr.IsNull(mark, true);
      return new Join(type, withPairs, rows(), sameValues(true), isPair, null, false);
    }

    /** The definition of what was read, over what reads it. */
    LogicalOperator define(LogicalOperator body) {
      List<Assignment> renamed = new ArrayList<>();
      plan.output().forEach(c -> renamed.add(new Assignment(ids.copyOf(c), c)));
      return new LogicalOperator.MaterializedCte(
          cteId, new LogicalOperator.Project(plan, renamed), body);
    }
  }
}
