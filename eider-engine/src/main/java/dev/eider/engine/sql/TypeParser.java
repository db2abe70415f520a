// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.base.error.EiderException;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.QualifiedName;
import dev.eider.engine.sql.ast.SourceSpan;
import dev.eider.engine.sql.ast.TypeName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Type names. */
final class TypeParser {
  private static final String[] TIMESTAMP_BY_PRECISION = {
    "TIMESTAMP_S",
    "TIMESTAMP_MS",
    "TIMESTAMP_MS",
    "TIMESTAMP_MS",
    "TIMESTAMP",
    "TIMESTAMP",
    "TIMESTAMP",
    "TIMESTAMP_NS",
    "TIMESTAMP_NS",
    "TIMESTAMP_NS",
  };

  private final Parsers p;
  private final Cursor c;

  TypeParser(Parsers parsers) {
    this.p = parsers;
    this.c = parsers.cursor;
  }

  /** A type that the grammar itself names. */
  static TypeName builtIn(String name, SourceSpan span) {
    return new TypeName.Named(QualifiedName.of(name, span), List.of(), span);
  }

  /** A type with its array bounds. */
  TypeName type() {
    int first = c.position();
    c.enter();
    TypeName type = withoutBounds(first);
    while (true) {
      if (c.at(Keyword.ARRAY)) {
        c.advance();
        if (!c.atSymbol(Symbols.LEFT_BRACKET)) {
          type = new TypeName.ListOf(type, c.span(first));
          continue;
        }
      }
      boolean bounds =
          c.atSymbol(Symbols.LEFT_BRACKET)
              && (c.atSymbol(1, Symbols.RIGHT_BRACKET) || c.atSymbol(2, Symbols.RIGHT_BRACKET));
      if (!bounds) {
        break;
      }
      c.advance();
      if (c.acceptSymbol(Symbols.RIGHT_BRACKET)) {
        type = new TypeName.ListOf(type, c.span(first));
      } else {
        Expr size = p.expressions.expression();
        c.expectSymbol(Symbols.RIGHT_BRACKET);
        type = new TypeName.ArrayOf(type, checkedSize(size), c.span(first));
      }
    }
    c.leave();
    return type;
  }

  private Expr checkedSize(Expr size) {
    if (!(size instanceof Expr.NumberLiteral number)
        || number.kind() != Expr.NumberLiteral.Kind.INTEGER) {
      throw c.error("Expected a constant number as array size");
    }
    if (number.text().startsWith("-") || number.digits().matches("0+")) {
      throw c.error("Array size must be greater than 0");
    }
    return size;
  }

  private TypeName withoutBounds(int first) {
    Keyword word = c.keyword(0);
    if (word == null) {
      if (c.atWord("VARIANT")) {
        return simple("VARIANT", first);
      }
      if (c.atWord("GEOMETRY")) {
        return withModifiers("GEOMETRY", first);
      }
      return named(first);
    }
    switch (word) {
      case INT, INTEGER:
        return simple("INTEGER", first);
      case SMALLINT, BIGINT, BOOLEAN:
        return simple(word.name(), first);
      case REAL:
        return simple("FLOAT", first);
      case DOUBLE:
        if (c.at(1, Keyword.PRECISION)) {
          c.advance();
          return simple("DOUBLE", first);
        }
        return named(first);
      case FLOAT:
        c.advance();
        modifiers();
        return builtIn("FLOAT", c.span(first));
      case DECIMAL, DEC, NUMERIC:
        return withModifiers("DECIMAL", first);
      case BIT:
        c.advance();
        c.accept(Keyword.VARYING);
        modifiers();
        return builtIn("BIT", c.span(first));
      case VARCHAR:
        return withModifiers("VARCHAR", first);
      case CHAR, CHARACTER, NCHAR, NATIONAL:
        return character(first);
      case TIME, TIMESTAMP:
        return time(word == Keyword.TIMESTAMP, first);
      case INTERVAL:
        return interval(first);
      case ROW, STRUCT:
        c.advance();
        return new TypeName.Struct(
            c.atSymbol(Symbols.LEFT_PAREN) ? fields() : List.of(), c.span(first));
      case UNION:
        c.advance();
        return new TypeName.Union(fields(), c.span(first));
      case MAP:
        return map(first);
      case TUPLE:
        c.advance();
        return new TypeName.Tuple(c.parenthesized(this::type), c.span(first));
      case SETOF:
        c.advance();
        return withoutBounds(c.position());
      default:
        return named(first);
    }
  }

  private TypeName simple(String name, int first) {
    c.advance();
    return builtIn(name, c.span(first));
  }

  private TypeName withModifiers(String name, int first) {
    c.advance();
    SourceSpan nameSpan = c.span(first);
    List<Expr> modifiers = modifiers();
    return new TypeName.Named(QualifiedName.of(name, nameSpan), modifiers, c.span(first));
  }

  private List<Expr> modifiers() {
    if (!c.acceptSymbol(Symbols.LEFT_PAREN)) {
      return List.of();
    }
    if (c.acceptSymbol(Symbols.RIGHT_PAREN)) {
      return List.of();
    }
    List<Expr> result = c.list(p.expressions::expression);
    c.expectSymbol(Symbols.RIGHT_PAREN);
    for (Expr modifier : result) {
      if (!isConstant(modifier)) {
        throw c.error("Expected a constant as type modifier");
      }
    }
    return result;
  }

