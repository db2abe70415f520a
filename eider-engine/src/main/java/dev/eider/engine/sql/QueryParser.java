// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.base.error.EiderException;
import dev.eider.engine.sql.ast.Cte;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.GroupBy;
import dev.eider.engine.sql.ast.OrderItem;
import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.QueryNode;
import dev.eider.engine.sql.ast.Sample;
import dev.eider.engine.sql.ast.SelectItem;
import dev.eider.engine.sql.ast.SourceSpan;
import dev.eider.engine.sql.ast.Statement;
import dev.eider.engine.sql.ast.TableRef;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Queries: WITH, set operations, SELECT with its clauses, VALUES, ORDER BY, LIMIT. */
final class QueryParser {
  private final Parsers p;
  private final Cursor c;
  private WindowParser.@Nullable Scope lastSelect;
  private int count;

  QueryParser(Parsers parsers) {
    this.p = parsers;
    this.c = parsers.cursor;
  }

  /** A WITH list. */
  record With(List<Cte> ctes, boolean recursive) {}

  // --- what comes next

  /** True when a query starts at that token, not counting an opening parenthesis. */
  boolean atQueryStart(int ahead) {
    Keyword word = c.keyword(ahead);
    if (word == null) {
      return false;
    }
    return switch (word) {
      case SELECT,
          WITH,
          FROM,
          TABLE,
          PIVOT,
          PIVOT_WIDER,
          UNPIVOT,
          PIVOT_LONGER,
          DESCRIBE,
          DESC,
          SHOW,
          SUMMARIZE ->
          true;
      case VALUES -> c.atSymbol(ahead + 1, Symbols.LEFT_PAREN);
      default -> false;
    };
  }

  /** True when a query starts at that token, perhaps behind parentheses. */
  boolean atQueryStartOrParenthesis(int ahead) {
    int at = ahead;
    while (c.atSymbol(at, Symbols.LEFT_PAREN)) {
      at++;
    }
    return atQueryStart(at);
  }

  /** True at what can go on after a query in parentheses. */
  boolean atContinuation() {
    return atSetOperation()
        || c.at(Keyword.ORDER)
        || c.at(Keyword.LIMIT)
        || c.at(Keyword.OFFSET)
        || c.at(Keyword.FETCH);
  }

  /** True at UNION, INTERSECT, or EXCEPT that is no list beside a star. */
  boolean atSetOperation() {
    if (c.at(Keyword.UNION) || c.at(Keyword.INTERSECT)) {
      return true;
    }
    return c.at(Keyword.EXCEPT)
        && (c.at(1, Keyword.ALL) || c.at(1, Keyword.DISTINCT) || atQueryStartOrParenthesis(1));
  }

  // --- whole queries

  /** How many queries were read so far: tells whether an expression holds a subquery. */
  int count() {
    return count;
  }

  /** A query with its WITH list and modifiers. */
  Query query() {
    int first = c.position();
    count++;
    c.enter();
    With with = with();
    Query result = afterWith(with, first);
    c.leave();
    return result;
  }

  /** A query whose WITH list was read already. */
  Query afterWith(With with, int first) {
    lastSelect = null;
    return modifiers(with, chain(atom()), first);
  }

  /** A query whose first input, in parentheses, was read already. */
  Query continueFrom(Query input, int first) {
    c.enter();
    Query result = modifiers(new With(List.of(), false), chain(intersections(input)), first);
    c.leave();
    return result;
  }

  private Query modifiers(With with, Query body, int first) {
    WindowParser.@Nullable Scope select = lastSelect;
    if (select != null) {
      WindowParser.Scope outer = p.windows.enter(select);
      Query result = withModifiers(with, body, first);
      p.windows.enter(outer);
      return result;
    }
    return withModifiers(with, body, first);
  }

  private Query withModifiers(With with, Query body, int first) {
    List<OrderItem> orderBy = c.at(Keyword.ORDER) ? orderBy() : List.of();
    Query.@Nullable Limit limit = limit();
    if (with.ctes().isEmpty() && orderBy.isEmpty() && limit == null) {
      return body;
    }
    QueryNode node = body.body();
    refuseOnShow(node, with, orderBy);
    if (!body.isBare()) {
      TableRef inner = new TableRef.Subquery(body, false, null, null, body.span());
      node = QueryNode.SelectNode.starFrom(inner);
    }
    return new Query(with.ctes(), with.recursive(), node, orderBy, limit, c.span(first));
  }

  private void refuseOnShow(QueryNode node, With with, List<OrderItem> orderBy) {
    if (node instanceof QueryNode.SelectNode select
        && select.from().size() == 1
        && select.from().getFirst() instanceof TableRef.Show show) {
      String word = show.kind() == TableRef.ShowKind.SUMMARIZE ? "SUMMARIZE" : "DESCRIBE";
      String clause = with.ctes().isEmpty() ? orderBy.isEmpty() ? "LIMIT" : "ORDER BY" : "CTE";
      throw c.error(
          word + " with " + clause + " not allowed - wrap the statement in a subquery instead");
    }
  }

