// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.eval;

import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.function.BoundScalar.Stability;
import dev.eider.engine.function.cast.Casts;
import java.util.ArrayList;
import java.util.List;

/** Questions about expressions. */
public final class ExprTraits {
  private ExprTraits() {}

  /** The direct children of an expression, in order of evaluation. */
  public static List<BoundExpr> children(BoundExpr expr) {
    return switch (expr) {
      case BoundExpr.Constant e -> List.of();
      case BoundExpr.ColumnRef e -> List.of();
      case BoundExpr.InputRef e -> List.of();
      case BoundExpr.Parameter e -> List.of();
      case BoundExpr.Compare e -> List.of(e.left(), e.right());
      case BoundExpr.DistinctFrom e -> List.of(e.left(), e.right());
      case BoundExpr.And e -> e.parts();
      case BoundExpr.Or e -> e.parts();
      case BoundExpr.Not e -> List.of(e.child());
      case BoundExpr.IsNull e -> List.of(e.child());
      case BoundExpr.In e -> {
        List<BoundExpr> all = new ArrayList<>();
        all.add(e.child());
        all.addAll(e.items());
        yield all;
      }
      case BoundExpr.Case e -> {
        List<BoundExpr> all = new ArrayList<>();
        for (BoundExpr.When when : e.whens()) {
          all.add(when.condition());
          all.add(when.result());
        }
        all.add(e.otherwise());
        yield all;
      }
      case BoundExpr.Coalesce e -> e.arguments();
      case BoundExpr.Cast e -> List.of(e.child());
      case BoundExpr.Try e -> List.of(e.child());
      case BoundExpr.Call e -> e.arguments();
      case BoundExpr.Lambda e -> {
        List<BoundExpr> all = new ArrayList<>(e.captures());
        all.add(e.body());
        yield all;
      }
      case BoundExpr.Subquery e -> e.left();
    };
  }

  /** Whether some row may make the expression throw. */
  public static boolean canFail(BoundExpr expr) {
    switch (expr) {
      case BoundExpr.Cast cast
          when !cast.tryCast() && Casts.canFail(cast.child().type(), cast.type()) -> {
        return true;
      }
      case BoundExpr.Call call when call.function().canFail() -> {
        return true;
      }
      case BoundExpr.Subquery subquery -> {
        return true;
      }
      case BoundExpr.Try guarded -> {
        return false;
      }
      default -> {}
    }
    for (BoundExpr child : children(expr)) {
      if (canFail(child)) {
        return true;
      }
    }
    return false;
  }

  /** Whether evaluating the expression twice may differ, or has an effect. */
  public static boolean isVolatile(BoundExpr expr) {
    if (expr instanceof BoundExpr.Call call && call.function().stability() == Stability.VOLATILE) {
      return true;
    }
    for (BoundExpr child : children(expr)) {
      if (isVolatile(child)) {
        return true;
      }
    }
    return false;
  }
}
