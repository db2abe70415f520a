// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.catalog.CatalogEntry.ColumnDefinition;
import dev.eider.base.catalog.CatalogEntry.TableEntry;
import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarKernel;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.sql.ast.Expr;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Constraints as parts of a plan: rows on their way into a table pass calls that throw when a
 * constraint is broken. The calls are volatile, so that no rule moves or drops them.
 */
public final class Constraints {
  /** How texts of CHECK constraints begin. */
  static final String CHECK = "CHECK(";

  private final StatementContext context;
  private final TableEntry table;

  Constraints(StatementContext context, TableEntry table) {
    this.context = context;
    this.table = table;
  }

  /**
   * The plan with its rows checked.
   *
   * @param row the new row's columns, in the table's order, all put out by {@code plan}
   * @param changed positions of the columns whose values are new
   */
  LogicalOperator check(LogicalOperator plan, List<ColumnRef> row, Set<Integer> changed) {
    List<BoundExpr> conditions = new ArrayList<>();
    for (int i = 0; i < row.size(); i++) {
      ColumnDefinition column = table.columns().get(i);
      if (column.notNull() && changed.contains(i)) {
        conditions.add(
            guard(
                new BoundExpr.IsNull(row.get(i), true),
                "NOT NULL constraint failed: " + table.name() + "." + column.name()));
      }
    }
    for (String constraint : table.constraints()) {
      if (constraint.startsWith(CHECK)) {
        conditions.add(checkCall(constraint, row));
      }
    }
    LogicalOperator checked = plan;
    for (BoundExpr condition : conditions) {
      checked = new LogicalOperator.Filter(checked, condition);
    }
    return checked;
  }

  /** The columns that a constraint's text is about, in the table's spelling. */
  public static List<String> columnsOf(TableEntry table, String constraint) {
    if (!constraint.startsWith(CHECK)) {
      ForeignKey key = ForeignKey.parse(constraint);
      return key != null ? key.columns() : KeyConstraints.columnsOf(constraint);
    }
    Set<String> mentioned = new HashSet<>();
    AstReferences.addColumns(
        Definitions.expression(constraint.substring(CHECK.length() - 1)), mentioned);
    List<String> columns = new ArrayList<>();
    for (ColumnDefinition column : table.columns()) {
      if (mentioned.contains(column.name().toLowerCase(Locale.ROOT))) {
        columns.add(column.name());
      }
    }
    return columns;
  }

  private BoundExpr checkCall(String constraint, List<ColumnRef> row) {
    Expr expr = Definitions.expression(constraint.substring(CHECK.length() - 1));
    Scope scope = new Scope();
    List<String> names = new ArrayList<>();
    table.columns().forEach(column -> names.add(column.name()));
    scope.add(TableBinding.of(table.name(), names, row, List.of()));
    BoundExpr condition =
        new ExpressionBinder(context, scope, null, CteScope.EMPTY)
            .bindCondition(expr, Clause.CHECK);
    return guard(
        condition,
        "CHECK constraint failed on table " + table.name() + " with expression " + constraint);
  }

  /** True, or the error when the condition is false. */
  static BoundExpr guard(BoundExpr condition, String message) {
    BoundScalar function =
        new BoundScalar(
            "constraint_check",
            List.of(LogicalType.BOOLEAN),
            LogicalType.BOOLEAN,
            ScalarKernel.NullHandling.SPECIAL,
            BoundScalar.Stability.VOLATILE,
            true,
            () -> new Guard(message),
            message);
    return new BoundExpr.Call(function, List.of(condition));
  }

  /** Throws when a row's condition is false; NULL passes. */
  private record Guard(String message) implements ScalarKernel {
    @Override
    public void apply(Operand[] arguments, int count, FlatVector result, EvalContext context) {
      Operand condition = arguments[0];
      BoolVector flags = (BoolVector) condition.vector();
      BoolVector out = (BoolVector) result;
      for (int row = 0; row < count; row++) {
        if (!condition.isNull(row) && flags.values()[condition.index(row)] == 0) {
          throw new EiderException(ErrorType.CONSTRAINT, message);
        }
        out.values()[row] = 1;
      }
    }
  }
}
