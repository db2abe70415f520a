// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.catalog.Catalog.EntryKind;
import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.AggregateCall;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.SortKey;
import dev.eider.engine.expr.WindowCall;
import dev.eider.engine.plan.LogicalOperator.WindowAssignment;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.WindowSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Binds window calls and named windows. */
final class WindowBinder {
  private final ExpressionBinder binder;
  private final StatementContext context;

  WindowBinder(ExpressionBinder binder) {
    this.binder = binder;
    this.context = binder.context;
  }

  /** Puts the window call aside and answers the column that stands for it. */
  BoundExpr bind(Expr.FunctionCall call) {
    int at = call.span().start();
    Clause clause = binder.clause();
    if (!clause.allowsWindows()) {
      throw EiderException.binder(
          clause == Clause.WINDOW
              ? "window functions are not allowed in window definitions"
              : clause == Clause.AGGREGATE
                  ? "aggregate function calls cannot contain window function calls"
                  : clause == Clause.LIMIT
                      ? "Window functions are not supported here"
                      : clause.text() + " cannot contain window functions!",
          at);
    }
    WindowCall bound = binder.within(Clause.WINDOW, () -> bindCall(call));
    ColumnRef known = binder.collected.find(bound);
    if (known != null) {
      return known;
    }
    ColumnRef column = context.column(ExprNames.of(call), bound.type());
    binder.collected.windows.add(new WindowAssignment(column, bound));
    return column;
  }

  private WindowCall bindCall(Expr.FunctionCall call) {
    String name = call.name().name().toLowerCase(Locale.ROOT);
    int at = call.span().start();
    WindowSpec spec = Objects.requireNonNull(call.over());
    List<BoundExpr> partition = binder.bindAll(spec.partitionBy());
    List<SortKey> order = new OrderKeys(context).bind(spec.orderBy(), binder);
    WindowCall.Frame frame = frame(spec.frame(), order, at);
    WindowCall.Kind kind = kind(name);
    boolean ignoreNulls = call.ignoreNulls();
    if (kind == null) {
      if (context.env.databases().find(EntryKind.MACRO, call.name()) != null
          && !binder.functions().isAggregate(name)) {
        throw EiderException.binder("Macros cannot be used as window functions", at);
      }
      if (!binder.functions().isAggregate(name)) {
        boolean scalar = !context.env.functions().scalars(name).isEmpty();
        if (scalar) {
          throw EiderException.catalog(name + " is not an aggregate function").at(at);
        }
        throw binder.functions().unknown(name, at);
      }
      AggregateCall aggregate = binder.functions().aggregates().bindWindowCall(call, name);
      BoundExpr filter = aggregate.filter();
      if (ignoreNulls && !aggregate.arguments().isEmpty()) {
        // Aggregates skip rows by filter: IGNORE NULLS is the filter "argument is not null".
        BoundExpr notNull = new BoundExpr.IsNull(aggregate.arguments().getFirst(), true);
        filter = filter == null ? notNull : new BoundExpr.And(List.of(filter, notNull));
      }
      return new WindowCall(
          null,
          new AggregateCall(
              aggregate.function(), aggregate.arguments(), aggregate.distinct(), null, List.of()),
          aggregate.arguments(),
          false,
          partition,
          order,
          frame,
          filter,
          aggregate.distinct(),
          aggregate.orderBy(),
          aggregate.type());
    }
    Expr filterExpr = call.filter();
    if (filterExpr != null && !isValueFunction(kind)) {
      throw EiderException.binder(
          "FILTER is not implemented for non-aggregate window functions!", at);
    }
    if (call.distinct()) {
      throw EiderException.binder(
          "DISTINCT is not implemented for non-aggregate window functions!", at);
    }
    BoundExpr filter =
        filterExpr == null ? null : context.coercion.toBoolean(binder.bind(filterExpr), at);
    List<BoundExpr> arguments = new ArrayList<>();
    for (Expr.Argument argument : call.arguments()) {
      arguments.add(binder.bind(argument.value()));
    }
    List<BoundExpr> checked = arguments(kind, name, arguments, at);
    List<SortKey> argumentOrder = new OrderKeys(context).bind(call.orderBy(), binder);
    return new WindowCall(
        kind,
        null,
        checked,
        ignoreNulls,
        partition,
        order,
        frame,
        filter,
        false,
        argumentOrder,
        type(kind, checked));
  }

  private static boolean isValueFunction(WindowCall.Kind kind) {
    return switch (kind) {
      case FIRST_VALUE, LAST_VALUE, NTH_VALUE -> true;
      default -> false;
    };
  }

  static WindowCall.@Nullable Kind kind(String name) {
    return switch (name) {
      case "row_number" -> WindowCall.Kind.ROW_NUMBER;
      case "rank" -> WindowCall.Kind.RANK;
      case "dense_rank", "rank_dense" -> WindowCall.Kind.DENSE_RANK;
      case "percent_rank" -> WindowCall.Kind.PERCENT_RANK;
      case "cume_dist" -> WindowCall.Kind.CUME_DIST;
      case "ntile" -> WindowCall.Kind.NTILE;
      case "lead" -> WindowCall.Kind.LEAD;
      case "lag" -> WindowCall.Kind.LAG;
      case "first_value" -> WindowCall.Kind.FIRST_VALUE;
      case "last_value" -> WindowCall.Kind.LAST_VALUE;
      case "nth_value" -> WindowCall.Kind.NTH_VALUE;
      case "fill" -> WindowCall.Kind.FILL;
      default -> null;
    };
  }

