// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.base.error.EiderException;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.Option;
import dev.eider.engine.sql.ast.OrderItem;
import dev.eider.engine.sql.ast.SourceSpan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lists of options: of COPY in both syntaxes, of ATTACH, secrets, EXPLAIN, and WITH lists. */
final class OptionParser {
  private final Parsers p;
  private final Cursor c;

  OptionParser(Parsers parsers) {
    this.p = parsers;
    this.c = parsers.cursor;
  }

  /** The options behind the file of COPY. */
  List<Option> copyOptions() {
    c.accept(Keyword.WITH);
    List<Option> options = c.atSymbol(Symbols.LEFT_PAREN) ? generic() : oldStyle();
    Set<String> names = new HashSet<>();
    for (Option option : options) {
      if (!names.add(option.name().toLowerCase(Locale.ROOT))) {
        throw c.error("Unexpected duplicate option \"" + option.name() + "\"");
      }
    }
    return options;
  }

  /** {@code (NAME value, NAME (a, b), NAME)}. */
  List<Option> generic() {
    return c.parenthesized(this::genericOption);
  }

  /** The generic options at the cursor, or none. */
  List<Option> genericOrNone() {
    return c.atSymbol(Symbols.LEFT_PAREN) ? generic() : List.of();
  }

  private Option genericOption() {
    int first = c.position();
    if (c.at(Keyword.ORDER, Keyword.BY)) {
      c.advance();
      c.advance();
      return withValue("ORDER_BY", first);
    }
    if ((c.at(Keyword.PARTITION) || c.at(Keyword.PARTITIONED)) && c.at(1, Keyword.BY)) {
      c.advance();
      c.advance();
      return withValue("PARTITION_BY", first);
    }
    return withValue(c.label(), first);
  }

  private Option withValue(String name, int first) {
    if (c.atSymbol(Symbols.COMMA) || c.atSymbol(Symbols.RIGHT_PAREN)) {
      return new Option(name, List.of(), List.of(), c.span(first));
    }
    @Nullable Option list = c.atSymbol(Symbols.LEFT_PAREN) ? listOption(name, first) : null;
    if (list != null) {
      return list;
    }
    Expr value = p.expressions.expression();
    return new Option(name, List.of(value), List.of(), c.span(first));
  }

  /** {@code name (a, b DESC)}, or null when the parenthesis starts a longer expression. */
  private @Nullable Option listOption(String name, int first) {
    int start = c.position();
    int depth = c.depth();
    try {
      List<OrderItem> items = c.parenthesized(p.queries::orderItem);
      if (c.atSymbol(Symbols.COMMA) || c.atSymbol(Symbols.RIGHT_PAREN)) {
        List<Expr> values = new ArrayList<>();
        boolean ordered = isOrderBy(name);
        for (OrderItem item : items) {
          values.add(item.value());
          ordered |=
              item.direction() != OrderItem.Direction.DEFAULT
                  || item.nulls() != OrderItem.Nulls.DEFAULT;
        }
        if (ordered && !isOrderBy(name)) {
          throw c.error("ORDER BY modifiers are only supported in the ORDER BY option");
        }
        return new Option(name, values, ordered ? items : List.of(), c.span(first));
      }
    } catch (EiderException e) {
      if (e.position() < 0) {
        throw e;
      }
      c.restoreDepth(depth);
    }
    c.reset(start);
    return null;
  }

  private static boolean isOrderBy(String name) {
    return name.equalsIgnoreCase("ORDER_BY");
  }

  /** {@code CSV HEADER DELIMITER ',' NULL ''}. */
  private List<Option> oldStyle() {
    List<Option> options = new ArrayList<>();
    while (true) {
      if (!options.isEmpty()) {
        c.acceptSymbol(Symbols.COMMA);
      }
      @Nullable Option option = oldOption();
      if (option == null) {
        return options;
      }
      options.add(option);
    }
  }

