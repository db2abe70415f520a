// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.jdbc;

import dev.eider.Result;
import dev.eider.base.env.Env;
import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A statement. After an error it is as usable as before. {@link #cancel()} may come from any
 * thread, everything else from one at a time.
 */
class EiderStatement implements Statement {
  final EiderConnection connection;
  private final List<String> batch = new ArrayList<>();
  private @Nullable EiderResultSet resultSet;
  private long updateCount = -1;
  private long maxRows;
  private int fetchSize;
  private int timeoutSeconds;
  private boolean closed;
  private boolean closeOnCompletion;

  /** Set by the timer when the timeout has passed; read by the thread that gets the INTERRUPT. */
  private volatile boolean timedOut;

  /** The query that runs or streams, for {@link #cancel()}. */
  private volatile @Nullable Result running;

  private @Nullable CompletableFuture<Void> timer;

  EiderStatement(EiderConnection connection) {
    this.connection = connection;
  }

  final void checkOpen() throws SQLException {
    if (closed) {
      throw SqlErrors.closed("the statement");
    }
    connection.checkOpen();
  }

  /** Runs a query: what the text, or what is prepared, says. */
  interface Run {
    Result run();
  }

  /** Runs and keeps the result; true when it has rows. */
  final boolean run(Run what) throws SQLException {
    checkOpen();
    closeResult();
    startTimer();
    Result result;
    try {
      result = what.run();
    } catch (EiderException e) {
      throw failed(e);
    }
    if (result.hasRows()) {
      running = result;
      resultSet = new EiderResultSet(this, result, maxRows, fetchSize);
      updateCount = -1;
      return true;
    }
    stopTimer();
    updateCount = result.changes();
    result.close();
    return false;
  }

  private void startTimer() {
    timedOut = false;
    if (timeoutSeconds > 0) {
      CompletableFuture<Void> timeout = Env.system().delay(timeoutSeconds, TimeUnit.SECONDS);
      timer = timeout;
      timeout.thenRun(this::onTimeout);
    }
  }

  private void onTimeout() {
    timedOut = true;
    cancelRunning();
  }

  private void stopTimer() {
    CompletableFuture<Void> timeout = timer;
    if (timeout != null) {
      timer = null;
      timeout.cancel(false);
    }
  }

  /** The exception for an error of this statement's query, which is over. */
  final SQLException failed(EiderException error) {
    stopTimer();
    running = null;
    return timedOut && error.type() == ErrorType.INTERRUPT
        ? SqlErrors.timeout(error, timeoutSeconds)
        : SqlErrors.of(error);
  }

  /** The result set was read to its end or closed. */
  final void resultClosed() throws SQLException {
    stopTimer();
    running = null;
    if (closeOnCompletion && !closed) {
      close();
    }
  }

  private void closeResult() throws SQLException {
    EiderResultSet open = resultSet;
    resultSet = null;
    updateCount = -1;
    if (open != null && !open.isClosed()) {
      boolean alsoMe = closeOnCompletion;
      closeOnCompletion = false;
      open.close();
      closeOnCompletion = alsoMe;
    }
  }

  // Running SQL.

  @Override
  public ResultSet executeQuery(String sql) throws SQLException {
    run(() -> connection.engine().query(sql));
    return rows();
  }

  final ResultSet rows() throws SQLException {
    EiderResultSet open = resultSet;
    if (open == null) {
      throw SqlErrors.argument(
          "executeQuery was given a statement without a result (use execute or executeUpdate)");
    }
    return open;
  }

  @Override
  public int executeUpdate(String sql) throws SQLException {
    return toInt(executeLargeUpdate(sql));
  }

  @Override
  public long executeLargeUpdate(String sql) throws SQLException {
    run(() -> connection.engine().query(sql));
    return changes();
  }

  final long changes() throws SQLException {
    if (resultSet != null) {
      closeResult();
      throw SqlErrors.argument(
          "executeUpdate was given a statement with a result (use executeQuery)");
    }
    return Math.max(0, updateCount);
  }

  static int toInt(long count) {
    return (int) Math.min(Integer.MAX_VALUE, count);
  }

  @Override
  public boolean execute(String sql) throws SQLException {
    return run(() -> connection.engine().query(sql));
  }

  @Override
  public @Nullable ResultSet getResultSet() throws SQLException {
    checkOpen();
    return resultSet;
  }

  @Override
  public int getUpdateCount() throws SQLException {
    long count = getLargeUpdateCount();
    return count < 0 ? -1 : toInt(count);
  }

  @Override
  public long getLargeUpdateCount() throws SQLException {
    checkOpen();
    return updateCount;
  }

  @Override
  public boolean getMoreResults() throws SQLException {
    checkOpen();
    closeResult();
    return false;
  }

  @Override
  public boolean getMoreResults(int current) throws SQLException {
    if (current != CLOSE_CURRENT_RESULT) {
      throw SqlErrors.unsupported("keeping a result open while the next one is read");
    }
    return getMoreResults();
  }

  @Override
  public void cancel() throws SQLException {
    checkOpen();
    cancelRunning();
  }

  private void cancelRunning() {
    Result streaming = running;
    if (streaming != null) {
      streaming.cancel();
    } else {
      connection.engine().interrupt();
    }
  }

  // Batches.

  @Override
  public void addBatch(String sql) throws SQLException {
    checkOpen();
    batch.add(sql);
  }

  @Override
  public void clearBatch() throws SQLException {
    checkOpen();
    batch.clear();
  }

  @Override
  public int[] executeBatch() throws SQLException {
    return toInts(executeLargeBatch());
  }

  static int[] toInts(long[] counts) {
    int[] ints = new int[counts.length];
    for (int i = 0; i < counts.length; i++) {
      ints[i] = toInt(counts[i]);
    }
    return ints;
  }

  @Override
  public long[] executeLargeBatch() throws SQLException {
    checkOpen();
    List<String> statements = List.copyOf(batch);
    batch.clear();
    long[] counts = new long[statements.size()];
    for (int i = 0; i < counts.length; i++) {
      try {
        counts[i] = executeLargeUpdate(statements.get(i));
      } catch (SQLException e) {
        throw batchFailed(e, counts, i);
      }
    }
    return counts;
  }

  static BatchUpdateException batchFailed(SQLException error, long[] counts, int done) {
    return new BatchUpdateException(
        "statement " + (done + 1) + " of the batch failed: " + error.getMessage(),
        error.getSQLState(),
        error.getErrorCode(),
        java.util.Arrays.copyOf(counts, done),
        error);
  }

  // Options.

  @Override
  public void close() throws SQLException {
    if (!closed) {
      closeResult();
      closed = true;
      stopTimer();
    }
  }

  @Override
  public boolean isClosed() {
    return closed || connection.isClosed();
  }

  @Override
  public int getMaxRows() {
    return toInt(maxRows);
  }

  @Override
  public void setMaxRows(int rows) throws SQLException {
    setLargeMaxRows(rows);
  }

  @Override
  public long getLargeMaxRows() {
    return maxRows;
  }

  @Override
  public void setLargeMaxRows(long rows) throws SQLException {
    checkOpen();
    if (rows < 0) {
      throw SqlErrors.argument("at most " + rows + " rows");
    }
    maxRows = rows;
  }

  @Override
  public int getQueryTimeout() {
    return timeoutSeconds;
  }

  @Override
  public void setQueryTimeout(int seconds) throws SQLException {
    checkOpen();
    if (seconds < 0) {
      throw SqlErrors.argument("a timeout of " + seconds + " s");
    }
    timeoutSeconds = seconds;
  }

  @Override
  public int getFetchSize() {
    return fetchSize;
  }

  /** A hint only: rows come in chunks of the engine. */
  @Override
  public void setFetchSize(int rows) throws SQLException {
    checkOpen();
    if (rows < 0) {
      throw SqlErrors.argument("a fetch size of " + rows);
    }
    fetchSize = rows;
  }

  @Override
  public void setFetchDirection(int direction) throws SQLException {
    checkOpen();
    if (direction != ResultSet.FETCH_FORWARD) {
      throw SqlErrors.unsupported("fetching other than forward");
    }
  }

  @Override
  public int getFetchDirection() {
    return ResultSet.FETCH_FORWARD;
  }

  @Override
  public int getMaxFieldSize() {
    return 0;
  }

  @Override
  public void setMaxFieldSize(int bytes) throws SQLException {
    if (bytes != 0) {
      throw SqlErrors.unsupported("cutting values off (setMaxFieldSize)");
    }
  }

  @Override
  public void setEscapeProcessing(boolean enable) throws SQLException {
    checkOpen();
  }

  @Override
  public void setCursorName(String name) throws SQLException {
    throw SqlErrors.unsupported("named cursors");
  }

  @Override
  public int getResultSetConcurrency() {
    return ResultSet.CONCUR_READ_ONLY;
  }

  @Override
  public int getResultSetType() {
    return ResultSet.TYPE_FORWARD_ONLY;
  }

  @Override
  public int getResultSetHoldability() {
    return ResultSet.HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public @Nullable SQLWarning getWarnings() throws SQLException {
    checkOpen();
    return null;
  }

  @Override
  public void clearWarnings() throws SQLException {
    checkOpen();
  }

  @Override
  public Connection getConnection() throws SQLException {
    checkOpen();
    return connection;
  }

  @Override
  public void setPoolable(boolean poolable) throws SQLException {
    checkOpen();
  }

  @Override
  public boolean isPoolable() {
    return false;
  }

  @Override
  public void closeOnCompletion() throws SQLException {
    checkOpen();
    closeOnCompletion = true;
  }

  @Override
  public boolean isCloseOnCompletion() {
    return closeOnCompletion;
  }

  // Generated keys: there are none; INSERT ... RETURNING gives what they would.

  static SQLException noKeys() {
    return SqlErrors.unsupported("generated keys (use INSERT ... RETURNING with executeQuery)");
  }

  @Override
  public ResultSet getGeneratedKeys() throws SQLException {
    throw noKeys();
  }

  private static void checkKeys(int keys) throws SQLException {
    if (keys != NO_GENERATED_KEYS) {
      throw noKeys();
    }
  }

  @Override
  public int executeUpdate(String sql, int keys) throws SQLException {
    checkKeys(keys);
    return executeUpdate(sql);
  }

  @Override
  public int executeUpdate(String sql, int[] columns) throws SQLException {
    throw noKeys();
  }

  @Override
  public int executeUpdate(String sql, String[] columns) throws SQLException {
    throw noKeys();
  }

  @Override
  public boolean execute(String sql, int keys) throws SQLException {
    checkKeys(keys);
    return execute(sql);
  }

  @Override
  public boolean execute(String sql, int[] columns) throws SQLException {
    throw noKeys();
  }

  @Override
  public boolean execute(String sql, String[] columns) throws SQLException {
    throw noKeys();
  }

  @Override
  public <T> T unwrap(Class<T> target) throws SQLException {
    if (target.isInstance(this)) {
      return target.cast(this);
    }
    throw SqlErrors.argument("a statement wraps no " + target.getName());
  }

  @Override
  public boolean isWrapperFor(Class<?> target) {
    return target.isInstance(this);
  }
}
