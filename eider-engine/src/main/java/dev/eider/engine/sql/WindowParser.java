// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.base.error.EiderException;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.OrderItem;
import dev.eider.engine.sql.ast.WindowSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * OVER and WINDOW clauses.
 *
 * <p>A named window is replaced by its definition where it is used. The WINDOW clause stands behind
 * its uses, so the first use looks ahead for the clause of its SELECT and reads it there and then.
 */
final class WindowParser {
  private final Parsers p;
  private final Cursor c;
  private Scope scope = new Scope(0);
  private boolean insideDefinition;

  WindowParser(Parsers parsers) {
    this.p = parsers;
    this.c = parsers.cursor;
  }

  /** The windows of one SELECT. */
  static final class Scope {
    private final Map<String, WindowSpec> windows = new HashMap<>();
    private final int firstToken;
    private boolean lookedAhead;
    private int clauseEnd;

    private Scope(int firstToken) {
      this.firstToken = firstToken;
    }
  }

  /** Opens the scope of the SELECT at the cursor; the caller gives the result to {@link #close}. */
  Scope open() {
    Scope outer = scope;
    scope = new Scope(c.position());
    return outer;
  }

  /**
   * Closes the scope of a SELECT and returns it: an ORDER BY behind it may still use its windows.
   */
  Scope close(Scope outer) {
    Scope closed = scope;
    scope = outer;
    return closed;
  }

  /** Makes a scope current again and returns the one that was. */
  Scope enter(Scope again) {
    Scope outer = scope;
    scope = again;
    return outer;
  }

  /** What follows OVER. */
  WindowSpec over() {
    if (insideDefinition) {
      throw c.error("window functions are not allowed in window definitions");
    }
    if (!c.atSymbol(Symbols.LEFT_PAREN)) {
      return named(c.name());
    }
    return definition();
  }

  /** {@code '(' [base] [PARTITION BY ...] [ORDER BY ...] [frame] ')'}. */
  private WindowSpec definition() {
    int first = c.position();
    c.expectSymbol(Symbols.LEFT_PAREN);
    boolean outer = insideDefinition;
    insideDefinition = true;
    @Nullable WindowSpec base = null;
    String baseName = "";
    if (c.atName(0) && !atContents()) {
      baseName = c.name();
      base = named(baseName);
      if (base.frame() != null) {
        throw c.error("cannot copy window \"" + baseName + "\" because it has a frame clause");
      }
    }
    List<Expr> partitionBy = List.of();
    if (c.accept(Keyword.PARTITION)) {
      c.expect(Keyword.BY);
      partitionBy = c.list(p.expressions::expression);
    }
    List<OrderItem> orderBy = c.at(Keyword.ORDER) ? p.queries.orderBy() : List.of();
    for (OrderItem item : orderBy) {
      if (item.value() instanceof Expr.Star) {
        throw c.error("Cannot ORDER BY ALL in a window expression");
      }
    }
    WindowSpec.@Nullable Frame frame = frame();
    c.expectSymbol(Symbols.RIGHT_PAREN);
    insideDefinition = outer;
    if (base != null) {
      if (!base.partitionBy().isEmpty()) {
        if (!partitionBy.isEmpty()) {
          throw c.error("Cannot override PARTITION BY clause of window \"" + baseName + "\"");
        }
        partitionBy = base.partitionBy();
      }
      if (!base.orderBy().isEmpty()) {
        if (!orderBy.isEmpty()) {
          throw c.error("Cannot override ORDER BY clause of window \"" + baseName + "\"");
        }
        orderBy = base.orderBy();
      }
    }
    return new WindowSpec(partitionBy, orderBy, frame, c.span(first));
  }

  /** True when the word at the cursor starts the contents and is no name of a base window. */
  private boolean atContents() {
    Keyword word = c.keyword(0);
    if (word == null) {
      return false;
    }
    return switch (word) {
      case PARTITION -> c.at(1, Keyword.BY);
      case ROWS, RANGE, GROUPS -> !c.atSymbol(1, Symbols.RIGHT_PAREN);
      default -> false;
    };
  }

  private WindowSpec named(String name) {
    if (!scope.lookedAhead) {
      scope.lookedAhead = true;
      lookAhead();
    }
    WindowSpec spec = scope.windows.get(name.toLowerCase(Locale.ROOT));
    if (spec == null) {
      throw c.error("window \"" + name + "\" does not exist");
    }
    return spec;
  }

  /** Finds the WINDOW clause of this SELECT behind the cursor and reads it. */
  private void lookAhead() {
    int start = c.position();
    c.resetQuietly(scope.firstToken);
    while (!c.atEnd() && !c.atSymbol(Symbols.SEMICOLON) && !c.atSymbol(Symbols.RIGHT_PAREN)) {
      if (c.atSymbol(Symbols.LEFT_PAREN)) {
        c.jumpToClosing();
        if (c.atEnd()) {
          break;
        }
      } else if (c.at(Keyword.WINDOW)) {
        readAhead();
        break;
      } else if (p.queries.atSetOperation()) {
        break;
      }
      c.advance();
    }
    c.resetQuietly(start);
  }

