// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatementSplitterTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1;",
        "SELECT 1; -- done",
        "SELECT 1; /* done */  ",
        "SELECT ';' , \";\";",
        "",
        "   ",
        "-- only a comment",
        "SELECT $$;$$;",
        ";",
        "SELECT \"\" FROM t;"
      })
  void complete(String sql) {
    assertTrue(SqlParser.isComplete(sql), sql);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1",
        "SELECT 'abc;",
        "SELECT \"abc;",
        "SELECT 1; SELECT 2",
        "SELECT 1 /* ; ",
        "SELECT $$;",
        "SELECT $tag$ ; $$ ",
        "SELECT 1 -- ;",
        "SELECT 'a' 'b;",
        "SELECT E'\\';"
      })
  void needsMore(String sql) {
    assertFalse(SqlParser.isComplete(sql), sql);
  }

  @Test
  void ends() {
    assertEquals(List.of(9, 21), SqlParser.statementEnds("SELECT 1; SELECT ';';"));
    assertEquals(List.of(2, 4, 6), SqlParser.statementEnds("1;2;3 "));
    assertEquals(List.of(), SqlParser.statementEnds("  -- x"));
    assertEquals(List.of(2, 8), SqlParser.statementEnds("1; 'a;b "));
    assertEquals(List.of(1, 2), SqlParser.statementEnds(";;"));
  }
}
