// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.verify.engine.EngineConfig;
import dev.eider.verify.engine.JdbcEngine;
import dev.eider.verify.engine.SqlEngine;
import dev.eider.verify.engine.SqlFailure;
import dev.eider.verify.engine.SqlResult;
import dev.eider.verify.engine.SqlSession;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The list of what is missing. */
class CoverageTest {
  @Test
  void nothingIsMissingFromTheOracleItself() throws SqlFailure {
    String report = Coverage.compare(JdbcEngine.duckDb(), JdbcEngine.duckDb());
    assertFalse(report.contains("missing"), report);
    assertTrue(report.contains("settings: "), report);
  }

  @Test
  void whatIsMissingIsNamed() throws SqlFailure {
    String report = Coverage.compare(new Poor(), JdbcEngine.duckDb());
    assertTrue(report.contains("missing functions, aggregate"), report);
    assertTrue(report.contains(" arg_max"), report);
    assertTrue(report.contains("types: no such list"), report);
    assertTrue(report.contains("settings: 1 of "), report);
    assertFalse(report.contains(" threads\n"), report);
  }

  /** An engine with one function and one setting. */
  private static final class Poor implements SqlEngine, SqlSession {
    @Override
    public String name() {
      return "poor";
    }

    @Override
    public SqlSession open(EngineConfig config) {
      return this;
    }

    @Override
    public SqlResult execute(String sql) throws SqlFailure {
      if (sql.contains("duckdb_types")) {
        throw new SqlFailure("no such list", false, null);
      }
      String name = sql.contains("duckdb_settings") ? "threads" : "abs";
      return new SqlResult(
          List.of("a", "b"), List.of("VARCHAR", "VARCHAR"), List.of(List.of("x", name)), true);
    }

    @Override
    public SqlSession connect() {
      return this;
    }

    @Override
    public void cancel() {}

    @Override
    public void close() {}
  }
}