  private static boolean isConstant(Expr modifier) {
    return modifier instanceof Expr.NumberLiteral
        || modifier instanceof Expr.StringLiteral
        || modifier instanceof Expr.NullLiteral
        || modifier instanceof Expr.BooleanLiteral
        || (modifier instanceof Expr.Cast cast && isConstant(cast.operand()));
  }

  private TypeName character(int first) {
    if (c.accept(Keyword.NATIONAL)) {
      if (!c.atEither(Keyword.CHAR, Keyword.CHARACTER)) {
        throw c.syntaxError();
      }
    }
    c.advance();
    c.accept(Keyword.VARYING);
    SourceSpan nameSpan = c.span(first);
    List<Expr> modifiers = modifiers();
    return new TypeName.Named(QualifiedName.of("VARCHAR", nameSpan), modifiers, c.span(first));
  }

  private TypeName time(boolean timestamp, int first) {
    c.advance();
    List<Expr> modifiers = modifiers();
    boolean with = false;
    if (c.atEither(Keyword.WITH, Keyword.WITHOUT)
        && c.at(1, Keyword.TIME)
        && c.at(2, Keyword.ZONE)) {
      with = c.at(Keyword.WITH);
      c.advance();
      c.advance();
      c.advance();
    }
    if (!timestamp) {
      if (!modifiers.isEmpty()) {
        throw c.error("Type TIME does not allow any modifiers");
      }
      return builtIn(with ? "TIME WITH TIME ZONE" : "TIME", c.span(first));
    }
    if (modifiers.isEmpty()) {
      return builtIn(with ? "TIMESTAMP WITH TIME ZONE" : "TIMESTAMP", c.span(first));
    }
    int precision = precision(modifiers);
    if (with) {
      throw c.error("TIMESTAMP WITH TIME ZONE does not take a precision");
    }
    return builtIn(TIMESTAMP_BY_PRECISION[precision], c.span(first));
  }

  private int precision(List<Expr> modifiers) {
    if (modifiers.size() > 1) {
      throw c.error("TIMESTAMP only supports a single modifier");
    }
    if (modifiers.getFirst() instanceof Expr.NullLiteral) {
      throw c.error("TIMESTAMP precision cannot be NULL");
    }
    if (!(modifiers.getFirst() instanceof Expr.NumberLiteral number)) {
      throw c.error("Expected a constant expression for timestamp precision");
    }
    if (number.kind() != Expr.NumberLiteral.Kind.INTEGER) {
      throw c.error("TIMESTAMP precision must be an integral type");
    }
    int value = -1;
    try {
      value = Integer.parseInt(number.digits());
    } catch (NumberFormatException e) {
      value = Integer.MAX_VALUE;
    }
    if (value > 10 || value < 0) {
      throw c.error("TIMESTAMP precision should be between 0 and 10 (inclusive)");
    }
    if (value >= TIMESTAMP_BY_PRECISION.length) {
      throw c.error("TIMESTAMP only supports until nano-second precision (9)");
    }
    return value;
  }

  private TypeName interval(int first) {
    c.advance();
    if (c.atSymbol(Symbols.LEFT_PAREN)) {
      modifiers();
    } else if (IntervalUnit.at(c) != null) {
      c.advance();
      if (c.at(Keyword.TO) && IntervalUnit.of(c.keyword(1)) != null) {
        c.advance();
        c.advance();
      }
    }
    return builtIn("INTERVAL", c.span(first));
  }

  private TypeName map(int first) {
    if (!c.atSymbol(1, Symbols.LEFT_PAREN)) {
      return simple("MAP", first);
    }
    c.advance();
    List<TypeName> parts = c.parenthesized(this::type);
    if (parts.size() != 2) {
      throw c.error("Map type needs exactly two entries, key and value type.");
    }
    return new TypeName.MapOf(parts.get(0), parts.get(1), c.span(first));
  }

  private List<TypeName.Field> fields() {
    return c.parenthesized(() -> new TypeName.Field(c.name(), type()));
  }

  private TypeName named(int first) {
    List<String> parts = new ArrayList<>();
    if (!c.atSymbol(1, Symbols.DOT)) {
      parts.add(typeWord());
    } else {
      parts.add(c.name());
      while (parts.size() < 3 && c.acceptSymbol(Symbols.DOT)) {
        parts.add(c.label());
      }
    }
    QualifiedName name = new QualifiedName(parts, c.span(first));
    List<Expr> modifiers = modifiers();
    return new TypeName.Named(name, modifiers, c.span(first));
  }

  private String typeWord() {
    Keyword word = c.keyword(0);
    boolean allowed = c.atLabel(0) && (word == null || word.isTypeName());
    if (!allowed) {
      throw c.syntaxError();
    }
    return c.takeWord();
  }

  /**
   * The type before a string, as in {@code DECIMAL(3, 1) '1.5'}; null, with the cursor unmoved,
   * when no such thing stands here.
   */
  @Nullable TypeName typeBeforeString() {
    int start = c.position();
    int depth = c.depth();
    try {
      TypeName type = type();
      if (c.atString()) {
        return type;
      }
    } catch (EiderException e) {
      c.restoreDepth(depth);
    }
    c.resetQuietly(start);
    return null;
  }
}
