// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.optimize;

import dev.eider.base.table.ColumnStats;
import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.table.TableStats;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.Expressions;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.LogicalOperator.Join;
import dev.eider.engine.plan.LogicalOperator.JoinCondition;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Estimates rows and distinct values. Without statistics a column is taken to be unique in its
 * table, an equality to keep one value, and other conditions to keep a fixed share.
 */
public final class Cardinality {
  private static final double UNKNOWN_ROWS = 10_000;
  private static final double RANGE_SHARE = 0.3;
  private static final double OTHER_SHARE = 0.2;
  private static final double EQUAL_DISTINCT = 20;

  private final Map<LogicalOperator, Double> rows = new IdentityHashMap<>();
  private final Map<Integer, Double> distinct = new HashMap<>();
  private final Map<Integer, ColumnStats> stats = new HashMap<>();

  /** Distinct values of a scanned column before any filter. */
  private final Map<Integer, Double> unfiltered = new HashMap<>();

  private final Map<Integer, Double> cteRows = new HashMap<>();

  /** Estimated rows of a plan, at least 1. */
  public double rows(LogicalOperator op) {
    Double known = rows.get(op);
    if (known == null) {
      known = Math.max(1, estimate(op));
      rows.put(op, known);
    }
    return known;
  }

  /** Estimated distinct values of a column; the largest number when nothing is known. */
  double distinct(BoundExpr expr) {
    return switch (expr) {
      case ColumnRef column -> distinct.getOrDefault(column.id(), Double.MAX_VALUE);
      case BoundExpr.Cast cast -> distinct(cast.child());
      default -> Double.MAX_VALUE;
    };
  }

  /**
   * Takes columns that a query makes equal to range over the values of the smallest of their
   * tables: with {@code c.nation = s.nation = n.nation} there are no more nations than rows of
   * {@code n}.
   */
  void unite(Iterable<ColumnRef> equal) {
    double fewest = Double.MAX_VALUE;
    for (ColumnRef column : equal) {
      Double values = unfiltered.get(column.id());
      fewest = Math.min(fewest, values == null ? distinct(column) : values);
    }
    for (ColumnRef column : equal) {
      distinct.put(column.id(), fewest);
    }
  }

  private double estimate(LogicalOperator op) {
    return switch (op) {
      case LogicalOperator.Scan o -> scan(o);
      case LogicalOperator.SingleRow o -> 1;
      case LogicalOperator.Empty o -> 0;
      case LogicalOperator.Values o -> o.rows().size();
      case LogicalOperator.Filter o -> rows(o.input()) * share(o.predicate());
      case LogicalOperator.Project o -> {
        double input = rows(o.input());
        for (LogicalOperator.Assignment assignment : o.assignments()) {
          double values = distinct(assignment.expr());
          distinct.putIfAbsent(assignment.column().id(), Math.min(values, input));
        }
        yield input;
      }
      case LogicalOperator.Aggregate o -> {
        double input = rows(o.input());
        double groups = 1;
        for (LogicalOperator.Assignment group : o.groups()) {
          double values = Math.min(distinct(group.expr()), Math.max(1, input / 2));
          distinct.put(group.column().id(), values);
          groups *= values;
        }
        yield Math.min(groups, o.groups().isEmpty() ? 1 : Math.max(1, input / 2));
      }
      case LogicalOperator.Distinct o -> Math.max(1, rows(o.input()) / 2);
      case LogicalOperator.Limit o -> {
        long limit = UseTopN.count(o.limit(), -1);
        double input = rows(o.input());
        yield limit < 0 ? input : Math.min(limit, input);
      }
      case LogicalOperator.TopN o -> Math.min(o.limit(), rows(o.input()));
      case Join o -> join(o);
      case LogicalOperator.SetOperation o -> {
        double sum = 0;
        for (LogicalOperator input : o.inputs()) {
          sum += rows(input);
        }
        yield sum;
      }
      case LogicalOperator.MaterializedCte o -> {
        cteRows.put(o.cteId(), rows(o.definition()));
        yield rows(o.body());
      }
      case LogicalOperator.CteRead o -> cteRows.getOrDefault(o.cteId(), UNKNOWN_ROWS);
      case LogicalOperator.Unnest o -> rows(o.input()) * 5;
      default -> op.inputs().isEmpty() ? UNKNOWN_ROWS : rows(op.inputs().getFirst());
    };
  }

  private double scan(LogicalOperator.Scan o) {
    TableStats table = o.table().stats();
    double all = table.rows() < 0 ? UNKNOWN_ROWS : Math.max(1, table.rows());
    for (int i = 0; i < o.output().size(); i++) {
      remember(o.output().get(i), table.column(o.columns().get(i)), all);
    }
    for (int i = 0; i < o.filterOnly().size(); i++) {
      remember(o.filterOnly().get(i), table.column(o.filterOnlyColumns().get(i)), all);
    }
    double kept = all;
    for (BoundExpr filter : o.filters()) {
      kept *= share(filter);
    }
    for (ColumnRef column : o.output()) {
      distinct.merge(column.id(), Math.max(1, kept), Math::min);
    }
    return o.limit() < 0 ? kept : Math.min(kept, o.limit());
  }

