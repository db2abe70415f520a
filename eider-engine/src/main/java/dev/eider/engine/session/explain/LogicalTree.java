// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session.explain;

import dev.eider.engine.execute.OperatorNode;
import dev.eider.engine.execute.OperatorNode.Detail;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.ExprText;
import dev.eider.engine.expr.SortKey;
import dev.eider.engine.plan.LogicalOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** A logical plan as a tree of operators to show. */
public final class LogicalTree {
  private final ToLongFunction<LogicalOperator> estimates;

  /** Trees with these estimates of rows; -1: not known. */
  public LogicalTree(ToLongFunction<LogicalOperator> estimates) {
    this.estimates = estimates;
  }

  /** The tree of a plan. */
  public OperatorNode of(LogicalOperator plan) {
    List<OperatorNode> inputs = new ArrayList<>();
    plan.inputs().forEach(input -> inputs.add(of(input)));
    return new OperatorNode(-1, name(plan), details(plan), inputs, estimates.applyAsLong(plan));
  }

  private static String name(LogicalOperator plan) {
    return switch (plan) {
      case LogicalOperator.SingleRow o -> "DUMMY_SCAN";
      case LogicalOperator.Empty o -> "EMPTY_RESULT";
      case LogicalOperator.Scan o -> scanName(o);
      case LogicalOperator.Values o -> "EXPRESSION_GET";
      case LogicalOperator.Filter o -> "FILTER";
      case LogicalOperator.Project o -> "PROJECTION";
      case LogicalOperator.Aggregate o -> "AGGREGATE";
      case LogicalOperator.Distinct o -> "DISTINCT";
      case LogicalOperator.Sort o -> "ORDER_BY";
      case LogicalOperator.Limit o -> "LIMIT";
      case LogicalOperator.TopN o -> "TOP_N";
      case LogicalOperator.Join o -> joinName(o);
      case LogicalOperator.SetOperation o -> o.kind().name();
      case LogicalOperator.Window o -> "WINDOW";
      case LogicalOperator.Unnest o -> "UNNEST";
      case LogicalOperator.MaterializedCte o -> "CTE";
      case LogicalOperator.RecursiveCte o -> "REC_CTE";
      case LogicalOperator.CteRead o -> "CTE_SCAN";
      case LogicalOperator.Sample o -> "SAMPLE";
      case LogicalOperator.Insert o -> "INSERT";
      case LogicalOperator.Update o -> "UPDATE";
      case LogicalOperator.Delete o -> "DELETE";
      case LogicalOperator.CreateTableAs o -> "CREATE_TABLE_AS";
      case LogicalOperator.CopyTo o -> "COPY_TO_FILE";
    };
  }

  private static String scanName(LogicalOperator.Scan scan) {
    if (scan.name() != null) {
      return "SEQ_SCAN";
    }
    String described = scan.table().describe();
    int space = described.indexOf(' ');
    return (space < 0 ? described : described.substring(0, space)).toUpperCase(Locale.ROOT);
  }

  private static String joinName(LogicalOperator.Join join) {
    if (join.dependent()) {
      return "DEPENDENT_JOIN";
    }
    return switch (join.type()) {
      case CROSS -> "CROSS_PRODUCT";
      case POSITIONAL -> "POSITIONAL_JOIN";
      case ASOF, ASOF_LEFT -> "ASOF_JOIN";
      default ->
          !join.conditions().isEmpty()
              ? "COMPARISON_JOIN"
              : join.residual() != null ? "ANY_JOIN" : "CROSS_PRODUCT";
    };
  }

