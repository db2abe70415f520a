// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.base.error.EiderException;
import dev.eider.engine.sql.ast.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The place in the tokens at which the parsers stand, and the questions they ask there.
 *
 * <p>Invariants: {@code furthest} is the highest token that any attempt reached, which is where a
 * syntax error is reported; {@code depth} is the number of open nested constructs and never exceeds
 * {@code depthMax}.
 */
final class Cursor {
  private final Tokens tokens;
  private final int depthMax;
  private int position;
  private int furthest;
  private int depth;
  private int @Nullable [] closing;

  Cursor(Tokens tokens, int depthMax) {
    this.tokens = tokens;
    this.depthMax = depthMax;
  }

  int position() {
    return position;
  }

  /** Goes back to an earlier position, after an attempt that did not work out. */
  void reset(int earlier) {
    furthest = Math.max(furthest, position);
    position = earlier;
  }

  /** Goes back from a look ahead that must not count as the place of an error. */
  void resetQuietly(int earlier) {
    position = earlier;
  }

  String sql() {
    return tokens.sql;
  }

  void advance() {
    position++;
  }

  boolean atEnd() {
    return kind(0) == Tokens.END;
  }

  /** The kind of the token {@code ahead} of the current one; END beyond the last. */
  byte kind(int ahead) {
    int index = position + ahead;
    return index < tokens.count() ? tokens.kind(index) : Tokens.END;
  }

  // --- keywords and other words

  boolean at(Keyword word) {
    return at(0, word);
  }

  boolean at(int ahead, Keyword word) {
    int index = position + ahead;
    return index < tokens.count()
        && tokens.kind(index) == Tokens.KEYWORD
        && tokens.code(index) == word.ordinal();
  }

  boolean at(Keyword first, Keyword second) {
    return at(0, first) && at(1, second);
  }

  boolean atEither(Keyword first, Keyword second) {
    return at(first) || at(second);
  }

  /** The keyword {@code ahead} of the current token, or null when that is no keyword. */
  @Nullable Keyword keyword(int ahead) {
    return kind(ahead) == Tokens.KEYWORD ? Keyword.of(tokens.code(position + ahead)) : null;
  }

  boolean accept(Keyword word) {
    if (at(word)) {
      position++;
      return true;
    }
    return false;
  }

  boolean accept(Keyword first, Keyword second) {
    if (at(first, second)) {
      position += 2;
      return true;
    }
    return false;
  }

  boolean acceptEither(Keyword first, Keyword second) {
    return accept(first) || accept(second);
  }

  void expect(Keyword word) {
    if (!accept(word)) {
      throw syntaxError();
    }
  }

  /** True at an unquoted word that is no keyword and has this upper-case text. */
  boolean atWord(String upper) {
    return kind(0) == Tokens.WORD
        && tokens.end(position) - tokens.start(position) == upper.length()
        && tokens.sql.regionMatches(true, tokens.start(position), upper, 0, upper.length());
  }

  boolean acceptWord(String upper) {
    if (atWord(upper)) {
      position++;
      return true;
    }
    return false;
  }

  // --- operators and punctuation

  boolean atSymbol(int symbol) {
    return atSymbol(0, symbol);
  }

  boolean atSymbol(int ahead, int symbol) {
    int index = position + ahead;
    return index < tokens.count()
        && tokens.kind(index) == Tokens.SYMBOL
        && tokens.code(index) == symbol;
  }

  /** The code of the current symbol, or -1. */
  int symbol() {
    return kind(0) == Tokens.SYMBOL ? tokens.code(position) : -1;
  }

  /** From an opening parenthesis to the one that closes it, or to the end when none does. */
  void jumpToClosing() {
    if (closing == null) {
      closing = tokens.matchParentheses(Symbols.LEFT_PAREN, Symbols.RIGHT_PAREN);
    }
    position = closing[position];
  }

  boolean acceptSymbol(int symbol) {
    if (atSymbol(symbol)) {
      position++;
      return true;
    }
    return false;
  }

  void expectSymbol(int symbol) {
    if (!acceptSymbol(symbol)) {
      throw syntaxError();
    }
  }

  // --- names

  /** True when the token may be a plain column, table or alias name. */
  boolean atName(int ahead) {
    byte kind = kind(ahead);
    if (kind == Tokens.WORD || kind == Tokens.QUOTED) {
      return true;
    }
    Keyword word = keyword(ahead);
    return word != null && word.isName();
  }

  /** True when the token is any word, reserved or not. */
  boolean atLabel(int ahead) {
    byte kind = kind(ahead);
    return kind == Tokens.WORD || kind == Tokens.QUOTED || kind == Tokens.KEYWORD;
  }

  /** True when the token may name a function before its parenthesis. */
  boolean atFunctionName(int ahead) {
    byte kind = kind(ahead);
    if (kind == Tokens.WORD || kind == Tokens.QUOTED) {
      return true;
    }
    Keyword word = keyword(ahead);
    return word != null && word.isFunctionName();
  }

  boolean atString() {
    return isString(kind(0));
  }