  private void remember(ColumnRef column, ColumnStats known, double all) {
    stats.put(column.id(), known);
    unfiltered.put(
        column.id(), known.distinctEstimate() > 0 ? Math.min(all, known.distinctEstimate()) : all);
    distinct.put(
        column.id(), known.distinctEstimate() > 0 ? Math.min(all, known.distinctEstimate()) : all);
  }

  /** The share of rows for which a condition holds. */
  double share(BoundExpr condition) {
    return switch (condition) {
      case BoundExpr.And and -> {
        double product = 1;
        for (BoundExpr part : and.parts()) {
          product *= share(part);
        }
        yield product;
      }
      case BoundExpr.Or or -> {
        double sum = 0;
        for (BoundExpr part : or.parts()) {
          sum += share(part);
        }
        yield Math.min(1, sum);
      }
      case BoundExpr.Not not -> Math.max(0.1, 1 - share(not.child()));
      case BoundExpr.Compare compare -> compare(compare);
      case BoundExpr.In in -> Math.min(1, in.items().size() * equalShare(in.child()));
      case BoundExpr.IsNull isNull -> isNull.negated() ? 0.95 : 0.05;
      case BoundExpr.Constant c -> 1;
      default -> OTHER_SHARE;
    };
  }

  private double equalShare(BoundExpr expr) {
    if (expr instanceof ColumnRef column) {
      ColumnStats known = stats.get(column.id());
      if (known != null && known.distinctEstimate() > 0) {
        return 1.0 / known.distinctEstimate();
      }
    }
    return 1 / EQUAL_DISTINCT;
  }

  private double compare(BoundExpr.Compare compare) {
    return switch (compare.op()) {
      case EQ -> {
        boolean constant =
            Expressions.columns(compare.left()).isEmpty()
                || Expressions.columns(compare.right()).isEmpty();
        BoundExpr column =
            Expressions.columns(compare.left()).isEmpty() ? compare.right() : compare.left();
        yield constant ? equalShare(column) : OTHER_SHARE / 2;
      }
      case NE -> 0.9;
      case LT, LE, GT, GE -> range(compare);
    };
  }

  private double range(BoundExpr.Compare compare) {
    ColumnRef column = null;
    Value bound = null;
    CompareOp op = compare.op();
    if (compare.left() instanceof ColumnRef c && compare.right() instanceof BoundExpr.Constant k) {
      column = c;
      bound = k.value();
    } else if (compare.right() instanceof ColumnRef c
        && compare.left() instanceof BoundExpr.Constant k) {
      column = c;
      bound = k.value();
      op = op.flip();
    }
    if (column == null || bound == null || !(bound.object() instanceof Number number)) {
      return RANGE_SHARE;
    }
    ColumnStats known = stats.get(column.id());
    if (known == null
        || known.min() == null
        || known.max() == null
        || !(known.min().object() instanceof Number min)
        || !(known.max().object() instanceof Number max)
        || max.doubleValue() <= min.doubleValue()) {
      return RANGE_SHARE;
    }
    double below =
        (number.doubleValue() - min.doubleValue()) / (max.doubleValue() - min.doubleValue());
    below = Math.min(1, Math.max(0, below));
    return Math.max(0.001, op == CompareOp.LT || op == CompareOp.LE ? below : 1 - below);
  }

  private double join(Join o) {
    double left = rows(o.left());
    double right = rows(o.right());
    double matched = left * right;
    for (JoinCondition condition : o.conditions()) {
      matched *= share(condition, left, right);
    }
    BoundExpr residual = o.residual();
    if (residual != null) {
      matched *= share(residual);
    }
    return switch (o.type()) {
      case INNER, CROSS -> matched;
      case LEFT, ASOF, ASOF_LEFT -> Math.max(left, matched);
      case ASOF_RIGHT, RIGHT -> Math.max(right, matched);
      case FULL, ASOF_FULL -> Math.max(left, right) + matched;
      case SEMI -> Math.min(left, Math.max(left * 0.2, Math.min(left, matched)));
      case RIGHT_SEMI -> Math.min(right, Math.max(right * 0.2, Math.min(right, matched)));
      case ANTI -> Math.max(1, left * 0.3);
      case RIGHT_ANTI -> Math.max(1, right * 0.3);
      case MARK, SINGLE -> left;
      case POSITIONAL -> Math.max(left, right);
    };
  }

  /** The share of all pairs that a join condition keeps. */
  double share(JoinCondition condition, double left, double right) {
    return switch (condition.op()) {
      case EQ ->
          1
              / Math.max(
                  1,
                  Math.max(
                      Math.min(distinct(condition.left()), left),
                      Math.min(distinct(condition.right()), right)));
      case NE -> 0.9;
      case LT, LE, GT, GE -> RANGE_SHARE;
    };
  }
}
