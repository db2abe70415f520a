// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.QualifiedName;
import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.SourceSpan;
import dev.eider.engine.sql.ast.TypeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Operands: literals, names, parentheses, brackets, and what may stand behind an operand. */
final class PrimaryParser {
  private static final int QUALIFIED_PARTS_MAX = 3;

  private final Parsers p;
  private final Cursor c;

  /**
   * The query of the parentheses read last, while it may still turn out to start a set operation.
   */
  private @Nullable Expr lastParenthesizedQuery;

  PrimaryParser(Parsers parsers) {
    this.p = parsers;
    this.c = parsers.cursor;
  }

  /** An operand with its casts, subscripts, fields and method calls. */
  Expr withPostfix() {
    int first = c.position();
    Expr operand = primary();
    if (operand instanceof Expr.Star) {
      return operand;
    }
    boolean afterCast = false;
    while (true) {
      if (c.acceptSymbol(Symbols.CAST)) {
        TypeName type = p.types.type();
        operand = new Expr.Cast(operand, type, false, c.span(first));
        afterCast = true;
        continue;
      }
      if (c.atSymbol(Symbols.LEFT_BRACKET)) {
        if (afterCast) {
          throw c.error(
              "Subscript/slice cannot be applied directly after a cast operator (e.g. x::TYPE[1:3]"
                  + " is not allowed). Wrap the cast in parentheses: (x::TYPE)[1:3]");
        }
        operand = subscript(operand, first);
      } else if (c.atSymbol(Symbols.DOT)) {
        operand = member(operand, first);
      } else if (c.acceptSymbol(Symbols.BANG)) {
        operand = Expr.FunctionCall.of("factorial", List.of(operand), c.span(first));
      } else {
        return operand;
      }
      afterCast = false;
    }
  }

  private Expr member(Expr operand, int first) {
    c.expectSymbol(Symbols.DOT);
    int nameAt = c.position();
    String name = c.label();
    if (c.atSymbol(Symbols.LEFT_PAREN)) {
      SourceSpan span = c.span(nameAt);
      return p.functions.method(operand, name, span, first);
    }
    return new Expr.FieldAccess(operand, name, c.span(first));
  }

  private Expr subscript(Expr operand, int first) {
    c.expectSymbol(Symbols.LEFT_BRACKET);
    if (c.atSymbol(Symbols.RIGHT_BRACKET)) {
      throw c.error("Empty subscript '[]' is not allowed");
    }
    @Nullable Expr from = c.atSymbol(Symbols.COLON) ? null : p.expressions.expression();
    if (from != null && c.acceptSymbol(Symbols.RIGHT_BRACKET)) {
      return new Expr.Subscript(operand, from, c.span(first));
    }
    @Nullable Expr to = null;
    @Nullable Expr step = null;
    boolean hasStep = false;
    if (c.acceptSymbol(Symbols.CAST)) {
      hasStep = true;
    } else {
      c.expectSymbol(Symbols.COLON);
      if (c.atSymbol(Symbols.MINUS)
          && (c.atSymbol(1, Symbols.COLON) || c.atSymbol(1, Symbols.RIGHT_BRACKET))) {
        c.advance();
      } else if (!c.atSymbol(Symbols.COLON) && !c.atSymbol(Symbols.RIGHT_BRACKET)) {
        to = p.expressions.expression();
      }
      hasStep = c.acceptSymbol(Symbols.COLON);
    }
    if (hasStep && !c.atSymbol(Symbols.RIGHT_BRACKET)) {
      step = p.expressions.expression();
    }
    c.expectSymbol(Symbols.RIGHT_BRACKET);
    return new Expr.Slice(operand, from, to, step, hasStep, c.span(first));
  }

  // --- operands

