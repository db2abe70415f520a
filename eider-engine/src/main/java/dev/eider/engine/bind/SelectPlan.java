// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.error.EiderException;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.Expressions;
import dev.eider.engine.expr.SortKey;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.LogicalOperator.Assignment;
import dev.eider.engine.plan.Plans;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Stacks up the operators of one SELECT over its input, in the order of the clauses. */
final class SelectPlan {
  private final StatementContext context;
  private final ExpressionBinder binder;
  private LogicalOperator plan;
  private @Nullable GroupRewriter rewriter;
  private @Nullable GroupRewriter havingRewriter;
  private @Nullable GroupRewriter orderRewriter;
  private List<BoundExpr> items = List.of();
  private final List<Assignment> assignments = new ArrayList<>();
  private int visible;

  SelectPlan(StatementContext context, ExpressionBinder binder, LogicalOperator input) {
    this.context = context;
    this.binder = binder;
    this.plan = input;
  }

  LogicalOperator result() {
    return plan;
  }

  private BoundExpr rewrite(BoundExpr expr) {
    return rewriter == null ? expr : rewriter.rewrite(expr);
  }

  /** Adds the Aggregate. */
  void group(
      GroupByBinder groups, boolean groupsAll, List<SelectColumn> columns, BoundExpr[] bound) {
    List<Assignment> assigned = new ArrayList<>();
    List<Assignment> shown = new ArrayList<>();
    for (BoundExpr key : groups.keys()) {
      String name = key instanceof ColumnRef column ? column.name() : "group";
      for (int i = 0; i < bound.length; i++) {
        if (bound[i] != null && bound[i].equals(key)) {
          name = columns.get(i).name();
          break;
        }
      }
      ColumnRef column = context.column(name, key.type());
      BoundExpr form = Collations.sortForm(key, context);
      assigned.add(new Assignment(column, form));
      if (form == key) {
        shown.add(new Assignment(column, key));
      } else {
        // Groups of texts that compare equal show the first of them.
        ColumnRef first = context.column(name, key.type());
        binder.collected.aggregates.add(
            new LogicalOperator.AggregateAssignment(
                first, binder.functions().aggregates().first(key)));
        Collations.carry(key, first, context);
        shown.add(new Assignment(first, key));
      }
    }
    List<LogicalOperator.GroupingAssignment> groupings = new ArrayList<>();
    for (Collected.GroupingCall call : binder.collected.groupings) {
      List<Integer> positions = new ArrayList<>();
      for (BoundExpr column : call.columns()) {
        int index = groups.keys().indexOf(column);
        if (index < 0) {
          throw EiderException.binder(
              groups.keys().isEmpty()
                  ? "GROUPING statement cannot be used without groups"
                  : "GROUPING child must be a grouping column",
              call.position());
        }
        positions.add(index);
      }
      if (positions.isEmpty()) {
        if (assigned.isEmpty()) {
          throw EiderException.binder(
              "GROUPING statement cannot be used without groups", call.position());
        }
        for (int i = 0; i < assigned.size(); i++) {
          positions.add(i);
        }
      }
      groupings.add(new LogicalOperator.GroupingAssignment(call.column(), positions));
    }
    Set<Integer> below = Plans.outputIds(plan);
    plan =
        new LogicalOperator.Aggregate(
            plan, assigned, groups.sets(), List.copyOf(binder.collected.aggregates), groupings);
    java.util.Map<Integer, String> names = new java.util.HashMap<>();
    for (TableBinding table : binder.scope.tables()) {
      for (TableBinding.BoundColumn column : table.columns()) {
        if (column.expr() instanceof ColumnRef ref) {
          names.put(ref.id(), column.name());
        }
      }
    }
    rewriter = new GroupRewriter(shown, below, names, GroupRewriter.Place.SELECT);
    havingRewriter = new GroupRewriter(shown, below, names, GroupRewriter.Place.HAVING);
    orderRewriter =
        groupsAll
            ? new GroupRewriter(shown, below, names, GroupRewriter.Place.AFTER_GROUP_BY_ALL)
            : rewriter;
  }

  void having(BoundExpr condition) {
    plan =
        new LogicalOperator.Filter(
            plan, havingRewriter == null ? condition : havingRewriter.rewrite(condition));
  }

  void windows() {
    if (binder.collected.windows.isEmpty()) {
      return;
    }
    List<LogicalOperator.WindowAssignment> windows = new ArrayList<>();
    for (LogicalOperator.WindowAssignment window : binder.collected.windows) {
      windows.add(
          new LogicalOperator.WindowAssignment(
              window.column(), Plans.mapCall(window.call(), this::rewrite)));
    }
    plan = new LogicalOperator.Window(plan, windows);
  }

