// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.Expressions;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.Plans;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.QueryNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Binds VALUES. */
final class ValuesBinder {
  private final StatementContext context;
  private final @Nullable ExpressionBinder outer;
  private final CteScope ctes;

  ValuesBinder(StatementContext context, @Nullable ExpressionBinder outer, CteScope ctes) {
    this.context = context;
    this.outer = outer;
    this.ctes = ctes;
  }

  BoundQuery bind(QueryNode.ValuesNode values) {
    return bind(values, List.of());
  }

  /**
   * Binds rows; a column with an expected type (null: none) is cast to it at once, which an INSERT
   * uses so that each literal takes the type of its column.
   */
  BoundQuery bind(QueryNode.ValuesNode values, List<@Nullable LogicalType> expected) {
    int width = values.rows().getFirst().size();
    ExpressionBinder binder = new ExpressionBinder(context, new Scope(), outer, ctes);
    List<List<BoundExpr>> rows = new ArrayList<>();
    for (List<Expr> row : values.rows()) {
      if (row.size() != width) {
        throw EiderException.parser(
            "VALUES lists must all be the same length, expected "
                + width
                + (width == 1 ? " entry" : " entries")
                + " but found a list with "
                + row.size()
                + (row.size() == 1 ? " entry" : " entries"),
            row.isEmpty() ? values.span().start() : row.getFirst().span().start());
      }
      rows.add(binder.within(Clause.VALUES, () -> binder.bindAll(row)));
    }
    List<ColumnRef> output = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int c = 0; c < width; c++) {
      List<BoundExpr> column = new ArrayList<>();
      for (List<BoundExpr> row : rows) {
        column.add(row.get(c));
      }
      LogicalType wanted = c < expected.size() ? expected.get(c) : null;
      LogicalType type =
          wanted != null
              ? wanted
              : context.coercion.unify(column, Coercion.VALUES, values.span().start());
      if (wanted == null && type.id() == TypeId.SQLNULL) {
        type = LogicalType.INTEGER;
      }
      for (List<BoundExpr> row : rows) {
        row.set(c, context.coercion.cast(row.get(c), type));
      }
      String name = "col" + c;
      names.add(name);
      ColumnRef made = context.column(name, type);
      Collations.result(made, column, context);
      output.add(made);
    }
    boolean plain = true;
    for (List<BoundExpr> row : rows) {
      for (BoundExpr value : row) {
        plain &= !Expressions.hasSubquery(value) && Plans.columns(value).isEmpty();
      }
    }
    return new BoundQuery(
        plain ? new LogicalOperator.Values(rows, output) : asUnion(rows, output), names);
  }

  /** Rows that need subqueries or outer columns are a union of one-row projections. */
  private LogicalOperator asUnion(List<List<BoundExpr>> rows, List<ColumnRef> output) {
    List<LogicalOperator> inputs = new ArrayList<>();
    for (List<BoundExpr> row : rows) {
      List<LogicalOperator.Assignment> assignments = new ArrayList<>();
      for (int c = 0; c < row.size(); c++) {
        ColumnRef column = rows.size() == 1 ? output.get(c) : context.ids.copyOf(output.get(c));
        assignments.add(new LogicalOperator.Assignment(column, row.get(c)));
      }
      inputs.add(new LogicalOperator.Project(new LogicalOperator.SingleRow(), assignments));
    }
    return inputs.size() == 1
        ? inputs.getFirst()
        : new LogicalOperator.SetOperation(LogicalOperator.SetKind.UNION, true, inputs, output);
  }
}
