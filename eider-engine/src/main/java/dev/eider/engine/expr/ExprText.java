// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.expr;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.engine.function.cast.ValueCasts;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Expressions as people read them, for EXPLAIN and for tests of rules. Operators inside of others
 * are in parentheses.
 */
public final class ExprText {
  private ExprText() {}

  /** An expression that stands alone: without parentheses around it. */
  public static String top(BoundExpr expr) {
    String text = inner(expr);
    return isEnclosed(text) ? text.substring(1, text.length() - 1) : text;
  }

  /** Whether the first parenthesis is closed by the last character. */
  private static boolean isEnclosed(String text) {
    if (!text.startsWith("(") || !text.endsWith(")")) {
      return false;
    }
    int depth = 0;
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '\'' || c == '"') {
        quote = c;
      } else if (c == '(') {
        depth++;
      } else if (c == ')' && --depth == 0) {
        return i == text.length() - 1;
      }
    }
    return false;
  }

  /** An expression as a part of another. */
  public static String inner(BoundExpr expr) {
    return switch (expr) {
      case BoundExpr.Constant e -> of(e.value());
      case BoundExpr.ColumnRef e -> e.name();
      case BoundExpr.InputRef e -> "#" + e.position();
      case BoundExpr.Parameter e -> "$" + e.key();
      case BoundExpr.Compare e ->
          "(" + inner(e.left()) + " " + e.op().text() + " " + inner(e.right()) + ")";
      case BoundExpr.DistinctFrom e ->
          "("
              + inner(e.left())
              + (e.not() ? " IS NOT DISTINCT FROM " : " IS DISTINCT FROM ")
              + inner(e.right())
              + ")";
      case BoundExpr.And e -> "(" + join(e.parts(), " AND ") + ")";
      case BoundExpr.Or e -> "(" + join(e.parts(), " OR ") + ")";
      case BoundExpr.Not e -> "(NOT " + inner(e.child()) + ")";
      case BoundExpr.IsNull e ->
          "(" + inner(e.child()) + (e.negated() ? " IS NOT NULL)" : " IS NULL)");
      case BoundExpr.In e ->
          "("
              + inner(e.child())
              + (e.negated() ? " NOT IN (" : " IN (")
              + join(e.items(), ", ")
              + "))";
      case BoundExpr.Case e -> {
        StringBuilder text = new StringBuilder("CASE ");
        for (BoundExpr.When when : e.whens()) {
          text.append(" WHEN (").append(inner(when.condition()));
          text.append(") THEN (").append(inner(when.result())).append(')');
        }
        yield text.append(" ELSE ").append(inner(e.otherwise())).append(" END").toString();
      }
      case BoundExpr.Coalesce e -> "COALESCE(" + join(e.arguments(), ", ") + ")";
      case BoundExpr.Cast e ->
          (e.tryCast() ? "TRY_CAST(" : "CAST(") + inner(e.child()) + " AS " + e.type() + ")";
      case BoundExpr.Try e -> "TRY(" + inner(e.child()) + ")";
      case BoundExpr.Call e -> call(e);
      case BoundExpr.Lambda e -> lambda(e);
      case BoundExpr.Subquery e -> "SUBQUERY";
    };
  }

  private static String call(BoundExpr.Call call) {
    String name = call.function().name();
    List<BoundExpr> arguments = call.arguments();
    boolean isOperator = !name.isEmpty() && !Character.isJavaIdentifierStart(name.charAt(0));
    if (isOperator && arguments.size() == 2) {
      return "(" + inner(arguments.get(0)) + " " + name + " " + inner(arguments.get(1)) + ")";
    }
    return name + "(" + join(arguments, ", ") + ")";
  }

  private static String lambda(BoundExpr.Lambda lambda) {
    List<String> names = new ArrayList<>();
    lambda.parameters().forEach(parameter -> names.add(parameter.name()));
    return "lambda " + String.join(", ", names) + ": " + inner(lambda.body());
  }

  private static String join(List<BoundExpr> exprs, String separator) {
    List<String> texts = new ArrayList<>(exprs.size());
    exprs.forEach(expr -> texts.add(separator.equals(", ") ? top(expr) : inner(expr)));
    return String.join(separator, texts);
  }

  /** A constant as it is written in SQL. */
  public static String of(Value value) {
    if (value.isNull()) {
      return value.type().id() == TypeId.SQLNULL ? "NULL" : "NULL::" + value.type();
    }
    return switch (value.type().id()) {
      case BOOLEAN, TINYINT, SMALLINT, INTEGER, BIGINT, FLOAT, DOUBLE, DECIMAL -> text(value);
      case VARCHAR -> "'" + text(value).replace("'", "''") + "'";
      case LIST, STRUCT, MAP, ARRAY -> text(value);
      default ->
          value.type().isNumeric()
              ? text(value)
              : "'" + text(value).replace("'", "''") + "'::" + value.type();
    };
  }

  private static String text(Value value) {
    return ValueCasts.cast(value, LogicalType.VARCHAR, ZoneOffset.UTC).asString();
  }

  /** A call of an aggregate function. */
  public static String of(AggregateCall call) {
    String name = call.function().name();
    String arguments = join(call.arguments(), ", ");
    if (name.equals("count") && call.arguments().isEmpty()) {
      name = "count_star";
    }
    StringBuilder text = new StringBuilder(name).append('(');
    text.append(call.distinct() ? "DISTINCT " : "").append(arguments);
    if (!call.orderBy().isEmpty()) {
      text.append(" ORDER BY ").append(keys(call.orderBy()));
    }
    text.append(')');
    BoundExpr filter = call.filter();
    return filter == null ? text.toString() : text + " FILTER (WHERE " + inner(filter) + ")";
  }

  /** A call of a window function with its window. */
  public static String of(WindowCall call) {
    AggregateCall aggregate = call.aggregate();
    StringBuilder text = new StringBuilder();
    if (aggregate != null) {
      text.append(of(aggregate));
    } else {
      text.append(String.valueOf(call.kind()).toLowerCase(Locale.ROOT)).append('(');
      text.append(call.distinct() ? "DISTINCT " : "").append(join(call.arguments(), ", "));
      if (!call.argumentOrder().isEmpty()) {
        text.append(" ORDER BY ").append(keys(call.argumentOrder()));
      }
      text.append(call.ignoreNulls() ? " IGNORE NULLS)" : ")");
      if (call.filter() != null) {
        text.append(" FILTER (WHERE ").append(inner(call.filter())).append(')');
      }
    }
    List<String> window = new ArrayList<>();
    if (!call.partitionBy().isEmpty()) {
      window.add("PARTITION BY " + join(call.partitionBy(), ", "));
    }
    if (!call.orderBy().isEmpty()) {
      window.add("ORDER BY " + keys(call.orderBy()));
    }
    if (!call.frame().equals(WindowCall.Frame.DEFAULT)) {
      window.add(frame(call.frame()));
    }
    return text + " OVER (" + String.join(" ", window) + ")";
  }

  private static String frame(WindowCall.Frame frame) {
    String text =
        frame.unit()
            + " BETWEEN "
            + bound(frame.start(), frame.startOffset())
            + " AND "
            + bound(frame.end(), frame.endOffset());
    return switch (frame.exclude()) {
      case NO_OTHERS -> text;
      case CURRENT_ROW -> text + " EXCLUDE CURRENT ROW";
      case GROUP -> text + " EXCLUDE GROUP";
      case TIES -> text + " EXCLUDE TIES";
    };
  }

  private static String bound(WindowCall.BoundKind kind, @Nullable BoundExpr offset) {
    String words = kind.name().replace('_', ' ');
    return offset == null ? words : inner(offset) + " " + words;
  }

  private static String keys(List<SortKey> keys) {
    List<String> texts = new ArrayList<>(keys.size());
    keys.forEach(key -> texts.add(of(key)));
    return String.join(", ", texts);
  }

  /** A sort key with its direction; NULLS FIRST is said when it is so. */
  public static String of(SortKey key) {
    return top(key.expr())
        + (key.descending() ? " DESC" : " ASC")
        + (key.nullsFirst() ? " NULLS FIRST" : "");
  }
}
