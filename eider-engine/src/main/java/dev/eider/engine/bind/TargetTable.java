// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.catalog.Catalog.EntryKind;
import dev.eider.base.catalog.CatalogEntry;
import dev.eider.base.catalog.CatalogEntry.ColumnDefinition;
import dev.eider.base.catalog.CatalogEntry.TableEntry;
import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.Plans;
import dev.eider.engine.sql.ast.DataStatement;
import dev.eider.engine.sql.ast.QualifiedName;
import dev.eider.engine.sql.ast.SelectItem;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The table that INSERT, UPDATE or DELETE changes, and what they share. */
record TargetTable(Databases.Place place, TableEntry entry) {

  /** Finds the table; {@code verb} is for the error about a view. */
  static TargetTable find(StatementContext context, QualifiedName name, String verb) {
    Databases.Found found = context.env.databases().find(EntryKind.RELATION, name);
    int at = name.span().start();
    if (found == null) {
      throw new FromBinder(context, null, CteScope.EMPTY).missing(name, at);
    }
    if (!(found.entry() instanceof CatalogEntry.TableEntry table)) {
      throw EiderException.binder("Can only " + verb + " base table", at);
    }
    return new TargetTable(found.place(), table);
  }

  List<ColumnDefinition> columns() {
    return entry.columns();
  }

  /** The names of the columns. */
  List<String> names() {
    return columns().stream().map(ColumnDefinition::name).toList();
  }

  /** The number of a column. */
  int column(String name, int at) {
    for (int i = 0; i < columns().size(); i++) {
      if (columns().get(i).name().equalsIgnoreCase(name)) {
        return i;
      }
    }
    List<String> names = new ArrayList<>();
    columns().forEach(column -> names.add(column.name()));
    throw EiderException.binder(
        "Table \""
            + entry.name()
            + "\" does not have a column with name \""
            + name
            + "\""
            + SimilarNames.message("Did you mean", SimilarNames.closest(names, name)),
        at);
  }

  /** The default of a column, cast to its type. */
  BoundExpr defaultValue(StatementContext context, int column) {
    ColumnDefinition definition = columns().get(column);
    String sql = definition.defaultSql();
    if (sql == null) {
      return new BoundExpr.Constant(Value.nullOf(definition.type()));
    }
    BoundExpr value =
        new ExpressionBinder(context, new Scope(), null, CteScope.EMPTY)
            .bind(Definitions.expression(sql), Clause.DEFAULT_VALUE);
    return context.coercion.cast(value, definition.type());
  }

  /** The value of a generated column from the row's other columns, cast to its type. */
  BoundExpr generated(StatementContext context, int column, List<ColumnRef> row) {
    return generated(context, column, row, 0);
  }

  private BoundExpr generated(
      StatementContext context, int column, List<ColumnRef> row, int depth) {
    ColumnDefinition definition = columns().get(column);
    Scope scope = new Scope();
    List<TableBinding.BoundColumn> visible = new ArrayList<>();
    for (int i = 0; i < row.size(); i++) {
      visible.add(new TableBinding.BoundColumn(columns().get(i).name(), row.get(i), false));
    }
    scope.add(new TableBinding(entry.name(), List.of(), visible));
    BoundExpr value =
        new ExpressionBinder(context, scope, null, CteScope.EMPTY)
            .bind(
                Definitions.expression(java.util.Objects.requireNonNull(definition.generatedSql())),
                Clause.DEFAULT_VALUE);
    if (depth > row.size()) {
      throw EiderException.binder(
          "The generated column \"" + definition.name() + "\" depends on itself");
    }
    // A generated column that is read has its own expression in its place.
    BoundExpr resolved =
        Plans.replaceColumns(
            value,
            read -> {
              int index = row.indexOf(read);
              return index >= 0 && columns().get(index).generatedSql() != null
                  ? generated(context, index, row, depth + 1)
                  : read;
            });
    return context.coercion.cast(resolved, definition.type());
  }

  /** Fresh columns for a whole row. */
  List<ColumnRef> freshRow(StatementContext context) {
    List<ColumnRef> row = new ArrayList<>();
    for (ColumnDefinition column : columns()) {
      row.add(context.column(column.name(), column.type()));
    }
    return row;
  }

  /** A RETURNING list over the changed rows. */
  BoundStatement returning(
      StatementContext context,
      LogicalOperator changed,
      List<SelectItem> items,
      @Nullable String alias) {
    Scope scope = new Scope();
    List<String> names = new ArrayList<>();
    columns().forEach(column -> names.add(column.name()));
    scope.add(
        TableBinding.of(
            alias == null ? entry.name() : alias,
            names,
            changed.output().subList(0, columns().size()),
            List.of()));
    ExpressionBinder binder = new ExpressionBinder(context, scope, null, CteScope.EMPTY);
    List<LogicalOperator.Assignment> assignments = new ArrayList<>();
    List<String> resultNames = new ArrayList<>();
    for (SelectColumn item : new StarExpander(binder).expand(items)) {
      BoundExpr value = item.bound();
      if (value == null) {
        value = binder.bind(java.util.Objects.requireNonNull(item.expr()), Clause.VALUES);
      }
      resultNames.add(item.name());
      assignments.add(
          new LogicalOperator.Assignment(context.column(item.name(), value.type()), value));
    }
    return new BoundStatement(
        new LogicalOperator.Project(changed, assignments),
        resultNames,
        BoundStatement.Kind.ROWS,
        context.ids);
  }

  /** The column of a statement that answers how many rows it changed. */
  static ColumnRef countColumn(StatementContext context) {
    return context.column("Count", LogicalType.BIGINT);
  }

  static BoundStatement counted(StatementContext context, LogicalOperator plan) {
    return new BoundStatement(plan, List.of("Count"), BoundStatement.Kind.COUNT, context.ids);
  }

  /** Runs {@code body} under the WITH list before a statement that changes rows. */
  static BoundStatement under(
      StatementContext context, DataStatement.With with, Function<CteScope, BoundStatement> body) {
    if (with.ctes().isEmpty()) {
      return body.apply(CteScope.EMPTY);
    }
    BoundStatement[] bound = {null};
    BoundQuery query =
        new CteBinder(context, null)
            .bind(
                with.ctes(),
                with.recursive(),
                CteScope.EMPTY,
                ctes -> {
                  BoundStatement statement = body.apply(ctes);
                  bound[0] = statement;
                  return new BoundQuery(statement.plan(), statement.names());
                });
    BoundStatement statement = java.util.Objects.requireNonNull(bound[0]);
    return new BoundStatement(query.plan(), statement.names(), statement.kind(), context.ids);
  }

  EiderException conflict(String message, int at) {
    return new EiderException(ErrorType.BINDER, message, at, null);
  }
}
