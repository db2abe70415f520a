// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.error.EiderException;
import dev.eider.engine.sql.SqlText;
import dev.eider.engine.sql.ast.Expr;
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
    Map<String, String> columns = columnNames(binder, span);
    List<Expr> names = new ArrayList<>();
    List<List<Expr>> values = new ArrayList<>();
    Set<String> unpivoted = new HashSet<>();
    for (SelectItem item : expand(binder, column.sources())) {
      List<Expr> parts = columnList(item.value());
      List<String> texts = new ArrayList<>();
      for (Expr part : parts) {
        Expr.ColumnRef read = onlyColumn(part);
        String name = columns.get(read.name().toLowerCase(Locale.ROOT));
        if (name == null) {
          throw EiderException.binder(
              "Column \""
                  + read.name()
                  + "\" referenced in UNPIVOT but no matching entry was found in the table",
              read.span().start());
        }
        texts.add(name);
        unpivoted.add(name);
      }
      if (values.isEmpty()) {
        parts.forEach(part -> values.add(new ArrayList<>()));
      }
      if (parts.size() != values.size()) {
        throw EiderException.binder(
            "UNPIVOT value count mismatch - entry has "
                + parts.size()
                + " values, but expected all entries to have "
                + values.size()
                + " values",
            item.span().start());
      }
      for (int i = 0; i < parts.size(); i++) {
        values.get(i).add(parts.get(i));
      }
      String alias = item.alias();
      names.add(new Expr.StringLiteral(alias != null ? alias : String.join("_", texts), span));
    }
    if (names.isEmpty()) {
      throw EiderException.binder(
          "UNPIVOT clause must unpivot on at least one column - zero were provided", span.start());
    }
    if (unpivot.valueColumns().size() != values.size()) {
      throw EiderException.binder(
          "UNPIVOT name count mismatch - got "
              + unpivot.valueColumns().size()
              + " names but "
              + values.size()
              + " expressions",
          span.start());
    }
    List<QualifiedName> excluded =
        unpivoted.stream().map(name -> QualifiedName.of(name, span)).toList();
    return select(unpivot, column.name(), names, values, excluded);
  }

  /** The columns of the source by their names in lower case. */
  private static Map<String, String> columnNames(ExpressionBinder binder, SourceSpan span) {
    Map<String, String> names = new HashMap<>();
    for (StarExpander.StarColumn column :
        new StarExpander(binder).matching(Expr.Star.plain(span))) {
      names.put(column.name().toLowerCase(Locale.ROOT), column.name());
    }
    return names;
  }

  /** A row of plain columns (or texts that name them) is a list; all else is one expression. */
  private static List<Expr> columnList(Expr entry) {
    List<Expr> columns = new ArrayList<>();
    return addColumns(entry, columns) ? columns : List.of(entry);
  }

  private static boolean addColumns(Expr entry, List<Expr> columns) {
    return switch (entry) {
      case Expr.ColumnRef ref when ref.names().size() == 1 -> columns.add(ref);
      case Expr.StringLiteral text -> {
        if (text.value().isEmpty()) {
          throw EiderException.binder(
              "UNPIVOT - empty column name not supported", text.span().start());
        }
        yield columns.add(new Expr.ColumnRef(List.of(text.value()), text.span()));
      }
      case Expr.FunctionCall row when row.name().name().equals("row") -> {
        for (Expr.Argument part : row.arguments()) {
          if (!addColumns(part.value(), columns)) {
            yield false;
          }
        }
        yield true;
      }
      default -> false;
    };
  }

  /** The one column that an unpivoted expression reads. */
  private static Expr.ColumnRef onlyColumn(Expr part) {
    List<Expr.ColumnRef> read = new ArrayList<>();
    AstRewriter.contains(
        part,
        e -> {
          if (e instanceof Expr.ScalarSubquery
              || e instanceof Expr.Exists
              || e instanceof Expr.AnyComparison) {
            throw EiderException.binder("UNPIVOT list cannot contain subqueries", e.span().start());
          }
          if (e instanceof Expr.ColumnRef ref) {
            read.add(ref);
          }
          return false;
        });
    if (read.size() != 1) {
      throw EiderException.binder(
          "UNPIVOT clause must contain exactly one column - expression \""
              + SqlText.render(part)
              + "\" "
              + (read.isEmpty()
                  ? "does not contain any"
                  : "contains multiple ("
                      + String.join(", ", read.stream().map(Expr.ColumnRef::name).toList())
                      + ")"),
          part.span().start());
    }
    return read.getFirst();
  }

  private static List<SelectItem> expand(ExpressionBinder binder, List<SelectItem> sources) {
    List<SelectItem> items = new ArrayList<>();
    for (SelectItem item : sources) {
      Expr value = item.value() instanceof Expr.Star star ? columnsOf(star) : item.value();
      if (!AstRewriter.contains(value, e -> e instanceof Expr.Columns)) {
        items.add(item);
        continue;
      }
      if (value instanceof Expr.Columns columns
          && columns.selector() instanceof Expr.Star star
          && new StarExpander(binder).matching(star).isEmpty()) {
        continue;
      }
      SelectItem selector = new SelectItem(value, item.alias(), item.span());
      for (SelectColumn column : new StarExpander(binder).expand(List.of(selector))) {
        items.add(
            new SelectItem(
                java.util.Objects.requireNonNull(column.expr()), item.alias(), item.span()));
      }
    }
    return items;
  }

  private static Expr columnsOf(Expr.Star star) {
    return new Expr.Columns(star, star.span());
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
      // With several value columns a row goes when any of them is NULL.
      Expr where =
          notNull.size() == 1 ? notNull.getFirst() : new Expr.Conjunction(true, notNull, span);
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
        "unnest", List.of(Expr.FunctionCall.of("unpivot_list", elements, span)), span);
  }
}
