// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.expr;

import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.function.BoundScalar;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Walks and rewrites expressions. Nothing here looks into the plan of a subquery: {@code
 * plan.Plans} does.
 */
public final class Expressions {
  private Expressions() {}

  /** Calls {@code visitor} with each direct child. */
  public static void forEachChild(BoundExpr expr, Consumer<BoundExpr> visitor) {
    switch (expr) {
      case BoundExpr.Constant c -> {}
      case ColumnRef c -> {}
      case BoundExpr.InputRef c -> {}
      case BoundExpr.Parameter c -> {}
      case BoundExpr.Compare c -> {
        visitor.accept(c.left());
        visitor.accept(c.right());
      }
      case BoundExpr.DistinctFrom c -> {
        visitor.accept(c.left());
        visitor.accept(c.right());
      }
      case BoundExpr.And c -> c.parts().forEach(visitor);
      case BoundExpr.Or c -> c.parts().forEach(visitor);
      case BoundExpr.Not c -> visitor.accept(c.child());
      case BoundExpr.IsNull c -> visitor.accept(c.child());
      case BoundExpr.In c -> {
        visitor.accept(c.child());
        c.items().forEach(visitor);
      }
      case BoundExpr.Case c -> {
        for (BoundExpr.When when : c.whens()) {
          visitor.accept(when.condition());
          visitor.accept(when.result());
        }
        visitor.accept(c.otherwise());
      }
      case BoundExpr.Coalesce c -> c.arguments().forEach(visitor);
      case BoundExpr.Cast c -> visitor.accept(c.child());
      case BoundExpr.Try c -> visitor.accept(c.child());
      case BoundExpr.Call c -> c.arguments().forEach(visitor);
      case BoundExpr.Lambda c -> {
        c.captures().forEach(visitor);
        visitor.accept(c.body());
      }
      case BoundExpr.Subquery c -> c.left().forEach(visitor);
    }
  }

  /** The expression with each direct child replaced; the same object when none changed. */
  public static BoundExpr mapChildren(BoundExpr expr, UnaryOperator<BoundExpr> map) {
    return switch (expr) {
      case BoundExpr.Constant c -> c;
      case ColumnRef c -> c;
      case BoundExpr.InputRef c -> c;
      case BoundExpr.Parameter c -> c;
      case BoundExpr.Compare c -> {
        BoundExpr left = map.apply(c.left());
        BoundExpr right = map.apply(c.right());
        yield left == c.left() && right == c.right()
            ? c
            : new BoundExpr.Compare(c.op(), left, right);
      }
      case BoundExpr.DistinctFrom c -> {
        BoundExpr left = map.apply(c.left());
        BoundExpr right = map.apply(c.right());
        yield left == c.left() && right == c.right()
            ? c
            : new BoundExpr.DistinctFrom(c.not(), left, right);
      }
      case BoundExpr.And c -> {
        List<BoundExpr> parts = mapAll(c.parts(), map);
        yield parts == c.parts() ? c : new BoundExpr.And(parts);
      }
      case BoundExpr.Or c -> {
        List<BoundExpr> parts = mapAll(c.parts(), map);
        yield parts == c.parts() ? c : new BoundExpr.Or(parts);
      }
      case BoundExpr.Not c -> {
        BoundExpr child = map.apply(c.child());
        yield child == c.child() ? c : new BoundExpr.Not(child);
      }
      case BoundExpr.IsNull c -> {
        BoundExpr child = map.apply(c.child());
        yield child == c.child() ? c : new BoundExpr.IsNull(child, c.negated());
      }
      case BoundExpr.In c -> {
        BoundExpr child = map.apply(c.child());
        List<BoundExpr> items = mapAll(c.items(), map);
        yield child == c.child() && items == c.items()
            ? c
            : new BoundExpr.In(child, items, c.negated());
      }
      case BoundExpr.Case c -> mapCase(c, map);
      case BoundExpr.Coalesce c -> {
        List<BoundExpr> arguments = mapAll(c.arguments(), map);
        yield arguments == c.arguments() ? c : new BoundExpr.Coalesce(arguments, c.type());
      }
      case BoundExpr.Cast c -> {
        BoundExpr child = map.apply(c.child());
        yield child == c.child() ? c : new BoundExpr.Cast(child, c.type(), c.tryCast(), c.place());
      }
      case BoundExpr.Try c -> {
        BoundExpr child = map.apply(c.child());
        yield child == c.child() ? c : new BoundExpr.Try(child);
      }
      case BoundExpr.Call c -> {
        List<BoundExpr> arguments = mapAll(c.arguments(), map);
        yield arguments == c.arguments() ? c : new BoundExpr.Call(c.function(), arguments);
      }
      case BoundExpr.Lambda c -> {
        List<BoundExpr> captures = mapAll(c.captures(), map);
        BoundExpr body = map.apply(c.body());
        yield captures == c.captures() && body == c.body()
            ? c
            : new BoundExpr.Lambda(c.parameters(), c.captureRefs(), captures, body);
      }
      case BoundExpr.Subquery c -> {
        List<BoundExpr> left = mapAll(c.left(), map);
        yield left == c.left()
            ? c
            : new BoundExpr.Subquery(c.kind(), c.plan(), left, c.op(), c.negated(), c.type());
      }
    };
  }

