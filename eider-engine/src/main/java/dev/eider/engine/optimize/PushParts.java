// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.optimize;

import dev.eider.base.table.ColumnPart;
import dev.eider.base.table.Table;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.ExprText;
import dev.eider.engine.expr.Expressions;
import dev.eider.engine.plan.ColumnIds;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.Plans;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where all that is read of a scan's timestamps is one part of them ({@code year(t)}), the scan
 * yields the part, if its table offers that: what reads text need not compute the rest.
 *
 * <p>Fires on a projection or aggregation right above a scan; no other operator sees the column.
 */
final class PushParts {
  private final ColumnIds ids;

  PushParts(ColumnIds ids) {
    this.ids = ids;
  }

  LogicalOperator apply(LogicalOperator plan) {
    return Plans.transform(plan, this::rewrite);
  }

  private LogicalOperator rewrite(LogicalOperator op) {
    return switch (op) {
      case LogicalOperator.Project project when project.input() instanceof LogicalOperator.Scan s ->
          push(project, s);
      case LogicalOperator.Aggregate aggregate
          when aggregate.input() instanceof LogicalOperator.Scan s ->
          push(aggregate, s);
      default -> op;
    };
  }

  private LogicalOperator push(LogicalOperator op, LogicalOperator.Scan scan) {
    Map<Integer, BoundExpr> parts = new HashMap<>();
    Set<Integer> whole = new HashSet<>();
    Plans.forEachExpression(op, expr -> collect(expr, parts, whole));
    scan.filters().forEach(filter -> Expressions.addColumns(filter, whole));
    Table table = scan.table();
    List<ColumnRef> output = new ArrayList<>(scan.output());
    List<Integer> columns = new ArrayList<>(scan.columns());
    Map<BoundExpr, ColumnRef> replaced = new HashMap<>();
    for (int i = 0; i < output.size(); i++) {
      BoundExpr call = parts.get(output.get(i).id());
      ColumnPart part = call == null ? null : part(call);
      if (call == null || part == null || whole.contains(output.get(i).id())) {
        continue;
      }
      Table more = table.withPart(columns.get(i), part);
      if (more != null) {
        table = more;
        columns.set(i, more.columns().size() - 1);
        output.set(i, ids.column(ExprText.top(call), LogicalType.BIGINT));
        replaced.put(call, output.get(i));
      }
    }
    if (replaced.isEmpty()) {
      return op;
    }
    LogicalOperator.Scan narrow =
        new LogicalOperator.Scan(
            table,
            scan.name(),
            output,
            columns,
            scan.filters(),
            scan.filterOnly(),
            scan.filterOnlyColumns(),
            scan.limit());
    LogicalOperator above = Plans.withInputs(op, List.of(narrow));
    return Plans.mapExpressions(
        above,
        expr ->
            Expressions.transform(
                expr,
                inner -> {
                  ColumnRef column = replaced.get(inner);
                  return column == null ? inner : column;
                }));
  }

  /** Notes the part read of each column, and the columns of which more than one part is read. */
  private static void collect(BoundExpr expr, Map<Integer, BoundExpr> parts, Set<Integer> whole) {
    if (expr instanceof ColumnRef column) {
      whole.add(column.id());
    } else if (part(expr) != null
        && expr instanceof BoundExpr.Call call
        && call.arguments().getFirst() instanceof ColumnRef column) {
      BoundExpr other = parts.putIfAbsent(column.id(), call);
      if (other != null && !other.equals(call)) {
        whole.add(column.id());
      }
    } else {
      if (Expressions.hasSubquery(expr)) {
        Expressions.addColumns(expr, whole);
      }
      Expressions.forEachChild(expr, child -> collect(child, parts, whole));
    }
  }

  /** Which part of a column of plain timestamps an expression is, or null. */
  private static @Nullable ColumnPart part(BoundExpr expr) {
    if (!(expr instanceof BoundExpr.Call call)
        || call.arguments().size() != 1
        || !(call.arguments().getFirst() instanceof ColumnRef column)
        || column.type().id() != TypeId.TIMESTAMP
        || call.type().id() != TypeId.BIGINT) {
      return null;
    }
    return switch (call.function().name()) {
      case "year" -> ColumnPart.YEAR;
      case "month" -> ColumnPart.MONTH;
      case "day", "dayofmonth" -> ColumnPart.DAY;
      default -> null;
    };
  }
}
