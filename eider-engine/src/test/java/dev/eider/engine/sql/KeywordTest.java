// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.eider.base.error.EiderException;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Which word may be a name at which place. */
class KeywordTest {
  @Test
  void everyWordIsFoundInAnyCase() {
    for (Keyword word : Keyword.values()) {
      assertSame(word, Keyword.find(word.name()));
      assertSame(word, Keyword.find(word.name().toLowerCase(Locale.ROOT)));
      assertNull(Keyword.find(word.name() + "q"));
    }
    assertNull(Keyword.find("x"));
    assertNull(Keyword.find(""));
    assertNull(Keyword.find("a word that is much longer than any keyword"));
  }

  @Test
  void categoriesHaveTheirSizes() {
    int reserved = 0;
    int names = 0;
    int functions = 0;
    for (Keyword word : Keyword.values()) {
      reserved += word.isReserved() ? 1 : 0;
      names += word.isName() ? 1 : 0;
      functions += word.isFunctionName() ? 1 : 0;
      assertEquals(word.isReserved(), !word.isName() && !word.isFunctionName(), word.name());
    }
    assertEquals(75, reserved);
    assertEquals(397, names);
    assertEquals(378, functions);
  }

  @Test
  void whereEachWordMayStandAsAName() {
    for (Keyword word : Keyword.values()) {
      String sql = word.name().toLowerCase(Locale.ROOT);
      check(word, word.isName(), "SELECT 1 AS x FROM t AS " + sql);
      check(word, word.isName(), "CREATE TABLE " + sql + " (a INT)");
      check(word, true, "SELECT 1 AS " + sql);
      check(word, true, "SELECT t." + sql + " FROM t");
    }
  }

  private static void check(Keyword word, boolean allowed, String sql) {
    if (allowed) {
      assertDoesNotThrow(() -> SqlParser.parse(sql), sql);
    } else {
      assertThrows(EiderException.class, () -> SqlParser.parse(sql), word + ": " + sql);
    }
  }

  @Test
  void functionsMayBeNamedByJoinWordsButColumnsMayNot() {
    assertDoesNotThrow(() -> SqlParser.parse("SELECT left(a, 1), right(a, 1), glob('x')"));
    assertThrows(EiderException.class, () -> SqlParser.parse("SELECT left FROM t"));
    assertThrows(EiderException.class, () -> SqlParser.parse("SELECT int(3)"));
    assertDoesNotThrow(() -> SqlParser.parse("SELECT int, values, row FROM t"));
  }
}