  /** The WITH list at the cursor, or an empty one. */
  With with() {
    if (!c.accept(Keyword.WITH)) {
      return new With(List.of(), false);
    }
    boolean recursive = c.accept(Keyword.RECURSIVE);
    List<Cte> ctes = c.list(this::cte);
    Set<String> names = new HashSet<>();
    for (Cte cte : ctes) {
      if (!names.add(cte.name().toLowerCase(Locale.ROOT))) {
        throw c.error("Duplicate CTE name \"" + cte.name() + "\"");
      }
    }
    return new With(ctes, recursive);
  }

  private Cte cte() {
    int first = c.position();
    String name = c.nameOrString();
    List<String> columns =
        c.atSymbol(Symbols.LEFT_PAREN) ? c.parenthesized(c::nameOrString) : List.of();
    List<Expr> usingKey = List.of();
    if (c.accept(Keyword.USING)) {
      c.expect(Keyword.KEY);
      usingKey = c.parenthesized(() -> selectItem().value());
    }
    c.expect(Keyword.AS);
    Cte.Materialized materialized = Cte.Materialized.DEFAULT;
    if (c.accept(Keyword.NOT)) {
      c.expect(Keyword.MATERIALIZED);
      materialized = Cte.Materialized.NEVER;
    } else if (c.accept(Keyword.MATERIALIZED)) {
      materialized = Cte.Materialized.ALWAYS;
    }
    c.expectSymbol(Symbols.LEFT_PAREN);
    c.enter();
    Statement body = p.statements.cteBody();
    c.leave();
    c.expectSymbol(Symbols.RIGHT_PAREN);
    return new Cte(name, columns, usingKey, materialized, body, c.span(first));
  }

  // --- set operations

  private Query atom() {
    return intersections(input());
  }

  /**
   * {@code UNION} and {@code EXCEPT} bind alike, left to right; {@code INTERSECT} binds tighter.
   */
  private Query chain(Query start) {
    Query left = start;
    while (c.at(Keyword.UNION) || (c.at(Keyword.EXCEPT) && atSetOperation())) {
      QueryNode.SetOp op = c.at(Keyword.UNION) ? QueryNode.SetOp.UNION : QueryNode.SetOp.EXCEPT;
      c.advance();
      boolean all = allOrDistinct();
      boolean byName = c.accept(Keyword.BY, Keyword.NAME);
      if (byName && op == QueryNode.SetOp.EXCEPT) {
        throw c.error("Invalid combination of EXCEPT and BY NAME");
      }
      List<Query> inputs = new ArrayList<>();
      inputs.add(left);
      inputs.add(atom());
      if (op == QueryNode.SetOp.UNION) {
        sameUnions(all, byName, inputs);
      }
      left = setOperation(op, all, byName, inputs);
    }
    return left;
  }

  /**
   * Takes further inputs as long as the same kind of UNION goes on: a long chain stays one node.
   */
  private void sameUnions(boolean all, boolean byName, List<Query> inputs) {
    while (c.at(Keyword.UNION)) {
      int start = c.position();
      c.advance();
      boolean nextAll = allOrDistinct();
      boolean nextByName = c.accept(Keyword.BY, Keyword.NAME);
      if (nextAll != all || nextByName != byName) {
        c.resetQuietly(start);
        return;
      }
      inputs.add(atom());
    }
  }

  private Query intersections(Query start) {
    Query left = start;
    while (c.accept(Keyword.INTERSECT)) {
      boolean all = allOrDistinct();
      left = setOperation(QueryNode.SetOp.INTERSECT, all, false, List.of(left, input()));
    }
    return left;
  }

  private boolean allOrDistinct() {
    if (c.accept(Keyword.DISTINCT)) {
      return false;
    }
    return c.accept(Keyword.ALL);
  }

  private Query setOperation(QueryNode.SetOp op, boolean all, boolean byName, List<Query> inputs) {
    SourceSpan span = inputs.getFirst().span().to(inputs.getLast().span());
    lastSelect = null;
    return Query.of(new QueryNode.SetOpNode(op, all, byName, inputs, span));
  }

  private Query input() {
    if (c.atSymbol(Symbols.LEFT_PAREN)) {
      c.advance();
      Query inner = query();
      c.expectSymbol(Symbols.RIGHT_PAREN);
      lastSelect = null;
      return inner;
    }
    return Query.of(node());
  }