  /** An operand without anything behind it. */
  Expr primary() {
    switch (c.kind(0)) {
      case Tokens.NUMBER:
        SourceSpan numberSpan = c.here();
        String number = c.text();
        c.advance();
        return new Expr.NumberLiteral(number, numberSpan);
      case Tokens.STRING, Tokens.ESCAPE_STRING, Tokens.DOLLAR_STRING:
        SourceSpan stringSpan = c.here();
        return new Expr.StringLiteral(c.string(), stringSpan);
      case Tokens.HEX_STRING, Tokens.BIT_STRING:
        return binaryString();
      case Tokens.SYMBOL:
        // the nesting ones at once: each frame saved is a level more on a small stack
        if (c.symbol() == Symbols.LEFT_PAREN) {
          return parenthesis();
        }
        return c.symbol() == Symbols.LEFT_BRACKET ? bracketList() : bySymbol();
      case Tokens.KEYWORD:
        Keyword word = c.keyword(0);
        assert word != null;
        return word == Keyword.CASE ? caseExpression() : byKeyword(word);
      case Tokens.WORD, Tokens.QUOTED:
        return named();
      default:
        throw c.syntaxError();
    }
  }

  private Expr binaryString() {
    SourceSpan span = c.here();
    String digits = c.text().substring(2, c.text().length() - 1);
    boolean hex = c.kind(0) == Tokens.HEX_STRING;
    c.advance();
    if (hex) {
      for (int i = 0; i < digits.length(); i++) {
        if (Character.digit(digits.charAt(i), 16) < 0) {
          throw c.error("Invalid hex string literal: invalid character '" + digits.charAt(i) + "'");
        }
      }
      if (digits.length() % 2 != 0) {
        throw c.error("Invalid hex string literal: must have an even number of digits");
      }
      return new Expr.BlobLiteral(digits.toUpperCase(Locale.ROOT), span);
    }
    for (int i = 0; i < digits.length(); i++) {
      if (digits.charAt(i) != '0' && digits.charAt(i) != '1') {
        throw c.error("Invalid bit string literal: invalid character '" + digits.charAt(i) + "'");
      }
    }
    return new Expr.BitLiteral(digits, span);
  }

  private Expr bySymbol() {
    int first = c.position();
    switch (c.symbol()) {
      case Symbols.LEFT_BRACE:
        return struct();
      case Symbols.STAR:
        return starOrColumns();
      case Symbols.QUESTION:
        c.advance();
        if (c.kind(0) == Tokens.NUMBER) {
          String number = c.text();
          c.advance();
          return new Expr.Parameter(p.parameters.numbered(number), c.span(first));
        }
        return new Expr.Parameter(p.parameters.next(), c.span(first));
      case Symbols.DOLLAR:
        c.advance();
        if (c.kind(0) == Tokens.NUMBER) {
          String number = c.text();
          c.advance();
          return new Expr.Parameter(p.parameters.numbered(number), c.span(first));
        }
        return new Expr.Parameter(p.parameters.named(c.label()), c.span(first));
      case Symbols.HASH:
        return positional(first);
      default:
        throw c.syntaxError();
    }
  }

  private Expr positional(int first) {
    c.advance();
    if (c.kind(0) != Tokens.NUMBER) {
      throw c.syntaxError();
    }
    String number = c.text();
    c.advance();
    long index;
    try {
      index = Long.parseLong(number);
    } catch (NumberFormatException e) {
      throw c.error("Positional reference node needs to be a whole number, not " + number);
    }
    if (index <= 0) {
      throw c.error("Positional reference node needs to be >= 1");
    }
    return new Expr.PositionalRef(index, c.span(first));
  }

  private Expr byKeyword(Keyword word) {
    int first = c.position();
    switch (word) {
      case NULL:
        c.advance();
        return new Expr.NullLiteral(c.span(first));
      case TRUE, FALSE:
        c.advance();
        return new Expr.BooleanLiteral(word == Keyword.TRUE, c.span(first));
      case CAST:
        return p.functions.cast(false);
      case DEFAULT:
        c.advance();
        return new Expr.Default(c.span(first));
      case LAMBDA:
        return lambda();
      case ARRAY:
        return array();
      case NOT:
        if (c.at(1, Keyword.EXISTS) || c.atSymbol(1, Symbols.LEFT_PAREN)) {
          c.advance();
          return new Expr.Not(withPostfix(), c.span(first));
        }
        throw c.syntaxError();
      case INTERVAL:
        if (c.atString(1) || c.kind(1) == Tokens.NUMBER || c.atSymbol(1, Symbols.LEFT_PAREN)) {
          return interval();
        }
        return named();
      case MAP:
        return c.atSymbol(1, Symbols.LEFT_BRACE) ? map() : named();
      default:
        Expr special = c.atSymbol(1, Symbols.LEFT_PAREN) ? p.functions.special(word) : null;
        return special != null ? special : named();
    }
  }

