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
import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.QueryNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Binds INSERT. */
final class InsertBinder {
  private final StatementContext context;

  InsertBinder(StatementContext context) {
    this.context = context;
  }

  BoundStatement bind(DataStatement.Insert insert) {
    return TargetTable.under(context, insert.with(), ctes -> bind(insert, ctes));
  }

  /** Under WITH entries that are bound. */
  BoundStatement bind(DataStatement.Insert insert, CteScope ctes) {
    int at = insert.table().span().start();
    TargetTable target = TargetTable.find(context, insert.table(), "insert into");
    List<Integer> columns = new ArrayList<>();
    LogicalOperator source = null;
    Query query = insert.source();
    if (insert.match() == DataStatement.ColumnMatch.BY_NAME) {
      if (!insert.columns().isEmpty()) {
        throw EiderException.binder(
            "INSERT BY NAME can only be used when no explicit columns are specified", at);
      }
      if (query == null) {
        throw EiderException.binder("INSERT BY NAME can only be used with a query", at);
      }
      BoundQuery bound = new QueryBinder(context, null, ctes).bind(query);
      for (String name : bound.names()) {
        columns.add(target.column(name, at));
      }
      source = bound.plan();
    } else {
      if (insert.columns().isEmpty()) {
        for (int i = 0; i < target.columns().size(); i++) {
          if (target.columns().get(i).generatedSql() == null) {
            columns.add(i);
          }
        }
      }
      for (String name : insert.columns()) {
        columns.add(target.column(name, at));
      }
      if (query != null) {
        source = source(query, target, columns, insert, ctes);
      }
    }
    requireDistinct(target, columns, at);
    return insert(insert, target, columns, source);
  }

  /** Inserts rows that are bound already: COPY FROM. */
  BoundStatement insertRows(TargetTable target, List<Integer> columns, LogicalOperator source) {
    DataStatement.Insert insert =
        new DataStatement.Insert(
            DataStatement.With.NONE,
            DataStatement.InsertAction.DEFAULT,
            dev.eider.engine.sql.ast.QualifiedName.of(target.entry().name(), Binder.nowhere()),
            null,
            DataStatement.ColumnMatch.DEFAULT,
            List.of(),
            null,
            null,
            List.of(),
            Binder.nowhere());
    return insert(insert, target, columns, source);
  }

  private static void requireDistinct(TargetTable target, List<Integer> columns, int at) {
    Set<Integer> seen = new HashSet<>();
    for (int column : columns) {
      ColumnDefinition definition = target.columns().get(column);
      if (!seen.add(column)) {
        throw EiderException.binder(
            "Duplicate column name \"" + definition.name() + "\" in INSERT", at);
      }
      if (definition.generatedSql() != null) {
        throw EiderException.binder("Cannot insert into a generated column", at);
      }
    }
  }

  private LogicalOperator source(
      Query query,
      TargetTable target,
      List<Integer> columns,
      DataStatement.Insert insert,
      CteScope ctes) {
    if (query.isBare() && query.body() instanceof QueryNode.ValuesNode values) {
      requireCount(target, columns, values.rows().getFirst().size(), insert);
      List<@Nullable LogicalType> types = new ArrayList<>();
      for (int column : columns) {
        types.add(target.columns().get(column).type());
      }
      return new ValuesBinder(context, null, ctes)
          .bind(withDefaults(values, target, columns), types)
          .plan();
    }
    BoundQuery bound = new QueryBinder(context, null, ctes).bind(query);
    requireCount(target, columns, bound.names().size(), insert);
    return bound.plan();
  }

  private static void requireCount(
      TargetTable target, List<Integer> columns, int values, DataStatement.Insert insert) {
    if (columns.size() == values) {
      return;
    }
    int at = insert.span().start();
    throw EiderException.binder(
        insert.columns().isEmpty()
            ? "table \""
                + target.entry().name()
                + "\" has "
                + columns.size()
                + " columns but "
                + values
                + " values were supplied"
            : "Column name/value mismatch for insert on "
                + target.entry().name()
                + ": expected "
                + columns.size()
                + " columns but "
                + values
                + " values were supplied",
        at);
  }

  /** DEFAULT in a row of VALUES becomes the column's default expression. */
  private static QueryNode.ValuesNode withDefaults(
      QueryNode.ValuesNode values, TargetTable target, List<Integer> columns) {
    boolean any = false;
    List<List<Expr>> rows = new ArrayList<>();
    for (List<Expr> row : values.rows()) {
      List<Expr> replaced = new ArrayList<>(row);
      for (int i = 0; i < row.size() && i < columns.size(); i++) {
        if (row.get(i) instanceof Expr.Default written) {
          any = true;
          String sql = target.columns().get(columns.get(i)).defaultSql();
          replaced.set(
              i, sql == null ? new Expr.NullLiteral(written.span()) : Definitions.expression(sql));
        }
      }
      rows.add(replaced);
    }
    return any ? new QueryNode.ValuesNode(rows, values.span()) : values;
  }

  private BoundStatement insert(
      DataStatement.Insert insert,
      TargetTable target,
      List<Integer> columns,
      @Nullable LogicalOperator source) {
    LogicalOperator input = source == null ? new LogicalOperator.SingleRow() : source;
    List<ColumnRef> given = source == null ? List.of() : source.output();
    List<ColumnRef> row = target.freshRow(context);
    List<LogicalOperator.Assignment> assignments = new ArrayList<>();
    boolean hasGenerated = false;
    for (int i = 0; i < row.size(); i++) {
      ColumnDefinition definition = target.columns().get(i);
      if (definition.generatedSql() != null) {
        hasGenerated = true;
        continue;
      }
      int position = source == null ? -1 : columns.indexOf(i);
      BoundExpr value =
          position >= 0
              ? context.coercion.explicitCast(given.get(position), definition.type(), false)
              : target.defaultValue(context, i);
      assignments.add(new LogicalOperator.Assignment(row.get(i), value));
    }
    LogicalOperator plan = new LogicalOperator.Project(input, assignments);
    if (hasGenerated) {
      plan = withGenerated(target, plan, row);
    }
    Set<Integer> all = new HashSet<>();
    for (int i = 0; i < row.size(); i++) {
      all.add(i);
    }
    plan = new Constraints(context, target.entry()).check(plan, row, all);
    plan = new ForeignKeyChecks(context, target).added(plan, row, all);
    plan = new KeyConstraints(context, target).insert(plan, row, insert);
    boolean returning = !insert.returning().isEmpty();
    List<ColumnRef> output =
        returning ? target.freshRow(context) : List.of(TargetTable.countColumn(context));
    LogicalOperator inserted =
        new LogicalOperator.Insert(
            plan, target.place().schema(), target.entry(), returning, output);
    return returning
        ? target.returning(context, inserted, insert.returning(), insert.alias())
        : TargetTable.counted(context, inserted);
  }

  private LogicalOperator withGenerated(
      TargetTable target, LogicalOperator plan, List<ColumnRef> row) {
    List<LogicalOperator.Assignment> assignments = new ArrayList<>();
    for (int i = 0; i < row.size(); i++) {
      BoundExpr value =
          target.columns().get(i).generatedSql() == null
              ? row.get(i)
              : target.generated(context, i, row);
      assignments.add(new LogicalOperator.Assignment(row.get(i), value));
    }
    return new LogicalOperator.Project(plan, assignments);
  }
}
