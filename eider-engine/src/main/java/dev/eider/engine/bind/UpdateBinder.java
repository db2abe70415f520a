// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.catalog.CatalogEntry.ColumnDefinition;
import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.sql.ast.DataStatement;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.TableRef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Binds UPDATE. */
final class UpdateBinder {
  private final StatementContext context;

  UpdateBinder(StatementContext context) {
    this.context = context;
  }

  BoundStatement bind(DataStatement.Update update) {
    return TargetTable.under(context, update.with(), ctes -> bind(update, ctes));
  }

  /** Under WITH entries that are bound. */
  BoundStatement bind(DataStatement.Update update, CteScope ctes) {
    int at = update.table().span().start();
    TargetTable target = TargetTable.find(context, update.table(), "update");
    String alias = update.alias();
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
    for (TableRef ref : update.from()) {
      FromBinder.Source left = new FromBinder.Source(plan, scope);
      FromBinder.Source right = from.lateral(left).bind(ref);
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
    ExpressionBinder binder = new ExpressionBinder(context, scope, null, ctes);
    Expr where = update.where();
    if (where != null) {
      plan = new LogicalOperator.Filter(plan, binder.bindCondition(where, Clause.WHERE));
    }
    ColumnRef rowId = rowId(scan);
    if (!update.from().isEmpty()) {
      // A row that several rows of FROM match is updated once, by the first of them.
      plan = new LogicalOperator.Distinct(plan, List.of(rowId));
    }
    return finish(update, target, scan, binder, plan, rowId);
  }

  /** The hidden column that names rows. */
  static ColumnRef rowId(FromBinder.Source scan) {
    return scan.plan().output().getLast();
  }

  private BoundStatement finish(
      DataStatement.Update update,
      TargetTable target,
      FromBinder.Source scan,
      ExpressionBinder binder,
      LogicalOperator source,
      ColumnRef rowId) {
    int at = update.span().start();
    Map<Integer, BoundExpr> values = new LinkedHashMap<>();
    for (DataStatement.Assignment assignment : update.set()) {
      int setAt = assignment.span().start();
      int column = column(target, assignment, setAt);
      ColumnDefinition definition = target.columns().get(column);
      if (definition.generatedSql() != null) {
        throw EiderException.binder(
            "Cant update column \"" + definition.name() + "\" because it is a generated column!",
            setAt);
      }
      BoundExpr value =
          assignment.value() instanceof Expr.Default
              ? target.defaultValue(context, column)
              : context.coercion.explicitCast(
                  binder.bind(assignment.value(), Clause.UPDATE_SET), definition.type(), false);
      if (values.put(column, value) != null) {
        throw EiderException.binder(
            "Multiple assignments to same column \"" + definition.name() + "\"", setAt);
      }
    }
    new KeyConstraints(context, target).refuseUpdate(values.keySet(), at);
    List<ColumnRef> row = target.freshRow(context);
    ColumnRef id = context.column("rowid", LogicalType.BIGINT);
    List<LogicalOperator.Assignment> assignments = new ArrayList<>();
    assignments.add(new LogicalOperator.Assignment(id, rowId));
    List<ColumnRef> old = scan.plan().output();
    boolean hasGenerated = false;
    for (int i = 0; i < row.size(); i++) {
      BoundExpr value = values.get(i);
      hasGenerated |= target.columns().get(i).generatedSql() != null;
      assignments.add(
          new LogicalOperator.Assignment(row.get(i), value != null ? value : old.get(i)));
    }
    LogicalOperator plan = new LogicalOperator.Project(source, assignments);
    if (hasGenerated) {
      List<LogicalOperator.Assignment> again = new ArrayList<>();
      again.add(new LogicalOperator.Assignment(id, id));
      for (int i = 0; i < row.size(); i++) {
        boolean generated = target.columns().get(i).generatedSql() != null;
        BoundExpr value = generated ? target.generated(context, i, row) : row.get(i);
        if (generated) {
          values.put(i, value);
        }
        again.add(new LogicalOperator.Assignment(row.get(i), value));
      }
      plan = new LogicalOperator.Project(plan, again);
    }
    plan = new Constraints(context, target.entry()).check(plan, row, values.keySet());
    plan = new ForeignKeyChecks(context, target).added(plan, row, values.keySet());
    boolean returning = !update.returning().isEmpty();
    List<LogicalOperator.Assignment> ordered = new ArrayList<>();
    ordered.add(new LogicalOperator.Assignment(id, id));
    List<Integer> columns = new ArrayList<>(values.keySet());
    for (int column : columns) {
      ColumnRef changed = returning ? context.ids.copyOf(row.get(column)) : row.get(column);
      ordered.add(new LogicalOperator.Assignment(changed, row.get(column)));
    }
    if (returning) {
      row.forEach(column -> ordered.add(new LogicalOperator.Assignment(column, column)));
    }
    plan = new LogicalOperator.Project(plan, ordered);
    List<ColumnRef> output =
        returning ? target.freshRow(context) : List.of(TargetTable.countColumn(context));
    LogicalOperator updated =
        new LogicalOperator.Update(plan, target.entry(), columns, returning, output);
    return returning
        ? target.returning(context, updated, update.returning(), update.alias())
        : TargetTable.counted(context, updated);
  }

  private static int column(TargetTable target, DataStatement.Assignment assignment, int at) {
    String name = assignment.column();
    for (int i = 0; i < target.columns().size(); i++) {
      if (target.columns().get(i).name().equalsIgnoreCase(name)) {
        return i;
      }
    }
    List<String> names = new ArrayList<>();
    target.columns().forEach(column -> names.add(column.name()));
    throw EiderException.binder(
        "Referenced update column "
            + name
            + " not found in table!"
            + SimilarNames.message("Did you mean", SimilarNames.closest(names, name)),
        at);
  }
}
