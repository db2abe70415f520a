// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.plan;

import dev.eider.engine.expr.AggregateCall;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.ExprText;
import dev.eider.engine.expr.SortKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A plan as indented text: one operator a line, inputs below. */
public final class PlanText {
  private PlanText() {}

  /** The text of a plan. */
  public static String of(LogicalOperator plan) {
    StringBuilder text = new StringBuilder();
    append(plan, 0, text);
    return text.toString();
  }

  private static void append(LogicalOperator op, int depth, StringBuilder text) {
    text.append("  ".repeat(depth)).append(line(op)).append('\n');
    op.inputs().forEach(input -> append(input, depth + 1, text));
  }

  /** One operator without its inputs. */
  public static String line(LogicalOperator op) {
    return switch (op) {
      case LogicalOperator.SingleRow o -> "DUMMY_SCAN";
      case LogicalOperator.Empty o -> "EMPTY_RESULT";
      case LogicalOperator.Scan o -> scan(o);
      case LogicalOperator.Values o -> "VALUES " + o.rows().size() + " rows";
      case LogicalOperator.Filter o -> "FILTER " + ExprText.of(o.predicate());
      case LogicalOperator.Project o -> "PROJECTION " + assignments(o.assignments());
      case LogicalOperator.Aggregate o -> aggregate(o);
      case LogicalOperator.Distinct o -> "DISTINCT " + exprs(o.keys());
      case LogicalOperator.Sort o -> "ORDER_BY " + keys(o.keys());
      case LogicalOperator.Limit o ->
          "LIMIT "
              + nullable(o.limit())
              + (o.percent() ? "%" : "")
              + (o.offset() == null ? "" : " OFFSET " + nullable(o.offset()));
      case LogicalOperator.TopN o ->
          "TOP_N "
              + o.limit()
              + (o.offset() == 0 ? "" : " OFFSET " + o.offset())
              + " BY "
              + keys(o.keys());
      case LogicalOperator.Join o -> join(o);
      case LogicalOperator.SetOperation o -> o.kind() + (o.all() ? "_ALL" : "");
      case LogicalOperator.Window o -> window(o);
      case LogicalOperator.Unnest o -> "UNNEST " + assignments(o.lists());
      case LogicalOperator.MaterializedCte o -> "CTE " + o.cteId();
      case LogicalOperator.RecursiveCte o -> "RECURSIVE_CTE " + o.cteId();
      case LogicalOperator.CteRead o -> "CTE_SCAN " + o.cteId();
      case LogicalOperator.Sample o ->
          "SAMPLE " + o.amount() + (o.percent() ? "%" : " rows") + " (" + o.method() + ")";
      case LogicalOperator.Insert o -> "INSERT " + o.target().name();
      case LogicalOperator.Update o -> "UPDATE " + o.target().name();
      case LogicalOperator.Delete o -> "DELETE " + o.target().name();
      case LogicalOperator.CreateTableAs o -> "CREATE_TABLE_AS " + o.target().name();
      case LogicalOperator.CopyTo o -> "COPY_TO_FILE " + o.path();
    };
  }

  private static String scan(LogicalOperator.Scan o) {
    StringBuilder text = new StringBuilder("SCAN ").append(o.table().describe()).append(" [");
    List<String> names = new ArrayList<>();
    o.output().forEach(column -> names.add(column.name()));
    text.append(String.join(", ", names)).append(']');
    if (!o.filters().isEmpty()) {
      text.append(" FILTERS ").append(exprs(o.filters()));
    }
    if (o.limit() >= 0) {
      text.append(" LIMIT ").append(o.limit());
    }
    return text.toString();
  }

  private static String aggregate(LogicalOperator.Aggregate o) {
    List<String> groups = new ArrayList<>();
    o.groups().forEach(group -> groups.add(ExprText.of(group.expr())));
    List<String> calls = new ArrayList<>();
    o.aggregates().forEach(aggregate -> calls.add(call(aggregate.call())));
    String sets = o.groupingSets().size() == 1 ? "" : " SETS " + o.groupingSets();
    return "AGGREGATE"
        + (groups.isEmpty() ? "" : " BY " + String.join(", ", groups))
        + sets
        + (calls.isEmpty() ? "" : " COMPUTE " + String.join(", ", calls));
  }

  private static String call(AggregateCall call) {
    return call.function().name()
        + "("
        + (call.distinct() ? "DISTINCT " : "")
        + exprs(call.arguments())
        + (call.orderBy().isEmpty() ? "" : " ORDER BY " + keys(call.orderBy()))
        + ")"
        + (call.filter() == null ? "" : " FILTER " + ExprText.of(call.filter()));
  }

  private static String join(LogicalOperator.Join o) {
    List<String> conditions = new ArrayList<>();
    for (LogicalOperator.JoinCondition c : o.conditions()) {
      conditions.add(
          ExprText.of(c.left())
              + (c.nullSafe() ? " IS NOT DISTINCT FROM " : " " + c.op().text() + " ")
              + ExprText.of(c.right()));
    }
    if (o.residual() != null) {
      conditions.add(ExprText.of(o.residual()));
    }
    return (o.dependent() ? "DEPENDENT_" : "")
        + "JOIN "
        + o.type()
        + (conditions.isEmpty() ? "" : " ON " + String.join(" AND ", conditions));
  }

  private static String window(LogicalOperator.Window o) {
    List<String> calls = new ArrayList<>();
    for (LogicalOperator.WindowAssignment window : o.windows()) {
      AggregateCall aggregate = window.call().aggregate();
      calls.add(
          aggregate != null
              ? call(aggregate)
              : String.valueOf(window.call().kind()).toLowerCase(Locale.ROOT)
                  + "("
                  + exprs(window.call().arguments())
                  + ")");
    }
    return "WINDOW " + String.join(", ", calls);
  }

  private static String assignments(List<LogicalOperator.Assignment> assignments) {
    List<String> texts = new ArrayList<>();
    assignments.forEach(assignment -> texts.add(ExprText.of(assignment.expr())));
    return String.join(", ", texts);
  }

  private static String exprs(List<BoundExpr> exprs) {
    List<String> texts = new ArrayList<>();
    exprs.forEach(expr -> texts.add(ExprText.of(expr)));
    return String.join(", ", texts);
  }

  private static String keys(List<SortKey> keys) {
    List<String> texts = new ArrayList<>();
    for (SortKey key : keys) {
      texts.add(
          ExprText.of(key.expr())
              + (key.descending() ? " DESC" : "")
              + (key.nullsFirst() ? " NULLS FIRST" : ""));
    }
    return String.join(", ", texts);
  }

  private static String nullable(@Nullable BoundExpr expr) {
    return expr == null ? "ALL" : ExprText.of(expr);
  }
}
