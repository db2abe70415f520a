// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.Expressions;
import dev.eider.engine.expr.SortKey;
import dev.eider.engine.function.cast.ValueCasts;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.Plans;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.OrderItem;
import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.QueryNode;
import dev.eider.engine.sql.ast.SelectItem;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Binds a whole query: WITH, the body, ORDER BY and LIMIT. */
final class QueryBinder {
  private final StatementContext context;
  private final @Nullable ExpressionBinder outer;
  private final CteScope ctes;

  QueryBinder(StatementContext context, @Nullable ExpressionBinder outer, CteScope ctes) {
    this.context = context;
    this.outer = outer;
    this.ctes = ctes;
  }

  BoundQuery bind(Query query) {
    context.enterQuery();
    try {
      if (query.ctes().isEmpty()) {
        return bindBody(query, ctes);
      }
      return new CteBinder(context, outer)
          .bind(query.ctes(), query.recursive(), ctes, visible -> bindBody(query, visible));
    } finally {
      context.leaveQuery();
    }
  }

  private BoundQuery bindBody(Query query, CteScope visible) {
    return switch (query.body()) {
      case QueryNode.SelectNode select ->
          new SelectBinder(context, outer, visible).bind(select, query.orderBy(), query.limit());
      case QueryNode.SetOpNode setOp ->
          ordered(new SetOperationBinder(context, outer, visible).bind(setOp), query, visible);
      case QueryNode.ValuesNode values ->
          ordered(new ValuesBinder(context, outer, visible).bind(values), query, visible);
    };
  }

  /** ORDER BY and LIMIT over a body whose columns are all that can be named. */
  private BoundQuery ordered(BoundQuery body, Query query, CteScope visible) {
    LogicalOperator plan = body.plan();
    if (!query.orderBy().isEmpty()) {
      plan = sort(body, query.orderBy(), visible);
    }
    plan = limit(context, plan, query.limit(), outer, visible);
    return new BoundQuery(plan, body.names(), body.setColumns());
  }

  private LogicalOperator sort(BoundQuery body, List<OrderItem> items, CteScope visible) {
    Scope scope = new Scope();
    List<ColumnRef> output = body.plan().output();
    SetColumns setColumns = body.setColumns();
    scope.add(TableBinding.of("", body.names(), output, List.of()));
    ExpressionBinder binder = new ExpressionBinder(context, scope, outer, visible);
    OrderKeys orderKeys = new OrderKeys(context);
    List<SortKey> keys = new ArrayList<>();
    for (OrderItem item : items) {
      if (isAll(item)) {
        output.forEach(
            column -> keys.add(orderKeys.key(Collations.sortForm(column, context), item)));
        continue;
      }
      if (item.value() instanceof Expr.Columns columns) {
        for (SelectColumn column :
            new StarExpander(binder)
                .expand(List.of(new SelectItem(columns, null, columns.span())))) {
          BoundExpr key = binder.bind(Objects.requireNonNull(column.expr()), Clause.LIMIT);
          keys.add(orderKeys.key(Collations.sortForm(key, context), item));
        }
        continue;
      }
      Integer position = position(item.value(), output.size());
      if (position == null && SelectBinder.isOtherLiteral(context, item.value())) {
        throw SelectBinder.withoutEffect("ORDER BY", item.value());
      }
      if (position == null && setColumns != null) {
        position = setColumn(setColumns, item.value());
      }
      BoundExpr key =
          position != null ? output.get(position) : binder.bind(bare(item.value()), Clause.LIMIT);
      keys.add(orderKeys.key(Collations.sortForm(key, context), item));
    }
    return new LogicalOperator.Sort(body.plan(), keys);
  }

  /** The column an ORDER BY item above a set operation means; null for one without columns. */
  private static @Nullable Integer setColumn(SetColumns columns, Expr item) {
    Expr wanted = item instanceof Expr.Collate collate ? collate.operand() : item;
    Integer found = columns.find(wanted);
    if (found == null && AstRewriter.contains(wanted, e -> e instanceof Expr.ColumnRef)) {
      throw EiderException.binder(
          "Could not ORDER BY column \""
              + ExprNames.of(wanted)
              + "\": add the expression/function to every SELECT, or move the UNION into a FROM"
              + " clause.",
          wanted.span().start());
    }
    return item == wanted ? found : null;
  }

  /** Above a set operation a qualified name means the output column of that name. */
  private static Expr bare(Expr expr) {
    return AstRewriter.rewrite(
        expr,
        e ->
            e instanceof Expr.ColumnRef ref && ref.names().size() > 1
                ? new Expr.ColumnRef(List.of(ref.name()), ref.span())
                : e);
  }