  private @Nullable Option oldOption() {
    int first = c.position();
    Keyword word = c.keyword(0);
    if (word == null) {
      return null;
    }
    switch (word) {
      case BINARY, FREEZE, OIDS, HEADER:
        c.advance();
        return flag(word.name(), first);
      case CSV:
        c.advance();
        return value("FORMAT", new Expr.StringLiteral("csv", c.span(first)), first);
      case NULL, DELIMITER, ESCAPE:
        c.advance();
        c.accept(Keyword.AS);
        return stringOption(word.name(), first);
      case QUOTE:
        c.advance();
        if (c.at(Keyword.AS) || c.atString()) {
          c.accept(Keyword.AS);
          return stringOption("QUOTE", first);
        }
        return columns("FORCE_QUOTE", first);
      case ENCODING:
        c.advance();
        return stringOption("ENCODING", first);
      case FORCE:
        return force(first);
      case PARTITION, PARTITIONED:
        c.advance();
        c.expect(Keyword.BY);
        return partitionColumns(first);
      default:
        return null;
    }
  }

  private Option force(int first) {
    c.expect(Keyword.FORCE);
    if (c.accept(Keyword.QUOTE)) {
      return columns("FORCE_QUOTE", first);
    }
    boolean not = c.accept(Keyword.NOT);
    c.expect(Keyword.NULL);
    return columns(not ? "FORCE_NOT_NULL" : "FORCE_NULL", first);
  }

  private Option flag(String name, int first) {
    return new Option(name, List.of(), List.of(), c.span(first));
  }

  private Option value(String name, Expr value, int first) {
    return new Option(name, List.of(value), List.of(), c.span(first));
  }

  private Option stringOption(String name, int first) {
    SourceSpan span = c.here();
    Expr value = new Expr.StringLiteral(c.string(), span);
    return value(name, value, first);
  }

  /** Without parentheses there is one column: a comma starts the next option. */
  private Option partitionColumns(int first) {
    if (c.atSymbol(Symbols.STAR) || c.atSymbol(Symbols.LEFT_PAREN)) {
      return columns("PARTITION_BY", first);
    }
    SourceSpan here = c.here();
    Expr column = new Expr.ColumnRef(List.of(c.name()), here);
    return new Option("PARTITION_BY", List.of(column), List.of(), c.span(first));
  }

  private Option columns(String name, int first) {
    SourceSpan here = c.here();
    if (c.acceptSymbol(Symbols.STAR)) {
      return value(name, Expr.Star.plain(here), first);
    }
    List<String> names =
        c.atSymbol(Symbols.LEFT_PAREN) ? c.parenthesized(c::name) : c.list(c::name);
    List<Expr> values = new ArrayList<>();
    for (String column : names) {
      values.add(new Expr.ColumnRef(List.of(column), here));
    }
    return new Option(name, values, List.of(), c.span(first));
  }

  /** {@code FORMAT json} or {@code ANALYZE} of EXPLAIN. */
  Option explainOption() {
    int first = c.position();
    String name = c.label();
    if (c.atSymbol(Symbols.COMMA) || c.atSymbol(Symbols.RIGHT_PAREN)) {
      return flag(name, first);
    }
    return value(name, p.expressions.expression(), first);
  }

  /** {@code (name = value, 'name' = value, name)} of WITH. */
  List<Option> assigned() {
    return c.parenthesized(this::assignedOption);
  }

  private Option assignedOption() {
    int first = c.position();
    String name = c.atString() ? c.string() : String.join(".", p.expressions.dottedName());
    if (!c.acceptSymbol(Symbols.EQUAL)) {
      return flag(name, first);
    }
    Keyword word = c.keyword(0);
    if (word != null
        && word.isReserved()
        && word != Keyword.NULL
        && word != Keyword.TRUE
        && word != Keyword.FALSE
        && word != Keyword.CASE
        && word != Keyword.CAST
        && word != Keyword.ARRAY) {
      SourceSpan span = c.here();
      return value(name, new Expr.StringLiteral(c.label(), span), first);
    }
    return value(name, p.expressions.expression(), first);
  }
}
