// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.error.EiderException;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.Expressions;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.Plans;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Rewrites expressions over the columns below an Aggregate to its groups. A column that is neither
 * a group nor inside an aggregate is an error.
 */
final class GroupRewriter {
  private final Map<BoundExpr, ColumnRef> groups = new HashMap<>();
  private final Set<Integer> below;
  private final Map<Integer, String> names;
  private final Place place;

  /** Where what is rewritten stands; errors tell it. */
  enum Place {
    SELECT,
    HAVING,
    /** ORDER BY after GROUP BY ALL, which groups by what is selected. */
    AFTER_GROUP_BY_ALL
  }

  /**
   * Makes the rewriter.
   *
   * @param below ids of the columns below the aggregate
   * @param names what the columns below are called in the query
   * @param place what errors are about
   */
  GroupRewriter(
      List<LogicalOperator.Assignment> groups,
      Set<Integer> below,
      Map<Integer, String> names,
      Place place) {
    this.names = names;
    for (LogicalOperator.Assignment group : groups) {
      this.groups.putIfAbsent(group.expr(), group.column());
    }
    this.below = below;
    this.place = place;
  }

  BoundExpr rewrite(BoundExpr expr) {
    ColumnRef group = groups.get(expr);
    if (group != null) {
      return group;
    }
    return switch (expr) {
      case ColumnRef column -> {
        if (below.contains(column.id())) {
          throw ungrouped(column);
        }
        yield column;
      }
      case BoundExpr.Lambda lambda ->
          new BoundExpr.Lambda(
              lambda.parameters(),
              lambda.captureRefs(),
              Expressions.mapAll(lambda.captures(), this::rewrite),
              lambda.body());
      case BoundExpr.Subquery subquery ->
          new BoundExpr.Subquery(
              subquery.kind(),
              Plans.replaceColumns(
                  (LogicalOperator) subquery.plan(),
                  column -> below.contains(((ColumnRef) column).id()) ? rewrite(column) : column),
              Expressions.mapAll(subquery.left(), this::rewrite),
              subquery.op(),
              subquery.negated(),
              subquery.type());
      default -> Expressions.mapChildren(expr, this::rewrite);
    };
  }

  private EiderException ungrouped(ColumnRef column) {
    String name = names.getOrDefault(column.id(), column.name());
    String start = "column \"" + name + "\" must appear in the GROUP BY clause or ";
    return EiderException.binder(
        start
            + switch (place) {
              case HAVING -> "be used in an aggregate function";
              case SELECT ->
                  "must be part of an aggregate function.\nEither add it to the GROUP BY list, or"
                      + " use ANY_VALUE(\""
                      + name
                      + "\") if the exact value of \""
                      + name
                      + "\" is not important.";
              case AFTER_GROUP_BY_ALL ->
                  "must be part of an aggregate function.\nGROUP BY ALL will only group entries in"
                      + " the SELECT list. Add it to the SELECT list or GROUP BY this entry"
                      + " explicitly.";
            });
  }
}
