// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.error.EiderException;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.QualifiedName;
import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.QueryNode;
import dev.eider.engine.sql.ast.SelectItem;
import dev.eider.engine.sql.ast.SourceSpan;
import dev.eider.engine.sql.ast.TableRef;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Binds UNPIVOT as a SELECT: the columns become two lists, of names and of values, that UNNEST
 * opens side by side.
 */
final class UnpivotBinder {
  private final StatementContext context;
  private final @Nullable ExpressionBinder outer;
  private final CteScope ctes;

  UnpivotBinder(StatementContext context, @Nullable ExpressionBinder outer, CteScope ctes) {
    this.context = context;
    this.outer = outer;
    this.ctes = ctes;
  }

  FromBinder.Source bind(TableRef.Unpivot unpivot) {
    SourceSpan span = unpivot.span();
    if (unpivot.columns().size() != 1) {
      throw EiderException.binder("UNPIVOT requires exactly one name column", span.start());
    }
    TableRef.UnpivotColumn column = unpivot.columns().getFirst();
    FromBinder.Source source = new FromBinder(context, outer, ctes).bind(unpivot.source());
    ExpressionBinder binder = new ExpressionBinder(context, source.scope(), outer, ctes);
    List<Expr> names = new ArrayList<>();
    List<List<Expr>> values = new ArrayList<>();
    unpivot.valueColumns().forEach(name -> values.add(new ArrayList<>()));
    List<QualifiedName> excluded = new ArrayList<>();
    for (SelectItem item : expand(binder, column.sources())) {
      List<Expr> parts =
          values.size() > 1 && item.value() instanceof Expr.FunctionCall row
              ? row.arguments().stream().map(Expr.Argument::value).toList()
              : List.of(item.value());
      if (parts.size() != values.size()) {
        throw EiderException.binder(
            "UNPIVOT value count mismatch - expected " + values.size() + " but got " + parts.size(),
            item.span().start());
      }
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < parts.size(); i++) {
        values.get(i).add(parts.get(i));
        texts.add(ExprNames.of(parts.get(i)));
        addExcluded(parts.get(i), excluded);
      }
      String alias = item.alias();
      names.add(new Expr.StringLiteral(alias != null ? alias : String.join("_", texts), span));
    }
    if (names.isEmpty()) {
      throw EiderException.binder(
          "UNPIVOT clause must unpivot on at least one column", span.start());
    }
    return select(unpivot, column.name(), names, values, excluded);
  }

  private static void addExcluded(Expr part, List<QualifiedName> excluded) {
    AstRewriter.contains(
        part,
        e -> {
          if (e instanceof Expr.ColumnRef ref) {
            QualifiedName name = QualifiedName.of(ref.name(), ref.span());
            if (!excluded.contains(name)) {
              excluded.add(name);
            }
          }
          return false;
        });
  }

  private static List<SelectItem> expand(ExpressionBinder binder, List<SelectItem> sources) {
    List<SelectItem> items = new ArrayList<>();
    for (SelectItem item : sources) {
      Expr value = item.value();
      if (value instanceof Expr.Star || value instanceof Expr.Columns) {
        Expr selector =
            value instanceof Expr.Star star ? new Expr.Columns(star, star.span()) : value;
        for (SelectColumn column :
            new StarExpander(binder).expand(List.of(new SelectItem(selector, null, item.span())))) {
          items.add(
              new SelectItem(
                  java.util.Objects.requireNonNull(column.expr()), column.name(), item.span()));
        }
      } else {
        items.add(item);
      }
    }
    return items;
  }

  private FromBinder.Source select(
      TableRef.Unpivot unpivot,
      String nameColumn,
      List<Expr> names,
      List<List<Expr>> values,
      List<QualifiedName> excluded) {
    SourceSpan span = unpivot.span();
    List<SelectItem> items = new ArrayList<>();
    FromBinder.Source source = new FromBinder(context, outer, ctes).bind(unpivot.source());
    long visible =
        source.scope().tables().stream()
            .flatMap(table -> table.columns().stream())
            .filter(column -> !column.hidden())
            .count();
    if (visible > excluded.size()) {
      items.add(
          new SelectItem(
              new Expr.Star(List.of(), excluded, List.of(), List.of(), null, span), null, span));
    }
    items.add(new SelectItem(unnest(names, span), nameColumn, span));
    for (int i = 0; i < values.size(); i++) {
      items.add(new SelectItem(unnest(values.get(i), span), unpivot.valueColumns().get(i), span));
    }
    QueryNode.SelectNode inner = select(items, unpivot.source(), null, span);
    Query query = Query.of(inner);
    if (!unpivot.includeNulls()) {
      TableRef table = new TableRef.Subquery(Query.of(inner), false, null, null, span);
      List<Expr> notNull = new ArrayList<>();
      for (String column : unpivot.valueColumns()) {
        notNull.add(new Expr.IsNull(new Expr.ColumnRef(List.of(column), span), true, span));
      }
      // With several value columns a row goes only when all of them are NULL.
      Expr where =
          notNull.size() == 1 ? notNull.getFirst() : new Expr.Conjunction(false, notNull, span);
      query =
          Query.of(
              select(
                  List.of(new SelectItem(Expr.Star.plain(span), null, span)), table, where, span));
    }
    BoundQuery bound = new QueryBinder(context, outer, ctes).bind(query);
    return FromBinder.source(
        bound,
        unpivot.alias(),
        unpivot.alias() == null ? "__unnamed_unpivot" : unpivot.alias().name(),
        span.start());
  }

  private static QueryNode.SelectNode select(
      List<SelectItem> items, TableRef from, @Nullable Expr where, SourceSpan span) {
    return new QueryNode.SelectNode(
        false, List.of(), items, List.of(from), where, null, null, null, null, span);
  }

  private static Expr unnest(List<Expr> elements, SourceSpan span) {
    return Expr.FunctionCall.of(
        "unnest", List.of(Expr.FunctionCall.of("list_value", elements, span)), span);
  }
}