  private static BoundExpr mapCase(BoundExpr.Case c, UnaryOperator<BoundExpr> map) {
    boolean changed = false;
    List<BoundExpr.When> whens = new ArrayList<>(c.whens().size());
    for (BoundExpr.When when : c.whens()) {
      BoundExpr condition = map.apply(when.condition());
      BoundExpr result = map.apply(when.result());
      changed |= condition != when.condition() || result != when.result();
      whens.add(new BoundExpr.When(condition, result));
    }
    BoundExpr otherwise = map.apply(c.otherwise());
    changed |= otherwise != c.otherwise();
    return changed ? new BoundExpr.Case(whens, otherwise, c.type()) : c;
  }

  /** Each expression mapped; the same list when none changed. */
  public static List<BoundExpr> mapAll(List<BoundExpr> exprs, UnaryOperator<BoundExpr> map) {
    @Nullable List<BoundExpr> mapped = null;
    for (int i = 0; i < exprs.size(); i++) {
      BoundExpr before = exprs.get(i);
      BoundExpr after = map.apply(before);
      if (mapped == null && after != before) {
        mapped = new ArrayList<>(exprs.subList(0, i));
      }
      if (mapped != null) {
        mapped.add(after);
      }
    }
    return mapped == null ? exprs : mapped;
  }

  /** Rewrites bottom up: children first, then the node itself. */
  public static BoundExpr transform(BoundExpr expr, UnaryOperator<BoundExpr> rule) {
    return rule.apply(mapChildren(expr, child -> transform(child, rule)));
  }

  /** Calls {@code visitor} with the expression and everything below it. */
  public static void walk(BoundExpr expr, Consumer<BoundExpr> visitor) {
    visitor.accept(expr);
    forEachChild(expr, child -> walk(child, visitor));
  }

  /** Whether the expression or something below it passes the test. */
  public static boolean contains(BoundExpr expr, Predicate<BoundExpr> test) {
    if (test.test(expr)) {
      return true;
    }
    boolean[] found = {false};
    forEachChild(
        expr,
        child -> {
          if (!found[0]) {
            found[0] = contains(child, test);
          }
        });
    return found[0];
  }

  /** Adds the ids of the columns an expression reads, parameters of its lambdas left out. */
  public static void addColumns(BoundExpr expr, Set<Integer> ids) {
    switch (expr) {
      case ColumnRef column -> ids.add(column.id());
      case BoundExpr.Lambda lambda -> {
        Set<Integer> body = new HashSet<>();
        addColumns(lambda.body(), body);
        lambda.parameters().forEach(parameter -> body.remove(parameter.id()));
        lambda.captureRefs().forEach(capture -> body.remove(capture.id()));
        ids.addAll(body);
        lambda.captures().forEach(capture -> addColumns(capture, ids));
      }
      default -> forEachChild(expr, child -> addColumns(child, ids));
    }
  }

  /** The ids of the columns an expression reads; see {@link #addColumns}. */
  public static Set<Integer> columns(BoundExpr expr) {
    Set<Integer> ids = new HashSet<>();
    addColumns(expr, ids);
    return ids;
  }

  /** Whether the value can change between rows with the same columns. */
  public static boolean isVolatile(BoundExpr expr) {
    return contains(
        expr,
        e ->
            e instanceof BoundExpr.Call call
                && call.function().stability() == BoundScalar.Stability.VOLATILE);
  }

  /** Whether a subquery stands in the expression. */
  public static boolean hasSubquery(BoundExpr expr) {
    return contains(expr, e -> e instanceof BoundExpr.Subquery);
  }

  /** The conjuncts of a predicate, nested ANDs opened. */
  public static List<BoundExpr> conjuncts(BoundExpr predicate) {
    List<BoundExpr> parts = new ArrayList<>();
    addConjuncts(predicate, parts);
    return parts;
  }

  private static void addConjuncts(BoundExpr predicate, List<BoundExpr> parts) {
    if (predicate instanceof BoundExpr.And and) {
      and.parts().forEach(part -> addConjuncts(part, parts));
    } else {
      parts.add(predicate);
    }
  }

  /** The conjunction of one expression or more. */
  public static BoundExpr and(List<BoundExpr> parts) {
    return parts.size() == 1 ? parts.getFirst() : new BoundExpr.And(parts);
  }
}