  // --- names

  /**
   * A column, a star with qualifier, a function call, or a type before a string: everything that
   * starts with a word.
   */
  private Expr named() {
    int first = c.position();
    Expr typed = typedLiteral();
    if (typed != null) {
      return typed;
    }
    if (c.atSymbol(1, Symbols.LEFT_PAREN)) {
      if (!c.atFunctionName(0)) {
        throw c.atName(0) ? afterNext() : c.syntaxError();
      }
      String name = c.takeWord();
      return p.functions.call(QualifiedName.of(name, c.span(first)), first);
    }
    List<String> parts = new ArrayList<>();
    parts.add(c.name());
    while (c.atSymbol(Symbols.DOT)) {
      c.advance();
      if (c.atSymbol(Symbols.STAR)) {
        return star(parts, first);
      }
      parts.add(c.label());
      if (c.atSymbol(Symbols.LEFT_PAREN) && parts.size() <= QUALIFIED_PARTS_MAX) {
        return p.functions.call(new QualifiedName(parts, c.span(first)), first);
      }
      if (c.atSymbol(Symbols.LEFT_PAREN)) {
        String method = parts.removeLast();
        Expr column = new Expr.ColumnRef(parts, c.span(first));
        return p.functions.method(column, method, c.span(c.position() - 1), first);
      }
    }
    if (parts.size() > 1 && c.atString()) {
      return qualifiedTypeLiteral(parts, first);
    }
    return new Expr.ColumnRef(parts, c.span(first));
  }

  /** A syntax error at the token after the current one: the word itself would have been fine. */
  private RuntimeException afterNext() {
    c.advance();
    return c.syntaxError();
  }

  private Expr qualifiedTypeLiteral(List<String> parts, int first) {
    QualifiedName name = new QualifiedName(parts, c.span(first));
    TypeName type = new TypeName.Named(name, List.of(), name.span());
    return castString(type, first);
  }

  private Expr castString(TypeName type, int first) {
    SourceSpan span = c.here();
    Expr text = new Expr.StringLiteral(c.string(), span);
    return new Expr.Cast(text, type, false, c.span(first));
  }

  /** {@code DATE '...'} and the like, or null. */
  private @Nullable Expr typedLiteral() {
    int first = c.position();
    boolean candidate =
        c.atString(1)
            || startsLongType(c.keyword(0))
            || (c.atSymbol(1, Symbols.LEFT_BRACKET) && c.atSymbol(2, Symbols.RIGHT_BRACKET));
    if (!candidate) {
      return null;
    }
    TypeName type = p.types.typeBeforeString();
    return type == null ? null : castString(type, first);
  }

  /** A word that starts a type of several tokens when one of these follows. */
  private boolean startsLongType(@Nullable Keyword word) {
    if (word == null) {
      return false;
    }
    return switch (word) {
      case TIME, TIMESTAMP ->
          c.at(1, Keyword.WITH)
              || c.at(1, Keyword.WITHOUT)
              || c.atSymbol(1, Symbols.LEFT_PAREN)
              || c.atSymbol(1, Symbols.LEFT_BRACKET);
      case DOUBLE -> c.at(1, Keyword.PRECISION);
      case CHAR, CHARACTER, NCHAR, NATIONAL, VARCHAR, DECIMAL, NUMERIC, DEC, FLOAT, BIT ->
          c.atSymbol(1, Symbols.LEFT_PAREN)
              || c.atSymbol(1, Symbols.LEFT_BRACKET)
              || c.at(1, Keyword.VARYING)
              || c.at(1, Keyword.CHAR)
              || c.at(1, Keyword.CHARACTER);
      case STRUCT, MAP, UNION, TUPLE, ENUM, INT, INTEGER, BIGINT, SMALLINT, BOOLEAN, REAL ->
          c.atSymbol(1, Symbols.LEFT_PAREN) || c.atSymbol(1, Symbols.LEFT_BRACKET);
      default -> false;
    };
  }

  // --- stars

  private Expr starOrColumns() {
    int first = c.position();
    if (c.at(1, Keyword.COLUMNS) && c.atSymbol(2, Symbols.LEFT_PAREN)) {
      c.advance();
      Expr columns = p.functions.columns();
      return new Expr.Unpack(columns, c.span(first));
    }
    return star(List.of(), first);
  }

