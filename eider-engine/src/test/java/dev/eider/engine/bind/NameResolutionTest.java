// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.engine.session.TestSession;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How names find columns, tables and aliases, and what is said when they do not. */
class NameResolutionTest {
  private final TestSession db = new TestSession();

  @BeforeEach
  void tables() {
    db.run("CREATE TABLE t(a INTEGER, b INTEGER, s VARCHAR)");
    db.run("INSERT INTO t VALUES (1, 10, 'x'), (2, 20, 'y'), (3, NULL, 'z')");
  }

  @Test
  void namesIgnoreCase() {
    assertEquals(List.of("1|10"), db.rows("SELECT A, T.\"B\" FROM t WHERE S = 'x'"));
  }

  @Test
  void columnsKeepTheNameOfTheTableOrTheText() {
    assertEquals(
        "a INTEGER, (b + 1) INTEGER", db.columns("SELECT A, b + 1 FROM t").replace("A ", "a "));
  }

  @Test
  void aliasesAreSeenInLaterItemsWhereAndOrderBy() {
    assertEquals(
        List.of("3|6", "2|4"),
        db.rows("SELECT a AS x, x * 2 AS y FROM t WHERE x > 1 ORDER BY y DESC"));
  }

  @Test
  void anAliasHidesNoColumnInWhere() {
    assertEquals(List.of("10"), db.rows("SELECT b AS a FROM t WHERE a = 1"));
  }

  @Test
  void anAliasCannotBeUsedBeforeItIsDefined() {
    assertTrue(
        db.error("SELECT x + 1, a AS x FROM t")
            .contains("cannot be referenced before it is defined"));
  }

  @Test
  void unknownColumnsAreAnsweredWithCandidates() {
    assertEquals(
        "Binder Error: Referenced column \"aa\" not found in FROM clause!\n"
            + "Candidate bindings: \"a\"",
        db.error("SELECT aa FROM t"));
    assertEquals(
        "Binder Error: Referenced table \"u\" not found!\nCandidate tables: \"t\"",
        db.error("SELECT u.a FROM t"));
    assertEquals(
        "Binder Error: Referenced column \"a\" was not found because the FROM clause is missing",
        db.error("SELECT a"));
  }

  @Test
  void unknownTablesAreAnsweredWithTheClosest() {
    assertEquals(
        "Catalog Error: Table with name tt does not exist!\nDid you mean \"t\"?",
        db.error("SELECT * FROM tt"));
  }

  @Test
  void errorsPointAtTheirPlace() {
    String message = "";
    try {
      db.rows("SELECT a,\n  zz FROM t");
    } catch (dev.eider.base.error.EiderException e) {
      message = e.getMessage();
    }
    assertTrue(message.contains("\n\nLINE 2:   zz FROM t\n          ^"), message);
  }

  @Test
  void aNameInTwoTablesIsAmbiguous() {
    assertEquals(
        "Binder Error: Ambiguous reference to column name \"a\" (use: 't1.a' or 't2.a')",
        db.error("SELECT a FROM t t1, t t2"));
  }

  @Test
  void usingMakesOneColumnOfTwo() {
    assertEquals(List.of("1|10|x|10|x"), db.rows("SELECT * FROM t JOIN t u USING (a) WHERE a = 1"));
    assertEquals(
        "Binder Error: Column \"q\" does not exist on left side of join!",
        db.error("SELECT * FROM t JOIN t u USING (q)"));
  }

  @Test
  void starsHaveLists() {
    assertEquals(List.of("10|x"), db.rows("SELECT * EXCLUDE (a) FROM t WHERE a = 1"));
    assertEquals(List.of("2|10|x"), db.rows("SELECT * REPLACE (a + 1 AS a) FROM t WHERE a = 1"));
    assertEquals("n INTEGER, b INTEGER, s VARCHAR", db.columns("SELECT * RENAME (a AS n) FROM t"));
    assertEquals(
        "Binder Error: Column \"q\" in EXCLUDE list not found in FROM clause\n"
            + "Candidate bindings: \"a\"",
        db.error("SELECT * EXCLUDE (q) FROM t"));
  }

  @Test
  void columnsRepeatTheExpression() {
    assertEquals(List.of("2|11"), db.rows("SELECT COLUMNS('a|b') + 1 FROM t WHERE a = 1"));
    assertEquals(List.of("1|10"), db.rows("SELECT COLUMNS(lambda c: c <> 's') FROM t WHERE a = 1"));
  }

  @Test
  void positionsNameItems() {
    assertEquals(List.of("3", "2", "1"), db.rows("SELECT a FROM t ORDER BY 1 DESC"));
    assertEquals(
        "Binder Error: ORDER term out of range - should be between 1 and 1",
        db.error("SELECT a FROM t ORDER BY 2"));
  }

  @Test
  void outerColumnsAreSeenInSubqueries() {
    assertEquals(
        List.of("1", "2"),
        db.rows(
            "SELECT a FROM t o WHERE EXISTS (SELECT 1 FROM t i WHERE i.a = o.a + 1) ORDER BY 1"));
  }

  @Test
  void expressionDepthIsBounded() {
    db.run("SET max_expression_depth = 20");
    String sql = "SELECT " + "(1 + ".repeat(30) + "1" + ")".repeat(30);
    assertTrue(db.error(sql).contains("Max expression depth limit of 20 exceeded"));
  }

  @Test
  void macrosSeeTheirParametersOnly() {
    db.run("CREATE MACRO plus(x, y := 5) AS x + y");
    assertEquals(List.of("6|3"), db.rows("SELECT plus(a), plus(a, y := 2) FROM t WHERE a = 1"));
    db.run("CREATE MACRO upto(n) AS TABLE SELECT * FROM range(n) r(i)");
    assertEquals(List.of("0", "1"), db.rows("SELECT i FROM upto(2) ORDER BY 1"));
    assertTrue(db.error("SELECT plus()").contains("does not support the supplied arguments"));
  }

  @Test
  void subqueriesHaveOneColumn() {
    assertEquals(
        "Binder Error: Subquery returns 2 columns - expected 1",
        db.error("SELECT (SELECT a, b FROM t)"));
  }
}
