// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Statements that define, change and show, and the session around them. */
class StatementsTest {
  private final TestSession db = new TestSession();

  @Test
  void insertFillsDefaultsAndChecksConstraints() {
    db.run("CREATE TABLE t(a INTEGER, b VARCHAR DEFAULT 'd', c INTEGER NOT NULL CHECK (c > 0))");
    db.run("INSERT INTO t VALUES (1, DEFAULT, 2)");
    db.run("INSERT INTO t (c) VALUES (3)");
    db.run("INSERT INTO t BY NAME SELECT 5 AS c, 4 AS a");
    assertEquals(List.of("1|d|2", "4|d|5", "NULL|d|3"), db.rows("SELECT * FROM t ORDER BY a"));
    assertEquals(
        "Constraint Error: NOT NULL constraint failed: t.c",
        db.error("INSERT INTO t VALUES (1, 'x', NULL)"));
    assertTrue(
        db.error("INSERT INTO t VALUES (1, 'x', -1)")
            .startsWith("Constraint Error: CHECK constraint failed on table t"));
    assertEquals(
        "Binder Error: table \"t\" has 3 columns but 1 values were supplied",
        db.error("INSERT INTO t VALUES (1)"));
    assertEquals(3, db.rows("SELECT * FROM t").size());
  }

  @Test
  void updateAndDeleteAnswerTheirRows() {
    db.run("CREATE TABLE t(a INTEGER, b INTEGER)");
    db.run("INSERT INTO t VALUES (1, 1), (2, 2), (3, 3)");
    assertEquals(List.of("2"), db.rows("UPDATE t SET b = a * 10 WHERE a > 1"));
    assertEquals(List.of("1|1"), db.rows("DELETE FROM t WHERE b < 10 RETURNING *"));
    assertEquals(
        List.of("2|21", "3|31"),
        db.rows("UPDATE t SET b = b + 1 RETURNING a, b").stream().sorted().toList());
    assertTrue(db.error("UPDATE t SET z = 1").contains("Referenced update column z not found"));
  }

  @Test
  void tablesAreCreatedReplacedAndDropped() {
    db.run("CREATE TABLE t AS SELECT 1 AS x");
    assertEquals(
        "Catalog Error: Table with name \"t\" already exists!", db.error("CREATE TABLE t(a INT)"));
    db.run("CREATE TABLE IF NOT EXISTS t(a INT)");
    db.run("CREATE OR REPLACE TABLE t(y INT)");
    assertEquals("y INTEGER", db.columns("SELECT * FROM t"));
    db.run("DROP TABLE t; DROP TABLE IF EXISTS t");
    assertTrue(
        db.error("DROP TABLE t").startsWith("Catalog Error: Table with name t does not exist!"));
  }

  @Test
  void temporaryTablesHideOthers() {
    db.run("CREATE TABLE t AS SELECT 1 AS x");
    db.run("CREATE TEMP TABLE t AS SELECT 2 AS x");
    assertEquals(List.of("2"), db.rows("SELECT x FROM t"));
    assertEquals(List.of("1"), db.rows("SELECT x FROM memory.main.t"));
  }

  @Test
  void viewsKeepTheirText() {
    db.run("CREATE TABLE t AS SELECT 1 AS x");
    db.run("CREATE VIEW v(y) AS SELECT x + 1 FROM t");
    assertEquals("y INTEGER", db.columns("SELECT * FROM v"));
    db.run("INSERT INTO t VALUES (5)");
    assertEquals(List.of("2", "6"), db.rows("SELECT * FROM v ORDER BY 1"));
    assertTrue(db.error("DROP TABLE v").contains("is of type View"));
  }

  @Test
  void alterTableChangesColumns() {
    db.run("CREATE TABLE t AS SELECT 1 AS a, 'x' AS b");
    db.run("ALTER TABLE t ADD COLUMN c INTEGER DEFAULT 7");
    db.run("ALTER TABLE t RENAME COLUMN a TO aa");
    db.run("ALTER TABLE t ALTER aa TYPE VARCHAR");
    db.run("ALTER TABLE t DROP COLUMN b");
    assertEquals("aa VARCHAR, c INTEGER", db.columns("SELECT * FROM t"));
    assertEquals(List.of("1|7"), db.rows("SELECT * FROM t"));
    db.run("ALTER TABLE t RENAME TO u");
    assertEquals(List.of("1"), db.rows("SELECT aa FROM u"));
  }

  @Test
  void schemasHoldTables() {
    db.run("CREATE SCHEMA s; CREATE TABLE s.t AS SELECT 3 AS x");
    assertEquals(List.of("3|3"), db.rows("SELECT x, s.t.x FROM s.t"));
    assertTrue(db.error("DROP SCHEMA s").startsWith("Dependency Error"));
    db.run("USE s");
    assertEquals(List.of("3"), db.rows("SELECT x FROM t"));
  }

