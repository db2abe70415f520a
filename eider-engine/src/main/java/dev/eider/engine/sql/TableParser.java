// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.QualifiedName;
import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.Sample;
import dev.eider.engine.sql.ast.TableAlias;
import dev.eider.engine.sql.ast.TableRef;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What stands in FROM: tables, table functions, subqueries, joins, samples. */
final class TableParser {
  private final Parsers p;
  private final Cursor c;
  private final PivotParser pivots;
  private @Nullable TableRef lastParenthesizedQuery;

  TableParser(Parsers parsers) {
    this.p = parsers;
    this.c = parsers.cursor;
    this.pivots = parsers.pivots;
  }

  /** {@code FROM a, b}. */
  List<TableRef> fromClause() {
    c.expect(Keyword.FROM);
    return c.list(this::tableRef);
  }

  TableRef pivotStatement() {
    return pivots.statement();
  }

  TableRef show() {
    return new ShowParser(p).show();
  }

  /** A table with the joins and pivots behind it. */
  TableRef tableRef() {
    int first = c.position();
    c.enter();
    TableRef left = joins(inner(), first);
    c.leave();
    return left;
  }

  private TableRef joins(TableRef start, int first) {
    TableRef left = start;
    while (true) {
      if (c.at(Keyword.PIVOT) || c.at(Keyword.PIVOT_WIDER)) {
        left = pivots.pivot(left, first);
      } else if (c.at(Keyword.UNPIVOT) || c.at(Keyword.PIVOT_LONGER)) {
        left = pivots.unpivot(left, first);
      } else if (atJoin()) {
        left = join(left, first);
      } else {
        return left;
      }
    }
  }

  // --- joins

  private boolean atJoin() {
    Keyword word = c.keyword(0);
    if (word == null) {
      return false;
    }
    return switch (word) {
      case JOIN, NATURAL, ASOF, CROSS, POSITIONAL, LEFT, RIGHT, FULL, INNER, SEMI, ANTI -> true;
      default -> false;
    };
  }

  private TableRef join(TableRef left, int first) {
    TableRef.JoinFlavor flavor = TableRef.JoinFlavor.REGULAR;
    if (c.accept(Keyword.NATURAL)) {
      flavor = TableRef.JoinFlavor.NATURAL;
    } else if (c.accept(Keyword.ASOF)) {
      flavor = TableRef.JoinFlavor.ASOF;
    }
    TableRef.JoinKind kind = joinKind();
    c.expect(Keyword.JOIN);
    if (c.accept(Keyword.BY)) {
      kind = joinByType();
    }
    boolean bare =
        kind == TableRef.JoinKind.CROSS
            || kind == TableRef.JoinKind.POSITIONAL
            || flavor == TableRef.JoinFlavor.NATURAL;
    if (bare) {
      c.enter();
      TableRef right = inner();
      c.leave();
      return new TableRef.Join(kind, flavor, left, right, null, List.of(), c.span(first));
    }
    TableRef right = tableRef();
    if (flavor == TableRef.JoinFlavor.REGULAR && atNearest()) {
      return new NearestJoin(c, p).join(kind, left, right, first);
    }
    if (c.accept(Keyword.ON)) {
      Expr on = p.expressions.expression();
      return new TableRef.Join(kind, flavor, left, right, on, List.of(), c.span(first));
    }
    c.expect(Keyword.USING);
    List<String> using = c.parenthesized(c::name);
    return new TableRef.Join(kind, flavor, left, right, null, using, c.span(first));
  }

  private TableRef.JoinKind joinKind() {
    Keyword word = c.keyword(0);
    if (word == null) {
      return TableRef.JoinKind.INNER;
    }
    TableRef.JoinKind kind =
        switch (word) {
          case LEFT -> TableRef.JoinKind.LEFT;
          case RIGHT -> TableRef.JoinKind.RIGHT;
          case FULL -> TableRef.JoinKind.FULL;
          case SEMI -> TableRef.JoinKind.SEMI;
          case ANTI -> TableRef.JoinKind.ANTI;
          case CROSS -> TableRef.JoinKind.CROSS;
          case POSITIONAL -> TableRef.JoinKind.POSITIONAL;
          default -> TableRef.JoinKind.INNER;
        };
    if (word != Keyword.JOIN && (kind != TableRef.JoinKind.INNER || word == Keyword.INNER)) {
      c.advance();
    }
    if (kind == TableRef.JoinKind.LEFT
        || kind == TableRef.JoinKind.RIGHT
        || kind == TableRef.JoinKind.FULL) {
      c.accept(Keyword.OUTER);
    }
    return kind;
  }

