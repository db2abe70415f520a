// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.base.error.EiderException;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.SelectItem;
import dev.eider.engine.sql.ast.SourceSpan;
import dev.eider.engine.sql.ast.TableRef;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** PIVOT and UNPIVOT, as statements and behind a table. */
final class PivotParser {
  private final Parsers p;
  private final Cursor c;

  /** What the statement read so far pivots on without naming the values; null when nothing. */
  private @Nullable Expr fromData;

  PivotParser(Parsers parsers) {
    this.p = parsers;
    this.c = parsers.cursor;
  }

  /** Starts a new statement. */
  void reset() {
    fromData = null;
  }

  /** Values that come from the data would be fixed when a view or macro is created: an error. */
  void refuseValuesFromData(String where) {
    if (fromData != null) {
      throw EiderException.parser(
          "PIVOT statements with pivot elements extracted from the data cannot be used in "
              + where
              + "s.\nIn order to use PIVOT in a "
              + where
              + namedValues(fromData),
          fromData.span().start());
    }
  }

  private static String namedValues(Expr on) {
    return " the PIVOT values must be manually specified, e.g.:\nPIVOT ... ON "
        + SqlText.render(on)
        + " IN (val1, val2, ...)";
  }

  /** {@code PIVOT t ON ... USING ... GROUP BY ...} or {@code UNPIVOT t ON ... INTO ...}. */
  TableRef statement() {
    int first = c.position();
    boolean pivot = c.at(Keyword.PIVOT) || c.at(Keyword.PIVOT_WIDER);
    c.advance();
    int parameters = p.parameters.count();
    TableRef source = p.tables.tableRef();
    boolean hasParameters = p.parameters.count() > parameters;
    return pivot ? pivotStatement(source, hasParameters, first) : unpivotStatement(source, first);
  }

  private TableRef pivotStatement(TableRef source, boolean hasParameters, int first) {
    List<TableRef.PivotColumn> columns =
        c.accept(Keyword.ON) ? c.list(this::pivotColumn) : List.of();
    for (TableRef.PivotColumn column : columns) {
      if (column.values().isEmpty() && column.enumName() == null) {
        Expr on = column.on().getFirst();
        if (hasParameters) {
          throw EiderException.parser(
              "PIVOT statements with pivot elements extracted from the data cannot have parameters"
                  + " in their source.\nIn order to use parameters"
                  + namedValues(on),
              on.span().start());
        }
        fromData = on;
      }
    }
    List<SelectItem> aggregates =
        c.accept(Keyword.USING) ? c.list(p.queries::selectItem) : List.of();
    List<String> groupBy = groupBy();
    return new TableRef.Pivot(source, aggregates, columns, groupBy, null, c.span(first));
  }

  /** An entry of ON: an expression, perhaps with IN and its values. */
  private TableRef.PivotColumn pivotColumn() {
    int first = c.position();
    int start = c.position();
    Expr on = p.primaries.withPostfix();
    if (c.accept(Keyword.IN)) {
      TableRef.PivotColumn column = columnIn(on, first);
      boolean tuples = column.values().stream().anyMatch(value -> parts(value.value()).size() > 1);
      // Without tuples to compare with, the row itself is what pivots.
      return tuples
          ? column
          : new TableRef.PivotColumn(
              List.of(on), column.values(), column.enumName(), column.subquery(), column.span());
    }
    c.resetQuietly(start);
    on = p.expressions.expression();
    if (on instanceof Expr.NumberLiteral
        || on instanceof Expr.StringLiteral
        || on instanceof Expr.NullLiteral
        || on instanceof Expr.BooleanLiteral) {
      throw c.error("Cannot pivot on constant value \"" + SqlText.render(on) + "\"")
          .at(on.span().start());
    }
    if (on instanceof Expr.ScalarSubquery || on instanceof Expr.Exists) {
      throw c.error("Cannot pivot on subquery \"" + SqlText.render(on) + "\"")
          .at(on.span().start());
    }
    return new TableRef.PivotColumn(List.of(on), List.of(), null, null, c.span(first));
  }

  private TableRef.PivotColumn columnIn(Expr on, int first) {
    List<Expr> expressions = parts(on);
    if (!c.atSymbol(Symbols.LEFT_PAREN)) {
      String enumName = c.name();
      return new TableRef.PivotColumn(expressions, List.of(), enumName, null, c.span(first));
    }
    if (p.queries.atQueryStartOrParenthesis(1)) {
      c.advance();
      Query query = p.queries.query();
      c.expectSymbol(Symbols.RIGHT_PAREN);
      return new TableRef.PivotColumn(expressions, List.of(), null, query, c.span(first));
    }
    List<SelectItem> values = c.parenthesized(p.queries::selectItem);
    return new TableRef.PivotColumn(expressions, values, null, null, c.span(first));
  }

