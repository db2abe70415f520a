// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.optimize;

import dev.eider.base.table.ColumnStats;
import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.table.TableStats;
import dev.eider.base.type.Value;
import dev.eider.engine.eval.ConstantFolder;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.Expressions;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.scalar.ColumnFacts;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.Plans;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides filters of scans by the statistics of their columns: a scan of which no row can pass is
 * empty, and a test for NULL that all rows pass goes. Answers {@code stats(column)} too.
 */
final class UseStatistics {
  /** What is known of the columns of a table that is scanned. */
  private record Known(TableStats table, Map<Integer, Integer> columns) {
    ColumnStats of(ColumnRef column) {
      Integer number = columns.get(column.id());
      return number == null ? ColumnStats.UNKNOWN : table.column(number);
    }
  }

  private final EvalContext eval;

  UseStatistics(EvalContext eval) {
    this.eval = eval;
  }

  LogicalOperator apply(LogicalOperator plan) {
    return Plans.transform(plan, this::rewrite);
  }

  private LogicalOperator rewrite(LogicalOperator op) {
    if (op instanceof LogicalOperator.Scan scan) {
      return scan.filters().isEmpty() ? op : filtered(scan);
    }
    return Plans.mapExpressions(
        op,
        expr ->
            Expressions.contains(expr, UseStatistics::isStatsCall)
                ? Expressions.transform(expr, inner -> answer(inner, op))
                : expr);
  }

  private LogicalOperator filtered(LogicalOperator.Scan scan) {
    TableStats stats = scan.table().stats();
    if (!stats.exact() || stats.columns().isEmpty()) {
      return scan;
    }
    Known known = known(scan, stats);
    List<BoundExpr> kept = new ArrayList<>();
    for (BoundExpr filter : scan.filters()) {
      if (isNever(filter, known)) {
        return new LogicalOperator.Empty(scan.output());
      }
      if (!isAlways(filter, known)) {
        kept.add(filter);
      }
    }
    return kept.size() == scan.filters().size() ? scan : Plans.withFilters(scan, kept);
  }

  private static Known known(LogicalOperator.Scan scan, TableStats stats) {
    Map<Integer, Integer> columns = new HashMap<>();
    for (int i = 0; i < scan.output().size(); i++) {
      columns.put(scan.output().get(i).id(), scan.columns().get(i));
    }
    for (int i = 0; i < scan.filterOnly().size(); i++) {
      columns.put(scan.filterOnly().get(i).id(), scan.filterOnlyColumns().get(i));
    }
    return new Known(stats, columns);
  }

  private static boolean isAlways(BoundExpr filter, Known known) {
    if (!(filter instanceof BoundExpr.IsNull test) || !(test.child() instanceof ColumnRef column)) {
      return false;
    }
    return known.of(column).nullCount() == (test.negated() ? 0 : known.table().rows());
  }

  private boolean isNever(BoundExpr filter, Known known) {
    return switch (filter) {
      case BoundExpr.And and -> and.parts().stream().anyMatch(part -> isNever(part, known));
      case BoundExpr.Or or -> or.parts().stream().allMatch(part -> isNever(part, known));
      case BoundExpr.IsNull test when test.child() instanceof ColumnRef column ->
          known.of(column).nullCount() == (test.negated() ? known.table().rows() : 0);
      case BoundExpr.In in when !in.negated() && in.child() instanceof ColumnRef column ->
          in.items().stream().allMatch(item -> isNever(known.of(column), CompareOp.EQ, item));
      case BoundExpr.Compare compare when compare.left() instanceof ColumnRef column ->
          isNever(known.of(column), compare.op(), compare.right());
      case BoundExpr.Compare compare when compare.right() instanceof ColumnRef column ->
          isNever(known.of(column), compare.op().flip(), compare.left());
      default -> false;
    };
  }

  private boolean isNever(ColumnStats stats, CompareOp op, BoundExpr other) {
    if (!(other instanceof BoundExpr.Constant constant)) {
      return false;
    }
    return switch (op) {
      case EQ ->
          holds(stats.min(), CompareOp.GT, constant) || holds(stats.max(), CompareOp.LT, constant);
      case NE -> false;
      case LT -> holds(stats.min(), CompareOp.GE, constant);
      case LE -> holds(stats.min(), CompareOp.GT, constant);
      case GT -> holds(stats.max(), CompareOp.LE, constant);
      case GE -> holds(stats.max(), CompareOp.LT, constant);
    };
  }

  private boolean holds(@Nullable Value bound, CompareOp op, BoundExpr.Constant constant) {
    if (bound == null
        || bound.isNull()
        || constant.value().isNull()
        || !bound.type().equals(constant.type())) {
      return false;
    }
    Value result =
        ConstantFolder.evaluate(
            new BoundExpr.Compare(op, new BoundExpr.Constant(bound), constant), eval);
    return !result.isNull() && result.asBoolean();
  }

  private static boolean isStatsCall(BoundExpr expr) {
    return expr instanceof BoundExpr.Call call && call.function().name().equals(ColumnFacts.NAME);
  }

  private static BoundExpr answer(BoundExpr expr, LogicalOperator op) {
    if (!isStatsCall(expr)
        || !(expr instanceof BoundExpr.Call call)
        || !(call.arguments().getFirst() instanceof ColumnRef column)) {
      return expr;
    }
    LogicalOperator below = op;
    while (true) {
      switch (below) {
        case LogicalOperator.Scan scan -> {
          TableStats stats = scan.table().stats();
          ColumnStats facts = known(scan, stats).of(column);
          return new BoundExpr.Constant(ColumnFacts.value(column.type(), facts, stats.rows()));
        }
        // What only leaves rows out, or moves them.
        case LogicalOperator.Project o -> below = o.input();
        case LogicalOperator.Filter o -> below = o.input();
        case LogicalOperator.Sort o -> below = o.input();
        case LogicalOperator.Limit o -> below = o.input();
        case LogicalOperator.Aggregate o when o == op -> below = o.input();
        default -> {
          return expr;
        }
      }
    }
  }
}