  void filter(BoundExpr condition) {
    plan = new LogicalOperator.Filter(plan, rewrite(condition));
  }

  /** Adds an Unnest for each level: a list that comes out of another UNNEST waits for it. */
  void unnest() {
    List<Assignment> open = new ArrayList<>();
    for (Assignment unnest : binder.collected.unnests) {
      open.add(new Assignment(unnest.column(), rewrite(unnest.expr())));
    }
    while (!open.isEmpty()) {
      Set<Integer> pending = new HashSet<>();
      open.forEach(unnest -> pending.add(unnest.column().id()));
      List<Assignment> now = new ArrayList<>();
      List<Assignment> later = new ArrayList<>();
      for (Assignment unnest : open) {
        Set<Integer> needs = Expressions.columns(unnest.expr());
        needs.retainAll(pending);
        (needs.isEmpty() ? now : later).add(unnest);
      }
      if (now.isEmpty()) {
        throw EiderException.internal("UNNEST refers to itself");
      }
      plan = new LogicalOperator.Unnest(plan, now, null, false);
      open = later;
    }
  }

  /** Computes the select list. */
  void project(List<BoundExpr> bound, List<String> names, List<SelectColumn> columns) {
    List<BoundExpr> rewritten = new ArrayList<>();
    for (int i = 0; i < bound.size(); i++) {
      BoundExpr expr;
      try {
        expr = rewrite(bound.get(i));
      } catch (EiderException e) {
        throw e.at(columns.get(i).at());
      }
      rewritten.add(expr);
      ColumnRef column = context.column(names.get(i), expr.type());
      Collations.carry(bound.get(i), column, context);
      assignments.add(new Assignment(column, expr));
    }
    items = rewritten;
    visible = bound.size();
  }

  /** Adds Project, DISTINCT and ORDER BY. */
  void finish(boolean distinct, List<BoundExpr> distinctOn, List<SortKey> keys) {
    List<SortKey> sort = new ArrayList<>();
    boolean plainDistinct = distinct && distinctOn.isEmpty();
    for (SortKey key : keys) {
      ColumnRef shared =
          outputColumn(orderRewriter == null ? key.expr() : orderRewriter.rewrite(key.expr()));
      // The order's collation is no matter of others who read the column.
      ColumnRef column = new ColumnRef(shared.id(), shared.name(), shared.type());
      Collations.carry(shared, column, context);
      Collations.carry(key.expr(), column, context);
      BoundExpr form = Collations.sortForm(column, context);
      sort.add(new SortKey(form, key.descending(), key.nullsFirst()));
    }
    List<BoundExpr> on = new ArrayList<>();
    for (BoundExpr key : distinctOn) {
      on.add(outputColumn(rewrite(key)));
    }
    plan = new LogicalOperator.Project(plan, assignments);
    if (plainDistinct && assignments.size() > visible) {
      // Ordered by what is not selected: of equal rows the first in that order stays.
      for (Assignment item : assignments.subList(0, visible)) {
        on.add(Collations.sortForm(item.column(), context));
      }
    } else if (plainDistinct) {
      List<ColumnRef> output = assignments.stream().map(Assignment::column).toList();
      plan = new LogicalOperator.Distinct(plan, Collations.sortForms(output, context));
    }
    if (!sort.isEmpty()) {
      plan = new LogicalOperator.Sort(plan, sort);
    }
    if (!on.isEmpty()) {
      // After the sort: DISTINCT ON keeps the first row in that order.
      plan = new LogicalOperator.Distinct(plan, on);
    }
  }

  private ColumnRef outputColumn(BoundExpr expr) {
    int index = items.indexOf(expr);
    if (index >= 0) {
      return assignments.get(index).column();
    }
    for (int i = visible; i < assignments.size(); i++) {
      if (assignments.get(i).expr().equals(expr)) {
        return assignments.get(i).column();
      }
    }
    ColumnRef column =
        context.column(expr instanceof ColumnRef known ? known.name() : "order", expr.type());
    assignments.add(new Assignment(column, expr));
    return column;
  }

  /** Takes the columns that only ORDER BY needed off again. */
  LogicalOperator withoutExtras(LogicalOperator input) {
    if (assignments.size() == visible) {
      return input;
    }
    List<Assignment> kept = new ArrayList<>();
    for (int i = 0; i < visible; i++) {
      ColumnRef column = assignments.get(i).column();
      kept.add(new Assignment(column, column));
    }
    return new LogicalOperator.Project(input, kept);
  }
}