  private static List<Expr> parts(Expr on) {
    if (on instanceof Expr.FunctionCall call && call.name().name().equals("row")) {
      List<Expr> result = new ArrayList<>();
      for (Expr.Argument argument : call.arguments()) {
        result.add(argument.value());
      }
      return result;
    }
    return List.of(on);
  }

  private List<String> groupBy() {
    if (!c.accept(Keyword.GROUP)) {
      return List.of();
    }
    c.expect(Keyword.BY);
    return c.list(c::nameOrString);
  }

  /** {@code t PIVOT (sum(x) FOR a IN (1, 2) b IN (3) GROUP BY c) AS p}. */
  TableRef pivot(TableRef source, int first) {
    c.advance();
    c.expectSymbol(Symbols.LEFT_PAREN);
    List<SelectItem> aggregates = c.list(p.queries::selectItem);
    c.expect(Keyword.FOR);
    List<TableRef.PivotColumn> columns = new ArrayList<>();
    do {
      int columnFirst = c.position();
      Expr on = p.primaries.withPostfix();
      c.expect(Keyword.IN);
      columns.add(columnIn(on, columnFirst));
      c.acceptSymbol(Symbols.COMMA);
    } while (!c.atSymbol(Symbols.RIGHT_PAREN) && !c.at(Keyword.GROUP));
    List<String> groupBy = groupBy();
    c.expectSymbol(Symbols.RIGHT_PAREN);
    return new TableRef.Pivot(
        source, aggregates, columns, groupBy, p.tables.alias(null), c.span(first));
  }

  /** {@code UNPIVOT t ON a, (b, c) AS x INTO NAME n VALUE v, w}. */
  private TableRef unpivotStatement(TableRef source, int first) {
    c.expect(Keyword.ON);
    List<SelectItem> sources = c.list(p.queries::selectItem);
    String name = "name";
    List<String> values = List.of("value");
    SourceSpan span = c.span(first);
    if (c.accept(Keyword.INTO)) {
      c.expect(Keyword.NAME);
      name = c.nameOrString();
      if (!c.acceptEither(Keyword.VALUE, Keyword.VALUES)) {
        throw c.syntaxError();
      }
      values = c.list(c::name);
    }
    TableRef.UnpivotColumn column = new TableRef.UnpivotColumn(name, sources, span);
    return new TableRef.Unpivot(source, values, List.of(column), false, null, c.span(first));
  }

  private boolean includeNulls() {
    if (c.accept(Keyword.INCLUDE, Keyword.NULLS)) {
      return true;
    }
    c.accept(Keyword.EXCLUDE, Keyword.NULLS);
    return false;
  }

  /** {@code t UNPIVOT [INCLUDE NULLS] (v FOR n IN (a, b)) AS u}. */
  TableRef unpivot(TableRef source, int first) {
    c.advance();
    boolean includeNulls = includeNulls();
    c.expectSymbol(Symbols.LEFT_PAREN);
    List<String> values = header();
    c.expect(Keyword.FOR);
    List<TableRef.UnpivotColumn> columns = new ArrayList<>();
    do {
      int columnFirst = c.position();
      List<String> names = header();
      if (names.size() != 1) {
        throw c.error("UNPIVOT requires a single column name for the PIVOT IN clause");
      }
      c.expect(Keyword.IN);
      List<SelectItem> sources = c.parenthesized(p.queries::selectItem);
      columns.add(new TableRef.UnpivotColumn(names.getFirst(), sources, c.span(columnFirst)));
    } while (!c.atSymbol(Symbols.RIGHT_PAREN));
    if (columns.size() != 1) {
      throw c.error("UNPIVOT requires a single pivot element");
    }
    c.expectSymbol(Symbols.RIGHT_PAREN);
    return new TableRef.Unpivot(
        source, values, columns, includeNulls, p.tables.alias(null), c.span(first));
  }

  private List<String> header() {
    @Nullable List<String> several =
        c.atSymbol(Symbols.LEFT_PAREN) ? c.parenthesized(c::nameOrString) : null;
    return several != null ? several : List.of(c.nameOrString());
  }
}
