// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.catalog.Catalog.EntryKind;
import dev.eider.base.catalog.CatalogEntry;
import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
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
import dev.eider.engine.sql.ast.TypeName;
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
    List<SelectItem> aggregates = pivot.aggregates();
    if (aggregates.isEmpty() && !pivot.columns().isEmpty()) {
      aggregates =
          List.of(new SelectItem(Expr.FunctionCall.of("count_star", List.of(), span), null, span));
    }
    Set<String> used = new HashSet<>();
    if (!pivot.columns().isEmpty()) {
      PivotChecks checks = new PivotChecks(context);
      aggregates.forEach(aggregate -> checks.addColumns(checks.aggregate(aggregate.value()), used));
      for (TableRef.PivotColumn column : pivot.columns()) {
        column.on().forEach(on -> checks.addColumns(on, used));
      }
    }
    FromBinder.Source source = new FromBinder(context, outer, ctes).bind(pivot.source());
    ExpressionBinder sourceBinder = new ExpressionBinder(context, source.scope(), outer, ctes);
    List<Cell> cells = List.of(new Cell(List.of(), ""));
    for (TableRef.PivotColumn column : pivot.columns()) {
      cells = multiply(cells, cellsOf(pivot, column, sourceBinder));
    }
    requireLimit(cells.size(), span.start());
    List<SelectItem> items = new ArrayList<>();
    List<GroupBy.Item> groups = new ArrayList<>();
    for (Expr.ColumnRef group : groupColumns(pivot, sourceBinder, used)) {
      items.add(new SelectItem(group, null, span));
      groups.add(new GroupBy.Key(group));
    }
    if (pivot.columns().isEmpty()) {
      // Without ON nothing pivots: a plain grouping.
      items.addAll(aggregates);
      cells = List.of();
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
    if (limit != null && !limit.isNull() && cells >= limit.asLong()) {
      throw EiderException.binder(
          "Pivot column limit of "
              + limit.asLong()
              + " exceeded. Use SET pivot_limit=X to increase the limit.",
          at);
    }
  }

  private SelectItem item(Cell cell, SelectItem aggregate, boolean several, SourceSpan span) {
    Expr.FunctionCall target = new PivotChecks(context).aggregate(aggregate.value());
    Expr filtered =
        AstRewriter.rewrite(
            aggregate.value(), e -> e.equals(target) ? withFilter(target, cell.conditions()) : e);
    String alias = aggregate.alias();
    String name = cell.name();
    if (alias != null || several) {
      String suffix = alias != null ? alias : ExprNames.of(aggregate.value());
      name = name.isEmpty() ? suffix : name + "_" + suffix;
    }
    return new SelectItem(filtered, name, span);
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
        call.nulls(),
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

  private List<Cell> cellsOf(
      TableRef.Pivot pivot, TableRef.PivotColumn column, ExpressionBinder sourceBinder) {
    List<Cell> cells = new ArrayList<>();
    if (!column.values().isEmpty()) {
      List<List<Value>> entries = new ArrayList<>();
      for (SelectItem value : column.values()) {
        List<Value> written = new ArrayList<>();
        addWritten(value.value(), written);
        requireWidth(column, written.size(), value.span().start());
        if (entries.contains(written)) {
          throw EiderException.binder(
              "The value \""
                  + (written.size() == 1
                      ? text(written.getFirst())
                      : written.stream().map(this::text).toList())
                  + "\" was specified multiple times in the IN clause",
              value.span().start());
        }
        entries.add(written);
      }
      List<BoundExpr> on = new ArrayList<>();
      column.on().forEach(e -> on.add(sourceBinder.bind(e, Clause.WHERE)));
      for (int i = 0; i < entries.size(); i++) {
        cells.add(writtenCell(column, on, entries.get(i), column.values().get(i).alias()));
      }
      return cells;
    }
    String enumName = column.enumName();
    Query subquery = column.subquery();
    if (enumName != null) {
      requireWidth(column, 1, column.span().start());
      for (Value label : labels(enumName, column.span())) {
        cells.add(cell(column, List.of(label)));
      }
      return cells;
    }
    Query values = subquery != null ? subquery : distinctValues(pivot, column);
    BoundQuery bound = new QueryBinder(context, null, ctes).bind(values);
    Set<String> seen = new HashSet<>();
    for (List<Value> row : context.env.runNow(ctes.placeAll(bound.plan()))) {
      if (subquery == null) {
        cells.add(cell(column, row));
      } else if (!row.getFirst().isNull() && seen.add(text(row.getFirst()))) {
        BoundExpr on = sourceBinder.bind(column.on().getFirst(), Clause.WHERE);
        cells.add(writtenCell(column, List.of(on), List.of(row.getFirst()), null));
      }
    }
    return cells;
  }

  private static void requireWidth(TableRef.PivotColumn column, int width, int at) {
    if (width != column.on().size()) {
      throw EiderException.binder(
          "PIVOT IN list - inconsistent amount of rows - expected "
              + column.on().size()
              + " but got "
              + width,
          at);
    }
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

  /** Adds the values that an entry of the IN list stands for; a plain name is a text. */
  private void addWritten(Expr entry, List<Value> values) {
    if (entry instanceof Expr.ColumnRef word) {
      if (word.names().size() > 1) {
        throw EiderException.binder(
            "PIVOT IN list cannot contain qualified column references", word.span().start());
      }
      values.add(Value.of(word.name()));
    } else if (entry instanceof Expr.FunctionCall row && row.name().name().equals("row")) {
      row.arguments().forEach(part -> addWritten(part.value(), values));
    } else if (entry instanceof Expr.Star) {
      throw EiderException.binder("STAR expression is not supported here", entry.span().start());
    } else {
      Value value =
          TypeRules.foldToConstant(
              new ExpressionBinder(context, new Scope(), outer, ctes).bind(entry, Clause.CONSTANT),
              context.env);
      if (value == null) {
        throw EiderException.binder(
            "PIVOT IN list must contain constant expressions", entry.span().start());
      }
      values.add(value);
    }
  }

  /** The cell of written values: they are compared by their texts. */
  private Cell writtenCell(
      TableRef.PivotColumn column, List<BoundExpr> on, List<Value> values, @Nullable String alias) {
    List<Expr> conditions = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      Value value = values.get(i);
      Value exact = asTypeOf(on.get(i).type(), value);
      conditions.add(
          exact != null
              ? matches(column.on().get(i), exact)
              : matches(
                  new Expr.Cast(
                      column.on().get(i),
                      new TypeName.Named(
                          QualifiedName.of("VARCHAR", column.span()), List.of(), column.span()),
                      false,
                      column.span()),
                  value.isNull() ? new Value(LogicalType.VARCHAR, null) : Value.of(text(value))));
      names.add(text(value));
    }
    return new Cell(conditions, alias != null ? alias : String.join("_", names));
  }

  /** The value in the column's type when comparing it there says the same as comparing texts. */
  private @Nullable Value asTypeOf(LogicalType type, Value value) {
    boolean oneTextEach = type.isIntegral() || type.id() == TypeId.DATE || type.id() == TypeId.ENUM;
    if (!oneTextEach || value.isNull()) {
      return value.isNull() || type.equals(LogicalType.VARCHAR) ? castOrNull(type, value) : null;
    }
    Value converted = castOrNull(type, value);
    return converted != null && text(converted).equals(text(value)) ? converted : null;
  }

  private @Nullable Value castOrNull(LogicalType type, Value value) {
    return value.isNull()
        ? new Value(type, null)
        : TypeRules.castConstant(value, type, context.env);
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
      conditions.add(matches(column.on().get(i), values.get(i)));
      names.add(text(values.get(i)));
    }
    return new Cell(conditions, String.join("_", names));
  }

  private Expr matches(Expr on, Value value) {
    String name = "\u0000pivot" + constants.size();
    constants.put(name, new BoundExpr.Constant(value));
    return new Expr.IsDistinctFrom(
        on, new Expr.ColumnRef(List.of(name), on.span()), true, on.span());
  }

  /** GROUP BY as written, or every column that neither pivots nor is aggregated. */
  private static List<Expr.ColumnRef> groupColumns(
      TableRef.Pivot pivot, ExpressionBinder sourceBinder, Set<String> used) {
    List<Expr.ColumnRef> groups = new ArrayList<>();
    if (!pivot.groupBy().isEmpty()) {
      for (String name : pivot.groupBy()) {
        groups.add(new Expr.ColumnRef(List.of(name), pivot.span()));
      }
      return groups;
    }
    if (pivot.columns().isEmpty()) {
      return groups;
    }
    for (StarExpander.StarColumn column :
        new StarExpander(sourceBinder).matching(Expr.Star.plain(pivot.span()))) {
      if (!used.contains(column.name().toLowerCase(Locale.ROOT))) {
        groups.add(column.reference(pivot.span()));
      }
    }
    return groups;
  }
}
