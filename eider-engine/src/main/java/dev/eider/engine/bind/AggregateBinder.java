// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.AggregateCall;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.Expressions;
import dev.eider.engine.expr.SortKey;
import dev.eider.engine.function.AggregateFunction;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundAggregate;
import dev.eider.engine.function.FunctionResolver;
import dev.eider.engine.function.aggregate.ExportedAggregate;
import dev.eider.engine.plan.LogicalOperator.AggregateAssignment;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.OrderItem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Binds calls of aggregate functions. */
final class AggregateBinder {
  private final ExpressionBinder binder;
  private final StatementContext context;

  AggregateBinder(ExpressionBinder binder) {
    this.binder = binder;
    this.context = binder.context;
  }

  /** Puts the aggregate aside and answers the column that stands for it. */
  BoundExpr bind(Expr.FunctionCall call, String name) {
    int at = call.span().start();
    if (binder.clause() == Clause.AGGREGATE) {
      throw EiderException.binder("aggregate function calls cannot be nested", at);
    }
    AggregateCall bound = bindCall(call, name);
    ExpressionBinder owner = owner(bound, at);
    Clause clause = owner.clause();
    if (!clause.allowsAggregates()) {
      throw EiderException.binder(
          clause == Clause.LIMIT
              ? "Aggregate functions are not supported here"
              : clause.text() + " cannot contain aggregates!",
          at);
    }
    ColumnRef known = owner.collected.find(bound);
    if (known != null) {
      return known;
    }
    ColumnRef column = context.column(ExprNames.of(call), bound.type());
    owner.collected.aggregates.add(new AggregateAssignment(column, bound));
    return column;
  }

  /** The query an aggregate belongs to: the innermost whose columns it reads. */
  private ExpressionBinder owner(AggregateCall call, int at) {
    Set<Integer> read = new HashSet<>();
    call.arguments().forEach(argument -> Expressions.addColumns(argument, read));
    if (call.filter() != null) {
      Expressions.addColumns(call.filter(), read);
    }
    call.orderBy().forEach(key -> Expressions.addColumns(key.expr(), read));
    if (read.isEmpty()) {
      return binder;
    }
    for (ExpressionBinder level = binder; level != null; level = level.outer) {
      for (TableBinding table : level.scope.tables()) {
        for (TableBinding.BoundColumn column : table.columns()) {
          if (Expressions.columns(column.expr()).stream().anyMatch(read::contains)) {
            if (level.isLateral()) {
              throw EiderException.binder("LATERAL join cannot contain aggregates", at);
            }
            return level;
          }
        }
      }
    }
    return binder;
  }

  /** Binds the call itself; its arguments may hold neither aggregates nor windows. */
  AggregateCall bindCall(Expr.FunctionCall call, String name) {
    return binder.within(Clause.AGGREGATE, () -> bindParts(call, name));
  }

  /** Binds the call for a window: aggregates are allowed below. */
  AggregateCall bindWindowCall(Expr.FunctionCall call, String name) {
    return binder.within(Clause.WINDOW, () -> bindParts(call, name));
  }

