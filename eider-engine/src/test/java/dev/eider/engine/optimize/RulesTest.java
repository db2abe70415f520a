// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.optimize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.engine.session.TestSession;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** For each rule: a plan on which it fires and one on which it does not. */
class RulesTest {
  private final TestSession db = new TestSession();

  @BeforeEach
  void tables() {
    db.run("CREATE TABLE t(a INTEGER, b INTEGER, s VARCHAR)");
    db.run("INSERT INTO t VALUES (1, 10, 'x'), (2, 20, 'y'), (3, NULL, 'z')");
    db.run("CREATE TABLE u(a INTEGER, c INTEGER)");
    db.run("INSERT INTO u VALUES (1, 100), (2, 200), (2, 201)");
  }

  private void fires(String sql, String expected) {
    String plan = db.plan(sql);
    assertTrue(plan.contains(expected), plan);
  }

  private void doesNotFire(String sql, String unexpected) {
    String plan = db.plan(sql);
    assertFalse(plan.contains(unexpected), plan);
  }

  @Test
  void pushFiltersIntoScans() {
    fires("SELECT a FROM t WHERE b > 1 + 1", "FILTERS (b > 2)");
    fires("SELECT a FROM (SELECT a, b + 1 AS c FROM t) WHERE c > 5", "FILTERS ((b + 1) > 5)");
    fires(
        "SELECT * FROM (SELECT a FROM t UNION ALL SELECT a FROM u) WHERE a = 1",
        "SCAN u [a] FILTERS (a = 1)");
    doesNotFire("SELECT * FROM (SELECT a FROM t LIMIT 2) WHERE a = 1", "FILTERS");
  }

  @Test
  void pushFiltersThroughJoins() {
    fires("SELECT t.a FROM t JOIN u ON t.a = u.a WHERE b = 10", "SCAN t [a] FILTERS (b = 10)");
    fires("SELECT t.a FROM t, u WHERE t.a = u.a", "JOIN INNER ON a = a");
    fires("SELECT * FROM t LEFT JOIN u ON t.a = u.a AND u.c > 5", "SCAN u [a, c] FILTERS (c > 5)");
    doesNotFire("SELECT * FROM t LEFT JOIN u ON t.a = u.a AND t.b > 5", "FILTERS");
  }

  @Test
  void implyFiltersThroughEqualities() {
    fires("SELECT * FROM t JOIN u ON t.a = u.a WHERE t.a = 1", "SCAN u [a, c] FILTERS (a = 1)");
    doesNotFire("SELECT * FROM t JOIN u ON t.a > u.a WHERE t.a = 1", "SCAN u [a, c] FILTERS");
  }

  @Test
  void outerJoinsBecomeInnerWhereNullsAreRejected() {
    fires("SELECT * FROM t LEFT JOIN u ON t.a = u.a WHERE u.c > 1", "JOIN INNER");
    doesNotFire("SELECT * FROM t LEFT JOIN u ON t.a = u.a WHERE u.c IS NULL", "JOIN INNER");
  }

  @Test
  void removeUnusedColumns() {
    fires("SELECT a FROM t", "SCAN t [a]");
    fires("SELECT 1 FROM t", "SCAN t []");
    doesNotFire("SELECT * FROM t", "SCAN t [a]");
  }

  @Test
  void useTopN() {
    fires("SELECT a FROM t ORDER BY b DESC LIMIT 2", "TOP_N 2 BY b DESC");
    doesNotFire("SELECT a FROM t ORDER BY b LIMIT 50%", "TOP_N");
  }

  @Test
  void pushLimitIntoScans() {
    fires("SELECT a FROM t LIMIT 2 OFFSET 1", "LIMIT 3");
    doesNotFire("SELECT a FROM t WHERE b > 1 LIMIT 2", "FILTERS (b > 1) LIMIT");
  }

  @Test
  void foldConstants() {
    fires("SELECT * FROM t WHERE 1 = 2", "EMPTY_RESULT");
    fires("SELECT * FROM t WHERE a = 1 AND true", "FILTERS (a = 1)");
    fires("SELECT * FROM t WHERE (a = 1 AND b = 2) OR (a = 1 AND b = 3)", "(a = 1)");
    doesNotFire("SELECT random() FROM t", "EMPTY");
  }

  @Test
  void subqueriesBecomeJoins() {
    fires("SELECT * FROM t WHERE a IN (SELECT a FROM u)", "JOIN SEMI ON a = a");
    fires("SELECT * FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.a = t.a)", "JOIN SEMI ON a = a");
    fires("SELECT * FROM t WHERE NOT EXISTS (SELECT 1 FROM u WHERE u.a = t.a)", "JOIN ANTI");
    fires("SELECT * FROM t WHERE a NOT IN (SELECT a FROM u)", "JOIN MARK");
    fires("SELECT (SELECT c FROM u WHERE u.a = t.a) FROM t", "JOIN SINGLE");
    doesNotFire("SELECT * FROM t, LATERAL (SELECT t.a + 1 AS n)", "DEPENDENT");
  }

  @Test
  void correlatedSubqueriesAnswerRight() {
    assertEquals(
        List.of("1", "2"),
        db.rows("SELECT a FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.a = t.a) ORDER BY 1"));
    assertEquals(
        List.of("3"),
        db.rows("SELECT a FROM t WHERE NOT EXISTS (SELECT 1 FROM u WHERE u.a = t.a)"));
    assertEquals(List.of("3"), db.rows("SELECT a FROM t WHERE a NOT IN (SELECT a FROM u)"));
    assertEquals(
        List.of("1|2", "2|3", "3|4"),
        db.rows("SELECT t.a, n FROM t, LATERAL (SELECT t.a + 1 AS n) ORDER BY 1"));
    assertEquals(
        List.of("1|0", "2|0", "2|1", "3|0", "3|1", "3|2"),
        db.rows("SELECT t.a, i FROM t, range(t.a) r(i) ORDER BY 1, 2"));
  }

  @Test
  void joinsPutTheSmallerSideRight() {
    db.run("CREATE TABLE big AS SELECT range AS a FROM range(1000)");
    String plan = db.plan("SELECT * FROM t JOIN big ON t.a = big.a");
    assertTrue(plan.indexOf("SCAN big") < plan.indexOf("SCAN t"), plan);
    String left = db.plan("SELECT * FROM t LEFT JOIN big ON t.a = big.a");
    assertTrue(left.contains("JOIN RIGHT"), left);
  }

  @Test
  void conjunctsAreOrderedByCost() {
    String plan = db.plan("SELECT a FROM t WHERE s = 'x' AND a = 1");
    assertTrue(plan.contains("FILTERS (a = 1), (s = 'x')"), plan);
  }
}
