// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.expr;

import dev.eider.base.type.Value;
import java.util.ArrayList;
import java.util.List;

/** An expression as text, for EXPLAIN and for tests of rules. */
public final class ExprText {
  private ExprText() {}

  /** The text of an expression. */
  public static String of(BoundExpr expr) {
    return switch (expr) {
      case BoundExpr.Constant c -> value(c.value());
      case BoundExpr.ColumnRef c -> c.name();
      case BoundExpr.InputRef c -> "#" + c.position();
      case BoundExpr.Parameter c -> "$" + c.key();
      case BoundExpr.Compare c ->
          "(" + of(c.left()) + " " + c.op().text() + " " + of(c.right()) + ")";
      case BoundExpr.DistinctFrom c ->
          "("
              + of(c.left())
              + (c.not() ? " IS NOT DISTINCT FROM " : " IS DISTINCT FROM ")
              + of(c.right())
              + ")";
      case BoundExpr.And c -> "(" + join(c.parts(), " AND ") + ")";
      case BoundExpr.Or c -> "(" + join(c.parts(), " OR ") + ")";
      case BoundExpr.Not c -> "NOT " + of(c.child());
      case BoundExpr.IsNull c ->
          "(" + of(c.child()) + (c.negated() ? " IS NOT NULL)" : " IS NULL)");
      case BoundExpr.In c ->
          "("
              + of(c.child())
              + (c.negated() ? " NOT IN (" : " IN (")
              + join(c.items(), ", ")
              + "))";
      case BoundExpr.Case c -> {
        StringBuilder text = new StringBuilder("CASE");
        for (BoundExpr.When when : c.whens()) {
          text.append(" WHEN ")
              .append(of(when.condition()))
              .append(" THEN ")
              .append(of(when.result()));
        }
        yield text.append(" ELSE ").append(of(c.otherwise())).append(" END").toString();
      }
      case BoundExpr.Coalesce c -> "COALESCE(" + join(c.arguments(), ", ") + ")";
      case BoundExpr.Cast c ->
          (c.tryCast() ? "TRY_CAST(" : "CAST(") + of(c.child()) + " AS " + c.type() + ")";
      case BoundExpr.Try c -> "TRY(" + of(c.child()) + ")";
      case BoundExpr.Call c -> call(c);
      case BoundExpr.Lambda c -> "LAMBDA " + of(c.body());
      case BoundExpr.Subquery c -> (c.negated() ? "NOT " : "") + "SUBQUERY " + c.kind();
    };
  }

  private static String call(BoundExpr.Call c) {
    String name = c.function().name();
    if (c.arguments().size() == 2 && !Character.isLetter(name.charAt(0))) {
      return "(" + of(c.arguments().get(0)) + " " + name + " " + of(c.arguments().get(1)) + ")";
    }
    return name + "(" + join(c.arguments(), ", ") + ")";
  }

  private static String join(List<BoundExpr> exprs, String separator) {
    List<String> texts = new ArrayList<>();
    exprs.forEach(expr -> texts.add(of(expr)));
    return String.join(separator, texts);
  }

  private static String value(Value value) {
    if (value.isNull()) {
      return "NULL";
    }
    return value.object() instanceof String text
        ? "'" + text.replace("'", "''") + "'"
        : String.valueOf(value.object());
  }
}
