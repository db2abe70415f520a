// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.differential;

import dev.eider.verify.engine.EngineConfig;
import dev.eider.verify.engine.SqlEngine;
import dev.eider.verify.engine.SqlFailure;
import dev.eider.verify.engine.SqlResult;
import dev.eider.verify.engine.SqlSession;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The oracle with a fault: results go through a function before they are handed out. */
record PlantedEngine(SqlEngine honest, BiFunction<String, SqlResult, SqlResult> fault)
    implements SqlEngine {
  /** One too much in the first cell, when the query sums and the cell is a whole number. */
  static SqlResult wrongSum(String sql, SqlResult result) {
    if (!sql.startsWith("SELECT") || !sql.contains("sum(") || result.rowCount() == 0) {
      return result;
    }
    String cell = result.rows().getFirst().getFirst();
    if (!result.columnTypes().getFirst().equals("HUGEINT") || cell == null) {
      return result;
    }
    List<List<@Nullable String>> rows = new ArrayList<>(result.rows());
    List<@Nullable String> row = new ArrayList<>(rows.getFirst());
    row.set(0, cell + "1");
    rows.set(0, row);
    return new SqlResult(result.columnNames(), result.columnTypes(), rows, result.isQuery());
  }

  @Override
  public String name() {
    return "planted";
  }

  @Override
  public SqlSession open(EngineConfig config) throws SqlFailure {
    return new Session(honest.open(config), fault);
  }

  private record Session(SqlSession honest, BiFunction<String, SqlResult, SqlResult> fault)
      implements SqlSession {
    @Override
    public SqlResult execute(String sql) throws SqlFailure {
      return fault.apply(sql, honest.execute(sql));
    }

    @Override
    public SqlSession connect() throws SqlFailure {
      return new Session(honest.connect(), fault);
    }

    @Override
    public void cancel() {
      honest.cancel();
    }

    @Override
    public void close() {
      honest.close();
    }
  }
}