  boolean atString(int ahead) {
    return isString(kind(ahead));
  }

  private static boolean isString(byte kind) {
    return kind == Tokens.STRING || kind == Tokens.ESCAPE_STRING || kind == Tokens.DOLLAR_STRING;
  }

  /** A plain name. */
  String name() {
    if (!atName(0)) {
      throw syntaxError();
    }
    return takeWord();
  }

  /** Any word: what may follow AS or a dot. */
  String label() {
    if (!atLabel(0)) {
      throw syntaxError();
    }
    return takeWord();
  }

  String nameOrString() {
    return atString() ? string() : name();
  }

  String labelOrString() {
    return atString() ? string() : label();
  }

  /** Names a parameter of a function or macro: every word but the reserved ones. */
  String parameterName() {
    Keyword word = keyword(0);
    if (!atLabel(0) || (word != null && word.isReserved())) {
      throw syntaxError();
    }
    return takeWord();
  }

  /** The word at the cursor, without its quotes. */
  String takeWord() {
    int index = position++;
    String text = tokens.text(index);
    if (tokens.kind(index) == Tokens.QUOTED) {
      return text.substring(1, text.length() - 1).replace("\"\"", "\"");
    }
    return text;
  }

  /** The text of the current token. */
  String text() {
    return tokens.text(position);
  }

  String string() {
    if (!atString()) {
      throw syntaxError();
    }
    int index = position++;
    return StringValues.decode(tokens, index);
  }

  // --- positions

  SourceSpan span(int firstToken) {
    int last = Math.max(firstToken, position - 1);
    return new SourceSpan(tokens.start(firstToken), tokens.end(last));
  }

  /** The span of the current token. */
  SourceSpan here() {
    return new SourceSpan(tokens.start(position), tokens.end(position));
  }

  int startOffset() {
    return tokens.start(position);
  }

  int endOffsetOfPrevious() {
    return position == 0 ? 0 : tokens.end(position - 1);
  }

  // --- lists

  /** {@code item (',' item)* ','?}: ends before {@code )} or whatever cannot start an item. */
  <T> List<T> list(Supplier<T> item) {
    List<T> result = new ArrayList<>();
    do {
      result.add(item.get());
    } while (acceptSymbol(Symbols.COMMA) && !atListEnd());
    return result;
  }

  /** {@code '(' item (',' item)* ','? ')'}. */
  <T> List<T> parenthesized(Supplier<T> item) {
    expectSymbol(Symbols.LEFT_PAREN);
    List<T> result = new ArrayList<>();
    do {
      result.add(item.get());
    } while (acceptSymbol(Symbols.COMMA) && !atSymbol(Symbols.RIGHT_PAREN));
    expectSymbol(Symbols.RIGHT_PAREN);
    return result;
  }

  /** After a comma: nothing that could be another item follows. */
  private boolean atListEnd() {
    switch (kind(0)) {
      case Tokens.END:
        return true;
      case Tokens.SYMBOL:
        int symbol = symbol();
        return symbol == Symbols.RIGHT_PAREN
            || symbol == Symbols.RIGHT_BRACKET
            || symbol == Symbols.RIGHT_BRACE
            || symbol == Symbols.SEMICOLON;
      case Tokens.KEYWORD:
        return Symbols.endsList(Keyword.of(tokens.code(position)));
      default:
        return false;
    }
  }

  // --- nesting and errors

  /**
   * Opens a nested construct; each call is answered by {@link #leave}, except when parsing fails.
   */
  void enter() {
    if (++depth > depthMax) {
      throw tooDeep();
    }
  }

  void leave() {
    depth--;
  }

  int depth() {
    return depth;
  }

  /** Restores the depth after a failed attempt. */
  void restoreDepth(int earlier) {
    depth = earlier;
  }

  EiderException tooDeep() {
    return EiderException.parser(
        "Max expression depth limit of "
            + depthMax
            + " exceeded. Use \"SET max_expression_depth TO x\" to increase the maximum expression"
            + " depth.",
        -1);
  }

  EiderException stackTooSmall() {
    return EiderException.parser(
        "Max expression depth exceeded: the stack of this thread ends at "
            + depth
            + " levels of nesting. Nest less deeply or give the thread a larger stack (-Xss)",
        -1);
  }

  /**
   * A syntax error at the furthest token that was looked at; at the last one when the text ended.
   */
  EiderException syntaxError() {
    int index = Math.max(furthest, position);
    if (index > 0 && (index >= tokens.count() || tokens.kind(index) == Tokens.END)) {
      index = Math.min(index, tokens.count() - 1) - 1;
    }
    String detail = "syntax error at or near \"" + tokens.text(index) + "\"";
    String suggestion = Suggestions.forSyntaxError(tokens, index);
    if (suggestion != null) {
      detail += "\nDid you mean \"" + suggestion.toUpperCase(Locale.ROOT) + "\"?";
    }
    return EiderException.parser(detail, tokens.start(index));
  }

  /** An error in DuckDB's words without a place. */
  EiderException error(String detail) {
    return EiderException.parser(detail, -1);
  }
}
