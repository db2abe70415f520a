// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.base.error.EiderException;
import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * The door of this package: SQL text to statements.
 *
 * <p>Stateless and safe for any thread. Time and memory grow linearly with the text. Nesting is
 * bounded, 1,000 levels by default; chains of operators, joins and set operations are read in loops
 * and may be as long as memory allows, so that consumers must not recurse along the left side of
 * {@link Expr.Binary} without a bound of their own.
 */
public final class SqlParser {
  /** The bound on nesting unless the setting {@code max_expression_depth} says otherwise. */
  public static final int DEPTH_MAX = 1000;

  private SqlParser() {}

  /**
   * The statements of the text, in order; empty for a text without any.
   *
   * @throws EiderException when the text is not SQL; its position is the offset of the token in
   *     question
   */
  public static List<Statement> parse(String sql) {
    return parse(sql, DEPTH_MAX);
  }

  /**
   * As {@link #parse(String)} with another bound on nesting.
   *
   * @param depthMax levels of nested expressions, queries and tables
   */
  public static List<Statement> parse(String sql, int depthMax) {
    Cursor cursor = new Cursor(Lexer.lex(sql), depthMax);
    try {
      return new Parsers(cursor).statements.all();
    } catch (StackOverflowError e) {
      // the parser holds no state outside of this call, so nothing is left behind
      throw cursor.stackTooSmall();
    }
  }

  /**
   * A single expression.
   *
   * @throws EiderException when the text is not one expression
   */
  public static Expr parseExpression(String sql) {
    Cursor cursor = new Cursor(Lexer.lex(sql), DEPTH_MAX);
    try {
      Expr result = new Parsers(cursor).expressions.expression();
      if (!cursor.atEnd()) {
        throw cursor.syntaxError();
      }
      return result;
    } catch (StackOverflowError e) {
      throw cursor.stackTooSmall();
    }
  }

  /**
   * The names of the parameters of a single statement, in order of first use.
   *
   * @throws EiderException when the text is not one statement
   */
  public static List<String> parameters(String sql) {
    Cursor cursor = new Cursor(Lexer.lex(sql), DEPTH_MAX);
    try {
      Parsers parsers = new Parsers(cursor);
      parsers.statements.all();
      return parsers.parameters.names();
    } catch (StackOverflowError e) {
      throw cursor.stackTooSmall();
    }
  }

  /**
   * Whether a shell may run the input: it ends with a semicolon outside of strings, names and
   * comments, or holds nothing but space and comments.
   */
  public static boolean isComplete(String sql) {
    return StatementSplitter.isComplete(sql);
  }

  /**
   * The offsets after the semicolon of each statement, ascending; the last is the length of the
   * text when something other than space stands behind the last semicolon. Nothing is checked but
   * strings, names and comments; text within one that does not end belongs to the last statement.
   */
  public static List<Integer> statementEnds(String sql) {
    return StatementSplitter.ends(sql);
  }

  /** All keywords of the dialect, in upper case and in order. Some may be names all the same. */
  public static List<String> keywords() {
    List<String> words = new ArrayList<>();
    for (Keyword word : Keyword.values()) {
      words.add(word.name());
    }
    return words;
  }
}
