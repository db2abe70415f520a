// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.optimize;

import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.Expressions;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.Plans;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Tests the cheap conditions first. One that can fail stays behind those that were written before
 * it, which may guard it.
 */
final class OrderConjuncts {
  LogicalOperator apply(LogicalOperator plan) {
    return Plans.transform(plan, OrderConjuncts::rewrite);
  }

  private static LogicalOperator rewrite(LogicalOperator op) {
    return switch (op) {
      case LogicalOperator.Filter filter -> {
        List<BoundExpr> parts = Expressions.conjuncts(filter.predicate());
        List<BoundExpr> ordered = order(parts);
        yield ordered.equals(parts)
            ? filter
            : new LogicalOperator.Filter(filter.input(), Expressions.and(ordered));
      }
      case LogicalOperator.Scan scan -> {
        List<BoundExpr> ordered = order(scan.filters());
        yield ordered.equals(scan.filters()) ? scan : Plans.withFilters(scan, ordered);
      }
      default -> op;
    };
  }

  private static List<BoundExpr> order(List<BoundExpr> parts) {
    List<BoundExpr> ordered = new ArrayList<>();
    List<BoundExpr> run = new ArrayList<>();
    for (BoundExpr part : parts) {
      if (canFail(part)) {
        flush(run, ordered);
        ordered.add(part);
      } else {
        run.add(part);
      }
    }
    flush(run, ordered);
    return ordered;
  }

  private static void flush(List<BoundExpr> run, List<BoundExpr> into) {
    run.sort(Comparator.comparingInt(OrderConjuncts::cost));
    into.addAll(run);
    run.clear();
  }

  private static boolean canFail(BoundExpr expr) {
    return Expressions.contains(
        expr,
        e ->
            e instanceof BoundExpr.Call call && call.function().canFail()
                || e instanceof BoundExpr.Cast cast && !cast.tryCast());
  }

  /** A rough number of steps a row; texts count more than numbers. */
  static int cost(BoundExpr expr) {
    int own =
        switch (expr) {
          case BoundExpr.Constant c -> 0;
          case BoundExpr.ColumnRef c -> isText(c) ? 5 : 1;
          case BoundExpr.InputRef c -> 1;
          case BoundExpr.Parameter c -> 0;
          case BoundExpr.Compare c -> 2;
          case BoundExpr.DistinctFrom c -> 2;
          case BoundExpr.And c -> 1;
          case BoundExpr.Or c -> 2;
          case BoundExpr.Not c -> 1;
          case BoundExpr.IsNull c -> 0;
          case BoundExpr.In c -> 5;
          case BoundExpr.Case c -> 5;
          case BoundExpr.Coalesce c -> 3;
          case BoundExpr.Cast c -> isText(c) || isText(c.child()) ? 50 : 5;
          case BoundExpr.Try c -> 10;
          case BoundExpr.Call c -> c.arguments().stream().anyMatch(OrderConjuncts::isText) ? 60 : 5;
          case BoundExpr.Lambda c -> 100;
          case BoundExpr.Subquery c -> 1000;
        };
    int[] sum = {own};
    Expressions.forEachChild(expr, child -> sum[0] += cost(child));
    return sum[0];
  }

  private static boolean isText(BoundExpr expr) {
    return switch (expr.type().id()) {
      case VARCHAR, BLOB, JSON, BIT, LIST, STRUCT, MAP, ARRAY, UNION -> true;
      default -> false;
    };
  }
}