  @Test
  void sequencesCount() {
    db.run("CREATE SEQUENCE q START 5");
    assertEquals(List.of("5"), db.rows("SELECT nextval('q')"));
    assertEquals(List.of("6"), db.rows("SELECT nextval('q')"));
    assertEquals(List.of("6"), db.rows("SELECT currval('q')"));
  }

  @Test
  void preparedStatementsTakeValues() {
    db.run("CREATE TABLE t AS SELECT 1 AS a UNION ALL SELECT 2");
    db.run("PREPARE q AS SELECT a + $1 FROM t WHERE a = $2");
    assertEquals(List.of("12"), db.rows("EXECUTE q(10, 2)"));
    assertTrue(db.error("EXECUTE q(10)").contains("Values were not provided"));
    db.run("DEALLOCATE q");
    assertTrue(db.error("EXECUTE q(1, 2)").contains("\"q\" does not exist"));
  }

  @Test
  void parameterTypesComeFromTheirPlace() {
    db.run("CREATE TABLE t(a BIGINT, d DATE)");
    Session session = db.session();
    PreparedStatement prepared =
        session.prepare(session.parse("SELECT a FROM t WHERE a > ? AND d = ?").getFirst());
    assertEquals(LogicalType.BIGINT, prepared.parameterTypes().get("1"));
    assertEquals(LogicalType.DATE, prepared.parameterTypes().get("2"));
    assertEquals(List.of("a"), prepared.names());
    try (QueryResult result =
        session.execute(
            prepared,
            PreparedStatement.positional(List.of(Value.of(1L), Value.of("2020-01-01"))))) {
      assertEquals(0, result.rows().size());
    }
  }

  @Test
  void settingsAreCheckedAndUnknownOnesAnswered() {
    db.run("SET threads = 1");
    assertEquals(List.of("1"), db.rows("SELECT current_setting('threads')"));
    assertTrue(
        db.error("SET thread = 1")
            .startsWith(
                "Catalog Error: unrecognized configuration parameter \"thread\"\n\n"
                    + "Did you mean: \"threads\""));
    assertTrue(db.error("SET threads = 0").contains("at least 1 thread"));
    assertTrue(db.error("SET TimeZone = 'Mars/Olympus'").contains("Unknown TimeZone"));
    db.run("SET default_null_order = 'nulls_first'");
    db.run("CREATE TABLE n AS SELECT 1 AS a UNION ALL SELECT NULL");
    assertEquals(List.of("NULL", "1"), db.rows("SELECT a FROM n ORDER BY a"));
  }

  @Test
  void variablesLastForTheSession() {
    db.run("SET VARIABLE x = 1 + 2");
    assertEquals(List.of("3"), db.rows("SELECT getvariable('x')"));
    db.run("RESET VARIABLE x");
    assertEquals(List.of("NULL"), db.rows("SELECT getvariable('x')"));
  }

  @Test
  void aTransactionEndsOnce() {
    db.run("BEGIN; SELECT 1; ROLLBACK");
    assertTrue(db.error("COMMIT").contains("no transaction is active"));
    db.run("BEGIN");
    assertTrue(db.error("BEGIN").contains("transaction within a transaction"));
  }

  @Test
  void afterAnErrorATransactionOnlyRollsBack() {
    db.run("BEGIN");
    db.error("SELECT 1 % 0 + CAST('x' AS INT)");
    assertEquals(
        "TransactionContext Error: Current transaction is aborted (please ROLLBACK)",
        db.error("SELECT 1"));
    assertTrue(db.error("COMMIT").contains("aborted"));
    db.run("ROLLBACK");
    assertEquals(List.of("1"), db.rows("SELECT 1"));
  }

  @Test
  void aNameThatIsNotThereDoesNotAbort() {
    db.run("BEGIN");
    db.error("SELECT nonsense");
    db.error("SELECT * FROM nowhere");
    assertEquals(List.of("1"), db.rows("SELECT 1"));
    db.run("COMMIT");
  }

  @Test
  void aSessionLivesOnAfterAnError() {
    db.error("SELECT nonsense");
    assertEquals(List.of("1"), db.rows("SELECT 1"));
  }

  @Test
  void showAndDescribeTellNames() {
    db.run("CREATE TABLE t(a INTEGER PRIMARY KEY, b VARCHAR DEFAULT 'x')");
    assertEquals(List.of("t"), db.rows("SHOW TABLES"));
    assertEquals(
        List.of("a|INTEGER|NO|PRI|NULL|NULL", "b|VARCHAR|YES|NULL|'x'|NULL"),
        db.rows("DESCRIBE t"));
    assertEquals(List.of("t|2"), db.rows("SELECT table_name, column_count FROM duckdb_tables()"));
    assertEquals(
        List.of("a", "b"),
        db.rows(
            "SELECT column_name FROM information_schema.columns WHERE table_name = 't'"
                + " ORDER BY ordinal_position"));
  }
}
