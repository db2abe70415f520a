// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.optimize;

import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.Expressions;
import dev.eider.engine.plan.LogicalOperator.JoinCondition;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What rules ask of predicates. */
final class Predicates {
  private Predicates() {}

  /** The predicate as a comparison of a left with a right expression, or null. */
  static @Nullable JoinCondition joinCondition(
      BoundExpr predicate, Set<Integer> leftIds, Set<Integer> rightIds) {
    return switch (predicate) {
      case BoundExpr.Compare c -> sides(c.left(), c.op(), c.right(), false, leftIds, rightIds);
      case BoundExpr.DistinctFrom d ->
          d.not() ? sides(d.left(), CompareOp.EQ, d.right(), true, leftIds, rightIds) : null;
      default -> null;
    };
  }

  private static @Nullable JoinCondition sides(
      BoundExpr a,
      CompareOp op,
      BoundExpr b,
      boolean nullSafe,
      Set<Integer> leftIds,
      Set<Integer> rightIds) {
    Set<Integer> ofA = Expressions.columns(a);
    Set<Integer> ofB = Expressions.columns(b);
    if (ofA.isEmpty() || ofB.isEmpty()) {
      return null;
    }
    if (leftIds.containsAll(ofA) && rightIds.containsAll(ofB)) {
      return new JoinCondition(a, op, b, nullSafe);
    }
    if (leftIds.containsAll(ofB) && rightIds.containsAll(ofA)) {
      return new JoinCondition(b, op.flip(), a, nullSafe);
    }
    return null;
  }

  /** A join condition as the predicate it stands for. */
  static BoundExpr predicate(JoinCondition condition) {
    return condition.nullSafe()
        ? new BoundExpr.DistinctFrom(true, condition.left(), condition.right())
        : new BoundExpr.Compare(condition.op(), condition.left(), condition.right());
  }

  /** Whether the predicate cannot be true when all columns of {@code ids} are NULL. */
  static boolean rejectsNull(BoundExpr predicate, Set<Integer> ids) {
    return switch (predicate) {
      case BoundExpr.Compare c -> isNullThen(c.left(), ids) || isNullThen(c.right(), ids);
      case BoundExpr.IsNull n -> n.negated() && isNullThen(n.child(), ids);
      case BoundExpr.In in -> isNullThen(in.child(), ids);
      case BoundExpr.Not not -> isNullThen(not.child(), ids);
      case BoundExpr.And and -> and.parts().stream().anyMatch(p -> rejectsNull(p, ids));
      case BoundExpr.Or or -> or.parts().stream().allMatch(p -> rejectsNull(p, ids));
      default -> isNullThen(predicate, ids);
    };
  }

  /** Whether the expression is NULL when all columns of {@code ids} are. */
  static boolean isNullThen(BoundExpr expr, Set<Integer> ids) {
    return switch (expr) {
      case BoundExpr.ColumnRef c -> ids.contains(c.id());
      case BoundExpr.Cast c -> isNullThen(c.child(), ids);
      case BoundExpr.Compare c -> isNullThen(c.left(), ids) || isNullThen(c.right(), ids);
      case BoundExpr.Not n -> isNullThen(n.child(), ids);
      case BoundExpr.Call call ->
          call.function().nulls() == dev.eider.engine.function.ScalarKernel.NullHandling.PROPAGATE
              && call.arguments().stream().anyMatch(a -> isNullThen(a, ids));
      default -> false;
    };
  }
}
