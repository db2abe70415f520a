// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.base.error.EiderException;
import dev.eider.engine.sql.ast.DataStatement;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.QualifiedName;
import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.QueryNode;
import dev.eider.engine.sql.ast.SelectItem;
import dev.eider.engine.sql.ast.SourceSpan;
import dev.eider.engine.sql.ast.Statement;
import dev.eider.engine.sql.ast.TableRef;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds out which statement stands at the cursor and hands over to its parser. */
final class StatementParser {
  private final Parsers p;
  private final Cursor c;

  StatementParser(Parsers parsers) {
    this.p = parsers;
    this.c = parsers.cursor;
  }

  /** All statements of the text. */
  List<Statement> all() {
    List<Statement> result = new ArrayList<>();
    while (true) {
      while (c.acceptSymbol(Symbols.SEMICOLON)) {
        // an empty statement
      }
      if (c.atEnd()) {
        return result;
      }
      p.parameters.reset();
      p.pivots.reset();
      result.add(statement());
      if (!c.atEnd() && !c.atSymbol(Symbols.SEMICOLON)) {
        throw c.syntaxError();
      }
    }
  }

  /** One statement. */
  Statement statement() {
    c.enter();
    Statement result = dispatch();
    c.leave();
    return result;
  }

  private Statement dispatch() {
    if (p.queries.atQueryStartOrParenthesis(0)) {
      return queryOrExpression();
    }
    Keyword word = c.keyword(0);
    if (word == null) {
      return expressions();
    }
    switch (word) {
      case INSERT, UPDATE, DELETE, MERGE, TRUNCATE, COPY, CALL, EXPLAIN:
        return word == Keyword.UPDATE && c.at(1, Keyword.EXTENSIONS)
            ? p.sessions.updateExtensions()
            : p.data.statement(word);
      case CREATE:
        return p.creates.create();
      case ALTER, DROP, COMMENT:
        return p.alters.statement(word);
      default:
        if (p.sessions.starts(word)) {
          return p.sessions.statement(word);
        }
        return expressions();
    }
  }

  /** The statement in the parentheses of a WITH entry. */
  Statement cteBody() {
    if (p.queries.atQueryStartOrParenthesis(0)) {
      return withOrQuery();
    }
    Keyword word = c.keyword(0);
    if (word != null) {
      switch (word) {
        case INSERT, UPDATE, DELETE, MERGE:
          return p.data.statement(word);
        case COPY:
          Statement copy = p.data.statement(word);
          if (copy instanceof DataStatement.Copy c2 && c2.isFrom()) {
            throw c.error("COPY FROM cannot be used as a CTE body");
          }
          return copy;
        default:
          break;
      }
    }
    throw c.syntaxError();
  }

  /** A query, or the statement that a WITH list stands before. */
  private Statement withOrQuery() {
    int first = c.position();
    if (c.at(Keyword.WITH)) {
      QueryParser.With with = p.queries.with();
      Keyword word = c.keyword(0);
      if (word == Keyword.INSERT
          || word == Keyword.UPDATE
          || word == Keyword.DELETE
          || word == Keyword.MERGE) {
        return p.data.afterWith(with, word, first);
      }
      Query query = p.queries.afterWith(with, first);
      return new DataStatement.Select(query, c.span(first));
    }
    Query query = p.queries.query();
    return new DataStatement.Select(query, c.span(first));
  }

  /** What starts like a query may go on as an expression: {@code (SELECT 1) + 1}. */
  private Statement queryOrExpression() {
    int start = c.position();
    if (!c.atSymbol(Symbols.LEFT_PAREN)) {
      return withOrQuery();
    }
    int depth = c.depth();
    try {
      Statement result = withOrQuery();
      if (c.atEnd() || c.atSymbol(Symbols.SEMICOLON) || c.atSymbol(Symbols.RIGHT_PAREN)) {
        return result;
      }
    } catch (EiderException e) {
      if (e.position() < 0) {
        throw e;
      }
      c.restoreDepth(depth);
    }
    c.reset(start);
    return expressions();
  }

  /** {@code 1 + 1, 2 AS b}: the values; or {@code tbl}: its rows. */
  private Statement expressions() {
    int first = c.position();
    List<SelectItem> items = expressionItems(first);
    boolean column = false;
    for (SelectItem item : items) {
      column |= item.value() instanceof Expr.ColumnRef && item.alias() == null;
    }
    if (column && items.size() > 1) {
      throw c.error(
          "Mix of table names and expressions is not supported. Use SELECT to explicitly specify"
              + " what you want to query.");
    }
    SourceSpan span = c.span(first);
    if (column && items.getFirst().value() instanceof Expr.ColumnRef table) {
      if (table.names().size() > 3) {
        throw c.error(
            "Too many qualifiers encountered. Expected \"catalog.schema.table\" or"
                + " \"schema.table\"");
      }
      QualifiedName name = new QualifiedName(table.names(), table.span());
      QueryNode node = QueryNode.SelectNode.starFrom(TableRef.NamedTable.of(name));
      return new DataStatement.Select(Query.of(node), span);
    }
    QueryNode node =
        new QueryNode.SelectNode(
            false, List.of(), items, List.of(), null, null, null, null, null, span);
    return new DataStatement.Select(Query.of(node), span);
  }

  private List<SelectItem> expressionItems(int first) {
    if (c.kind(0) == Tokens.WORD && startsNoExpression()) {
      throw c.syntaxError();
    }
    List<SelectItem> items = c.list(this::expressionItem);
    if (!c.atEnd() && !c.atSymbol(Symbols.SEMICOLON) && !c.atSymbol(Symbols.RIGHT_PAREN)) {
      throw c.syntaxError();
    }
    assert c.position() > first;
    return items;
  }

  /** A lone word followed by another operand is a misspelt statement, not an expression. */
  private boolean startsNoExpression() {
    byte next = c.kind(1);
    return next != Tokens.END && next != Tokens.SYMBOL && next != Tokens.KEYWORD && !c.atString(1);
  }

  private SelectItem expressionItem() {
    int first = c.position();
    @Nullable String alias = null;
    if (c.atName(0) && c.atSymbol(1, Symbols.COLON)) {
      alias = c.name();
      c.advance();
    }
    Expr value = p.expressions.expression();
    if (alias == null && c.accept(Keyword.AS)) {
      alias = c.labelOrString();
    }
    return new SelectItem(value, alias, c.span(first));
  }

  /** True for statements that can be prepared. */
  static boolean isPreparable(Statement statement) {
    return statement instanceof DataStatement.Select
        || statement instanceof DataStatement.Insert
        || statement instanceof DataStatement.Update
        || statement instanceof DataStatement.Delete
        || statement instanceof DataStatement.Copy;
  }
}
