// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

/** Codes of the operators and punctuation marks that the grammar names. */
final class Symbols {
  static final int LEFT_PAREN = '(';
  static final int RIGHT_PAREN = ')';
  static final int LEFT_BRACKET = '[';
  static final int RIGHT_BRACKET = ']';
  static final int LEFT_BRACE = '{';
  static final int RIGHT_BRACE = '}';
  static final int COMMA = ',';
  static final int SEMICOLON = ';';
  static final int DOT = '.';
  static final int COLON = ':';
  static final int QUESTION = '?';
  static final int DOLLAR = '$';
  static final int HASH = '#';
  static final int PLUS = '+';
  static final int MINUS = '-';
  static final int STAR = '*';
  static final int SLASH = '/';
  static final int PERCENT = '%';
  static final int CARET = '^';
  static final int AMPERSAND = '&';
  static final int PIPE = '|';
  static final int TILDE = '~';
  static final int BANG = '!';
  static final int AT = '@';
  static final int EQUAL = '=';
  static final int LESS = '<';
  static final int GREATER = '>';
  static final int CAST = Tokens.symbol("::");
  static final int ASSIGN = Tokens.symbol(":=");
  static final int FAT_ARROW = Tokens.symbol("=>");
  static final int ARROW = Tokens.symbol("->");
  static final int LONG_ARROW = Tokens.symbol("->>");
  static final int POWER = Tokens.symbol("**");
  static final int INTEGER_DIVIDE = Tokens.symbol("//");
  static final int DOUBLE_EQUAL = Tokens.symbol("==");
  static final int NOT_EQUAL = Tokens.symbol("!=");
  static final int ANGLE_NOT_EQUAL = Tokens.symbol("<>");
  static final int LESS_EQUAL = Tokens.symbol("<=");
  static final int GREATER_EQUAL = Tokens.symbol(">=");
  static final int SHIFT_LEFT = Tokens.symbol("<<");
  static final int SHIFT_RIGHT = Tokens.symbol(">>");
  static final int LIKE = Tokens.symbol("~~");
  static final int ILIKE = Tokens.symbol("~~*");
  static final int GLOB = Tokens.symbol("~~~");
  static final int REGEX_INSENSITIVE = Tokens.symbol("~*");
  static final int NOT_LIKE = Tokens.symbol("!~~");
  static final int NOT_ILIKE = Tokens.symbol("!~~*");
  static final int NOT_REGEX = Tokens.symbol("!~");
  static final int NOT_REGEX_INSENSITIVE = Tokens.symbol("!~*");

  private Symbols() {}

  /** A reserved word that cannot start an expression: a comma before it was a trailing one. */
  static boolean endsList(Keyword word) {
    return switch (word) {
      case FROM,
          WHERE,
          GROUP,
          HAVING,
          QUALIFY,
          WINDOW,
          ORDER,
          LIMIT,
          OFFSET,
          FETCH,
          UNION,
          EXCEPT,
          INTERSECT,
          USING,
          ON,
          SELECT,
          INTO,
          RETURNING,
          WITH,
          AS ->
          true;
      default -> false;
    };
  }
}
