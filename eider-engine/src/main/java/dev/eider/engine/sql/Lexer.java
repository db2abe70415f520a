// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.base.error.EiderException;
import org.jspecify.annotations.Nullable;

/**
 * Cuts SQL text into {@link Tokens}, in one pass and without recursion.
 *
 * <p>Rules worth knowing: an operator is the longest run of operator characters that holds no
 * comment start, less its trailing plus and minus signs; {@code $} is part of a word unless it
 * starts it; Unicode spaces are spaces; comments nest.
 */
final class Lexer {
  private final String sql;
  private final int length;
  private final Tokens tokens;
  private int at;
  private @Nullable String unfinished;

  private Lexer(String sql) {
    this.sql = sql;
    this.length = sql.length();
    this.tokens = new Tokens(sql);
  }

  /**
   * The tokens of the text.
   *
   * @throws EiderException on a string, quoted name or comment that does not end
   */
  static Tokens lex(String sql) {
    Lexer lexer = new Lexer(sql);
    lexer.run();
    return lexer.tokens;
  }

  /** What the text ends within: a string, name or comment; null when it ends between tokens. */
  static @Nullable String unfinished(String sql) {
    Lexer lexer = new Lexer(sql);
    lexer.runLeniently();
    return lexer.unfinished;
  }

  /** The tokens up to the first fault; the text behind it counts as one more token. */
  static Tokens lexLeniently(String sql) {
    Lexer lexer = new Lexer(sql);
    lexer.runLeniently();
    return lexer.tokens;
  }

  private void runLeniently() {
    while (true) {
      try {
        run();
        return;
      } catch (EiderException e) {
        if (unfinished != null) {
          tokens.add(Tokens.WORD, -1, Math.max(0, e.position()), length);
          tokens.add(Tokens.END, -1, length, length);
          return;
        }
      }
    }
  }

  private void run() {
    while (true) {
      skipSpaceAndComments();
      if (at >= length) {
        tokens.add(Tokens.END, -1, length, length);
        return;
      }
      next();
    }
  }

  private void skipSpaceAndComments() {
    while (at < length) {
      char c = sql.charAt(at);
      if (isSpace(c)) {
        at++;
      } else if (c == '-' && peek(1) == '-') {
        at += 2;
        while (at < length && sql.charAt(at) != '\n' && sql.charAt(at) != '\r') {
          at++;
        }
      } else if (c == '/' && peek(1) == '*') {
        skipBlockComment();
      } else {
        return;
      }
    }
  }

  private void skipBlockComment() {
    int start = at;
    int depth = 1;
    at += 2;
    while (depth > 0) {
      if (at >= length) {
        unfinished = "comment";
        throw EiderException.parser(
            "unterminated /* comment at or near \"" + sql.substring(start) + "\"", start);
      }
      char c = sql.charAt(at);
      if (c == '*' && peek(1) == '/') {
        depth--;
        at += 2;
      } else if (c == '/' && peek(1) == '*') {
        depth++;
        at += 2;
      } else {
        at++;
      }
    }
  }

  private void next() {
    char c = sql.charAt(at);
    switch (c) {
      case '\'' -> string(Tokens.STRING, at);
      case '"' -> quotedName();
      case '$' -> dollar();
      case '(', ')', '[', ']', '{', '}', ',', ';', '?', '#' -> {
        tokens.addSymbol(at, at + 1);
        at++;
      }
      case ':' -> {
        int end = at + (peek(1) == ':' || peek(1) == '=' ? 2 : 1);
        tokens.addSymbol(at, end);
        at = end;
      }
      case '.' -> {
        if (isDigit(peek(1))) {
          number();
        } else {
          int end = at + 1;
          while (end < length && sql.charAt(end) == '.') {
            end++;
          }
          tokens.addSymbol(at, end);
          at = end;
        }
      }
      default -> {
        if (isDigit(c)) {
          number();
        } else if (isOperatorChar(c)) {
          operator();
        } else if (peek(1) == '\'' && prefixKind(c) != Tokens.WORD) {
          int start = at;
          at++;
          string(prefixKind(c), start);
        } else if (isWordStart(c)) {
          word();
        } else {
          tokens.addSymbol(at, at + 1);
          at++;
        }
      }
    }
  }

  private static byte prefixKind(char c) {
    return switch (c) {
      case 'e', 'E' -> Tokens.ESCAPE_STRING;
      case 'x', 'X' -> Tokens.HEX_STRING;
      case 'b', 'B' -> Tokens.BIT_STRING;
      case 'n', 'N' -> Tokens.STRING;
      default -> Tokens.WORD;
    };
  }

