// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.optimize;

import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.Expressions;
import dev.eider.engine.plan.LogicalOperator.JoinCondition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Derives filters through equalities: from {@code a = b} and {@code a < 5} follows {@code b < 5}.
 */
final class ImpliedFilters {
  private ImpliedFilters() {}

  /** Filters over one side of an inner join that follow from the conjuncts. */
  static List<BoundExpr> of(
      Collection<BoundExpr> conjuncts, Set<Integer> left, Set<Integer> right) {
    Map<Integer, ColumnRef> equal = new HashMap<>();
    Set<Integer> several = new HashSet<>();
    for (BoundExpr part : conjuncts) {
      if (part instanceof BoundExpr.Compare c
          && c.op() == CompareOp.EQ
          && c.left() instanceof ColumnRef a
          && c.right() instanceof ColumnRef b
          && a.type().equals(b.type())
          && left.contains(a.id()) != left.contains(b.id())) {
        link(a, b, equal, several);
        link(b, a, equal, several);
      }
    }
    return derive(conjuncts, equal, left, right);
  }

  private static void link(
      ColumnRef from, ColumnRef to, Map<Integer, ColumnRef> equal, Set<Integer> several) {
    if (equal.putIfAbsent(from.id(), to) != null) {
      several.add(from.id());
    }
  }

  private static List<BoundExpr> derive(
      Collection<BoundExpr> conjuncts,
      Map<Integer, ColumnRef> equal,
      Set<Integer> left,
      Set<Integer> right) {
    List<BoundExpr> implied = new ArrayList<>();
    if (equal.isEmpty()) {
      return implied;
    }
    for (BoundExpr part : conjuncts) {
      Set<Integer> used = Expressions.columns(part);
      if (used.size() != 1 || !isSimple(part)) {
        continue;
      }
      int id = used.iterator().next();
      ColumnRef other = equal.get(id);
      if (other == null || !(left.contains(id) || right.contains(id))) {
        continue;
      }
      BoundExpr derived =
          Expressions.transform(
              part, e -> e instanceof ColumnRef column && column.id() == id ? other : e);
      if (!conjuncts.contains(derived)) {
        implied.add(derived);
      }
    }
    return implied;
  }

  /** Filters over the right (or left) side that follow from filters over the other side. */
  static List<BoundExpr> across(
      List<BoundExpr> filters, List<JoinCondition> conditions, boolean fromLeft) {
    Map<Integer, ColumnRef> equal = new HashMap<>();
    Set<Integer> ids = new HashSet<>();
    for (JoinCondition condition : conditions) {
      if (condition.op() == CompareOp.EQ
          && !condition.nullSafe()
          && condition.left() instanceof ColumnRef a
          && condition.right() instanceof ColumnRef b
          && a.type().equals(b.type())) {
        ColumnRef from = fromLeft ? a : b;
        equal.putIfAbsent(from.id(), fromLeft ? b : a);
        ids.add(from.id());
      }
    }
    return derive(filters, equal, ids, Set.of());
  }

  /** Comparisons with constants: cheap to test again, and they never fail. */
  private static boolean isSimple(BoundExpr part) {
    return switch (part) {
      case BoundExpr.Compare c ->
          c.left() instanceof ColumnRef && c.right() instanceof BoundExpr.Constant
              || c.right() instanceof ColumnRef && c.left() instanceof BoundExpr.Constant;
      case BoundExpr.In in ->
          in.child() instanceof ColumnRef
              && in.items().stream().allMatch(i -> i instanceof BoundExpr.Constant);
      case BoundExpr.Or or -> or.parts().stream().allMatch(ImpliedFilters::isSimple);
      default -> false;
    };
  }
}
