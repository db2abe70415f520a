// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.OrderItem;
import dev.eider.engine.sql.ast.WindowSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Rewrites parsed expressions before they are bound. Does not enter subqueries. */
final class AstRewriter {
  private AstRewriter() {}

  /** Whether something in the expression (subqueries left out) passes the test. */
  static boolean contains(Expr expr, java.util.function.Predicate<Expr> test) {
    if (test.test(expr)) {
      return true;
    }
    boolean[] found = {false};
    mapChildren(
        expr,
        child -> {
          if (!found[0]) {
            found[0] = contains(child, test);
          }
          return child;
        });
    return found[0];
  }

  /** Rewrites top down: where {@code rule} answers another expression, its children are left. */
  static Expr rewrite(Expr expr, UnaryOperator<Expr> rule) {
    Expr changed = rule.apply(expr);
    return changed != expr ? changed : mapChildren(expr, child -> rewrite(child, rule));
  }

  /** The expression with each direct child replaced. */
  static Expr mapChildren(Expr expr, UnaryOperator<Expr> map) {
    return switch (expr) {
      case Expr.NullLiteral e -> e;
      case Expr.BooleanLiteral e -> e;
      case Expr.NumberLiteral e -> e;
      case Expr.StringLiteral e -> e;
      case Expr.BlobLiteral e -> e;
      case Expr.BitLiteral e -> e;
      case Expr.ColumnRef e -> e;
      case Expr.Star e -> e;
      case Expr.Columns e -> e;
      case Expr.PositionalRef e -> e;
      case Expr.Parameter e -> e;
      case Expr.Default e -> e;
      case Expr.ScalarSubquery e -> e;
      case Expr.Exists e -> e;
      case Expr.Unpack e -> new Expr.Unpack(map.apply(e.operand()), e.span());
      case Expr.FunctionCall e -> call(e, map);
      case Expr.Unary e -> new Expr.Unary(e.operator(), map.apply(e.operand()), e.span());
      case Expr.Binary e ->
          new Expr.Binary(
              e.operator(), map.apply(e.left()), map.apply(e.right()), e.operatorAt(), e.span());
      case Expr.Conjunction e -> new Expr.Conjunction(e.isAnd(), all(e.operands(), map), e.span());
      case Expr.Not e -> new Expr.Not(map.apply(e.operand()), e.span());
      case Expr.IsNull e -> new Expr.IsNull(map.apply(e.operand()), e.negated(), e.span());
      case Expr.IsDistinctFrom e ->
          new Expr.IsDistinctFrom(map.apply(e.left()), map.apply(e.right()), e.negated(), e.span());
      case Expr.Between e ->
          new Expr.Between(
              map.apply(e.operand()), map.apply(e.low()), map.apply(e.high()), e.span());
      case Expr.InList e ->
          new Expr.InList(map.apply(e.operand()), all(e.candidates(), map), e.span());
      case Expr.Like e ->
          new Expr.Like(
              e.kind(), map.apply(e.operand()), map.apply(e.pattern()), e.negated(), e.span());
      case Expr.Case e -> {
        List<Expr.When> whens = new ArrayList<>();
        for (Expr.When when : e.whens()) {
          whens.add(new Expr.When(map.apply(when.condition()), map.apply(when.result())));
        }
        yield new Expr.Case(whens, map.apply(e.otherwise()), e.span());
      }
      case Expr.Cast e -> new Expr.Cast(map.apply(e.operand()), e.type(), e.isTry(), e.span());
      case Expr.Collate e -> new Expr.Collate(map.apply(e.operand()), e.collation(), e.span());
      case Expr.AnyComparison e ->
          new Expr.AnyComparison(map.apply(e.left()), e.operator(), e.query(), e.span());
      case Expr.ArrayConstructor e -> new Expr.ArrayConstructor(all(e.elements(), map), e.span());
      case Expr.Subscript e ->
          new Expr.Subscript(map.apply(e.operand()), map.apply(e.index()), e.span());
      case Expr.Slice e ->
          new Expr.Slice(
              map.apply(e.operand()),
              nullable(e.from(), map),
              nullable(e.to(), map),
              nullable(e.step(), map),
              e.hasStep(),
              e.span());
      case Expr.FieldAccess e -> new Expr.FieldAccess(map.apply(e.operand()), e.field(), e.span());
      case Expr.Lambda e -> new Expr.Lambda(e.parameters(), map.apply(e.body()), e.span());
      case Expr.Grouping e -> new Expr.Grouping(all(e.columns(), map), e.span());
      case Expr.Coalesce e -> new Expr.Coalesce(all(e.operands(), map), e.span());
      case Expr.Try e -> new Expr.Try(map.apply(e.operand()), e.span());
    };
  }

  private static List<Expr> all(List<Expr> exprs, UnaryOperator<Expr> map) {
    List<Expr> mapped = new ArrayList<>(exprs.size());
    exprs.forEach(e -> mapped.add(map.apply(e)));
    return mapped;
  }

  private static @Nullable Expr nullable(@Nullable Expr expr, UnaryOperator<Expr> map) {
    return expr == null ? null : map.apply(expr);
  }

  private static List<OrderItem> order(List<OrderItem> items, UnaryOperator<Expr> map) {
    List<OrderItem> mapped = new ArrayList<>(items.size());
    for (OrderItem item : items) {
      mapped.add(new OrderItem(map.apply(item.value()), item.direction(), item.nulls()));
    }
    return mapped;
  }

  private static Expr call(Expr.FunctionCall e, UnaryOperator<Expr> map) {
    List<Expr.Argument> arguments = new ArrayList<>();
    for (Expr.Argument argument : e.arguments()) {
      arguments.add(new Expr.Argument(argument.name(), map.apply(argument.value())));
    }
    WindowSpec over = e.over();
    WindowSpec mappedOver =
        over == null
            ? null
            : new WindowSpec(
                all(over.partitionBy(), map),
                order(over.orderBy(), map),
                over.frame(),
                over.span());
    return new Expr.FunctionCall(
        e.name(),
        arguments,
        e.distinct(),
        order(e.orderBy(), map),
        nullable(e.filter(), map),
        e.nulls(),
        e.exportState(),
        mappedOver,
        e.span());
  }

  /** The call with other arguments. */
  static Expr.FunctionCall withArguments(Expr.FunctionCall call, List<Expr.Argument> arguments) {
    return new Expr.FunctionCall(
        call.name(),
        arguments,
        call.distinct(),
        call.orderBy(),
        call.filter(),
        call.nulls(),
        call.exportState(),
        call.over(),
        call.span());
  }
}
