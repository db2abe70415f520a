// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.catalog.Catalog.EntryKind;
import dev.eider.base.catalog.CatalogEntry;
import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.GroupBy;
import dev.eider.engine.sql.ast.OrderItem;
import dev.eider.engine.sql.ast.QualifiedName;
import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.QueryNode;
import dev.eider.engine.sql.ast.SelectItem;
import dev.eider.engine.sql.ast.SourceSpan;
import dev.eider.engine.sql.ast.TableRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Binds PIVOT as a SELECT: each value of the pivot columns makes one aggregate with a FILTER.
 * Values that are not written are asked of the source first.
 */
final class PivotBinder {
  private final StatementContext context;
  private final @Nullable ExpressionBinder outer;
  private final CteScope ctes;
  private final Map<String, BoundExpr> constants = new HashMap<>();

  PivotBinder(StatementContext context, @Nullable ExpressionBinder outer, CteScope ctes) {
    this.context = context;
    this.outer = outer;
    this.ctes = ctes;
  }

  /** One output column's condition and name, before the aggregate's name is added. */
  private record Cell(List<Expr> conditions, String name) {}

  FromBinder.Source bind(TableRef.Pivot pivot) {
    SourceSpan span = pivot.span();
    List<Cell> cells = List.of(new Cell(List.of(), ""));
    for (TableRef.PivotColumn column : pivot.columns()) {
      cells = multiply(cells, cellsOf(pivot, column));
    }
    requireLimit(cells.size(), span.start());
    List<SelectItem> aggregates =
        pivot.aggregates().isEmpty()
            ? List.of(
                new SelectItem(Expr.FunctionCall.of("count_star", List.of(), span), null, span))
            : pivot.aggregates();
    List<SelectItem> items = new ArrayList<>();
    List<GroupBy.Item> groups = new ArrayList<>();
    for (Expr.ColumnRef group : groupColumns(pivot)) {
      items.add(new SelectItem(group, null, span));
      groups.add(new GroupBy.Key(group));
    }
    for (Cell cell : cells) {
      for (SelectItem aggregate : aggregates) {
        items.add(item(cell, aggregate, aggregates.size() > 1, span));
      }
    }
    QueryNode.SelectNode select =
        new QueryNode.SelectNode(
            false,
            List.of(),
            items,
            List.of(pivot.source()),
            null,
            groups.isEmpty() ? null : new GroupBy.Items(groups),
            null,
            null,
            null,
            span);
    BoundQuery query =
        inScope(binder -> new QueryBinder(context, binder, ctes).bind(Query.of(select)));
    return FromBinder.source(
        query,
        pivot.alias(),
        pivot.alias() == null ? "__unnamed_pivot" : pivot.alias().name(),
        span.start());
  }

  private BoundQuery inScope(java.util.function.Function<ExpressionBinder, BoundQuery> body) {
    ExpressionBinder binder = new ExpressionBinder(context, new Scope(), outer, ctes);
    return binder.withMacro(constants, () -> body.apply(binder));
  }

  private void requireLimit(int cells, int at) {
    Value limit = context.env.setting("pivot_limit");
    if (limit != null && !limit.isNull() && cells > limit.asLong()) {
      throw EiderException.binder(
          "Pivot column limit of "
              + limit.asLong()
              + " exceeded. Use SET pivot_limit=X to increase the limit.",
          at);
    }
  }

  private static SelectItem item(
      Cell cell, SelectItem aggregate, boolean several, SourceSpan span) {
    Expr filtered =
        AstRewriter.rewrite(
            aggregate.value(),
            e ->
                e instanceof Expr.FunctionCall call && call.over() == null && !isScalarHelper(call)
                    ? withFilter(call, cell.conditions())
                    : e);
    String alias = aggregate.alias();
    String name = cell.name();
    if (alias != null || several) {
      String suffix = alias != null ? alias : ExprNames.of(aggregate.value());
      name = name.isEmpty() ? suffix : name + "_" + suffix;
    }
    return new SelectItem(filtered, name, span);
  }

  private static boolean isScalarHelper(Expr.FunctionCall call) {
    return !Character.isLetter(call.name().name().charAt(0));
  }

  private static Expr.FunctionCall withFilter(Expr.FunctionCall call, List<Expr> conditions) {
    List<Expr> all = new ArrayList<>(conditions);
    Expr filter = call.filter();
    if (filter != null) {
      all.add(filter);
    }
    Expr condition =
        all.isEmpty()
            ? null
            : all.size() == 1 ? all.getFirst() : new Expr.Conjunction(true, all, call.span());
    return new Expr.FunctionCall(
        call.name(),
        call.arguments(),
        call.distinct(),
        call.orderBy(),
        condition,
        call.ignoreNulls(),
        call.exportState(),
        call.over(),
        call.span());
  }

  private static List<Cell> multiply(List<Cell> left, List<Cell> right) {
    List<Cell> cells = new ArrayList<>();
    for (Cell a : left) {
      for (Cell b : right) {
        List<Expr> conditions = new ArrayList<>(a.conditions());
        conditions.addAll(b.conditions());
        cells.add(new Cell(conditions, a.name().isEmpty() ? b.name() : a.name() + "_" + b.name()));
      }
    }
    return cells;
  }

