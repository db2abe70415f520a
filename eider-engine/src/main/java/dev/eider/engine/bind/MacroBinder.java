// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.catalog.CatalogEntry;
import dev.eider.base.error.EiderException;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.OrderItem;
import dev.eider.engine.sql.ast.WindowSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Expands calls of macros: the arguments are bound where the call stands, then the body. */
final class MacroBinder {
  private final ExpressionBinder binder;

  MacroBinder(ExpressionBinder binder) {
    this.binder = binder;
  }

  BoundExpr expand(Databases.Found found, Expr.FunctionCall call) {
    return expand((CatalogEntry.MacroEntry) found.entry(), call, null);
  }

  /** A macro that is part of the dialect; with the window of the call, if it has one. */
  BoundExpr expand(CatalogEntry.MacroEntry macro, Expr.FunctionCall call) {
    return expand(macro, call, call.over());
  }

  /** A macro as window function: the aggregate of its body gets the window of the call. */
  BoundExpr expandOver(Databases.Found found, Expr.FunctionCall call, WindowSpec window) {
    return expand((CatalogEntry.MacroEntry) found.entry(), call, window);
  }

  private BoundExpr expand(
      CatalogEntry.MacroEntry macro, Expr.FunctionCall call, @Nullable WindowSpec window) {
    int at = call.span().start();
    if (call.distinct() || call.filter() != null || !call.orderBy().isEmpty()) {
      throw EiderException.binder(
          "Function \""
              + macro.name()
              + "\" is a Macro Function. \"DISTINCT\", \"FILTER\", and"
              + " \"ORDER BY\" are only applicable to aggregate functions.",
          at);
    }
    CatalogEntry.MacroOverload overload = choose(macro, call.arguments(), at);
    Map<String, BoundExpr> arguments = arguments(binder, overload, macro, call.arguments(), at);
    binder.context.enterDefinition(macro.name());
    try {
      Expr definition = Definitions.expression(overload.bodySql());
      Expr body = window == null ? definition : over(definition, window, arguments);
      return binder.withMacro(
          arguments,
          () -> {
            binder.setAliases(null);
            try {
              return binder.bind(body);
            } catch (EiderException e) {
              // Positions in the body mean nothing in the statement's text.
              throw new EiderException(e.type(), e.detail(), at, e);
            }
          });
    } finally {
      binder.context.leaveDefinition();
    }
  }

  /**
   * The body with the window at its aggregate. What the window reads is bound here, where the call
   * stands: a parameter of the macro may have the name of a column.
   */
  private Expr over(Expr body, WindowSpec window, Map<String, BoundExpr> arguments) {
    List<Expr> partition = new ArrayList<>();
    for (Expr key : window.partitionBy()) {
      partition.add(outside(key, arguments));
    }
    List<OrderItem> order = new ArrayList<>();
    for (OrderItem item : window.orderBy()) {
      order.add(new OrderItem(outside(item.value(), arguments), item.direction(), item.nulls()));
    }
    WindowSpec seen = new WindowSpec(partition, order, window.frame(), window.span());
    int[] aggregates = {0};
    AstRewriter.contains(
        body,
        e -> {
          aggregates[0] +=
              e instanceof Expr.FunctionCall call
                      && binder.functions().isAggregate(call.name().name())
                  ? 1
                  : 0;
          return false;
        });
    if (aggregates[0] != 1) {
      throw EiderException.binder(
          "Window function macro bodies must contain exactly one aggregate function");
    }
    return AstRewriter.rewrite(
        body,
        e ->
            e instanceof Expr.FunctionCall call
                    && call.over() == null
                    && binder.functions().isAggregate(call.name().name())
                ? new Expr.FunctionCall(
                    call.name(),
                    call.arguments(),
                    call.distinct(),
                    call.orderBy(),
                    call.filter(),
                    call.nulls(),
                    call.exportState(),
                    seen,
                    call.span())
                : e);
  }

  private Expr outside(Expr expr, Map<String, BoundExpr> arguments) {
    String name = "\u0000over" + arguments.size();
    arguments.put(name, binder.bind(expr, Clause.WINDOW));
    return new Expr.ColumnRef(List.of(name), expr.span());
  }

  /** The overload whose parameters fit the arguments. */
  static CatalogEntry.MacroOverload choose(
      CatalogEntry.MacroEntry macro, List<Expr.Argument> arguments, int at) {
    for (CatalogEntry.MacroOverload overload : macro.overloads()) {
      if (fits(overload, arguments)) {
        return overload;
      }
    }
    StringBuilder candidates = new StringBuilder();
    for (CatalogEntry.MacroOverload overload : macro.overloads()) {
      candidates
          .append("\n\t")
          .append(macro.name())
          .append('(')
          .append(String.join(", ", overload.parameters()))
          .append(')');
    }
    throw EiderException.binder(
        "Macro \""
            + macro.name()
            + "\" does not support the supplied arguments. You might need to add explicit type"
            + " casts.\nCandidate macros:"
            + candidates,
        at);
  }

  private static boolean fits(CatalogEntry.MacroOverload overload, List<Expr.Argument> arguments) {
    @Nullable Expr[] given = new Expr[overload.parameters().size()];
    int next = 0;
    for (Expr.Argument argument : arguments) {
      String name = argument.name();
      int index = name == null ? next++ : indexOf(overload, name);
      if (index < 0 || index >= given.length || given[index] != null) {
        return false;
      }
      given[index] = argument.value();
    }
    for (int i = 0; i < given.length; i++) {
      if (given[i] == null && overload.defaults().get(i) == null) {
        return false;
      }
    }
    return true;
  }

  private static int indexOf(CatalogEntry.MacroOverload overload, String name) {
    for (int i = 0; i < overload.parameters().size(); i++) {
      if (overload.parameters().get(i).equalsIgnoreCase(name)) {
        return i;
      }
    }
    return -1;
  }

  /** The bound values of the parameters. */
  static Map<String, BoundExpr> arguments(
      ExpressionBinder binder,
      CatalogEntry.MacroOverload overload,
      CatalogEntry.MacroEntry macro,
      List<Expr.Argument> arguments,
      int at) {
    List<@Nullable BoundExpr> values = new ArrayList<>();
    overload.parameters().forEach(parameter -> values.add(null));
    int next = 0;
    for (Expr.Argument argument : arguments) {
      String name = argument.name();
      int index = name == null ? next++ : indexOf(overload, name);
      values.set(index, binder.bind(argument.value()));
    }
    Map<String, BoundExpr> bound = new LinkedHashMap<>();
    for (int i = 0; i < values.size(); i++) {
      BoundExpr value = values.get(i);
      if (value == null) {
        String sql = overload.defaults().get(i);
        if (sql == null) {
          throw EiderException.binder(
              "Macro \""
                  + macro.name()
                  + "\" needs a value for \""
                  + overload.parameters().get(i)
                  + "\"",
              at);
        }
        value = binder.bind(Definitions.expression(sql));
      }
      bound.put(overload.parameters().get(i), value);
    }
    return bound;
  }
}