  private Expr star(List<String> qualifier, int first) {
    c.expectSymbol(Symbols.STAR);
    if (qualifier.size() > 1) {
      throw c.error("Did not expect more than one column in front of a star expression");
    }
    List<QualifiedName> exclude = List.of();
    List<Expr.Replace> replace = List.of();
    List<Expr.Rename> rename = List.of();
    if (atExclude()) {
      c.advance();
      exclude =
          c.atSymbol(Symbols.LEFT_PAREN)
              ? c.parenthesized(this::excludedName)
              : List.of(excludedName());
    }
    if (c.at(Keyword.REPLACE) && atListAfter()) {
      c.advance();
      replace =
          c.atSymbol(Symbols.LEFT_PAREN)
              ? c.parenthesized(this::replaceEntry)
              : List.of(replaceEntry());
    }
    if (c.at(Keyword.RENAME) && atListAfter()) {
      c.advance();
      rename =
          c.atSymbol(Symbols.LEFT_PAREN)
              ? c.parenthesized(this::renameEntry)
              : List.of(renameEntry());
    }
    StarLists.check(c, exclude, replace, rename);
    return new Expr.Star(qualifier, exclude, replace, rename, null, c.span(first));
  }

  /** EXCEPT is a set operation when a query follows. */
  private boolean atExclude() {
    if (c.at(Keyword.EXCLUDE)) {
      return c.atSymbol(1, Symbols.LEFT_PAREN) || c.atName(1) || c.atString(1);
    }
    if (!c.at(Keyword.EXCEPT)) {
      return false;
    }
    return c.atSymbol(1, Symbols.LEFT_PAREN)
        ? !p.queries.atQueryStart(2) && !c.atSymbol(2, Symbols.LEFT_PAREN)
        : c.atName(1) && !c.at(1, Keyword.VALUES);
  }

  private boolean atListAfter() {
    return c.atSymbol(1, Symbols.LEFT_PAREN) || c.kind(1) != Tokens.SYMBOL;
  }

  private QualifiedName excludedName() {
    int first = c.position();
    if (c.atString()) {
      String name = c.string();
      return QualifiedName.of(name, c.span(first));
    }
    return new QualifiedName(p.expressions.dottedName(), c.span(first));
  }

  private Expr.Replace replaceEntry() {
    Expr value = p.expressions.expression();
    c.expect(Keyword.AS);
    int first = c.position();
    List<String> parts = p.expressions.dottedName();
    return new Expr.Replace(value, new QualifiedName(parts, c.span(first)));
  }

  private Expr.Rename renameEntry() {
    QualifiedName from = excludedName();
    c.expect(Keyword.AS);
    return new Expr.Rename(from, c.name());
  }

  // --- parentheses, lists, structs

  /**
   * What stands in parentheses: a value, a row, or a query. {@code ((SELECT 1) UNION SELECT 2)} is
   * a query whose first input was read as an expression; the word behind it tells.
   */
  private Expr parenthesis() {
    int first = c.position();
    if (p.queries.atQueryStart(1)) {
      c.advance();
      Query query = p.queries.query();
      c.expectSymbol(Symbols.RIGHT_PAREN);
      return rememberQuery(new Expr.ScalarSubquery(query, c.span(first)));
    }
    c.advance();
    if (c.acceptSymbol(Symbols.RIGHT_PAREN)) {
      return Expr.FunctionCall.of("row", List.of(), c.span(first));
    }
    Expr value = p.expressions.expression();
    if (value == lastParenthesizedQuery
        && value instanceof Expr.ScalarSubquery subquery
        && p.queries.atContinuation()) {
      Query query = p.queries.continueFrom(subquery.query(), first + 1);
      c.expectSymbol(Symbols.RIGHT_PAREN);
      return rememberQuery(new Expr.ScalarSubquery(query, c.span(first)));
    }
    if (c.acceptSymbol(Symbols.RIGHT_PAREN)) {
      return value;
    }
    List<Expr> values = new ArrayList<>();
    values.add(value);
    c.expectSymbol(Symbols.COMMA);
    if (!c.atSymbol(Symbols.RIGHT_PAREN)) {
      values.addAll(c.list(p.expressions::expression));
    }
    c.expectSymbol(Symbols.RIGHT_PAREN);
    return Expr.FunctionCall.of("row", values, c.span(first));
  }

