// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.engine.sql.ast.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Parsing and writing undo each other. */
class RoundTripTest {
  static List<String> statements() {
    return Corpus.statements();
  }

  @ParameterizedTest
  @MethodSource("statements")
  void canonicalTextParsesToAnEqualTree(String sql) {
    List<Statement> parsed = SqlParser.parse(sql);
    assertEquals(1, parsed.size());
    String text = SqlText.render(parsed.getFirst());
    List<Statement> again = SqlParser.parse(text);
    assertEquals(parsed, again, () -> "written as " + text);
    assertEquals(text, SqlText.render(again.getFirst()), "canonical text is a fixed point");
  }

  @Test
  void wholeCorpusIsOneScript() {
    List<Statement> all = SqlParser.parse(Corpus.text());
    assertTrue(all.size() > 300, () -> "only " + all.size());
    assertEquals(Corpus.statements().size(), all.size());
  }

  @Test
  void spansLieInsideTheText() {
    for (String sql : Corpus.statements()) {
      Statement statement = SqlParser.parse(sql).getFirst();
      assertTrue(statement.span().start() >= 0 && statement.span().end() <= sql.length(), sql);
      assertTrue(statement.span().start() < statement.span().end(), sql);
    }
  }

  @Test
  void positionsDoNotCountForEquality() {
    assertEquals(
        SqlParser.parse("SELECT a+b FROM t"), SqlParser.parse("select   a + b\n from t ;"));
  }
}