  private List<Cell> cellsOf(TableRef.Pivot pivot, TableRef.PivotColumn column) {
    List<Cell> cells = new ArrayList<>();
    if (!column.values().isEmpty()) {
      for (SelectItem value : column.values()) {
        cells.add(written(column, value));
      }
      return cells;
    }
    String enumName = column.enumName();
    Query subquery = column.subquery();
    if (enumName != null) {
      for (Value label : labels(enumName, column.span())) {
        cells.add(cell(column, List.of(label)));
      }
      return cells;
    }
    Query values = subquery != null ? subquery : distinctValues(pivot, column);
    BoundQuery bound = new QueryBinder(context, null, ctes).bind(values);
    for (List<Value> row : context.env.runNow(bound.plan())) {
      if (subquery == null || !row.getFirst().isNull()) {
        cells.add(cell(column, row));
      }
    }
    return cells;
  }

  private List<Value> labels(String name, SourceSpan span) {
    Databases.Found found =
        context.env.databases().find(EntryKind.TYPE, QualifiedName.of(name, span));
    if (found == null
        || !(((CatalogEntry.TypeEntry) found.entry()).type() instanceof LogicalType.EnumOf e)) {
      throw EiderException.binder("Pivot must reference an ENUM type: \"" + name + "\" is none");
    }
    return e.values().stream().map(Value::of).toList();
  }

  private static Query distinctValues(TableRef.Pivot pivot, TableRef.PivotColumn column) {
    SourceSpan span = column.span();
    List<SelectItem> items = new ArrayList<>();
    List<OrderItem> order = new ArrayList<>();
    List<Expr> notNull = new ArrayList<>();
    for (Expr on : column.on()) {
      items.add(new SelectItem(on, null, span));
      order.add(
          new OrderItem(
              new Expr.NumberLiteral(Integer.toString(items.size()), span),
              OrderItem.Direction.ASCENDING,
              OrderItem.Nulls.LAST));
      notNull.add(new Expr.IsNull(on, true, span));
    }
    QueryNode.SelectNode select =
        new QueryNode.SelectNode(
            true,
            List.of(),
            items,
            List.of(pivot.source()),
            notNull.size() == 1 ? notNull.getFirst() : new Expr.Conjunction(true, notNull, span),
            null,
            null,
            null,
            null,
            span);
    return new Query(List.of(), false, select, order, null, span);
  }

  private Cell written(TableRef.PivotColumn column, SelectItem value) {
    List<Expr> parts =
        column.on().size() > 1 && value.value() instanceof Expr.FunctionCall row
            ? row.arguments().stream().map(Expr.Argument::value).toList()
            : List.of(value.value());
    if (parts.size() != column.on().size()) {
      throw EiderException.parser(
          "PIVOT IN list - inconsistent amount of rows - expected "
              + column.on().size()
              + " but got "
              + parts.size(),
          value.span().start());
    }
    List<Expr> conditions = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      Expr part =
          parts.get(i) instanceof Expr.ColumnRef word
              ? new Expr.StringLiteral(word.name(), word.span())
              : parts.get(i);
      conditions.add(new Expr.IsDistinctFrom(column.on().get(i), part, true, column.span()));
      names.add(literalName(part));
    }
    String alias = value.alias();
    return new Cell(conditions, alias != null ? alias : String.join("_", names));
  }

  private String literalName(Expr part) {
    Value value =
        TypeRules.foldToConstant(
            new ExpressionBinder(context, new Scope(), outer, ctes).bind(part, Clause.CONSTANT),
            context.env);
    return value == null ? ExprNames.of(part) : text(value);
  }

  private String text(Value value) {
    if (value.isNull()) {
      return "NULL";
    }
    Value text = TypeRules.castConstant(value, LogicalType.VARCHAR, context.env);
    return text == null ? String.valueOf(value.object()) : text.asString();
  }

  private Cell cell(TableRef.PivotColumn column, List<Value> values) {
    List<Expr> conditions = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < column.on().size(); i++) {
      Value value = values.get(i);
      String name = "\u0000pivot" + constants.size();
      constants.put(name, new BoundExpr.Constant(value));
      conditions.add(
          new Expr.IsDistinctFrom(
              column.on().get(i),
              new Expr.ColumnRef(List.of(name), column.span()),
              true,
              column.span()));
      names.add(text(value));
    }
    return new Cell(conditions, String.join("_", names));
  }

  /** GROUP BY as written, or every column that neither pivots nor is aggregated. */
  private List<Expr.ColumnRef> groupColumns(TableRef.Pivot pivot) {
    List<Expr.ColumnRef> groups = new ArrayList<>();
    if (!pivot.groupBy().isEmpty()) {
      for (String name : pivot.groupBy()) {
        groups.add(new Expr.ColumnRef(List.of(name), pivot.span()));
      }
      return groups;
    }
    Set<String> used = new HashSet<>();
    for (TableRef.PivotColumn column : pivot.columns()) {
      column.on().forEach(on -> addNames(on, used));
    }
    pivot.aggregates().forEach(aggregate -> addNames(aggregate.value(), used));
    FromBinder.Source source = new FromBinder(context, outer, ctes).bind(pivot.source());
    ExpressionBinder binder = new ExpressionBinder(context, source.scope(), outer, ctes);
    for (StarExpander.StarColumn column :
        new StarExpander(binder).matching(Expr.Star.plain(pivot.span()))) {
      if (!used.contains(column.name().toLowerCase(Locale.ROOT))) {
        groups.add(column.reference(pivot.span()));
      }
    }
    return groups;
  }

  private static void addNames(Expr expr, Set<String> names) {
    AstRewriter.contains(
        expr,
        e -> {
          if (e instanceof Expr.ColumnRef ref) {
            names.add(ref.name().toLowerCase(Locale.ROOT));
          }
          return false;
        });
  }
}