  private Expr rememberQuery(Expr subquery) {
    lastParenthesizedQuery = subquery;
    return subquery;
  }

  /** The candidates of IN. */
  List<Expr> parenthesizedList() {
    int first = c.position();
    c.expectSymbol(Symbols.LEFT_PAREN);
    Expr value = p.expressions.expression();
    if (value == lastParenthesizedQuery
        && value instanceof Expr.ScalarSubquery subquery
        && p.queries.atContinuation()) {
      Query query = p.queries.continueFrom(subquery.query(), first + 1);
      c.expectSymbol(Symbols.RIGHT_PAREN);
      return List.of(new Expr.ScalarSubquery(query, c.span(first)));
    }
    List<Expr> values = new ArrayList<>();
    values.add(value);
    while (c.acceptSymbol(Symbols.COMMA) && !c.atSymbol(Symbols.RIGHT_PAREN)) {
      values.add(p.expressions.expression());
    }
    c.expectSymbol(Symbols.RIGHT_PAREN);
    return values;
  }

  /** {@code [a, b]} or {@code [x + 1 FOR x IN list IF x > 2]}. */
  private Expr bracketList() {
    int first = c.position();
    c.expectSymbol(Symbols.LEFT_BRACKET);
    if (c.acceptSymbol(Symbols.RIGHT_BRACKET)) {
      return Expr.FunctionCall.of("list_value", List.of(), c.span(first));
    }
    Expr value = p.expressions.expression();
    if (c.at(Keyword.FOR)) {
      return comprehension(value, first);
    }
    List<Expr> values = bracketRest(value);
    return Expr.FunctionCall.of("list_value", values, c.span(first));
  }

  private List<Expr> bracketRest(Expr value) {
    List<Expr> values = new ArrayList<>();
    values.add(value);
    while (c.acceptSymbol(Symbols.COMMA) && !c.atSymbol(Symbols.RIGHT_BRACKET)) {
      values.add(p.expressions.expression());
    }
    c.expectSymbol(Symbols.RIGHT_BRACKET);
    return values;
  }

  private Expr comprehension(Expr result, int first) {
    c.expect(Keyword.FOR);
    List<String> names = c.list(c::nameOrString);
    c.expect(Keyword.IN);
    Expr list = p.expressions.expression();
    @Nullable Expr filter = c.accept(Keyword.IF) ? p.expressions.expression() : null;
    c.expectSymbol(Symbols.RIGHT_BRACKET);
    SourceSpan span = c.span(first);
    if (filter == null) {
      Expr lambda = new Expr.Lambda(names, result, span);
      return Expr.FunctionCall.of("list_apply", List.of(list, lambda), span);
    }
    Expr pair =
        p.functions.structPack(
            List.of(new Expr.Argument("filter", filter), new Expr.Argument("result", result)),
            span);
    Expr pairs =
        Expr.FunctionCall.of("list_apply", List.of(list, new Expr.Lambda(names, pair, span)), span);
    Expr kept =
        Expr.FunctionCall.of("list_filter", List.of(pairs, extractLambda("filter", span)), span);
    return Expr.FunctionCall.of("list_apply", List.of(kept, extractLambda("result", span)), span);
  }

  private static Expr extractLambda(String field, SourceSpan span) {
    Expr element = new Expr.ColumnRef(List.of("elem"), span);
    Expr body =
        Expr.FunctionCall.of(
            "struct_extract", List.of(element, new Expr.StringLiteral(field, span)), span);
    return new Expr.Lambda(List.of("elem"), body, span);
  }

  private Expr array() {
    int first = c.position();
    c.expect(Keyword.ARRAY);
    if (c.atSymbol(Symbols.LEFT_PAREN)) {
      c.advance();
      Query query = p.queries.query();
      c.expectSymbol(Symbols.RIGHT_PAREN);
      return ArraySubquery.rewrite(c, query, c.span(first));
    }
    c.expectSymbol(Symbols.LEFT_BRACKET);
    if (c.acceptSymbol(Symbols.RIGHT_BRACKET)) {
      return new Expr.ArrayConstructor(List.of(), c.span(first));
    }
    Expr value = p.expressions.expression();
    if (c.at(Keyword.FOR)) {
      throw c.syntaxError();
    }
    List<Expr> values = bracketRest(value);
    return new Expr.ArrayConstructor(values, c.span(first));
  }

