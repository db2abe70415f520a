// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.QualifiedName;
import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.QueryNode;
import dev.eider.engine.sql.ast.SelectItem;
import dev.eider.engine.sql.ast.SourceSpan;
import dev.eider.engine.sql.ast.TypeName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Operators, by precedence climbing: one loop per nesting level reads operand, operator, operand
 * and calls itself for what binds tighter. A chain of operators of one level never recurses.
 *
 * <p>The levels, loosest first, are the dialect's: {@code ->}; OR; AND; NOT; IS tests; IS DISTINCT
 * FROM; comparison; BETWEEN, IN, LIKE; all other operators; {@code & | << >>}; {@code + -}; {@code
 * * / // %}; {@code ^ **}; COLLATE; AT TIME ZONE; prefix; postfix.
 */
final class ExpressionParser {
  static final int ARROW = 1;
  static final int OR = 2;
  static final int AND = 3;
  static final int NOT = 4;
  static final int IS = 5;
  static final int DISTINCT = 6;
  static final int COMPARE = 7;
  static final int BETWEEN = 8;
  static final int OTHER = 9;
  static final int BITWISE = 10;
  static final int ADDITIVE = 11;
  static final int MULTIPLICATIVE = 12;
  static final int POWER = 13;
  static final int COLLATE = 14;
  static final int TIME_ZONE = 15;
  private static final int NOTHING = 0;
  private static final int ANY_LEVEL = 16;

  private final Parsers p;
  private final Cursor c;
  private boolean inColumnDefault;

  ExpressionParser(Parsers parsers) {
    this.p = parsers;
    this.c = parsers.cursor;
  }

  /** A whole expression. */
  Expr expression() {
    boolean outer = inColumnDefault;
    inColumnDefault = false;
    c.enter();
    Expr result = climb(ARROW);
    c.leave();
    inColumnDefault = outer;
    return result;
  }

  /**
   * The value after DEFAULT of a column: without NOT, IS and NOT NULL outside of parentheses, since
   * those start the next constraint.
   */
  Expr columnDefault() {
    inColumnDefault = true;
    c.enter();
    Expr result = climb(OR);
    c.leave();
    inColumnDefault = false;
    return result;
  }

  /** An expression whose operators bind at least as tightly as the level. */
  Expr operand(int level) {
    c.enter();
    Expr result = climb(level);
    c.leave();
    return result;
  }

  private Expr climb(int lowest) {
    int first = c.position();
    int last;
    Expr left;
    if (lowest <= NOT && c.at(Keyword.NOT) && !inColumnDefault) {
      left = negation();
      last = NOT;
    } else {
      left = atPrefixOperator() ? prefixed() : p.primaries.withPostfix();
      last = ANY_LEVEL;
    }
    while (true) {
      int level = infixLevel();
      if (level < lowest || level > last || (level == last && isSingle(level))) {
        if (level == last && level == COMPARE) {
          throw chained();
        }
        if (level == last && level == DISTINCT) {
          throw chained();
        }
        return left;
      }
      left = infix(left, level, first);
      last = level;
    }
  }

  private RuntimeException chained() {
    return c.error("Chained comparisons are not supported, use AND to combine comparisons");
  }

  private static boolean isSingle(int level) {
    return level == COMPARE || level == BETWEEN || level == DISTINCT || level == NOT;
  }

  private Expr negation() {
    int first = c.position();
    int count = 0;
    while (c.accept(Keyword.NOT)) {
      count++;
      c.enter();
    }
    Expr operand = climb(IS);
    for (int i = 0; i < count; i++) {
      c.leave();
      operand = new Expr.Not(operand, c.span(first + count - 1 - i));
    }
    return operand;
  }

  // --- which operator comes next

  /** The level of the operator at the cursor, or {@link #NOTHING}. */
  private int infixLevel() {
    Keyword word = c.keyword(0);
    if (word != null) {
      return keywordLevel(word);
    }
    int symbol = c.symbol();
    return symbol == -1 && c.kind(0) != Tokens.SYMBOL ? NOTHING : symbolLevel(symbol);
  }

  private int keywordLevel(Keyword word) {
    switch (word) {
      case OR:
        return OR;
      case AND:
        return AND;
      case IS:
        if (c.at(1, Keyword.DISTINCT) || (c.at(1, Keyword.NOT) && c.at(2, Keyword.DISTINCT))) {
          return DISTINCT;
        }
        return inColumnDefault ? NOTHING : IS;
      case ISNULL, NOTNULL:
        return inColumnDefault ? NOTHING : IS;
      case NOT:
        return notLevel();
      case BETWEEN, IN, LIKE, ILIKE, GLOB:
        return BETWEEN;
      case SIMILAR:
        return c.at(1, Keyword.TO) ? BETWEEN : NOTHING;
      case OPERATOR:
        return c.atSymbol(1, Symbols.LEFT_PAREN) ? OTHER : NOTHING;
      case COLLATE:
        return inColumnDefault ? NOTHING : COLLATE;
      case AT:
        return c.at(1, Keyword.TIME) && c.at(2, Keyword.ZONE) ? TIME_ZONE : NOTHING;
      default:
        return NOTHING;
    }
  }

  private int notLevel() {
    Keyword next = c.keyword(1);
    if (next == null) {
      return NOTHING;
    }
    return switch (next) {
      case NULL -> inColumnDefault ? NOTHING : IS;
      case BETWEEN, IN, LIKE, ILIKE, GLOB, SIMILAR -> BETWEEN;
      default -> NOTHING;
    };
  }

  private int symbolLevel(int symbol) {
    if (c.at(1, Keyword.ANY) || c.at(1, Keyword.ALL) || c.at(1, Keyword.SOME)) {
      return OTHER;
    }
    if (symbol == Symbols.EQUAL
        || symbol == Symbols.LESS
        || symbol == Symbols.GREATER
        || symbol == Symbols.DOUBLE_EQUAL
        || symbol == Symbols.NOT_EQUAL
        || symbol == Symbols.ANGLE_NOT_EQUAL
        || symbol == Symbols.LESS_EQUAL
        || symbol == Symbols.GREATER_EQUAL) {
      return COMPARE;
    }
    if (symbol == Symbols.PLUS || symbol == Symbols.MINUS) {
      return ADDITIVE;
    }
    if (symbol == Symbols.PERCENT) {
      return percentIsModulo() ? MULTIPLICATIVE : NOTHING;
    }
    if (symbol == Symbols.STAR || symbol == Symbols.SLASH || symbol == Symbols.INTEGER_DIVIDE) {
      return MULTIPLICATIVE;
    }
    if (symbol == Symbols.CARET || symbol == Symbols.POWER) {
      return POWER;
    }
    if (symbol == Symbols.AMPERSAND
        || symbol == Symbols.PIPE
        || symbol == Symbols.SHIFT_LEFT
        || symbol == Symbols.SHIFT_RIGHT) {
      return BITWISE;
    }
    if (symbol == Symbols.ARROW) {
      return ARROW;
    }
    if (isLikeSymbol(symbol)) {
      return BETWEEN;
    }
    return isOtherOperator() ? OTHER : NOTHING;
  }

  private static boolean isLikeSymbol(int symbol) {
    return symbol == Symbols.TILDE
        || symbol == Symbols.LIKE
        || symbol == Symbols.ILIKE
        || symbol == Symbols.GLOB
        || symbol == Symbols.REGEX_INSENSITIVE
        || symbol == Symbols.NOT_LIKE
        || symbol == Symbols.NOT_ILIKE
        || symbol == Symbols.NOT_REGEX
        || symbol == Symbols.NOT_REGEX_INSENSITIVE;
  }

  /** In {@code LIMIT 10 %} the sign ends the expression. */
  private boolean percentIsModulo() {
    switch (c.kind(1)) {
      case Tokens.END:
        return false;
      case Tokens.SYMBOL:
        return !c.atSymbol(1, Symbols.SEMICOLON)
            && !c.atSymbol(1, Symbols.RIGHT_PAREN)
            && !c.atSymbol(1, Symbols.COMMA);
      case Tokens.KEYWORD:
        Keyword word = c.keyword(1);
        return word == null || !Symbols.endsList(word);
      default:
        return true;
    }
  }

  /** Any run of two or more operator characters that has no level of its own. */
  private boolean isOtherOperator() {
    String text = c.text();
    if (text.length() < 2) {
      return false;
    }
    char first = text.charAt(0);
    return first != ':' && first != '.' && !text.equals("=>");
  }

  // --- reading the rest of an operator

  private Expr infix(Expr left, int level, int first) {
    switch (level) {
      case OR, AND:
        return conjunction(left, level, first);
      case IS:
        return isTest(left, first);
      case DISTINCT:
        return distinctFrom(left, first);
      case COMPARE:
        return comparison(left, first);
      case BETWEEN:
        return betweenInLike(left, first);
      case OTHER:
        return other(left, first);
      case COLLATE:
        c.advance();
        return new Expr.Collate(left, collationName(), c.span(first));
      case TIME_ZONE:
        c.advance();
        c.advance();
        c.advance();
        Expr zone = operand(TIME_ZONE + 1);
        return Expr.FunctionCall.of("timezone", List.of(zone, left), c.span(first));
      default:
        SourceSpan at = c.here();
        String operator = c.text();
        c.advance();
        Expr right = operand(level + 1);
        return new Expr.Binary(operator, left, right, at, c.span(first));
    }
  }

  private Expr conjunction(Expr left, int level, int first) {
    Keyword word = level == AND ? Keyword.AND : Keyword.OR;
    List<Expr> operands = new ArrayList<>();
    flatten(left, level == AND, operands);
    while (c.accept(word)) {
      flatten(operand(level + 1), level == AND, operands);
    }
    return new Expr.Conjunction(level == AND, operands, c.span(first));
  }

  private static void flatten(Expr operand, boolean isAnd, List<Expr> into) {
    if (operand instanceof Expr.Conjunction inner && inner.isAnd() == isAnd) {
      into.addAll(inner.operands());
    } else {
      into.add(operand);
    }
  }

  private Expr isTest(Expr left, int first) {
    if (c.accept(Keyword.ISNULL)) {
      return new Expr.IsNull(left, false, c.span(first));
    }
    if (c.accept(Keyword.NOTNULL) || c.accept(Keyword.NOT, Keyword.NULL)) {
      return new Expr.IsNull(left, true, c.span(first));
    }
    c.expect(Keyword.IS);
    boolean negated = c.accept(Keyword.NOT);
    if (c.accept(Keyword.NULL) || c.accept(Keyword.UNKNOWN)) {
      return new Expr.IsNull(left, negated, c.span(first));
    }
    SourceSpan literal = c.here();
    boolean value = c.at(Keyword.TRUE);
    if (!c.acceptEither(Keyword.TRUE, Keyword.FALSE)) {
      throw c.syntaxError();
    }
    TypeName bool = TypeParser.builtIn("BOOLEAN", left.span());
    return new Expr.IsDistinctFrom(
        new Expr.Cast(left, bool, false, left.span()),
        new Expr.BooleanLiteral(value, literal),
        !negated,
        c.span(first));
  }

  private Expr distinctFrom(Expr left, int first) {
    c.expect(Keyword.IS);
    boolean negated = c.accept(Keyword.NOT);
    c.expect(Keyword.DISTINCT);
    c.expect(Keyword.FROM);
    Expr right = operand(COMPARE);
    return new Expr.IsDistinctFrom(left, right, negated, c.span(first));
  }

  private Expr comparison(Expr left, int first) {
    SourceSpan at = c.here();
    String operator = canonical(c.text());
    c.advance();
    Expr right;
    if (c.at(Keyword.NOT)) {
      int notAt = c.position();
      int count = 0;
      while (c.accept(Keyword.NOT)) {
        count++;
        c.enter();
      }
      right = climb(BETWEEN);
      for (int i = 0; i < count; i++) {
        c.leave();
        right = new Expr.Not(right, c.span(notAt));
      }
    } else {
      right = operand(BETWEEN);
    }
    return new Expr.Binary(operator, left, right, at, c.span(first));
  }

  private static String canonical(String operator) {
    return switch (operator) {
      case "==" -> "=";
      case "!=" -> "<>";
      default -> operator;
    };
  }

  private Expr betweenInLike(Expr left, int first) {
    boolean negated = c.accept(Keyword.NOT);
    Expr result;
    if (c.accept(Keyword.BETWEEN)) {
      Expr low = operand(OTHER);
      c.expect(Keyword.AND);
      Expr high = operand(OTHER);
      result = new Expr.Between(left, low, high, c.span(first));
    } else if (c.accept(Keyword.IN)) {
      result = in(left, first);
    } else {
      return like(left, negated, first);
    }
    return negated ? new Expr.Not(result, c.span(first)) : result;
  }

  private Expr in(Expr left, int first) {
    if (!c.atSymbol(Symbols.LEFT_PAREN)) {
      Expr container = operand(OTHER);
      return Expr.FunctionCall.of("contains", List.of(container, left), c.span(first));
    }
    if (p.queries.atQueryStart(1)) {
      c.advance();
      Query query = p.queries.query();
      c.expectSymbol(Symbols.RIGHT_PAREN);
      return new Expr.AnyComparison(left, "=", query, c.span(first));
    }
    List<Expr> candidates = p.primaries.parenthesizedList();
    if (candidates.size() == 1 && candidates.getFirst() instanceof Expr.ScalarSubquery subquery) {
      return new Expr.AnyComparison(left, "=", subquery.query(), c.span(first));
    }
    return new Expr.InList(left, candidates, c.span(first));
  }

  private Expr like(Expr left, boolean negatedByWord, int first) {
    boolean negated = negatedByWord;
    String operator = c.text();
    Keyword word = c.keyword(0);
    if (word == Keyword.SIMILAR) {
      c.advance();
    }
    c.advance();
    if (operator.startsWith("!")) {
      negated = !negated;
      operator = operator.substring(1);
    }
    Expr pattern = operand(OTHER);
    Expr.LikeKind kind = likeKind(word, operator);
    if (left instanceof Expr.Star star && star.filter() == null) {
      @Nullable Expr escape = c.accept(Keyword.ESCAPE) ? operand(COMPARE) : null;
      Expr.StarFilter filter = new Expr.StarFilter(kind, negated, pattern, escape);
      return new Expr.Star(
          star.qualifier(), star.exclude(), star.replace(), star.rename(), filter, c.span(first));
    }
    if (c.at(Keyword.ESCAPE) && canStartOperand(1)) {
      c.advance();
      Expr escape = operand(COMPARE);
      return likeCall(kind, List.of(left, pattern, escape), negated, first);
    }
    if (kind == Expr.LikeKind.SIMILAR_TO || kind == Expr.LikeKind.REGEX) {
      List<Expr> arguments =
          operator.equals("~*")
              ? List.of(left, pattern, new Expr.StringLiteral("i", pattern.span()))
              : List.of(left, pattern);
      return likeCall(kind, arguments, negated, first);
    }
    if (kind == Expr.LikeKind.GLOB && negated) {
      Expr glob = new Expr.Like(kind, left, pattern, false, c.span(first));
      return new Expr.Not(glob, c.span(first));
    }
    return new Expr.Like(kind, left, pattern, negated, c.span(first));
  }

  private Expr likeCall(Expr.LikeKind kind, List<Expr> arguments, boolean negated, int first) {
    String name =
        switch (kind) {
          case LIKE -> "like_escape";
          case ILIKE -> "ilike_escape";
          case SIMILAR_TO -> "regexp_full_match";
          case REGEX -> "regexp_matches";
          case GLOB -> throw c.error("ESCAPE clause is not supported with GLOB");
        };
    Expr call = Expr.FunctionCall.of(name, arguments, c.span(first));
    return negated ? new Expr.Not(call, c.span(first)) : call;
  }

  private static Expr.LikeKind likeKind(@Nullable Keyword word, String operator) {
    if (word == Keyword.LIKE || operator.equals("~~")) {
      return Expr.LikeKind.LIKE;
    }
    if (word == Keyword.ILIKE || operator.equals("~~*")) {
      return Expr.LikeKind.ILIKE;
    }
    if (word == Keyword.GLOB || operator.equals("~~~")) {
      return Expr.LikeKind.GLOB;
    }
    return word == Keyword.SIMILAR ? Expr.LikeKind.SIMILAR_TO : Expr.LikeKind.REGEX;
  }

  private boolean canStartOperand(int ahead) {
    byte kind = c.kind(ahead);
    if (kind == Tokens.END) {
      return false;
    }
    if (kind == Tokens.KEYWORD) {
      return c.atName(ahead) || c.at(ahead, Keyword.NULL) || c.at(ahead, Keyword.CASE);
    }
    return kind != Tokens.SYMBOL
        || c.atSymbol(ahead, Symbols.LEFT_PAREN)
        || c.atSymbol(ahead, Symbols.QUESTION)
        || c.atSymbol(ahead, Symbols.DOLLAR);
  }

  private Expr other(Expr left, int first) {
    SourceSpan at = c.here();
    String operator = c.at(Keyword.OPERATOR) ? canonical(qualifiedOperator()) : takeSymbol();
    boolean any = c.acceptEither(Keyword.ANY, Keyword.SOME);
    if (any || c.accept(Keyword.ALL)) {
      return quantified(left, canonical(operator), any, first);
    }
    Expr right = operand(BITWISE);
    return new Expr.Binary(operator, left, right, at, c.span(first));
  }

  private String takeSymbol() {
    String text = c.text();
    c.advance();
    return text;
  }

  /** {@code OPERATOR(schema.+)}. */
  String qualifiedOperator() {
    c.expect(Keyword.OPERATOR);
    c.expectSymbol(Symbols.LEFT_PAREN);
    StringBuilder name = new StringBuilder();
    int parts = 1;
    while (c.atName(0) && c.atSymbol(1, Symbols.DOT)) {
      name.append(c.name()).append('.');
      c.advance();
      parts++;
    }
    if (c.kind(0) != Tokens.SYMBOL) {
      throw c.syntaxError();
    }
    name.append(takeSymbol());
    c.expectSymbol(Symbols.RIGHT_PAREN);
    if (parts > 2) {
      throw c.error("Too many identifiers found, expected schema.operator or operator");
    }
    return name.toString();
  }

  private Expr quantified(Expr left, String operator, boolean any, int first) {
    if (!c.atSymbol(Symbols.LEFT_PAREN)) {
      throw c.syntaxError();
    }
    Expr right = operand(BITWISE);
    boolean isQuery = right instanceof Expr.ScalarSubquery;
    if (!isQuery && RegexOverList.isRegexOperator(operator)) {
      return RegexOverList.rewrite(left, operator, right, any, c.span(first));
    }
    if (!isComparison(operator)) {
      throw c.error(
          isQuery
              ? "ANY and ALL operators require one of =,<>,>,<,>=,<= comparisons!"
              : "Unsupported comparison \"" + operator + "\" for ANY/ALL subquery");
    }
    Query query =
        right instanceof Expr.ScalarSubquery subquery ? subquery.query() : unnested(right);
    String effective = any ? operator : opposite(operator);
    Expr result = new Expr.AnyComparison(left, effective, query, c.span(first));
    return any ? result : new Expr.Not(result, c.span(first));
  }

  private static boolean isComparison(String operator) {
    return switch (operator) {
      case "=", "<>", "<", ">", "<=", ">=" -> true;
      default -> false;
    };
  }

  private static String opposite(String operator) {
    return switch (operator) {
      case "=" -> "<>";
      case "<>" -> "=";
      case "<" -> ">=";
      case ">" -> "<=";
      case "<=" -> ">";
      case ">=" -> "<";
      default -> operator;
    };
  }

  /** {@code SELECT unnest(list)}. */
  private static Query unnested(Expr list) {
    Expr call = Expr.FunctionCall.of("unnest", List.of(list), list.span());
    SelectItem item = new SelectItem(call, null, list.span());
    return Query.of(
        new QueryNode.SelectNode(
            false, List.of(), List.of(item), List.of(), null, null, null, null, null, list.span()));
  }

  private String collationName() {
    if (c.atString()) {
      return c.string();
    }
    StringBuilder name = new StringBuilder(c.name());
    while (c.acceptSymbol(Symbols.DOT)) {
      name.append('.').append(c.label());
    }
    return name.toString();
  }

  // --- prefix operators

  /** Prefix operators and the operand behind them. */
  private Expr prefixed() {
    List<String> operators = new ArrayList<>();
    List<Integer> starts = new ArrayList<>();
    while (atPrefixOperator()) {
      starts.add(c.position());
      operators.add(c.at(Keyword.OPERATOR) ? qualifiedOperator() : takeSymbol());
      c.enter();
    }
    Expr operand = p.primaries.withPostfix();
    for (int i = operators.size() - 1; i >= 0; i--) {
      SourceSpan span = c.span(starts.get(i));
      operand = apply(operators.get(i), operand, span);
      c.leave();
    }
    return operand;
  }

  /**
   * A minus before a number becomes part of the number, so that the lowest integer can be written.
   */
  private static Expr apply(String operator, Expr operand, SourceSpan span) {
    if (operator.equals("-") && operand instanceof Expr.NumberLiteral number) {
      String text = number.text();
      return new Expr.NumberLiteral(text.startsWith("-") ? text.substring(1) : "-" + text, span);
    }
    return new Expr.Unary(operator, operand, span);
  }

  private boolean atPrefixOperator() {
    if (c.kind(0) != Tokens.SYMBOL) {
      return c.at(Keyword.OPERATOR) && c.atSymbol(1, Symbols.LEFT_PAREN);
    }
    int symbol = c.symbol();
    if (symbol == Symbols.MINUS || symbol == Symbols.PLUS || symbol == Symbols.TILDE) {
      return true;
    }
    return switch (c.text()) {
      case "@", "!", "!!", "|", "|/", "||/" -> true;
      default -> false;
    };
  }

  /**
   * A name with dots: {@code a}, {@code s.a}, {@code c.s.a}; the parts after a dot may be reserved.
   */
  QualifiedName qualifiedName() {
    int first = c.position();
    List<String> parts = new ArrayList<>();
    parts.add(c.name());
    while (c.atSymbol(Symbols.DOT) && parts.size() < 3) {
      c.advance();
      parts.add(c.label());
    }
    return new QualifiedName(parts, c.span(first));
  }

  /** As {@link #qualifiedName}, where the last part may be a string. */
  QualifiedName qualifiedNameOrString() {
    int first = c.position();
    List<String> parts = new ArrayList<>();
    parts.add(c.nameOrString());
    while (c.atSymbol(Symbols.DOT) && parts.size() < 3) {
      c.advance();
      parts.add(c.labelOrString());
    }
    return new QualifiedName(parts, c.span(first));
  }

  /** A name with any number of dots, as parts. */
  List<String> dottedName() {
    List<String> parts = new ArrayList<>();
    parts.add(c.name());
    while (c.acceptSymbol(Symbols.DOT)) {
      parts.add(c.label());
    }
    return parts;
  }
}