  /** {@code JOIN BY (TYPE left)}. */
  private TableRef.JoinKind joinByType() {
    c.expectSymbol(Symbols.LEFT_PAREN);
    c.expect(Keyword.TYPE);
    String name = c.label();
    c.expectSymbol(Symbols.RIGHT_PAREN);
    String type = name.toLowerCase(Locale.ROOT);
    return switch (type.endsWith("_join") ? type.substring(0, type.length() - 5) : type) {
      case "inner" -> TableRef.JoinKind.INNER;
      case "left" -> TableRef.JoinKind.LEFT;
      case "right" -> TableRef.JoinKind.RIGHT;
      case "full", "outer" -> TableRef.JoinKind.FULL;
      case "semi" -> TableRef.JoinKind.SEMI;
      case "anti" -> TableRef.JoinKind.ANTI;
      case "mark" -> TableRef.JoinKind.MARK;
      case "single" -> TableRef.JoinKind.SINGLE;
      default -> throw c.error("\"" + name + "\" is not a valid join type for JOIN BY");
    };
  }

  // --- single tables

  private TableRef inner() {
    int first = c.position();
    if (c.at(Keyword.VALUES) && c.atSymbol(1, Symbols.LEFT_PAREN)) {
      Query values = Query.of(p.queries.values());
      return new TableRef.Subquery(values, false, alias(null), sample(), c.span(first));
    }
    @Nullable String prefix = prefixAlias();
    boolean lateral = c.accept(Keyword.LATERAL);
    if (c.atSymbol(Symbols.LEFT_PAREN)) {
      return parenthesis(lateral, prefix, first);
    }
    if (c.atString()) {
      String file = c.string();
      return named(QualifiedName.of(file, c.span(first)), true, prefix, first);
    }
    if (c.atSymbol(1, Symbols.LEFT_PAREN) && c.atFunctionName(0)) {
      int nameAt = c.position();
      String name = c.takeWord();
      return function(QualifiedName.of(name, c.span(nameAt)), lateral, prefix, first);
    }
    QualifiedName name = p.expressions.qualifiedNameOrString();
    if (c.atSymbol(Symbols.LEFT_PAREN)) {
      return function(name, lateral, prefix, first);
    }
    if (lateral) {
      throw c.syntaxError();
    }
    return named(name, false, prefix, first);
  }

  private @Nullable String prefixAlias() {
    if (!c.atSymbol(1, Symbols.COLON) || !(c.atName(0) || c.atString())) {
      return null;
    }
    String alias = c.nameOrString();
    c.advance();
    return alias;
  }

  private TableRef named(QualifiedName name, boolean isFile, @Nullable String prefix, int first) {
    TableRef.@Nullable At at = at();
    @Nullable TableAlias alias = alias(prefix);
    if (at == null) {
      at = at();
    }
    @Nullable Sample sample = sample();
    return new TableRef.NamedTable(name, isFile, at, alias, sample, c.span(first));
  }

  private TableRef.@Nullable At at() {
    if (!c.at(Keyword.AT) || !c.atSymbol(1, Symbols.LEFT_PAREN)) {
      return null;
    }
    c.advance();
    c.advance();
    String unit = c.at(Keyword.VERSION) ? "VERSION" : "TIMESTAMP";
    if (!c.acceptEither(Keyword.VERSION, Keyword.TIMESTAMP)) {
      throw c.syntaxError();
    }
    c.expectSymbol(Symbols.FAT_ARROW);
    Expr value = p.expressions.expression();
    c.expectSymbol(Symbols.RIGHT_PAREN);
    return new TableRef.At(unit, value);
  }

  private TableRef function(
      QualifiedName name, boolean lateral, @Nullable String prefix, int first) {
    List<Expr.Argument> arguments = p.functions.parenthesizedArguments();
    boolean ordinality = c.accept(Keyword.WITH, Keyword.ORDINALITY);
    @Nullable TableAlias alias = alias(prefix);
    @Nullable Sample sample = sample();
    return new TableRef.TableFunction(
        name, arguments, lateral, ordinality, alias, sample, c.span(first));
  }

  /**
   * A subquery, or tables in parentheses. What {@code ((SELECT 1) ...} is shows only behind the
   * inner parenthesis.
   */
  private TableRef parenthesis(boolean lateral, @Nullable String prefix, int first) {
    if (p.queries.atQueryStart(1)) {
      c.advance();
      Query query = p.queries.query();
      c.expectSymbol(Symbols.RIGHT_PAREN);
      return subquery(query, lateral, prefix, first);
    }
    c.advance();
    int innerFirst = c.position();
    c.enter();
    TableRef inner = inner();
    if (inner == lastParenthesizedQuery
        && inner instanceof TableRef.Subquery subquery
        && (p.queries.atContinuation() || c.atSymbol(Symbols.RIGHT_PAREN))) {
      Query query =
          c.atSymbol(Symbols.RIGHT_PAREN)
              ? subquery.query()
              : p.queries.continueFrom(subquery.query(), innerFirst);
      c.expectSymbol(Symbols.RIGHT_PAREN);
      c.leave();
      return subquery(query, lateral, prefix, first);
    }
    inner = joins(inner, innerFirst);
    c.leave();
    c.expectSymbol(Symbols.RIGHT_PAREN);
    @Nullable TableAlias alias = alias(prefix);
    @Nullable Sample sample = sample();
    if (alias == null && sample == null) {
      return inner;
    }
    return new TableRef.Parenthesized(inner, alias, sample, c.span(first));
  }

