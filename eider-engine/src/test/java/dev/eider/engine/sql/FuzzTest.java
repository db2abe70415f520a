// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import static org.junit.jupiter.api.Assertions.fail;

import dev.eider.base.error.EiderException;
import dev.eider.engine.sql.ast.Statement;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Mutated statements either parse, and then round-trip, or fail with the project's own exception. A
 * failure prints the seed and the text.
 */
class FuzzTest {
  private static final int ROUNDS = 4_000;
  private static final String[] PIECES = {
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ";",
    ".",
    ":",
    "::",
    "'",
    "\"",
    "$",
    "$$",
    "?",
    "#",
    "*",
    "-",
    "--",
    "/*",
    "*/",
    "=",
    "=>",
    ":=",
    "->",
    "\\",
    "\u0000",
    "\u00a0",
    "é",
    "日",
    "\uD83D",
    "1e",
    "0x",
    "SELECT",
    "FROM",
    "NOT",
    "IN",
    "CASE",
    "END",
    "OVER",
    "WITH",
    "AS",
    "ALL",
    "ANY",
    "INTERVAL",
    "WINDOW",
    "UNION",
    "JOIN",
    "ON",
    "BY",
    "NULL",
    "ARRAY",
    "MAP",
    "EXCLUDE",
    "LIKE",
    "BETWEEN",
    "AND",
    "PIVOT",
    "VALUES",
    "ORDER",
    "LIMIT",
    "%",
    "!",
    "~",
    "lambda",
    "x'",
    "e'\\x",
    " ",
    "\n",
  };

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void onlyOurExceptionAndRoundTrips(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<String> corpus = Corpus.statements();
    for (int round = 0; round < ROUNDS; round++) {
      String sql = mutate(corpus, random);
      try {
        check(sql);
      } catch (EiderException e) {
        if (e.position() > sql.length()) {
          fail("seed " + seed + " round " + round + ": position outside of: " + sql);
        }
        SourceText.describe(sql, e);
      } catch (RuntimeException | StackOverflowError e) {
        fail("seed " + seed + " round " + round + ": " + sql, e);
      }
      SqlParser.isComplete(sql);
      SqlParser.statementEnds(sql);
    }
  }

  private static void check(String sql) {
    for (Statement statement : SqlParser.parse(sql)) {
      String text = SqlText.render(statement);
      List<Statement> again;
      try {
        again = SqlParser.parse(text);
      } catch (EiderException e) {
        throw new IllegalStateException("does not parse again: " + text, e);
      }
      if (!again.equals(List.of(statement))) {
        throw new IllegalStateException("parses to another tree: " + text);
      }
    }
  }

  private static String mutate(List<String> corpus, SplittableRandom random) {
    StringBuilder sql = new StringBuilder(corpus.get(random.nextInt(corpus.size())));
    int edits = 1 + random.nextInt(4);
    for (int i = 0; i < edits; i++) {
      int at = random.nextInt(sql.length() + 1);
      switch (random.nextInt(5)) {
        case 0 -> sql.insert(at, PIECES[random.nextInt(PIECES.length)]);
        case 1 -> sql.insert(at, " " + PIECES[random.nextInt(PIECES.length)] + " ");
        case 2 -> sql.delete(at, Math.min(sql.length(), at + 1 + random.nextInt(8)));
        case 3 -> {
          String other = corpus.get(random.nextInt(corpus.size()));
          int from = random.nextInt(other.length());
          sql.insert(at, other, from, Math.min(other.length(), from + 1 + random.nextInt(30)));
        }
        default -> {
          int end = Math.min(sql.length(), at + 1 + random.nextInt(20));
          sql.insert(random.nextInt(sql.length() + 1), sql.substring(at, end));
        }
      }
    }
    return sql.toString();
  }
}
