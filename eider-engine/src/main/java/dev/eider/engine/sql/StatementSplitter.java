// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.base.error.EiderException;
import java.util.ArrayList;
import java.util.List;

/** Splits text at semicolons, for shells and scripts. */
final class StatementSplitter {
  private StatementSplitter() {}

  static boolean isComplete(String sql) {
    if (Lexer.unfinished(sql) != null) {
      return false;
    }
    Tokens tokens;
    try {
      tokens = Lexer.lex(sql);
    } catch (EiderException e) {
      return true; // no text behind it can mend this: let the parser say what is wrong
    }
    int last = tokens.count() - 2;
    return last < 0
        || (tokens.kind(last) == Tokens.SYMBOL && tokens.code(last) == Symbols.SEMICOLON);
  }

  static List<Integer> ends(String sql) {
    List<Integer> result = new ArrayList<>();
    Tokens tokens = Lexer.lexLeniently(sql);
    boolean open = false;
    for (int i = 0; i < tokens.count(); i++) {
      if (tokens.kind(i) == Tokens.END) {
        break;
      }
      boolean semicolon = tokens.kind(i) == Tokens.SYMBOL && tokens.code(i) == Symbols.SEMICOLON;
      if (semicolon) {
        result.add(tokens.end(i));
      }
      open = !semicolon;
    }
    if (open) {
      result.add(sql.length());
    }
    return result;
  }
}