  /** Reads from the opening quote at {@code at}; {@code start} is the start of the token. */
  private void string(byte kind, int start) {
    at++;
    while (true) {
      if (at >= length) {
        unfinished = "string";
        throw EiderException.parser("unterminated string literal", start);
      }
      char c = sql.charAt(at);
      if (c == '\\' && kind == Tokens.ESCAPE_STRING && at + 1 < length) {
        at += 2;
      } else if (c != '\'') {
        at++;
      } else if (peek(1) == '\'') {
        at += 2;
      } else {
        at++;
        break;
      }
    }
    int last = tokens.count() - 1;
    if (kind == Tokens.STRING
        && last >= 0
        && tokens.kind(last) == Tokens.STRING
        && sql.charAt(start) == '\''
        && isOnlySpaceWithNewline(tokens.end(last), start)) {
      tokens.extendLast(at);
    } else {
      tokens.add(kind, -1, start, at);
    }
  }

  private boolean isOnlySpaceWithNewline(int from, int to) {
    boolean newline = false;
    for (int i = from; i < to; i++) {
      char c = sql.charAt(i);
      if (!isSpace(c)) {
        return false;
      }
      newline |= c == '\n' || c == '\r';
    }
    return newline;
  }

  private void quotedName() {
    int start = at;
    at++;
    while (true) {
      if (at >= length) {
        unfinished = "name";
        throw EiderException.parser("unterminated quoted identifier", start);
      }
      if (sql.charAt(at) != '"') {
        at++;
      } else if (peek(1) == '"') {
        at += 2;
      } else {
        at++;
        break;
      }
    }
    if (at - start == 2) {
      throw EiderException.parser("zero-length delimited identifier", start);
    }
    tokens.add(Tokens.QUOTED, -1, start, at);
  }

  private void dollar() {
    int tagEnd = at + 1;
    while (tagEnd < length && isTagChar(sql.charAt(tagEnd))) {
      tagEnd++;
    }
    if (isDigit(peek(1)) || tagEnd >= length || sql.charAt(tagEnd) != '$') {
      tokens.addSymbol(at, at + 1);
      at++;
      return;
    }
    String tag = sql.substring(at, tagEnd + 1);
    int close = sql.indexOf(tag, tagEnd + 1);
    if (close < 0) {
      unfinished = "string";
      throw EiderException.parser("unterminated dollar-quoted string", at);
    }
    tokens.add(Tokens.DOLLAR_STRING, -1, at, close + tag.length());
    at = close + tag.length();
  }

  private void number() {
    int start = at;
    digits();
    if (at < length && sql.charAt(at) == '.' && peek(1) != '.') {
      at++;
      digits();
    }
    if (at < length && (sql.charAt(at) == 'e' || sql.charAt(at) == 'E')) {
      int sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
      if (isDigit(peek(1 + sign))) {
        at += 1 + sign;
        digits();
      }
    }
    tokens.add(Tokens.NUMBER, -1, start, at);
  }

  /** Digits with single underscores between them. */
  private void digits() {
    while (at < length) {
      char c = sql.charAt(at);
      if (isDigit(c) || (c == '_' && isDigit(sql.charAt(at - 1)) && isDigit(peek(1)))) {
        at++;
      } else {
        return;
      }
    }
  }

  private void operator() {
    int start = at;
    int end = at + 1;
    while (end < length && isOperatorChar(sql.charAt(end))) {
      char c = sql.charAt(end);
      if (end + 1 < length
          && ((c == '-' && sql.charAt(end + 1) == '-')
              || (c == '/' && sql.charAt(end + 1) == '*'))) {
        break;
      }
      end++;
    }
    while (end - start > 1 && (sql.charAt(end - 1) == '-' || sql.charAt(end - 1) == '+')) {
      end--;
    }
    tokens.addSymbol(start, end);
    at = end;
  }

  private void word() {
    int start = at;
    at++;
    while (at < length && isWordChar(sql.charAt(at))) {
      at++;
    }
    Keyword keyword = Keyword.find(sql, start, at);
    if (keyword == null) {
      tokens.add(Tokens.WORD, -1, start, at);
    } else {
      tokens.add(Tokens.KEYWORD, keyword.ordinal(), start, at);
    }
  }

  private char peek(int ahead) {
    return at + ahead < length ? sql.charAt(at + ahead) : '\0';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isTagChar(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_' || c > 127;
  }

  private static boolean isWordChar(char c) {
    if (c > 127) {
      return !isUnicodeSpace(c);
    }
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_' || c == '$';
  }

  private static boolean isWordStart(char c) {
    return isWordChar(c) && !isDigit(c) && c != '$';
  }

  private static boolean isSpace(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r') || (c > 127 && isUnicodeSpace(c));
  }

  private static boolean isOperatorChar(char c) {
    return switch (c) {
      case '+', '-', '*', '/', '%', '^', '<', '>', '=', '~', '!', '@', '&', '|', '`' -> true;
      default -> false;
    };
  }

  private static boolean isUnicodeSpace(char c) {
    return c == '\u00A0'
        || (c >= '\u2000' && c <= '\u200F')
        || c == '\u202F'
        || c == '\u205F'
        || c == '\u2060'
        || c == '\u3000'
        || c == '\uFEFF';
  }
}