  private AggregateCall bindParts(Expr.FunctionCall call, String name) {
    int at = call.span().start();
    List<BoundExpr> arguments = new ArrayList<>();
    List<String> names = new ArrayList<>();
    String function = name;
    List<OrderItem> order = call.orderBy();
    int orderedSet = orderedSetArguments(name, order);
    if (orderedSet > 0) {
      requireKnownNames(name, call, orderedSet);
      if (call.arguments().size() < orderedSet) {
        // WITHIN GROUP: what is ordered by is the first argument.
        arguments.add(binder.bind(order.getFirst().value()));
        names.add("");
      }
      boolean descending = isDescending(order.getFirst());
      for (Expr.Argument argument : call.arguments()) {
        arguments.add(binder.bind(argument.value()));
        names.add(argument.name() == null ? "" : argument.name());
      }
      if (orderedSet > 1) {
        Value fraction = TypeRules.foldToConstant(arguments.getLast(), context.env);
        if (fraction != null) {
          arguments.set(
              arguments.size() - 1,
              new BoundExpr.Constant(PercentileFractions.inDirection(fraction, descending)));
        }
        order = List.of();
      }
    } else {
      for (Expr.Argument argument : call.arguments()) {
        if (argument.value() instanceof Expr.Star star) {
          throw EiderException.binder(
              "STAR expression is only allowed as the root element of an expression. Use COLUMNS(*)"
                  + " instead.",
              star.span().start());
        }
        arguments.add(binder.bind(argument.value()));
        names.add(argument.name() == null ? "" : argument.name());
      }
    }
    for (OrderItem item : order) {
      boolean integer =
          item.value() instanceof Expr.NumberLiteral number
              && number.kind() == Expr.NumberLiteral.Kind.INTEGER;
      if (!integer && SelectBinder.isOtherLiteral(context, item.value())) {
        throw EiderException.binder(
            "ORDER BY non-integer literal has no effect.\n* SET order_by_non_integer_literal=true to"
                + " allow this behavior.\n\nPerhaps you misplaced ORDER BY; ORDER BY must appear"
                + " after all regular arguments of the aggregate.",
            item.value().span().start());
      }
    }
    if (arguments.isEmpty() && function.equals("count")) {
      function = knows("count_star") ? "count_star" : "count";
    }
    Expr filter = call.filter();
    BoundExpr condition =
        filter == null
            ? null
            : context.coercion.toBoolean(binder.bind(filter), filter.span().start());
    List<SortKey> keys = new OrderKeys(context).bind(order, binder);
    AggregateCall plain = resolve(function, arguments, names, call.distinct(), condition, keys, at);
    return call.exportState() ? exporting(function, arguments, names, plain, at) : plain;
  }

