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
    fires("SELECT a FROM t WHERE b > 1 + 1", "Filters: b > 2");
    fires("SELECT a FROM (SELECT a, b + 1 AS c FROM t) WHERE c > 5", "Filters: (b + 1) > 5");
    fires(
        "SELECT * FROM (SELECT a FROM t UNION ALL SELECT a FROM u) WHERE a = 1",
        "main.u; Type: Sequential Scan; Projections: a; Filters: a = 1");
    doesNotFire("SELECT * FROM (SELECT a FROM t LIMIT 2) WHERE a = 1", "Filters");
  }

  /** It fires on files, see {@code statistics.slt}: of tables in memory no bounds are known. */
  @Test
  void useStatistics() {
    doesNotFire("SELECT s FROM t WHERE a > 3", "Empty");
    doesNotFire("SELECT s FROM t WHERE b IS NULL", "Empty");
  }

  @Test
  void pushFiltersThroughJoins() {
    fires(
        "SELECT t.a FROM t JOIN u ON t.a = u.a WHERE b = 10",
        "main.t; Type: Sequential Scan; Projections: a; Filters: b = 10");
    fires("SELECT t.a FROM t, u WHERE t.a = u.a", "Join Type: INNER; Conditions: a = a");
    fires(
        "SELECT * FROM t LEFT JOIN u ON t.a = u.a AND u.c > 5",
        "main.u; Type: Sequential Scan; Projections: a, c; Filters: c > 5");
    doesNotFire("SELECT * FROM t LEFT JOIN u ON t.a = u.a AND t.b > 5", "Filters");
  }

  @Test
  void implyFiltersThroughEqualities() {
    fires(
        "SELECT * FROM t JOIN u ON t.a = u.a WHERE t.a = 1",
        "main.u; Type: Sequential Scan; Projections: a, c; Filters: a = 1");
    doesNotFire(
        "SELECT * FROM t JOIN u ON t.a > u.a WHERE t.a = 1",
        "main.u; Type: Sequential Scan; Projections: a, c; Filters");
  }

  @Test
  void outerJoinsBecomeInnerWhereNullsAreRejected() {
    fires("SELECT * FROM t LEFT JOIN u ON t.a = u.a WHERE u.c > 1", "Join Type: INNER");
    doesNotFire("SELECT * FROM t LEFT JOIN u ON t.a = u.a WHERE u.c IS NULL", "Join Type: INNER");
  }

  @Test
  void removeUnusedColumns() {
    fires("SELECT a FROM t", "Projections: a\n");
    doesNotFire("SELECT 1 FROM t", "Projections:");
    doesNotFire("SELECT * FROM t", "Projections: a\n");
  }

  @Test
  void useTopN() {
    fires("SELECT a FROM t ORDER BY b DESC LIMIT 2", "Top: 2; Order By: b DESC");
    doesNotFire("SELECT a FROM t ORDER BY b LIMIT 50%", "TOP_N");
  }

  @Test
  void pushLimitIntoScans() {
    fires("SELECT a FROM t LIMIT 2 OFFSET 1", "Limit: 3");
    doesNotFire("SELECT a FROM t WHERE b > 1 LIMIT 2", "Filters: b > 1; Limit");
  }

  @Test
  void foldConstants() {
    fires("SELECT * FROM t WHERE 1 = 2", "EMPTY_RESULT");
    fires("SELECT * FROM t WHERE a = 1 AND true", "Filters: a = 1");
    fires("SELECT * FROM t WHERE (a = 1 AND b = 2) OR (a = 1 AND b = 3)", "a = 1, ");
    doesNotFire("SELECT random() FROM t", "EMPTY");
  }

  @Test
  void subqueriesBecomeJoins() {
    fires("SELECT * FROM t WHERE a IN (SELECT a FROM u)", "Join Type: SEMI; Conditions: a = a");
    fires(
        "SELECT * FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.a = t.a)",
        "Join Type: SEMI; Conditions: a = a");
    fires("SELECT * FROM t WHERE NOT EXISTS (SELECT 1 FROM u WHERE u.a = t.a)", "Join Type: ANTI");
    fires("SELECT * FROM t WHERE a NOT IN (SELECT a FROM u)", "Join Type: MARK");
    fires("SELECT (SELECT c FROM u WHERE u.a = t.a) FROM t", "Join Type: SINGLE");
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
    assertTrue(plan.indexOf("main.big") < plan.indexOf("main.t"), plan);
    String left = db.plan("SELECT * FROM t LEFT JOIN big ON t.a = big.a");
    assertTrue(left.contains("Join Type: RIGHT"), left);
  }

  @Test
  void conjunctsAreOrderedByCost() {
    String plan = db.plan("SELECT a FROM t WHERE s = 'x' AND a = 1");
    assertTrue(plan.contains("Filters: a = 1, s = 'x'"), plan);
  }
}
