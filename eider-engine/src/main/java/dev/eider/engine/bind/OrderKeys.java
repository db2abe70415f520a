// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.SortKey;
import dev.eider.engine.sql.ast.OrderItem;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Makes sort keys: directions and places of NULL follow the settings where none is written. */
final class OrderKeys {
  private final boolean descendingByDefault;
  private final String nullOrder;

  OrderKeys(StatementContext context) {
    Value order = context.env.setting("default_order");
    Value nulls = context.env.setting("default_null_order");
    descendingByDefault = order != null && !order.isNull() && text(order).startsWith("desc");
    nullOrder = nulls == null || nulls.isNull() ? "nulls_last" : text(nulls);
  }

  private static String text(Value value) {
    return value.get().toString().toLowerCase(Locale.ROOT);
  }

  /** A key over a bound expression. */
  SortKey key(BoundExpr expr, OrderItem item) {
    boolean descending =
        switch (item.direction()) {
          case DEFAULT -> descendingByDefault;
          case ASCENDING -> false;
          case DESCENDING -> true;
        };
    boolean nullsFirst =
        switch (item.nulls()) {
          case FIRST -> true;
          case LAST -> false;
          case DEFAULT ->
              switch (nullOrder) {
                case "nulls_first", "first", "nulls first", "null first" -> true;
                case "nulls_first_on_asc_last_on_desc", "sqlite", "mysql" -> !descending;
                case "nulls_last_on_asc_first_on_desc", "postgres" -> descending;
                default -> false;
              };
        };
    return new SortKey(expr, descending, nullsFirst);
  }

  /** Keys over expressions of the clause in force (aggregates, windows). */
  List<SortKey> bind(List<OrderItem> items, ExpressionBinder binder) {
    List<SortKey> keys = new ArrayList<>();
    for (OrderItem item : items) {
      if (item.value() instanceof dev.eider.engine.sql.ast.Expr.Unpack unpack) {
        throw EiderException.binder(
            "*COLUMNS(...) is not supported in the order expression", unpack.span().start());
      }
      keys.add(key(Collations.sortForm(binder.bind(item.value()), binder.context), item));
    }
    return keys;
  }
}