  static boolean isAll(OrderItem item) {
    return item.value() instanceof Expr.Star star && star.isPlain();
  }

  /** The zero-based position that an ORDER BY item written as a number means; null for others. */
  static @Nullable Integer position(Expr item, int columns) {
    if (!(item instanceof Expr.NumberLiteral literal)
        || literal.kind() != Expr.NumberLiteral.Kind.INTEGER) {
      return null;
    }
    Value value = Literals.number(literal);
    long index = value.object() instanceof Number number ? number.longValue() : -1;
    if (index < 1 || index > columns) {
      throw EiderException.binder(
          "ORDER term out of range - should be between 1 and " + columns, item.span().start());
    }
    return (int) index - 1;
  }

  /** LIMIT and OFFSET over a plan. */
  static LogicalOperator limit(
      StatementContext context,
      LogicalOperator input,
      Query.@Nullable Limit limit,
      @Nullable ExpressionBinder outer,
      CteScope ctes) {
    if (limit == null) {
      return input;
    }
    BoundExpr count =
        bound(
            context,
            limit.count(),
            limit.isPercent() ? LogicalType.DOUBLE : LogicalType.BIGINT,
            outer,
            ctes,
            "LIMIT");
    BoundExpr offset = bound(context, limit.offset(), LogicalType.BIGINT, outer, ctes, "OFFSET");
    if (limit.isPercent()
        && count instanceof BoundExpr.Constant constant
        && !constant.value().isNull()
        && !(constant.value().asDouble() >= 0 && constant.value().asDouble() <= 100)) {
      throw new EiderException(
          ErrorType.OUT_OF_RANGE, "Limit percent out of range, should be between 0% and 100%");
    }
    return count == null && offset == null
        ? input
        : new LogicalOperator.Limit(input, count, offset, limit.isPercent());
  }

  private static @Nullable BoundExpr bound(
      StatementContext context,
      @Nullable Expr expr,
      LogicalType type,
      @Nullable ExpressionBinder outer,
      CteScope ctes,
      String what) {
    if (expr == null) {
      return null;
    }
    ExpressionBinder binder = new ExpressionBinder(context, new Scope(), outer, ctes);
    BoundExpr value = binder.bind(expr, Clause.LIMIT);
    int at = expr.span().start();
    if (value instanceof BoundExpr.Constant constant && constant.value().isNull()) {
      return null;
    }
    if (value instanceof BoundExpr.Parameter) {
      return context.coercion.cast(value, type);
    }
    BoundExpr cast = new BoundExpr.Cast(value, type, false);
    BoundExpr plain = value.type().equals(type) ? value : cast;
    if (!Plans.columns(plain).isEmpty()) {
      throw EiderException.binder(
          "Referenced column in " + what + " clause: correlated columns are not supported here",
          at);
    }
    boolean subquery = Expressions.hasSubquery(plain);
    if (context.isPreparing()
        && (subquery || Expressions.contains(plain, e -> e instanceof BoundExpr.Parameter))) {
      return plain;
    }
    Value now =
        subquery
            ? limitValue(runSubquery(context, ctes, value), type)
            : TypeRules.evaluate(plain, context.env);
    if (now.isNull()) {
      return null;
    }
    if (now.object() instanceof Long count && count < 0) {
      throw EiderException.binder("LIMIT/OFFSET cannot be negative", at);
    }
    return new BoundExpr.Constant(now);
  }

  /** What a subquery yielded as a count of rows or a percentage. */
  private static Value limitValue(Value value, LogicalType type) {
    if (value.isNull()) {
      return value;
    }
    try {
      LogicalType range = type.id() == TypeId.BIGINT ? LogicalType.UBIGINT : type;
      Value count = ValueCasts.cast(value, range, ZoneOffset.UTC);
      return ValueCasts.cast(count, type, ZoneOffset.UTC);
    } catch (EiderException e) {
      throw new EiderException(ErrorType.INVALID_INPUT, e.detail(), e);
    }
  }

  private static Value runSubquery(StatementContext context, CteScope ctes, BoundExpr expr) {
    ColumnRef column = context.column("limit", expr.type());
    LogicalOperator plan =
        new LogicalOperator.Project(
            new LogicalOperator.SingleRow(), List.of(new LogicalOperator.Assignment(column, expr)));
    List<List<Value>> rows = context.env.runNow(ctes.placeAll(plan));
    return rows.isEmpty() ? Value.nullOf(expr.type()) : rows.getFirst().getFirst();
  }
}
