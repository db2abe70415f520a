// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.lower;

import dev.eider.base.type.Value;
import dev.eider.engine.expr.AggregateCall;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.SortKey;
import java.util.List;
import java.util.StringJoiner;

/** Expressions as people read them, for EXPLAIN. */
final class ExprText {
  private ExprText() {}

  static String of(BoundExpr expr) {
    return switch (expr) {
      case BoundExpr.Constant e -> of(e.value());
      case BoundExpr.ColumnRef e -> e.name();
      case BoundExpr.InputRef e -> "#" + e.position();
      case BoundExpr.Parameter e -> "$" + e.key();
      case BoundExpr.Compare e ->
          "(" + of(e.left()) + " " + e.op().text() + " " + of(e.right()) + ")";
      case BoundExpr.DistinctFrom e ->
          "("
              + of(e.left())
              + (e.not() ? " IS NOT DISTINCT FROM " : " IS DISTINCT FROM ")
              + of(e.right())
              + ")";
      case BoundExpr.And e -> join(e.parts(), " AND ", "(", ")");
      case BoundExpr.Or e -> join(e.parts(), " OR ", "(", ")");
      case BoundExpr.Not e -> "(NOT " + of(e.child()) + ")";
      case BoundExpr.IsNull e ->
          "(" + of(e.child()) + (e.negated() ? " IS NOT NULL)" : " IS NULL)");
      case BoundExpr.In e ->
          "("
              + of(e.child())
              + (e.negated() ? " NOT IN " : " IN ")
              + join(e.items(), ", ", "(", ")")
              + ")";
      case BoundExpr.Case e -> {
        StringBuilder text = new StringBuilder("CASE");
        for (BoundExpr.When when : e.whens()) {
          text.append(" WHEN ").append(of(when.condition()));
          text.append(" THEN ").append(of(when.result()));
        }
        yield text.append(" ELSE ").append(of(e.otherwise())).append(" END").toString();
      }
      case BoundExpr.Coalesce e -> join(e.arguments(), ", ", "COALESCE(", ")");
      case BoundExpr.Cast e ->
          (e.tryCast() ? "TRY_CAST(" : "CAST(") + of(e.child()) + " AS " + e.type() + ")";
      case BoundExpr.Try e -> "TRY(" + of(e.child()) + ")";
      case BoundExpr.Call e -> join(e.arguments(), ", ", e.function().name() + "(", ")");
      case BoundExpr.Lambda e -> "lambda: " + of(e.body());
      case BoundExpr.Subquery e -> "SUBQUERY";
    };
  }

  static String of(Value value) {
    if (value.isNull()) {
      return "NULL";
    }
    return value.get() instanceof String text
        ? "'" + text.replace("'", "''") + "'"
        : String.valueOf(value.get());
  }

  static String of(AggregateCall call) {
    String text =
        join(
            call.arguments(),
            ", ",
            call.function().name() + (call.distinct() ? "(DISTINCT " : "("),
            ")");
    return call.filter() == null ? text : text + " FILTER (WHERE " + of(call.filter()) + ")";
  }

  static String of(SortKey key) {
    return of(key.expr())
        + (key.descending() ? " DESC" : " ASC")
        + (key.nullsFirst() ? " NULLS FIRST" : " NULLS LAST");
  }

  static String join(List<BoundExpr> exprs, String separator, String prefix, String suffix) {
    StringJoiner text = new StringJoiner(separator, prefix, suffix);
    for (BoundExpr expr : exprs) {
      text.add(of(expr));
    }
    return text.toString();
  }
}
