// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.sql.ast.DataStatement;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.TableRef;
import java.util.ArrayList;
import java.util.List;

/** Binds DELETE and TRUNCATE. */
final class DeleteBinder {
  private final StatementContext context;

  DeleteBinder(StatementContext context) {
    this.context = context;
  }

  BoundStatement bind(DataStatement.Truncate truncate) {
    return bind(
        new DataStatement.Delete(
            DataStatement.With.NONE,
            truncate.table(),
            null,
            List.of(),
            null,
            List.of(),
            truncate.span()));
  }

  BoundStatement bind(DataStatement.Delete delete) {
    return TargetTable.under(context, delete.with(), ctes -> bind(delete, ctes));
  }

  /** Under WITH entries that are bound. */
  BoundStatement bind(DataStatement.Delete delete, CteScope ctes) {
    int at = delete.table().span().start();
    TargetTable target = TargetTable.find(context, delete.table(), "delete from");
    String alias = delete.alias();
    FromBinder from = new FromBinder(context, null, ctes);
    FromBinder.Source scan =
        from.scan(
            target.place(),
            target.entry(),
            alias == null ? target.entry().name() : alias,
            alias == null
                ? List.of(target.place().catalog().name(), target.place().schema())
                : List.of(),
            target.names(),
            at);
    LogicalOperator plan = scan.plan();
    Scope scope = new Scope();
    scope.addAll(scan.scope());
    for (TableRef ref : delete.using()) {
      FromBinder.Source right = from.lateral(new FromBinder.Source(plan, scope)).bind(ref);
      plan =
          new LogicalOperator.Join(
              LogicalOperator.JoinType.CROSS,
              plan,
              right.plan(),
              List.of(),
              null,
              null,
              FromBinder.isDependent(plan, right.plan()));
      Scope both = new Scope();
      both.addAll(scope);
      both.addAll(right.scope());
      scope = both;
    }
    Expr where = delete.where();
    if (where != null) {
      plan =
          new LogicalOperator.Filter(
              plan,
              new ExpressionBinder(context, scope, null, ctes).bindCondition(where, Clause.WHERE));
    }
    ColumnRef rowId = UpdateBinder.rowId(scan);
    if (!delete.using().isEmpty()) {
      plan = new LogicalOperator.Distinct(plan, List.of(rowId));
    }
    List<ColumnRef> columns = scan.plan().output().subList(0, target.columns().size());
    plan = new ForeignKeyChecks(context, target).removed(plan, columns);
    boolean returning = !delete.returning().isEmpty();
    List<LogicalOperator.Assignment> kept = new ArrayList<>();
    kept.add(new LogicalOperator.Assignment(rowId, rowId));
    if (returning) {
      for (ColumnRef column : columns) {
        kept.add(new LogicalOperator.Assignment(column, column));
      }
    }
    plan = new LogicalOperator.Project(plan, kept);
    List<ColumnRef> output =
        returning ? target.freshRow(context) : List.of(TargetTable.countColumn(context));
    LogicalOperator deleted = new LogicalOperator.Delete(plan, target.entry(), returning, output);
    return returning
        ? target.returning(context, deleted, delete.returning(), delete.alias())
        : TargetTable.counted(context, deleted);
  }
}