  private QueryNode node() {
    Keyword word = c.keyword(0);
    if (word == null) {
      throw c.syntaxError();
    }
    switch (word) {
      case SELECT, FROM:
        return select();
      case VALUES:
        return values();
      case TABLE:
        c.advance();
        return QueryNode.SelectNode.starFrom(TableRef.NamedTable.of(p.expressions.qualifiedName()));
      case PIVOT, PIVOT_WIDER, UNPIVOT, PIVOT_LONGER:
        return QueryNode.SelectNode.starFrom(p.tables.pivotStatement());
      case DESCRIBE, DESC, SHOW, SUMMARIZE:
        return QueryNode.SelectNode.starFrom(p.tables.show());
      default:
        throw c.syntaxError();
    }
  }

  /** {@code VALUES (1, 2), (3, 4)}. */
  QueryNode.ValuesNode values() {
    int first = c.position();
    c.expect(Keyword.VALUES);
    List<List<Expr>> rows = new ArrayList<>();
    do {
      List<Expr> row = c.parenthesized(p.expressions::expression);
      if (!rows.isEmpty() && row.size() != rows.getFirst().size()) {
        throw differentLengths(rows.getFirst().size(), row);
      }
      rows.add(row);
    } while (c.acceptSymbol(Symbols.COMMA) && c.atSymbol(Symbols.LEFT_PAREN));
    return new QueryNode.ValuesNode(rows, c.span(first));
  }

  private EiderException differentLengths(int expected, List<Expr> row) {
    return c.error(
            "VALUES lists must all be the same length, expected "
                + expected
                + (expected == 1 ? " entry" : " entries")
                + " but found a list with "
                + row.size()
                + (row.size() == 1 ? " entry" : " entries"))
        .at(row.getFirst().span().start());
  }

  // --- SELECT

  private QueryNode select() {
    int first = c.position();
    WindowParser.Scope outer = p.windows.open();
    boolean distinct = false;
    List<Expr> distinctOn = List.of();
    List<SelectItem> items = List.of();
    List<TableRef> from = List.of();
    boolean fromFirst = c.at(Keyword.FROM);
    if (fromFirst) {
      from = p.tables.fromClause();
    }
    if (c.accept(Keyword.SELECT)) {
      if (c.accept(Keyword.DISTINCT)) {
        distinct = true;
        if (c.accept(Keyword.ON)) {
          distinctOn = c.parenthesized(p.expressions::expression);
        }
      } else {
        c.accept(Keyword.ALL);
      }
      if (!canStartItem()) {
        throw c.error("SELECT clause without selection list");
      }
      items = c.list(this::selectItem);
    } else {
      SourceSpan span = c.span(first);
      items = List.of(new SelectItem(Expr.Star.plain(span), null, span));
    }
    if (!fromFirst && c.at(Keyword.FROM)) {
      from = p.tables.fromClause();
    }
    @Nullable Expr where = c.accept(Keyword.WHERE) ? p.expressions.expression() : null;
    @Nullable GroupBy groupBy = groupBy();
    @Nullable Expr having = c.accept(Keyword.HAVING) ? p.expressions.expression() : null;
    p.windows.clause();
    @Nullable Expr qualify = c.accept(Keyword.QUALIFY) ? p.expressions.expression() : null;
    @Nullable Sample sample = p.tables.sample();
    lastSelect = p.windows.close(outer);
    return new QueryNode.SelectNode(
        distinct, distinctOn, items, from, where, groupBy, having, qualify, sample, c.span(first));
  }

  private boolean canStartItem() {
    switch (c.kind(0)) {
      case Tokens.END:
        return false;
      case Tokens.SYMBOL:
        return !c.atSymbol(Symbols.RIGHT_PAREN) && !c.atSymbol(Symbols.SEMICOLON);
      case Tokens.KEYWORD:
        Keyword word = c.keyword(0);
        return word == null || !Symbols.endsList(word);
      default:
        return true;
    }
  }

  /** {@code expr}, {@code expr AS alias}, {@code expr alias} or {@code alias: expr}. */
  SelectItem selectItem() {
    int first = c.position();
    if (c.atSymbol(1, Symbols.COLON) && c.atName(0)) {
      String alias = c.name();
      c.advance();
      return new SelectItem(p.expressions.expression(), alias, c.span(first));
    }
    Expr value = p.expressions.expression();
    @Nullable String alias = null;
    if (c.accept(Keyword.AS)) {
      alias = c.labelOrString();
    } else if (c.atName(0)) {
      alias = c.name();
    }
    return new SelectItem(value, alias, c.span(first));
  }