  private void readAhead() {
    boolean outer = insideDefinition;
    insideDefinition = false;
    int parameters = p.parameters.count();
    clause();
    if (p.parameters.count() != parameters) {
      throw EiderException.notImplemented(
          "A parameter in a WINDOW clause that is used before it. Write the window after OVER");
    }
    scope.clauseEnd = c.position();
    insideDefinition = outer;
  }

  /** The WINDOW clause; does nothing when the cursor is not at one. */
  void clause() {
    if (!c.at(Keyword.WINDOW)) {
      return;
    }
    if (scope.clauseEnd > 0) {
      c.resetQuietly(scope.clauseEnd);
      return;
    }
    c.advance();
    scope.lookedAhead = true;
    c.list(this::clauseEntry);
  }

  private String clauseEntry() {
    String name = c.name();
    switch (name.toLowerCase(Locale.ROOT)) {
      case "partition", "range", "rows", "groups" ->
          throw c.error("Invalid window name \"" + name + "\"");
      default -> {}
    }
    c.expect(Keyword.AS);
    WindowSpec spec = definition();
    if (scope.windows.putIfAbsent(name.toLowerCase(Locale.ROOT), spec) != null) {
      throw c.error("window \"" + name + "\" is already defined");
    }
    return name;
  }

  // --- frames

  private WindowSpec.@Nullable Frame frame() {
    WindowSpec.Unit unit;
    if (c.accept(Keyword.ROWS)) {
      unit = WindowSpec.Unit.ROWS;
    } else if (c.accept(Keyword.RANGE)) {
      unit = WindowSpec.Unit.RANGE;
    } else if (c.accept(Keyword.GROUPS)) {
      unit = WindowSpec.Unit.GROUPS;
    } else {
      return null;
    }
    WindowSpec.Bound start;
    WindowSpec.Bound end = new WindowSpec.Bound(WindowSpec.BoundKind.CURRENT_ROW, null);
    if (c.accept(Keyword.BETWEEN)) {
      start = bound();
      c.expect(Keyword.AND);
      end = bound();
    } else {
      start = bound();
    }
    if (start.kind() == WindowSpec.BoundKind.UNBOUNDED_FOLLOWING) {
      throw c.error("Frame start cannot be UNBOUNDED FOLLOWING");
    }
    if (end.kind() == WindowSpec.BoundKind.UNBOUNDED_PRECEDING) {
      throw c.error("Frame end cannot be UNBOUNDED PRECEDING");
    }
    return normalized(new WindowSpec.Frame(unit, start, end, exclude()));
  }

  /** The default frame is no frame; a frame over the whole partition is always one of ROWS. */
  private static WindowSpec.@Nullable Frame normalized(WindowSpec.Frame frame) {
    if (frame.start().kind() != WindowSpec.BoundKind.UNBOUNDED_PRECEDING) {
      return frame;
    }
    if (frame.end().kind() == WindowSpec.BoundKind.UNBOUNDED_FOLLOWING) {
      return new WindowSpec.Frame(
          WindowSpec.Unit.ROWS, frame.start(), frame.end(), frame.exclude());
    }
    boolean isDefault =
        frame.unit() == WindowSpec.Unit.RANGE
            && frame.end().kind() == WindowSpec.BoundKind.CURRENT_ROW
            && frame.exclude() == WindowSpec.Exclude.NO_OTHERS;
    return isDefault ? null : frame;
  }

  private WindowSpec.Bound bound() {
    if (c.accept(Keyword.CURRENT, Keyword.ROW)) {
      return new WindowSpec.Bound(WindowSpec.BoundKind.CURRENT_ROW, null);
    }
    if (c.at(Keyword.UNBOUNDED, Keyword.PRECEDING) || c.at(Keyword.UNBOUNDED, Keyword.FOLLOWING)) {
      c.advance();
      boolean preceding = c.at(Keyword.PRECEDING);
      c.advance();
      return new WindowSpec.Bound(
          preceding
              ? WindowSpec.BoundKind.UNBOUNDED_PRECEDING
              : WindowSpec.BoundKind.UNBOUNDED_FOLLOWING,
          null);
    }
    Expr offset = p.expressions.expression();
    if (c.accept(Keyword.PRECEDING)) {
      return new WindowSpec.Bound(WindowSpec.BoundKind.PRECEDING, offset);
    }
    c.expect(Keyword.FOLLOWING);
    return new WindowSpec.Bound(WindowSpec.BoundKind.FOLLOWING, offset);
  }

  private WindowSpec.Exclude exclude() {
    if (!c.accept(Keyword.EXCLUDE)) {
      return WindowSpec.Exclude.NO_OTHERS;
    }
    if (c.accept(Keyword.CURRENT)) {
      c.expect(Keyword.ROW);
      return WindowSpec.Exclude.CURRENT_ROW;
    }
    if (c.accept(Keyword.GROUP)) {
      return WindowSpec.Exclude.GROUP;
    }
    if (c.accept(Keyword.TIES)) {
      return WindowSpec.Exclude.TIES;
    }
    c.expect(Keyword.NO);
    c.expect(Keyword.OTHERS);
    return WindowSpec.Exclude.NO_OTHERS;
  }
}
