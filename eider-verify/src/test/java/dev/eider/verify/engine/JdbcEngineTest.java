// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The JDBC adapter over the oracle. */
class JdbcEngineTest {
  /** The driver cannot express 24:00:00 with an offset; everything else must be exact. */
  private static final Set<String> BEYOND_THE_DRIVER = Set.of("time_tz");

  @Test
  void cellsAreTheTextOfAVarcharCast() throws SqlFailure {
    try (SqlSession session = JdbcEngine.duckDb().open(EngineConfig.memory())) {
      SqlResult plain = session.execute("FROM test_all_types()");
      StringBuilder casts = new StringBuilder("SELECT ");
      for (String column : plain.columnNames()) {
        casts.append(casts.length() > 7 ? ", " : "").append('"').append(column);
        casts.append("\"::VARCHAR");
      }
      SqlResult cast = session.execute(casts + " FROM test_all_types()");
      for (int row = 0; row < plain.rowCount(); row++) {
        for (int column = 0; column < plain.columnCount(); column++) {
          String name = plain.columnNames().get(column);
          if (!BEYOND_THE_DRIVER.contains(name)) {
            assertEquals(cast.rows().get(row).get(column), plain.rows().get(row).get(column), name);
          }
        }
      }
    }
  }

  @Test
  void floatingPointAndZones() throws SqlFailure {
    try (SqlSession session = JdbcEngine.duckDb().open(EngineConfig.memory())) {
      session.execute("SET TimeZone='America/St_Johns'");
      for (String expression :
          List.of(
              "1e15::DOUBLE",
              "1e16::DOUBLE",
              "123456789::FLOAT",
              "1e-5::DOUBLE",
              "0.0001::DOUBLE",
              "-0.0::DOUBLE",
              "'nan'::FLOAT",
              "'-inf'::DOUBLE",
              "1.5e300::DOUBLE",
              "TIMESTAMPTZ '2001-02-03 04:05:06.789+00'",
              "TIMESTAMPTZ '1800-01-01 00:00:00+00'",
              "TIMESTAMPTZ '-infinity'")) {
        List<String> row =
            List.copyOf(
                session
                    .execute("SELECT " + expression + ", (" + expression + ")::VARCHAR")
                    .rows()
                    .getFirst());
        assertEquals(row.get(1), row.get(0), expression);
      }
    }
  }

  @Test
  void sessionsShareTheDatabaseTheyWereConnectedTo() throws SqlFailure {
    JdbcEngine engine = JdbcEngine.duckDb();
    try (SqlSession first = engine.open(EngineConfig.memory());
        SqlSession second = first.connect();
        SqlSession stranger = engine.open(EngineConfig.memory())) {
      assertFalse(first.execute("CREATE TABLE t(i INTEGER)").isQuery());
      assertEquals(SqlResult.count(2), second.execute("INSERT INTO t VALUES (1), (2)"));
      assertEquals("2", first.execute("SELECT count(*) FROM t").rows().getFirst().getFirst());
      SqlFailure failure = assertThrows(SqlFailure.class, () -> stranger.execute("FROM t"));
      assertEquals("Catalog Error", failure.errorClass());
      assertFalse(failure.isInternal());
      assertEquals("3", first.execute("SELECT 1; SELECT 3").rows().getFirst().getFirst());
    }
  }

  @Test
  void namesOfEngines() {
    assertEquals("duckdb", JdbcEngine.named("duckdb").name());
    assertTrue(JdbcEngine.duckDb().isAvailable());
    assertThrows(IllegalArgumentException.class, () -> JdbcEngine.named("other"));
  }
}
