// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.error.EiderException;
import org.junit.jupiter.api.Test;

class SourceTextTest {
  private static String describe(String sql) {
    EiderException error = assertThrows(EiderException.class, () -> SqlParser.parse(sql));
    return SourceText.describe(sql, error);
  }

  @Test
  void marksTheToken() {
    assertEquals(
        """
        Parser Error: syntax error at or near "from"

        LINE 2:  2 * from t where
                     ^^^^\
        """,
        describe("select 1 +\n 2 * from t where\n x"));
  }

  @Test
  void marksOnlyTheStartOfWhatDoesNotEnd() {
    assertEquals(
        """
        Parser Error: unterminated string literal

        LINE 1: SELECT 'abc
                       ^\
        """,
        describe("SELECT 'abc"));
  }

  @Test
  void countsEachKindOfLineEnd() {
    assertTrue(describe("SELECT 1,\r\n2,\r3,\n+").contains("LINE 4: +"));
  }

  @Test
  void cutsLongLines() {
    String sql = "SELECT " + "aaaaaaaa, ".repeat(30) + "1 2, " + "bbbbbbbb, ".repeat(30) + "3";
    String[] lines = describe(sql).split("\n");
    String shown = lines[2];
    String carets = lines[3];
    assertTrue(shown.startsWith("LINE 1: ...") && shown.endsWith("..."), shown);
    assertTrue(shown.length() <= 140, shown);
    assertEquals('2', shown.charAt(carets.indexOf('^')));
  }

  @Test
  void wideCharactersTakeTwoColumns() {
    String[] lines = describe("SELECT '日本' 'x'").split("\n");
    assertEquals("LINE 1: SELECT '日本' 'x'", lines[2]);
    assertEquals("LINE 1: SELECT '....' ".length(), lines[3].indexOf('^'));
  }

  @Test
  void withoutPositionThereIsOnlyTheMessage() {
    assertEquals("Parser Error: SELECT clause without selection list", describe("SELECT FROM t"));
  }
}
