// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.engine;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A session over a JDBC connection; a fresh statement for each text. */
final class JdbcSession implements SqlSession {
  private static final Pattern TABLE_DEFINITION =
      Pattern.compile("\\s*CREATE\\s+TABLE\\s+\\w+\\s*\\(", Pattern.CASE_INSENSITIVE);

  /** JDBC drivers refuse a text without a statement; the engines themselves do not. */
  private static final String NOTHING_TO_RUN = "No statements to execute";

  private final JdbcEngine engine;
  private final String url;
  private final EngineConfig config;
  private final Connection connection;
  private final CellText cellText;

  /** Written by the executing thread, read by a watchdog that cancels. */
  private volatile @Nullable Statement running;

  JdbcSession(
      JdbcEngine engine,
      String url,
      EngineConfig config,
      Connection connection,
      CellText cellText) {
    this.engine = engine;
    this.url = url;
    this.config = config;
    this.connection = connection;
    this.cellText = cellText;
  }

  @Override
  public SqlResult execute(String sql) throws SqlFailure {
    try (Statement statement = connection.createStatement()) {
      running = statement;
      if (!statement.execute(sql)) {
        long count = statement.getUpdateCount();
        // The driver answers 0 for a definition too, which has no count.
        boolean defines = count == 0 && TABLE_DEFINITION.matcher(sql).lookingAt();
        return count < 0 || defines ? SqlResult.nothing() : SqlResult.count(count);
      }
      try (ResultSet rows = statement.getResultSet()) {
        return read(rows);
      }
    } catch (SQLException refused) {
      SqlFailure failure = failure(refused);
      if (failure.text().contains(NOTHING_TO_RUN)) {
        return SqlResult.nothing();
      }
      throw failure;
    } catch (RuntimeException broken) {
      throw new SqlFailure("driver threw " + broken, true, broken);
    } finally {
      running = null;
    }
  }

  private SqlResult read(ResultSet rows) throws SQLException {
    ResultSetMetaData meta = rows.getMetaData();
    int columnCount = meta.getColumnCount();
    List<String> names = new ArrayList<>(columnCount);
    List<String> types = new ArrayList<>(columnCount);
    for (int column = 1; column <= columnCount; column++) {
      names.add(meta.getColumnLabel(column));
      types.add(meta.getColumnTypeName(column));
    }
    List<List<@Nullable String>> cells = new ArrayList<>();
    while (rows.next()) {
      List<@Nullable String> row = new ArrayList<>(columnCount);
      for (int column = 1; column <= columnCount; column++) {
        row.add(cellText.of(rows, column, types.get(column - 1)));
      }
      cells.add(row);
    }
    return new SqlResult(names, types, Collections.unmodifiableList(cells), true);
  }

  static SqlFailure failure(SQLException refused) {
    String message = refused.getMessage();
    return new SqlFailure(message == null ? refused.toString() : message, false, refused);
  }

  @Override
  public SqlSession connect() throws SqlFailure {
    return engine.connect(url, config);
  }

  @Override
  public void cancel() {
    Statement statement = running;
    if (statement == null) {
      return;
    }
    try {
      statement.cancel();
    } catch (SQLException | RuntimeException finishedMeanwhile) {
      // Nothing is left to cancel.
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException | RuntimeException broken) {
      // A session that cannot be closed is abandoned; the run's outcome is known already.
    }
  }
}
