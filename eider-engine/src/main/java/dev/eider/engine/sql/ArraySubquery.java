// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.base.error.EiderException;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.OrderItem;
import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.QueryNode;
import dev.eider.engine.sql.ast.SelectItem;
import dev.eider.engine.sql.ast.SourceSpan;
import dev.eider.engine.sql.ast.TableRef;
import java.util.ArrayList;
import java.util.List;

/**
 * Turns {@code ARRAY(query)} into {@code (SELECT CASE WHEN array_agg(#1) IS NULL THEN [] ELSE
 * array_agg(#1) END FROM (query))}. The order of the query goes into the aggregate: a position
 * becomes a reference, an expression becomes one more column of the query.
 */
final class ArraySubquery {
  private ArraySubquery() {}

  static Expr rewrite(Cursor cursor, Query query, SourceSpan span) {
    Query inner = query;
    Expr element = new Expr.PositionalRef(1, span);
    List<OrderItem> order = new ArrayList<>();
    if (query.body() instanceof QueryNode.SelectNode select) {
      if (select.items().size() != 1) {
        throw EiderException.binder(
            "Subquery returns " + select.items().size() + " columns - expected 1", span.start());
      }
      List<SelectItem> items = new ArrayList<>(select.items());
      for (OrderItem item : query.orderBy()) {
        order.add(pushOrder(item, items));
      }
      if (items.size() > 1) {
        inner = withItems(query, select, items);
      }
    } else {
      element = new Expr.Columns(Expr.Star.plain(span), span);
      for (OrderItem item : query.orderBy()) {
        order.add(positional(item));
      }
    }
    return build(inner, element, order, span);
  }

  private static Query withItems(Query query, QueryNode.SelectNode select, List<SelectItem> items) {
    QueryNode body =
        new QueryNode.SelectNode(
            select.distinct(),
            select.distinctOn(),
            items,
            select.from(),
            select.where(),
            select.groupBy(),
            select.having(),
            select.qualify(),
            select.sample(),
            select.span());
    return new Query(
        query.ctes(), query.recursive(), body, query.orderBy(), query.limit(), query.span());
  }

  private static OrderItem positional(OrderItem item) {
    if (item.value() instanceof Expr.NumberLiteral number
        && number.kind() == Expr.NumberLiteral.Kind.INTEGER
        && number.digits().length() < 10
        && !number.text().startsWith("-")) {
      Expr position = new Expr.PositionalRef(Long.parseLong(number.digits()), number.span());
      return new OrderItem(position, item.direction(), item.nulls());
    }
    return item;
  }

  private static OrderItem pushOrder(OrderItem item, List<SelectItem> items) {
    OrderItem byPosition = positional(item);
    if (byPosition != item || item.value() instanceof Expr.Star) {
      return byPosition;
    }
    String alias = "__array_internal_idx_" + items.size();
    items.add(new SelectItem(item.value(), alias, item.value().span()));
    Expr column = new Expr.ColumnRef(List.of(alias), item.value().span());
    return new OrderItem(column, item.direction(), item.nulls());
  }

  private static Expr build(Query inner, Expr element, List<OrderItem> order, SourceSpan span) {
    Expr.FunctionCall plain = Expr.FunctionCall.of("array_agg", List.of(element), span);
    Expr aggregate =
        new Expr.FunctionCall(
            plain.name(),
            plain.arguments(),
            false,
            order,
            null,
            Expr.NullTreatment.UNSPECIFIED,
            false,
            null,
            span);
    Expr empty = Expr.FunctionCall.of("list_value", List.of(), span);
    Expr.When whenNone = new Expr.When(new Expr.IsNull(aggregate, false, span), empty);
    Expr value = new Expr.Case(List.of(whenNone), aggregate, span);
    TableRef from = new TableRef.Subquery(inner, false, null, null, span);
    QueryNode body =
        new QueryNode.SelectNode(
            false,
            List.of(),
            List.of(new SelectItem(value, null, span)),
            List.of(from),
            null,
            null,
            null,
            null,
            null,
            span);
    return new Expr.ScalarSubquery(Query.of(body), span);
  }
}
