// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.Expressions;
import dev.eider.engine.expr.SortKey;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.Plans;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.GroupBy;
import dev.eider.engine.sql.ast.OrderItem;
import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.QueryNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Binds one SELECT with the ORDER BY and LIMIT that belong to it; see the package text. */
final class SelectBinder implements ExpressionBinder.AliasLookup {
  private final StatementContext context;
  private final @Nullable ExpressionBinder outer;
  private final CteScope ctes;

  private ExpressionBinder binder;
  private List<SelectColumn> columns = List.of();
  private BoundExpr[] bound = {};
  private boolean[] binding = {};
  private int current = -1;
  private @Nullable GroupByBinder groups;

  SelectBinder(StatementContext context, @Nullable ExpressionBinder outer, CteScope ctes) {
    this.context = context;
    this.outer = outer;
    this.ctes = ctes;
    this.binder = new ExpressionBinder(context, new Scope(), outer, ctes);
  }

  /** The binder of the select list, after {@link #bind}; for the order of set operations. */
  ExpressionBinder binder() {
    return binder;
  }

  BoundQuery bind(
      QueryNode.SelectNode select, List<OrderItem> orderBy, Query.@Nullable Limit limit) {
    FromBinder.Source source = new FromBinder(context, outer, ctes).bindList(select.from());
    binder = new ExpressionBinder(context, source.scope(), outer, ctes);
    if (select.items().isEmpty()) {
      throw EiderException.binder("SELECT clause without selection list", select.span().start());
    }
    columns = new StarExpander(binder).expand(select.items());
    bound = new BoundExpr[columns.size()];
    binding = new boolean[columns.size()];
    binder.setAliases(this);
    LogicalOperator input = source.plan();
    if (select.sample() != null) {
      input = Samples.bind(context, input, select.sample());
    }
    Expr where = select.where();
    if (where != null) {
      StarExpander stars = new StarExpander(binder);
      Expr condition = stars.condition(stars.unpack(where));
      input = new LogicalOperator.Filter(input, binder.bindCondition(condition, Clause.WHERE));
    }
    GroupByBinder groups = new GroupByBinder(context, binder);
    this.groups = groups;
    if (select.groupBy() instanceof GroupBy.Items items) {
      groups.bind(items, this::groupItem, columns.size());
    }
    for (int i = 0; i < bound.length; i++) {
      item(i);
    }
    if (select.groupBy() instanceof GroupBy.All) {
      groups.bindAll(List.of(bound));
    }
    Expr having = select.having();
    BoundExpr havingCondition = having == null ? null : binder.bindCondition(having, Clause.HAVING);
    if (havingCondition != null && select.groupBy() instanceof GroupBy.All) {
      groups.alsoBy(havingCondition, Plans.outputIds(source.plan()));
    }
    Expr qualify = select.qualify();
    BoundExpr qualifyCondition =
        qualify == null ? null : binder.bindCondition(qualify, Clause.QUALIFY);
    List<BoundExpr> distinctOn = distinctOn(select.distinctOn());
    List<SortKey> keys = orderBy(orderBy);
    SelectPlan plan = new SelectPlan(context, binder, input);
    boolean grouped =
        select.groupBy() != null
            || having != null
            || !binder.collected.aggregates.isEmpty()
            || !binder.collected.groupings.isEmpty();
    if (grouped) {
      plan.group(groups, select.groupBy() instanceof GroupBy.All, columns, bound);
    }
    if (havingCondition != null) {
      plan.having(havingCondition);
    }
    plan.windows();
    if (qualifyCondition != null) {
      if (binder.collected.windows.isEmpty()) {
        throw EiderException.binder(
            "at least one window function must appear in the SELECT column or QUALIFY clause",
            select.span().start());
      }
      plan.filter(qualifyCondition);
    }
    plan.unnest();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < bound.length; i++) {
      names.add(nameOf(columns.get(i), bound[i]));
    }
    plan.project(List.of(bound), names, columns);
    plan.finish(select.distinct(), distinctOn, keys);
    LogicalOperator limited = QueryBinder.limit(context, plan.result(), limit, outer, ctes);
    return new BoundQuery(plan.withoutExtras(limited), names);
  }

  /** A column without alias is called as its table writes it. */
  private static String nameOf(SelectColumn column, BoundExpr value) {
    return column.alias() == null
            && column.expr() instanceof Expr.ColumnRef
            && value instanceof BoundExpr.ColumnRef found
            && found.name().equalsIgnoreCase(column.name())
        ? found.name()
        : column.name();
  }

  private BoundExpr groupItem(int index) {
    return binder.within(Clause.GROUP_BY, () -> item(index));
  }

  /** The bound form of select item {@code index}. */
  private BoundExpr item(int index) {
    BoundExpr known = bound[index];
    if (known != null) {
      return known;
    }
    SelectColumn column = columns.get(index);
    if (binding[index]) {
      throw EiderException.binder(
          "Column \""
              + column.name()
              + "\" referenced that exists in the SELECT clause - but"
              + " this column cannot be referenced before it is defined",
          column.at());
    }
    binding[index] = true;
    int before = current;
    current = index;
    try {
      BoundExpr result = column.bound();
      if (result == null) {
        Expr expr = java.util.Objects.requireNonNull(column.expr());
        if (column.alias() != null
            && expr instanceof Expr.FunctionCall call
            && FunctionBinder.isAliasCall(call)) {
          expr = new Expr.StringLiteral(column.alias(), expr.span());
        }
        Clause clause = binder.clause() == Clause.GROUP_BY ? Clause.GROUP_BY : Clause.SELECT;
        result = binder.bind(expr, clause);
      }
      bound[index] = result;
      return result;
    } finally {
      current = before;
      binding[index] = false;
    }
  }

  @Override
  public @Nullable BoundExpr find(String name, Clause clause, int position) {
    if (clause == Clause.JOIN_ON || clause == Clause.LIMIT || clause == Clause.CONSTANT) {
      return null;
    }
    int index = -1;
    for (int i = 0; i < columns.size(); i++) {
      String alias = columns.get(i).alias();
      if (alias != null && alias.equalsIgnoreCase(name)) {
        index = i;
        break;
      }
    }
    if (index < 0) {
      return null;
    }
    SelectColumn column = columns.get(index);
    if (clause == Clause.GROUP_BY_EXPRESSION && current < 0) {
      throw EiderException.binder(
          "Alias with name \""
              + name
              + "\" exists, but aliases cannot be used as part of an expression in the GROUP BY",
          position);
    }
    if (current >= 0) {
      if (index >= current) {
        if (index == current) {
          return null;
        }
        throw EiderException.binder(
            "Column \""
                + name
                + "\" referenced that exists in the SELECT clause - but this column"
                + " cannot be referenced before it is defined",
            position);
      }
      BoundExpr earlier = item(index);
      requireSteady(earlier, name, position);
      if (Expressions.hasSubquery(earlier)) {
        throw EiderException.binder(
            "Alias \""
                + name
                + "\" referenced in a SELECT clause - but the expression has a"
                + " subquery. This is not yet supported.",
            position);
      }
      return earlier;
    }
    if (clause == Clause.WHERE) {
      BoundExpr ready = column.bound();
      if (ready != null) {
        return ready;
      }
      if (binding[index]) {
        return null;
      }
      binding[index] = true;
      try {
        BoundExpr value =
            binder.bind(java.util.Objects.requireNonNull(column.expr()), Clause.WHERE);
        requireSteady(value, name, position);
        return value;
      } finally {
        binding[index] = false;
      }
    }
    return item(index);
  }

  /** A value that differs from call to call must not be computed twice under one name. */
  private static void requireSteady(BoundExpr value, String name, int position) {
    if (Expressions.isVolatile(value)) {
      throw EiderException.binder(
          "Alias \""
              + name
              + "\" referenced - but the expression has side effects. This is not"
              + " yet supported.",
          position);
    }
  }

  @Override
  public @Nullable BoundExpr findColumn(String name) {
    int index = -1;
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).expr() instanceof Expr.ColumnRef ref
          && ref.name().equalsIgnoreCase(name)) {
        if (index >= 0) {
          return null;
        }
        index = i;
      }
    }
    return index < 0 ? null : item(index);
  }

  @Override
  public boolean isGroup(BoundExpr value) {
    return groups != null && groups.keys().contains(value);
  }

  private List<BoundExpr> distinctOn(List<Expr> exprs) {
    List<BoundExpr> keys = new ArrayList<>();
    for (Expr expr : exprs) {
      if (expr instanceof Expr.Parameter) {
        throw EiderException.binder(
            "Parameter not supported in DISTINCT ON clause", expr.span().start());
      }
      if (AstRewriter.contains(expr, e -> e instanceof Expr.Columns)) {
        for (SelectColumn column :
            new StarExpander(binder)
                .expand(
                    List.of(new dev.eider.engine.sql.ast.SelectItem(expr, null, expr.span())))) {
          BoundExpr key = column.bound();
          keys.add(
              key != null
                  ? key
                  : binder.bind(
                      java.util.Objects.requireNonNull(column.expr()), Clause.DISTINCT_ON));
        }
        continue;
      }
      Integer position = QueryBinder.position(expr, columns.size());
      if (position == null && isOtherLiteral(context, expr)) {
        throw withoutEffect("DISTINCT ON", expr);
      }
      keys.add(position != null ? item(position) : binder.bind(expr, Clause.DISTINCT_ON));
    }
    return keys;
  }

  private List<SortKey> orderBy(List<OrderItem> items) {
    OrderKeys orderKeys = new OrderKeys(context);
    List<SortKey> keys = new ArrayList<>();
    for (OrderItem item : items) {
      if (QueryBinder.isAll(item)) {
        for (int i = 0; i < columns.size(); i++) {
          keys.add(orderKeys.key(item(i), item));
        }
        continue;
      }
      Expr value = item.value();
      if (value instanceof Expr.Columns
          || value instanceof Expr.Star
          || AstRewriter.contains(value, e -> e instanceof Expr.Columns)) {
        for (SelectColumn column :
            new StarExpander(binder)
                .expand(
                    List.of(new dev.eider.engine.sql.ast.SelectItem(value, null, value.span())))) {
          BoundExpr key = column.bound();
          keys.add(
              orderKeys.key(
                  key != null
                      ? key
                      : binder.bind(
                          java.util.Objects.requireNonNull(column.expr()), Clause.ORDER_BY),
                  item));
        }
        continue;
      }
      Expr.Collate collate = value instanceof Expr.Collate written ? written : null;
      Expr bare = collate == null ? value : collate.operand();
      Integer position = QueryBinder.position(bare, columns.size());
      if (position == null && isOtherLiteral(context, bare)) {
        throw withoutEffect("ORDER BY", bare);
      }
      BoundExpr key;
      if (position == null) {
        key = binder.bind(value, Clause.ORDER_BY);
      } else if (collate == null) {
        key = item(position);
      } else {
        key =
            Collations.apply(
                binder,
                context.coercion.cast(item(position), LogicalType.VARCHAR),
                collate.collation(),
                collate.span().start());
      }
      keys.add(orderKeys.key(key, item));
    }
    return keys;
  }

  static EiderException withoutEffect(String clause, Expr literal) {
    return EiderException.binder(
        clause
            + " non-integer literal has no effect.\n* SET"
            + " order_by_non_integer_literal=true to allow this behavior.",
        literal.span().start());
  }

  /** Whether the item is a literal that orders nothing, and the settings do not allow that. */
  static boolean isOtherLiteral(StatementContext context, Expr value) {
    boolean literal =
        value instanceof Expr.StringLiteral
            || value instanceof Expr.NumberLiteral
            || value instanceof Expr.NullLiteral
            || value instanceof Expr.BooleanLiteral;
    dev.eider.base.type.Value allowed = context.env.setting("order_by_non_integer_literal");
    return literal && !(allowed != null && allowed.object() instanceof Boolean b && b);
  }
}
