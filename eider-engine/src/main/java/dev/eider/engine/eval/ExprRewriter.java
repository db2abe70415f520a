// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.eval;

import dev.eider.engine.expr.BoundExpr;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Rebuilds expressions. */
public final class ExprRewriter {
  private ExprRewriter() {}

  /**
   * The expression with each direct child replaced. A lambda's body is not touched (its columns are
   * its own), its captures are. Answers the same object when nothing changed.
   */
  public static BoundExpr mapChildren(BoundExpr expr, UnaryOperator<BoundExpr> map) {
    return switch (expr) {
      case BoundExpr.Constant e -> e;
      case BoundExpr.ColumnRef e -> e;
      case BoundExpr.InputRef e -> e;
      case BoundExpr.Parameter e -> e;
      case BoundExpr.Compare e -> {
        BoundExpr left = map.apply(e.left());
        BoundExpr right = map.apply(e.right());
        yield left == e.left() && right == e.right()
            ? e
            : new BoundExpr.Compare(e.op(), left, right);
      }
      case BoundExpr.DistinctFrom e -> {
        BoundExpr left = map.apply(e.left());
        BoundExpr right = map.apply(e.right());
        yield left == e.left() && right == e.right()
            ? e
            : new BoundExpr.DistinctFrom(e.not(), left, right);
      }
      case BoundExpr.And e -> {
        List<BoundExpr> parts = mapAll(e.parts(), map);
        yield parts == e.parts() ? e : new BoundExpr.And(parts);
      }
      case BoundExpr.Or e -> {
        List<BoundExpr> parts = mapAll(e.parts(), map);
        yield parts == e.parts() ? e : new BoundExpr.Or(parts);
      }
      case BoundExpr.Not e -> {
        BoundExpr child = map.apply(e.child());
        yield child == e.child() ? e : new BoundExpr.Not(child);
      }
      case BoundExpr.IsNull e -> {
        BoundExpr child = map.apply(e.child());
        yield child == e.child() ? e : new BoundExpr.IsNull(child, e.negated());
      }
      case BoundExpr.In e -> {
        BoundExpr child = map.apply(e.child());
        List<BoundExpr> items = mapAll(e.items(), map);
        yield child == e.child() && items == e.items()
            ? e
            : new BoundExpr.In(child, items, e.negated());
      }
      case BoundExpr.Case e -> mapCase(e, map);
      case BoundExpr.Coalesce e -> {
        List<BoundExpr> arguments = mapAll(e.arguments(), map);
        yield arguments == e.arguments() ? e : new BoundExpr.Coalesce(arguments, e.type());
      }
      case BoundExpr.Cast e -> {
        BoundExpr child = map.apply(e.child());
        yield child == e.child() ? e : new BoundExpr.Cast(child, e.type(), e.tryCast(), e.place());
      }
      case BoundExpr.Try e -> {
        BoundExpr child = map.apply(e.child());
        yield child == e.child() ? e : new BoundExpr.Try(child);
      }
      case BoundExpr.Call e -> {
        List<BoundExpr> arguments = mapAll(e.arguments(), map);
        yield arguments == e.arguments() ? e : new BoundExpr.Call(e.function(), arguments);
      }
      case BoundExpr.Lambda e -> {
        List<BoundExpr> captures = mapAll(e.captures(), map);
        yield captures == e.captures()
            ? e
            : new BoundExpr.Lambda(e.parameters(), e.captureRefs(), captures, e.body());
      }
      case BoundExpr.Subquery e -> {
        List<BoundExpr> left = mapAll(e.left(), map);
        yield left == e.left()
            ? e
            : new BoundExpr.Subquery(e.kind(), e.plan(), left, e.op(), e.negated(), e.type());
      }
    };
  }

  /** Each mapped; the same list when nothing changed. */
  public static List<BoundExpr> mapAll(List<BoundExpr> exprs, UnaryOperator<BoundExpr> map) {
    List<BoundExpr> mapped = new ArrayList<>(exprs.size());
    boolean changed = false;
    for (BoundExpr expr : exprs) {
      BoundExpr result = map.apply(expr);
      changed |= result != expr;
      mapped.add(result);
    }
    return changed ? mapped : exprs;
  }

  private static BoundExpr mapCase(BoundExpr.Case e, UnaryOperator<BoundExpr> map) {
    List<BoundExpr.When> whens = new ArrayList<>();
    boolean changed = false;
    for (BoundExpr.When when : e.whens()) {
      BoundExpr condition = map.apply(when.condition());
      BoundExpr result = map.apply(when.result());
      changed |= condition != when.condition() || result != when.result();
      whens.add(new BoundExpr.When(condition, result));
    }
    BoundExpr otherwise = map.apply(e.otherwise());
    changed |= otherwise != e.otherwise();
    return changed ? new BoundExpr.Case(whens, otherwise, e.type()) : e;
  }
}