  private TableRef subquery(Query query, boolean lateral, @Nullable String prefix, int first) {
    @Nullable TableAlias alias = alias(prefix);
    @Nullable Sample sample = sample();
    TableRef result = new TableRef.Subquery(query, lateral, alias, sample, c.span(first));
    if (alias == null && sample == null && !lateral) {
      lastParenthesizedQuery = result;
    }
    return result;
  }

  /** {@code AS name (columns)}, {@code name (columns)}, or the prefix alias. */
  @Nullable TableAlias alias(@Nullable String prefix) {
    @Nullable String name = null;
    if (c.accept(Keyword.AS)) {
      name = c.nameOrString();
    } else if (c.atName(0) && !atNearest()) {
      name = c.name();
    }
    if (name == null) {
      return prefix == null ? null : new TableAlias(prefix, List.of());
    }
    if (prefix != null) {
      throw c.error("Table reference cannot have two aliases");
    }
    List<String> columns =
        c.atSymbol(Symbols.LEFT_PAREN) ? c.parenthesized(c::nameOrString) : List.of();
    return new TableAlias(name, columns);
  }

  private boolean atNearest() {
    int ahead = c.at(Keyword.APPROX) || c.at(Keyword.EXACT) ? 1 : 0;
    return c.at(ahead, Keyword.NEAREST)
        && (c.at(ahead + 1, Keyword.BY)
            || (c.kind(ahead + 1) == Tokens.NUMBER && c.at(ahead + 2, Keyword.BY)));
  }

  // --- samples

  /** {@code USING SAMPLE} or {@code TABLESAMPLE}, or null. */
  @Nullable Sample sample() {
    int first = c.position();
    if (!c.accept(Keyword.TABLESAMPLE) && !c.accept(Keyword.USING, Keyword.SAMPLE)) {
      return null;
    }
    if (c.atSymbol(Symbols.LEFT_PAREN) || (c.atName(0) && c.atSymbol(1, Symbols.LEFT_PAREN))) {
      @Nullable String method = c.atName(0) ? c.name() : null;
      c.expectSymbol(Symbols.LEFT_PAREN);
      Expr count = sampleCount();
      boolean percent = samplePercent();
      c.expectSymbol(Symbols.RIGHT_PAREN);
      @Nullable Long seed = null;
      if (c.accept(Keyword.REPEATABLE)) {
        c.expectSymbol(Symbols.LEFT_PAREN);
        seed = seed();
        c.expectSymbol(Symbols.RIGHT_PAREN);
      }
      return checked(new Sample(count, percent, method, seed, c.span(first)));
    }
    Expr count = sampleCount();
    boolean percent = samplePercent();
    @Nullable String method = null;
    @Nullable Long seed = null;
    if (c.acceptSymbol(Symbols.LEFT_PAREN)) {
      method = c.name();
      if (c.acceptSymbol(Symbols.COMMA)) {
        seed = seed();
      }
      c.expectSymbol(Symbols.RIGHT_PAREN);
    }
    return checked(new Sample(count, percent, method, seed, c.span(first)));
  }

  private Sample checked(Sample sample) {
    if (sample.isPercent() && sample.count() instanceof Expr.NumberLiteral number) {
      double percentage = Double.parseDouble(number.digits());
      if (percentage < 0 || percentage > 100) {
        throw c.error(
            "Sample sample_size " + percentage + " out of range, must be between 0 and 100");
      }
    }
    return sample;
  }

  private Expr sampleCount() {
    if (c.kind(0) == Tokens.NUMBER || c.atSymbol(Symbols.QUESTION) || c.atSymbol(Symbols.DOLLAR)) {
      return p.primaries.primary();
    }
    throw c.syntaxError();
  }

  private boolean samplePercent() {
    if (c.acceptSymbol(Symbols.PERCENT) || c.accept(Keyword.PERCENT)) {
      return true;
    }
    c.accept(Keyword.ROWS);
    return false;
  }

  private long seed() {
    if (c.kind(0) != Tokens.NUMBER) {
      throw c.syntaxError();
    }
    String text = c.text();
    c.advance();
    try {
      return Long.parseLong(text.replace("_", ""));
    } catch (NumberFormatException e) {
      throw c.error("The seed of a sample must be a whole number, not " + text);
    }
  }
}