  private static List<Detail> details(LogicalOperator plan) {
    List<Detail> details = new ArrayList<>();
    switch (plan) {
      case LogicalOperator.Scan o -> scan(o, details);
      case LogicalOperator.Filter o -> {
        List<BoundExpr> parts =
            o.predicate() instanceof BoundExpr.And and ? and.parts() : List.of(o.predicate());
        details.add(Detail.of("Expressions", exprs(parts)));
      }
      case LogicalOperator.Project o ->
          details.add(Detail.of("Expressions", assignments(o.assignments())));
      case LogicalOperator.Aggregate o -> {
        if (!o.groups().isEmpty()) {
          details.add(Detail.of("Groups", assignments(o.groups())));
        }
        if (!o.aggregates().isEmpty()) {
          details.add(
              Detail.of(
                  "Expressions",
                  o.aggregates().stream().map(call -> ExprText.of(call.call())).toList()));
        }
      }
      case LogicalOperator.Distinct o -> details.add(Detail.of("Expressions", exprs(o.keys())));
      case LogicalOperator.Sort o -> details.add(Detail.of("Order By", keys(o.keys())));
      case LogicalOperator.TopN o -> {
        details.add(Detail.of("Top", String.valueOf(o.limit())));
        if (o.offset() > 0) {
          details.add(Detail.of("Offset", String.valueOf(o.offset())));
        }
        details.add(Detail.of("Order By", keys(o.keys())));
      }
      case LogicalOperator.Limit o -> {
        nullable("Limit", o.limit(), o.percent() ? "%" : "", details);
        nullable("Offset", o.offset(), "", details);
      }
      case LogicalOperator.Join o -> join(o, details);
      case LogicalOperator.Window o ->
          details.add(
              Detail.of(
                  "Expressions",
                  o.windows().stream().map(window -> ExprText.of(window.call())).toList()));
      case LogicalOperator.Unnest o -> details.add(Detail.of("Lists", assignments(o.lists())));
      case LogicalOperator.MaterializedCte o ->
          details.add(Detail.of("Table Index", String.valueOf(o.cteId())));
      case LogicalOperator.RecursiveCte o ->
          details.add(Detail.of("Table Index", String.valueOf(o.cteId())));
      case LogicalOperator.CteRead o ->
          details.add(Detail.of("CTE Index", String.valueOf(o.cteId())));
      case LogicalOperator.Sample o ->
          details.add(
              Detail.of(
                  "Sample Method", o.method() + ": " + o.amount() + (o.percent() ? "%" : " rows")));
      case LogicalOperator.Insert o -> details.add(Detail.of("Table", o.target().name()));
      case LogicalOperator.Update o -> details.add(Detail.of("Table", o.target().name()));
      case LogicalOperator.Delete o -> details.add(Detail.of("Table", o.target().name()));
      case LogicalOperator.CreateTableAs o -> details.add(Detail.of("Table", o.target().name()));
      case LogicalOperator.CopyTo o -> details.add(Detail.of("File", o.path()));
      case LogicalOperator.SingleRow o -> {}
      case LogicalOperator.Empty o -> {}
      case LogicalOperator.Values o -> {}
      case LogicalOperator.SetOperation o -> {}
    }
    return details;
  }

  private static void scan(LogicalOperator.Scan scan, List<Detail> details) {
    if (scan.name() != null) {
      details.add(Detail.of("Table", scan.name()));
      details.add(Detail.of("Type", "Sequential Scan"));
    }
    if (!scan.output().isEmpty()) {
      details.add(Detail.of("Projections", scan.output().stream().map(ColumnRef::name).toList()));
    }
    if (!scan.filters().isEmpty()) {
      details.add(Detail.of("Filters", exprs(scan.filters())));
    }
    if (scan.limit() >= 0) {
      details.add(Detail.of("Limit", String.valueOf(scan.limit())));
    }
  }

  private static void join(LogicalOperator.Join join, List<Detail> details) {
    details.add(Detail.of("Join Type", join.type().name()));
    List<String> conditions = new ArrayList<>();
    for (LogicalOperator.JoinCondition condition : join.conditions()) {
      conditions.add(
          ExprText.inner(condition.left())
              + (condition.nullSafe()
                  ? " IS NOT DISTINCT FROM "
                  : " " + condition.op().text() + " ")
              + ExprText.inner(condition.right()));
    }
    if (join.residual() != null) {
      conditions.add(ExprText.top(join.residual()));
    }
    if (!conditions.isEmpty()) {
      details.add(Detail.of("Conditions", conditions));
    }
  }

  private static void nullable(
      String key, @Nullable BoundExpr expr, String unit, List<Detail> details) {
    if (expr != null) {
      details.add(Detail.of(key, ExprText.top(expr) + unit));
    }
  }

  private static List<String> assignments(List<LogicalOperator.Assignment> assignments) {
    return assignments.stream().map(assignment -> ExprText.top(assignment.expr())).toList();
  }

  private static List<String> exprs(List<BoundExpr> exprs) {
    return exprs.stream().map(ExprText::top).toList();
  }

  private static List<String> keys(List<SortKey> keys) {
    return keys.stream().map(ExprText::of).toList();
  }
}