  private @Nullable GroupBy groupBy() {
    if (!c.accept(Keyword.GROUP)) {
      return null;
    }
    c.expect(Keyword.BY);
    if (c.accept(Keyword.ALL)) {
      return new GroupBy.All();
    }
    List<GroupBy.Item> items = c.list(this::groupItem);
    boolean isStar =
        items.size() == 1
            && items.getFirst() instanceof GroupBy.Key key
            && key.value() instanceof Expr.Star star
            && star.isPlain();
    return isStar ? new GroupBy.All() : new GroupBy.Items(items);
  }

  private GroupBy.Item groupItem() {
    if (c.atSymbol(Symbols.LEFT_PAREN) && c.atSymbol(1, Symbols.RIGHT_PAREN)) {
      c.advance();
      c.advance();
      return new GroupBy.Empty();
    }
    if (c.atEither(Keyword.CUBE, Keyword.ROLLUP) && c.atSymbol(1, Symbols.LEFT_PAREN)) {
      boolean cube = c.at(Keyword.CUBE);
      c.advance();
      if (c.atSymbol(1, Symbols.RIGHT_PAREN)) {
        throw c.error("CUBE or ROLLUP column list cannot be empty");
      }
      List<Expr> elements = c.parenthesized(p.expressions::expression);
      return cube ? new GroupBy.Cube(elements) : new GroupBy.Rollup(elements);
    }
    if (c.at(Keyword.GROUPING, Keyword.SETS) && c.atSymbol(2, Symbols.LEFT_PAREN)) {
      c.advance();
      c.advance();
      c.enter();
      List<GroupBy.Item> sets = c.parenthesized(this::groupItem);
      c.leave();
      return new GroupBy.GroupingSets(sets);
    }
    return new GroupBy.Key(p.expressions.expression());
  }

  // --- ORDER BY, LIMIT

  /** The ORDER BY clause at the cursor. */
  List<OrderItem> orderBy() {
    c.expect(Keyword.ORDER);
    c.expect(Keyword.BY);
    return orderItems();
  }

  /** What stands after ORDER BY. */
  List<OrderItem> orderItems() {
    if (c.at(Keyword.ALL)) {
      SourceSpan span = c.here();
      c.advance();
      return List.of(new OrderItem(Expr.Star.plain(span), direction(), nulls()));
    }
    return c.list(this::orderItem);
  }

  OrderItem orderItem() {
    Expr value = p.expressions.expression();
    return new OrderItem(value, direction(), nulls());
  }

  private OrderItem.Direction direction() {
    if (c.accept(Keyword.DESC) || c.acceptWord("DESCENDING")) {
      return OrderItem.Direction.DESCENDING;
    }
    if (c.accept(Keyword.ASC) || c.acceptWord("ASCENDING")) {
      return OrderItem.Direction.ASCENDING;
    }
    return OrderItem.Direction.DEFAULT;
  }

  private OrderItem.Nulls nulls() {
    if (c.accept(Keyword.NULLS, Keyword.FIRST)) {
      return OrderItem.Nulls.FIRST;
    }
    if (c.accept(Keyword.NULLS, Keyword.LAST)) {
      return OrderItem.Nulls.LAST;
    }
    return OrderItem.Nulls.DEFAULT;
  }

  private Query.@Nullable Limit limit() {
    @Nullable Expr count = null;
    @Nullable Expr offset = null;
    boolean percent = false;
    boolean any = false;
    for (int i = 0; i < 2; i++) {
      if (c.at(Keyword.LIMIT) && count == null) {
        c.advance();
        any = true;
        if (c.accept(Keyword.ALL)) {
          continue;
        }
        count = p.expressions.expression();
        percent = c.acceptSymbol(Symbols.PERCENT) || c.accept(Keyword.PERCENT);
      } else if (c.at(Keyword.OFFSET) && offset == null) {
        c.advance();
        any = true;
        offset = p.expressions.expression();
        if (c.acceptSymbol(Symbols.PERCENT) || c.accept(Keyword.PERCENT)) {
          throw c.error("Percentage for offsets are not supported.");
        }
        c.acceptEither(Keyword.ROW, Keyword.ROWS);
      } else if (c.at(Keyword.FETCH) && count == null) {
        any = true;
        count = fetch();
      }
    }
    if (!any || (count == null && offset == null)) {
      return null;
    }
    return new Query.Limit(count, percent, offset);
  }

  /** {@code FETCH FIRST n ROWS ONLY}. */
  private Expr fetch() {
    c.expect(Keyword.FETCH);
    if (!c.acceptEither(Keyword.FIRST, Keyword.NEXT)) {
      throw c.syntaxError();
    }
    SourceSpan here = c.here();
    Expr count =
        c.atEither(Keyword.ROW, Keyword.ROWS)
            ? new Expr.NumberLiteral("1", here)
            : p.expressions.expression();
    if (!c.acceptEither(Keyword.ROW, Keyword.ROWS)) {
      throw c.syntaxError();
    }
    c.expect(Keyword.ONLY);
    return count;
  }
}