  private Expr struct() {
    int first = c.position();
    c.expectSymbol(Symbols.LEFT_BRACE);
    List<Expr.Argument> fields = new ArrayList<>();
    while (!c.acceptSymbol(Symbols.RIGHT_BRACE)) {
      String name = c.nameOrString();
      c.expectSymbol(Symbols.COLON);
      fields.add(new Expr.Argument(name, p.expressions.expression()));
      if (!c.acceptSymbol(Symbols.COMMA) && !c.atSymbol(Symbols.RIGHT_BRACE)) {
        throw c.syntaxError();
      }
    }
    return p.functions.structPack(fields, c.span(first));
  }

  private Expr map() {
    int first = c.position();
    c.expect(Keyword.MAP);
    c.expectSymbol(Symbols.LEFT_BRACE);
    List<Expr> keys = new ArrayList<>();
    List<Expr> values = new ArrayList<>();
    while (!c.acceptSymbol(Symbols.RIGHT_BRACE)) {
      keys.add(p.expressions.expression());
      c.expectSymbol(Symbols.COLON);
      values.add(p.expressions.expression());
      if (!c.acceptSymbol(Symbols.COMMA) && !c.atSymbol(Symbols.RIGHT_BRACE)) {
        throw c.syntaxError();
      }
    }
    SourceSpan span = c.span(first);
    Expr keyList = Expr.FunctionCall.of("list_value", keys, span);
    Expr valueList = Expr.FunctionCall.of("list_value", values, span);
    return Expr.FunctionCall.of("map", List.of(keyList, valueList), span);
  }

  // --- CASE, lambda, INTERVAL

  private Expr caseExpression() {
    int first = c.position();
    c.expect(Keyword.CASE);
    @Nullable Expr operand = c.at(Keyword.WHEN) ? null : p.expressions.expression();
    List<Expr.When> whens = new ArrayList<>();
    while (c.at(Keyword.WHEN) || whens.isEmpty()) {
      c.expect(Keyword.WHEN);
      Expr condition = p.expressions.expression();
      c.expect(Keyword.THEN);
      Expr result = p.expressions.expression();
      if (operand != null) {
        SourceSpan span = condition.span();
        condition = new Expr.Binary("=", operand, condition, span, span);
      }
      whens.add(new Expr.When(condition, result));
    }
    Expr otherwise =
        c.accept(Keyword.ELSE) ? p.expressions.expression() : new Expr.NullLiteral(c.here());
    c.expect(Keyword.END);
    return new Expr.Case(whens, otherwise, c.span(first));
  }

  private Expr lambda() {
    int first = c.position();
    c.expect(Keyword.LAMBDA);
    List<String> parameters = c.list(c::nameOrString);
    c.expectSymbol(Symbols.COLON);
    Expr body = p.expressions.expression();
    return new Expr.Lambda(parameters, body, c.span(first));
  }

  private Expr interval() {
    int first = c.position();
    c.expect(Keyword.INTERVAL);
    Expr amount;
    if (c.acceptSymbol(Symbols.LEFT_PAREN)) {
      amount = p.expressions.expression();
      c.expectSymbol(Symbols.RIGHT_PAREN);
    } else {
      amount = primary();
    }
    IntervalUnit unit = IntervalUnit.at(c);
    if (unit == null) {
      TypeName type = TypeParser.builtIn("INTERVAL", c.span(first));
      return new Expr.Cast(amount, type, false, c.span(first));
    }
    c.advance();
    if (c.at(Keyword.TO) && IntervalUnit.of(c.keyword(1)) != null) {
      throw c.error(unit + " TO " + IntervalUnit.of(c.keyword(1)) + " is not supported");
    }
    SourceSpan span = c.span(first);
    Expr value = new Expr.Cast(amount, TypeParser.builtIn("DOUBLE", span), false, amount.span());
    if (!unit.argumentType().equals("DOUBLE")) {
      value = Expr.FunctionCall.of("trunc", List.of(value), span);
      value = new Expr.Cast(value, TypeParser.builtIn(unit.argumentType(), span), false, span);
    }
    return Expr.FunctionCall.of(unit.function(), List.of(value), span);
  }
}
