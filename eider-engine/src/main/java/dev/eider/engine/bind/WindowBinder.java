// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.catalog.Catalog.EntryKind;
import dev.eider.base.catalog.CatalogEntry;
import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.AggregateCall;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.Expressions;
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
              ? "window function calls cannot be nested"
              : clause == Clause.AGGREGATE
                  ? "aggregate function calls cannot contain window function calls"
                  : clause == Clause.LIMIT
                      ? "Window functions are not supported here"
                      : clause.text() + " cannot contain window functions!",
          at);
    }
    Databases.Found macro = context.env.databases().find(EntryKind.MACRO, call.name());
    if (macro != null) {
      return new MacroBinder(binder).expandOver(macro, call, Objects.requireNonNull(call.over()));
    }
    CatalogEntry.MacroEntry builtin = BuiltinMacros.findFunction(call.name().name());
    if (builtin != null) {
      return new MacroBinder(binder).expand(builtin, call);
    }
    WindowCall bound = binder.within(Clause.WINDOW, () -> bindCall(call));
    // Equal calls are one, unless each of them draws its own values.
    boolean isVolatile =
        bound.arguments().stream().anyMatch(Expressions::isVolatile)
            || bound.filter() != null && Expressions.isVolatile(bound.filter());
    ColumnRef known = isVolatile ? null : binder.collected.find(bound);
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
    List<BoundExpr> partition = Collations.sortForms(binder.bindAll(spec.partitionBy()), context);
    List<SortKey> order = new OrderKeys(context).bind(spec.orderBy(), binder);
    WindowCall.Frame frame = frame(spec.frame(), order, at);
    WindowCall.Kind kind = kind(name);
    boolean ignoreNulls = call.ignoreNulls();
    if (kind == null) {
      if (!binder.functions().isAggregate(name)) {
        boolean scalar = !context.env.functions().scalars(name).isEmpty();
        if (scalar) {
          throw EiderException.catalog(name + " is not an aggregate function").at(at);
        }
        throw binder.functions().unknown(name, at);
      }
      if (call.nulls() != Expr.NullTreatment.UNSPECIFIED) {
        throw EiderException.binder(
            "RESPECT/IGNORE NULLS is not supported for windowed aggregates", at);
      }
      AggregateCall aggregate = binder.functions().aggregates().bindWindowCall(call, name);
      BoundExpr filter = aggregate.filter();
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
    requirePlain(call, kind, name, at);
    List<BoundExpr> checked = arguments(kind, name, call.arguments(), at);
    List<SortKey> argumentOrder = new OrderKeys(context).bind(call.orderBy(), binder);
    if (kind == WindowCall.Kind.FILL) {
      requireSubtraction(checked.getFirst(), order, argumentOrder, at);
    }
    return new WindowCall(
        kind,
        null,
        checked,
        ignoreNulls,
        partition,
        order,
        frame,
        null,
        false,
        argumentOrder,
        type(kind, checked));
  }

  /** Refuses what the function has no meaning for. */
  private static void requirePlain(
      Expr.FunctionCall call, WindowCall.Kind kind, String name, int at) {
    if (call.distinct()) {
      throw EiderException.binder(
          "DISTINCT is not implemented for the window function \"" + name + "\"", at);
    }
    if (call.filter() != null) {
      throw EiderException.binder(
          "FILTER is not implemented for the window function \"" + name + "\"", at);
    }
    if (!call.orderBy().isEmpty() && kind == WindowCall.Kind.DENSE_RANK) {
      throw EiderException.binder(
          "ORDER BY is not supported for the window function \"" + name + "\"", at);
    }
    WindowSpec.Frame frame = Objects.requireNonNull(call.over()).frame();
    if (frame != null
        && frame.exclude() != WindowSpec.Exclude.NO_OTHERS
        && !call.orderBy().isEmpty()
        && !isValueFunction(kind)) {
      throw EiderException.binder(
          "EXCLUDE is not supported for the window function \"" + name + "\"", at);
    }
    if (call.nulls() != Expr.NullTreatment.UNSPECIFIED && kind == WindowCall.Kind.FILL) {
      throw EiderException.binder(
          "RESPECT/IGNORE NULLS is not supported for the window function \"" + name + "\"", at);
    }
  }

  private static boolean isValueFunction(WindowCall.Kind kind) {
    return switch (kind) {
      case FIRST_VALUE, LAST_VALUE, NTH_VALUE -> true;
      default -> false;
    };
  }

  private static void requireSubtraction(
      BoundExpr argument, List<SortKey> order, List<SortKey> argumentOrder, int at) {
    if (!subtracts(argument.type())) {
      throw EiderException.binder("FILL argument must support subtraction", at);
    }
    if (order.isEmpty() && argumentOrder.isEmpty()) {
      return;
    }
    if (argumentOrder.size() > 1 || argumentOrder.isEmpty() && order.size() != 1) {
      throw EiderException.binder("FILL functions must have only one ORDER BY expression", at);
    }
    SortKey key = argumentOrder.isEmpty() ? order.getFirst() : argumentOrder.getFirst();
    if (!subtracts(key.expr().type())) {
      throw EiderException.binder("FILL ordering must support subtraction", at);
    }
  }

  private static boolean subtracts(LogicalType type) {
    return type.isNumeric() || type.isTemporal() && type.id() != TypeId.TIME_TZ;
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

  /** The parameters of a function by name, and how many of them must be given. */
  private record Signature(List<String> parameters, int required, String text) {}

  private static Signature signature(WindowCall.Kind kind, String name) {
    return switch (kind) {
      case ROW_NUMBER, RANK, DENSE_RANK -> new Signature(List.of(), 0, "() -> BIGINT");
      case PERCENT_RANK, CUME_DIST -> new Signature(List.of(), 0, "() -> DOUBLE");
      case NTILE -> new Signature(List.of("num_buckets"), 1, "(num_buckets BIGINT) -> BIGINT");
      case FIRST_VALUE, LAST_VALUE, FILL -> new Signature(List.of("arg"), 1, "(arg T) -> T");
      case NTH_VALUE -> new Signature(List.of("arg", "nth"), 2, "(arg T, nth BIGINT) -> T");
      case LEAD, LAG ->
          new Signature(
              List.of("col", "offset", "default"),
              1,
              "(col T, \"offset\" BIGINT := 1, \"default\" ANY := NULL) -> T");
    };
  }

  private List<BoundExpr> arguments(
      WindowCall.Kind kind, String name, List<Expr.Argument> written, int at) {
    Signature signature = signature(kind, name);
    List<LogicalType> types = new ArrayList<>();
    @Nullable BoundExpr[] given = new BoundExpr[signature.parameters().size()];
    boolean matches = true;
    int last = -1;
    for (int i = 0; i < written.size(); i++) {
      String label = written.get(i).name();
      BoundExpr value = binder.bind(written.get(i).value());
      types.add(value.type());
      int position =
          label == null ? i : signature.parameters().indexOf(label.toLowerCase(Locale.ROOT));
      if (position < 0 || position >= given.length || given[position] != null) {
        matches = false;
      } else {
        given[position] = value;
        last = Math.max(last, position);
      }
    }
    List<BoundExpr> arguments = new ArrayList<>();
    for (int i = 0; i <= last; i++) {
      BoundExpr value = given[i];
      matches &= value != null || i >= signature.required();
      // The only parameter that can be left out before another one is the offset.
      arguments.add(value == null ? AggregateBinder.bigint(1) : value);
    }
    if (!matches || arguments.size() < signature.required()) {
      throw EiderException.binder(
          "No function matches the given name and argument types '"
              + name
              + "("
              + String.join(", ", types.stream().map(LogicalType::toString).toList())
              + ")'. You might need to add explicit type casts.\n\tCandidate functions:\n\t"
              + name
              + signature.text()
              + "\n",
          at);
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
          if (result.get(0).type().id() == TypeId.SQLNULL) {
            result.set(0, coercion.cast(result.get(0), result.get(2).type()));
          }
          // The default takes the type of the values; it does not widen it.
          result.set(2, coercion.cast(result.get(2), result.get(0).type()));
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