  /** The call that gives its states; an ordered one keeps the rows and sorts them at the end. */
  private AggregateCall exporting(
      String name, List<BoundExpr> arguments, List<String> names, AggregateCall plain, int at) {
    List<Argument> seen = FunctionResolver.plainAll(seen(arguments, names));
    ExportedAggregate states;
    try {
      AggregateFunction chosen =
          TypeRules.chooseAggregate(name, context.env.functions().aggregates(name), seen);
      states = ExportedAggregate.of(chosen.bind(seen, context.env::setting), seen);
    } catch (EiderException e) {
      throw e.at(at);
    }
    if (plain.orderBy().isEmpty()) {
      return new AggregateCall(
          states.exporting(), plain.arguments(), plain.distinct(), plain.filter(), List.of());
    }
    List<BoundExpr> values = new ArrayList<>(plain.arguments());
    List<LogicalType.StateOrder> order = new ArrayList<>();
    for (SortKey key : plain.orderBy()) {
      if (!values.contains(key.expr())) {
        values.add(key.expr());
      }
      order.add(
          new LogicalType.StateOrder(
              values.indexOf(key.expr()), key.descending(), key.nullsFirst()));
    }
    List<String> fields = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      fields.add("v" + i);
    }
    BoundExpr row = binder.functions().structPack(fields, values, at);
    return new AggregateCall(
        states.sorted(row.type(), order).exporting(),
        List.of(row),
        plain.distinct(),
        plain.filter(),
        List.of());
  }

  private List<Argument> seen(List<BoundExpr> arguments, List<String> names) {
    List<Argument> seen = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      seen.add(binder.functions().argument(arguments.get(i), names.get(i)));
    }
    return seen;
  }

  /** How many arguments an ordered-set aggregate has with what it orders by; else 0. */
  private static int orderedSetArguments(String name, List<OrderItem> order) {
    if (order.size() != 1) {
      return 0;
    }
    return switch (name) {
      case "quantile_cont", "quantile_disc", "quantile" -> 2;
      case "mode", "median" -> 1;
      default -> 0;
    };
  }

  /** The fraction may be called by its name; there is no other. */
  private static void requireKnownNames(String name, Expr.FunctionCall call, int orderedSet) {
    for (Expr.Argument argument : call.arguments()) {
      String label = argument.name();
      if (label != null && !(orderedSet == 2 && label.equalsIgnoreCase("quantile"))) {
        throw EiderException.binder(
            "No function matches the given name and argument types '"
                + name
                + "(\""
                + label
                + "\" := ...)'. You might need to add explicit type casts.",
            call.span().start());
      }
    }
  }

  private boolean isDescending(OrderItem item) {
    return item.direction() == OrderItem.Direction.DESCENDING;
  }

  private boolean knows(String name) {
    return !context.env.functions().aggregates(name).isEmpty();
  }

  /** A call by name with bound arguments. */
  AggregateCall resolve(
      String name,
      List<BoundExpr> arguments,
      List<String> names,
      boolean distinct,
      @Nullable BoundExpr filter,
      List<SortKey> keys,
      int at) {
    List<Argument> seen = seen(arguments, names);
    AggregateFunction.Binding binding;
    try {
      AggregateFunction chosen =
          TypeRules.chooseAggregate(name, context.env.functions().aggregates(name), seen);
      binding = chosen.bind(FunctionResolver.plainAll(seen), context.env::setting);
    } catch (EiderException e) {
      throw e.at(at);
    }
    BoundAggregate function = binding.function();
    List<BoundExpr> passed = new ArrayList<>();
    for (int i = 0; i < binding.arguments().size(); i++) {
      passed.add(
          context.coercion.cast(
              arguments.get(binding.arguments().get(i)), function.parameters().get(i)));
    }
    if (!keys.isEmpty() && (isRounded(function) || keepsBest(function))) {
      function = function.inOrder();
    }
    boolean keepDistinct = distinct && function.distinctSensitive() && !passed.isEmpty();
    List<SortKey> keptKeys = function.orderSensitive() ? keys : List.of();
    if (distinct && binder.clause() != Clause.WINDOW) {
      for (SortKey key : keys) {
        if (!followsFrom(key.expr(), arguments)) {
          throw EiderException.binder(
              "In a DISTINCT aggregate, ORDER BY expressions must appear in the argument list", at);
        }
      }
    }
    return new AggregateCall(function, passed, keepDistinct, filter, keptKeys);
  }

  /** Whether the order of rows shows in the last digits: sums of floating-point numbers. */
  private static boolean isRounded(BoundAggregate function) {
    return !function.parameters().isEmpty()
        && function.parameters().getFirst().equals(LogicalType.DOUBLE)
        && function.returnType().equals(LogicalType.DOUBLE)
        && function.distinctSensitive();
  }

  /** Whether it keeps the n best rows by a key: the order decides among rows of equal keys. */
  private static boolean keepsBest(BoundAggregate function) {
    return function.parameters().size() == 3
        && function.returnType() instanceof LogicalType.ListOf list
        && list.child().equals(function.parameters().getFirst());
  }

  /** Whether an expression has one value for each combination of the arguments. */
  private static boolean followsFrom(BoundExpr expr, List<BoundExpr> arguments) {
    if (Expressions.isVolatile(expr)) {
      return false;
    }
    if (expr instanceof BoundExpr.Constant || arguments.contains(expr)) {
      return true;
    }
    List<BoundExpr> children = new ArrayList<>();
    Expressions.forEachChild(expr, children::add);
    return !children.isEmpty()
        && children.stream().allMatch(child -> followsFrom(child, arguments));
  }

  /** {@code first(x)}. */
  AggregateCall first(BoundExpr value) {
    return resolve("first", List.of(value), List.of(""), false, null, List.of(), -1);
  }

  /** {@code count(*)}. */
  AggregateCall countStar() {
    return resolve(
        knows("count_star") ? "count_star" : "count",
        List.of(),
        List.of(),
        false,
        null,
        List.of(),
        -1);
  }

  /** A constant of type BIGINT. */
  static BoundExpr bigint(long value) {
    return new BoundExpr.Constant(new Value(LogicalType.BIGINT, value));
  }
}