  private List<BoundExpr> arguments(
      WindowCall.Kind kind, String name, List<BoundExpr> arguments, int at) {
    int least;
    int most;
    switch (kind) {
      case ROW_NUMBER, RANK, DENSE_RANK, PERCENT_RANK, CUME_DIST -> {
        least = 0;
        most = 0;
      }
      case NTILE, FIRST_VALUE, LAST_VALUE, FILL -> {
        least = 1;
        most = 1;
      }
      case NTH_VALUE -> {
        least = 2;
        most = 2;
      }
      case LEAD, LAG -> {
        least = 1;
        most = 3;
      }
      default -> throw EiderException.internal("window function " + kind);
    }
    if (arguments.size() < least || arguments.size() > most) {
      throw EiderException.binder("Incorrect number of parameters for " + name, at);
    }
    List<BoundExpr> result = new ArrayList<>(arguments);
    Coercion coercion = context.coercion;
    switch (kind) {
      case NTILE -> result.set(0, coercion.cast(result.get(0), LogicalType.BIGINT));
      case NTH_VALUE -> result.set(1, coercion.cast(result.get(1), LogicalType.BIGINT));
      case LEAD, LAG -> {
        if (result.size() > 1) {
          result.set(1, coercion.cast(result.get(1), LogicalType.BIGINT));
        }
        if (result.size() > 2) {
          LogicalType type = coercion.unify(List.of(result.get(0), result.get(2)), name, at);
          result.set(0, coercion.cast(result.get(0), type));
          result.set(2, coercion.cast(result.get(2), type));
        }
      }
      default -> {}
    }
    return result;
  }

  private static LogicalType type(WindowCall.Kind kind, List<BoundExpr> arguments) {
    return switch (kind) {
      case ROW_NUMBER, RANK, DENSE_RANK, NTILE -> LogicalType.BIGINT;
      case PERCENT_RANK, CUME_DIST -> LogicalType.DOUBLE;
      case LEAD, LAG, FIRST_VALUE, LAST_VALUE, NTH_VALUE, FILL -> arguments.getFirst().type();
    };
  }

  private WindowCall.Frame frame(WindowSpec.@Nullable Frame frame, List<SortKey> order, int at) {
    if (frame == null) {
      return WindowCall.Frame.DEFAULT;
    }
    boolean hasOffset = frame.start().offset() != null || frame.end().offset() != null;
    if (frame.unit() == WindowSpec.Unit.RANGE && hasOffset && order.size() != 1) {
      throw EiderException.binder("RANGE frames must have only one ORDER BY expression", at);
    }
    if (frame.unit() == WindowSpec.Unit.GROUPS && order.isEmpty()) {
      throw EiderException.binder("GROUPS frames must have an ORDER BY expression", at);
    }
    if (frame.start().kind() == WindowSpec.BoundKind.UNBOUNDED_FOLLOWING) {
      throw EiderException.parser("frame start cannot be UNBOUNDED FOLLOWING", at);
    }
    if (frame.end().kind() == WindowSpec.BoundKind.UNBOUNDED_PRECEDING) {
      throw EiderException.parser("frame end cannot be UNBOUNDED PRECEDING", at);
    }
    return new WindowCall.Frame(
        WindowCall.Unit.valueOf(frame.unit().name()),
        WindowCall.BoundKind.valueOf(frame.start().kind().name()),
        offset(frame.unit(), frame.start(), order, at),
        WindowCall.BoundKind.valueOf(frame.end().kind().name()),
        offset(frame.unit(), frame.end(), order, at),
        WindowCall.Exclude.valueOf(frame.exclude().name()));
  }

  private @Nullable BoundExpr offset(
      WindowSpec.Unit unit, WindowSpec.Bound bound, List<SortKey> order, int at) {
    Expr expr = bound.offset();
    if (expr == null) {
      return null;
    }
    BoundExpr offset = binder.bind(expr);
    if (unit != WindowSpec.Unit.RANGE) {
      return context.coercion.cast(offset, LogicalType.BIGINT);
    }
    BoundExpr key = order.getFirst().expr();
    boolean minus =
        (bound.kind() == WindowSpec.BoundKind.PRECEDING) != order.getFirst().descending();
    if (offset instanceof BoundExpr.Constant constant
        && constant.value().type().isNumeric()
        && isNegative(constant.value())) {
      throw new EiderException(
          ErrorType.OUT_OF_RANGE, "Invalid RANGE " + bound.kind() + " value", at, null);
    }
    BoundExpr border = binder.functions().operator(minus ? "-" : "+", List.of(key, offset), at);
    return context.coercion.cast(border, key.type());
  }

  private static boolean isNegative(Value value) {
    return value.object() instanceof Number number && number.doubleValue() < 0;
  }
}
