// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.sql.ast.DataStatement;
import dev.eider.engine.sql.ast.DefinitionStatement;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.SourceSpan;
import dev.eider.engine.sql.ast.TableRef;
import dev.eider.engine.sql.ast.TypeName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The door of this package: binds one statement. One thread, one statement. */
public final class Binder {
  private final StatementContext context;

  /**
   * A binder for one statement.
   *
   * @param parameters values by name; null to bind a statement that is only prepared, whose
   *     parameters then stay in the plan
   */
  public Binder(BindEnvironment environment, @Nullable Map<String, Value> parameters) {
    this.context = new StatementContext(environment, parameters);
  }

  /** The parameters met so far with the types they were given by their place (ANY: none). */
  public Map<String, LogicalType> parameterTypes() {
    return new LinkedHashMap<>(context.parameterTypes());
  }

  /** Binds a statement that reads or writes rows. */
  public BoundStatement bind(DataStatement statement) {
    switch (statement) {
      case DataStatement.Select select -> context.setTopWith(select.query().ctes());
      case DataStatement.Insert insert -> context.setTopWith(insert.with().ctes());
      case DataStatement.Update update -> context.setTopWith(update.with().ctes());
      case DataStatement.Delete delete -> context.setTopWith(delete.with().ctes());
      default -> {}
    }
    return switch (statement) {
      case DataStatement.Select select -> rows(query(select.query()));
      case DataStatement.Insert insert -> new InsertBinder(context).bind(insert);
      case DataStatement.Update update -> new UpdateBinder(context).bind(update);
      case DataStatement.Delete delete -> new DeleteBinder(context).bind(delete);
      case DataStatement.Truncate truncate -> new DeleteBinder(context).bind(truncate);
      case DataStatement.Copy copy -> new CopyBinder(context).bind(copy);
      case DataStatement.Call call -> rows(call(call));
      case DataStatement.Merge merge ->
          throw EiderException.notImplemented("MERGE INTO is not supported")
              .at(merge.span().start());
      case DataStatement.CopyDatabase copy ->
          throw EiderException.notImplemented("COPY FROM DATABASE is not supported")
              .at(copy.span().start());
      case DataStatement.Explain explain ->
          throw EiderException.internal("EXPLAIN is the session's");
    };
  }

  private BoundStatement rows(BoundQuery query) {
    return new BoundStatement(query.plan(), query.names(), BoundStatement.Kind.ROWS, context.ids);
  }

  private BoundQuery query(Query query) {
    return new QueryBinder(context, null, CteScope.EMPTY).bind(query);
  }

  private BoundQuery call(DataStatement.Call call) {
    TableRef.TableFunction function =
        new TableRef.TableFunction(
            call.function(), call.arguments(), false, false, null, null, call.span());
    return query(Query.of(dev.eider.engine.sql.ast.QueryNode.SelectNode.starFrom(function)));
  }

  /** CREATE TABLE AS; the target is made when the plan runs. */
  public BoundStatement bindCreateTableAs(DefinitionStatement.CreateTable create) {
    return new CreateTableBinder(context).bindAs(create);
  }

  /** The columns and constraints of CREATE TABLE. */
  public TableDefinition bindCreateTable(DefinitionStatement.CreateTable create) {
    return new CreateTableBinder(context).bind(create);
  }

  /** One column of ALTER TABLE ADD COLUMN. */
  public dev.eider.base.catalog.CatalogEntry.ColumnDefinition bindColumn(
      DefinitionStatement.ColumnDefinition column) {
    return new CreateTableBinder(context).column(column);
  }

  /** A query's column names and types, for a view. */
  public BoundStatement bindQuery(Query query) {
    return rows(query(query));
  }

  /** Says by an error when there is no collation of that name; the empty name is the binary one. */
  public static void checkCollation(String collation) {
    if (!collation.isEmpty()) {
      Collations.check(collation, -1);
    }
  }

  /** Whether a name is one of a type of the dialect itself. */
  public static boolean isBuiltinType(String name) {
    return TypeBinder.isBuiltin(name);
  }

  /** The type a name means. */
  public LogicalType bindType(TypeName type) {
    return new TypeBinder(context).bind(type);
  }

  /** The value of an expression without columns; subqueries are run. */
  public Value evaluate(Expr expr) {
    ExpressionBinder binder = new ExpressionBinder(context, new Scope(), null, CteScope.EMPTY);
    BoundExpr bound = binder.bind(expr, Clause.CONSTANT);
    if (dev.eider.engine.expr.Expressions.hasSubquery(bound)) {
      dev.eider.engine.expr.BoundExpr.ColumnRef column = context.column("value", bound.type());
      List<List<Value>> rows =
          context.env.runNow(
              new dev.eider.engine.plan.LogicalOperator.Project(
                  new dev.eider.engine.plan.LogicalOperator.SingleRow(),
                  List.of(new dev.eider.engine.plan.LogicalOperator.Assignment(column, bound))));
      return rows.getFirst().getFirst();
    }
    try {
      return TypeRules.evaluate(bound, context.env);
    } catch (EiderException e) {
      throw e.at(expr.span().start());
    }
  }

  /** Binds an expression over the columns of one table: the check of a default or a constraint. */
  public void checkExpression(Expr expr, List<String> names, List<LogicalType> types) {
    Scope scope = new Scope();
    List<dev.eider.engine.expr.BoundExpr.ColumnRef> columns = new java.util.ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      columns.add(context.column(names.get(i), types.get(i)));
    }
    scope.add(TableBinding.of("", names, columns, List.of()));
    new ExpressionBinder(context, scope, null, CteScope.EMPTY).bind(expr, Clause.CHECK);
  }

  /** A span for parts that are made up. */
  static SourceSpan nowhere() {
    return SourceSpan.NONE;
  }
}
