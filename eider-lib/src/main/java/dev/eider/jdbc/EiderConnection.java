// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.jdbc;

import dev.eider.Database;
import dev.eider.base.error.EiderException;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Struct;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A connection. Used by one thread at a time; cancel, abort and close may come from others. */
final class EiderConnection implements Connection {
  private final String url;
  private final Database database;
  private final dev.eider.Connection engine;
  private final boolean ownsDatabase;
  private boolean readOnly;
  private @Nullable SQLWarning warnings;

  EiderConnection(
      String url, Database database, dev.eider.Connection engine, boolean ownsDatabase) {
    this.url = url;
    this.database = database;
    this.engine = engine;
    this.ownsDatabase = ownsDatabase;
  }

  dev.eider.Connection engine() {
    return engine;
  }

  String url() {
    return url;
  }

  void checkOpen() throws SQLException {
    if (engine.isClosed()) {
      throw SqlErrors.closed("the connection");
    }
  }

  @Override
  public Statement createStatement() throws SQLException {
    checkOpen();
    return new EiderStatement(this);
  }

  @Override
  public Statement createStatement(int type, int concurrency) throws SQLException {
    return createStatement(type, concurrency, ResultSet.HOLD_CURSORS_OVER_COMMIT);
  }

  @Override
  public Statement createStatement(int type, int concurrency, int holdability) throws SQLException {
    checkKind(type, concurrency);
    return createStatement();
  }

  private static void checkKind(int type, int concurrency) throws SQLException {
    if (type != ResultSet.TYPE_FORWARD_ONLY) {
      throw SqlErrors.unsupported("a scrollable result set");
    }
    if (concurrency != ResultSet.CONCUR_READ_ONLY) {
      throw SqlErrors.unsupported("an updatable result set");
    }
  }

  @Override
  public PreparedStatement prepareStatement(String sql) throws SQLException {
    checkOpen();
    try {
      return new EiderPreparedStatement(this, engine.prepare(sql));
    } catch (EiderException e) {
      throw SqlErrors.of(e);
    }
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int type, int concurrency)
      throws SQLException {
    checkKind(type, concurrency);
    return prepareStatement(sql);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int type, int concurrency, int holdability)
      throws SQLException {
    return prepareStatement(sql, type, concurrency);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int keys) throws SQLException {
    if (keys != Statement.NO_GENERATED_KEYS) {
      throw EiderStatement.noKeys();
    }
    return prepareStatement(sql);
  }

  @Override
  public PreparedStatement prepareStatement(String sql, int[] columns) throws SQLException {
    throw EiderStatement.noKeys();
  }

  @Override
  public PreparedStatement prepareStatement(String sql, String[] columns) throws SQLException {
    throw EiderStatement.noKeys();
  }

  @Override
  public CallableStatement prepareCall(String sql) throws SQLException {
    throw SqlErrors.unsupported("CallableStatement: there are no stored procedures");
  }

  @Override
  public CallableStatement prepareCall(String sql, int type, int concurrency) throws SQLException {
    return prepareCall(sql);
  }

  @Override
  public CallableStatement prepareCall(String sql, int type, int concurrency, int holdability)
      throws SQLException {
    return prepareCall(sql);
  }

  @Override
  public String nativeSQL(String sql) throws SQLException {
    checkOpen();
    return sql;
  }

  // Transactions.

  @Override
  public void setAutoCommit(boolean on) throws SQLException {
    checkOpen();
    try {
      engine.setAutoCommit(on);
    } catch (EiderException e) {
      throw SqlErrors.of(e);
    }
  }

  @Override
  public boolean getAutoCommit() throws SQLException {
    checkOpen();
    return engine.isAutoCommit();
  }

  @Override
  public void commit() throws SQLException {
    end("commit");
  }

  @Override
  public void rollback() throws SQLException {
    end("rollback");
  }

  private void end(String how) throws SQLException {
    checkOpen();
    if (engine.isAutoCommit()) {
      throw new SQLException(how + " in auto-commit mode", "25000");
    }
    if (engine.isInTransaction()) {
      try {
        engine.execute(how);
      } catch (EiderException e) {
        throw SqlErrors.of(e);
      }
    }
  }

  @Override
  public void setTransactionIsolation(int level) throws SQLException {
    checkOpen();
    if (level == TRANSACTION_NONE || level == TRANSACTION_SERIALIZABLE) {
      throw SqlErrors.unsupported("an isolation level other than repeatable read (snapshots)");
    }
  }

  @Override
  public int getTransactionIsolation() {
    return TRANSACTION_REPEATABLE_READ;
  }

  @Override
  public Savepoint setSavepoint() throws SQLException {
    throw SqlErrors.unsupported("a savepoint");
  }

  @Override
  public Savepoint setSavepoint(String name) throws SQLException {
    return setSavepoint();
  }

  @Override
  public void rollback(Savepoint savepoint) throws SQLException {
    throw SqlErrors.unsupported("a savepoint");
  }

  @Override
  public void releaseSavepoint(Savepoint savepoint) throws SQLException {
    throw SqlErrors.unsupported("a savepoint");
  }

  // The end.

  @Override
  public void close() {
    engine.close();
    if (ownsDatabase) {
      database.close();
    }
  }

  @Override
  public boolean isClosed() {
    return engine.isClosed();
  }

  @Override
  public void abort(@Nullable Executor executor) throws SQLException {
    if (executor == null) {
      throw SqlErrors.argument("abort needs an executor");
    }
    engine.interrupt();
    executor.execute(this::close);
  }

  @Override
  public boolean isValid(int timeoutSeconds) throws SQLException {
    if (timeoutSeconds < 0) {
      throw SqlErrors.argument("a timeout of " + timeoutSeconds + " s");
    }
    return !isClosed();
  }

  // Options.

  @Override
  public DatabaseMetaData getMetaData() throws SQLException {
    checkOpen();
    return new EiderDatabaseMetaData(this);
  }

  @Override
  public void setReadOnly(boolean only) throws SQLException {
    checkOpen();
    readOnly = only;
  }

  @Override
  public boolean isReadOnly() {
    return readOnly;
  }

  private void use(String name) throws SQLException {
    checkOpen();
    try {
      engine.execute("USE " + dev.eider.Sql.quoteName(name));
    } catch (EiderException e) {
      throw SqlErrors.of(e);
    }
  }

  @Override
  public void setCatalog(@Nullable String catalog) throws SQLException {
    if (catalog != null && !catalog.equals(getCatalog())) {
      use(catalog);
    }
  }

  @Override
  public String getCatalog() throws SQLException {
    checkOpen();
    return engine.currentDatabase();
  }

  @Override
  public void setSchema(@Nullable String schema) throws SQLException {
    if (schema != null && !schema.equals(getSchema())) {
      use(schema);
    }
  }

  @Override
  public String getSchema() throws SQLException {
    checkOpen();
    return engine.currentSchema();
  }

  @Override
  public @Nullable SQLWarning getWarnings() throws SQLException {
    checkOpen();
    return warnings;
  }

  @Override
  public void clearWarnings() throws SQLException {
    checkOpen();
    warnings = null;
  }

  @Override
  public Map<String, Class<?>> getTypeMap() {
    return Map.of();
  }

  @Override
  public void setTypeMap(@Nullable Map<String, Class<?>> map) throws SQLException {
    if (map != null && !map.isEmpty()) {
      throw SqlErrors.unsupported("a map of types");
    }
  }

  @Override
  public void setHoldability(int holdability) throws SQLException {
    checkOpen();
  }

  @Override
  public int getHoldability() {
    return ResultSet.HOLD_CURSORS_OVER_COMMIT;
  }

  @Override
  public void setClientInfo(String name, @Nullable String value) throws SQLClientInfoException {}

  @Override
  public void setClientInfo(@Nullable Properties properties) throws SQLClientInfoException {}

  @Override
  public @Nullable String getClientInfo(String name) {
    return null;
  }

  @Override
  public Properties getClientInfo() {
    return new Properties();
  }

  @Override
  public void setNetworkTimeout(@Nullable Executor executor, int milliseconds) throws SQLException {
    checkOpen();
  }

  @Override
  public int getNetworkTimeout() {
    return 0;
  }

  // Objects to bind.

  @Override
  public Array createArrayOf(String typeName, @Nullable Object[] elements) throws SQLException {
    checkOpen();
    return new EiderArray(typeName, java.sql.Types.OTHER, elements.clone());
  }

  /** A struct whose type name is {@code STRUCT(name TYPE, ...)}, or a tuple for any other name. */
  @Override
  public Struct createStruct(String typeName, @Nullable Object[] attributes) throws SQLException {
    checkOpen();
    return new EiderStruct(
        typeName, StructNames.parse(typeName, attributes.length), attributes.clone());
  }

  @Override
  public Blob createBlob() throws SQLException {
    checkOpen();
    return new EiderBlob(new byte[0]);
  }

  @Override
  public Clob createClob() throws SQLException {
    throw SqlErrors.unsupported("Clob (use setString or setCharacterStream)");
  }

  @Override
  public NClob createNClob() throws SQLException {
    throw SqlErrors.unsupported("NClob (use setString or setCharacterStream)");
  }

  @Override
  public SQLXML createSQLXML() throws SQLException {
    throw SqlErrors.unsupported("SQLXML");
  }

  @Override
  public <T> T unwrap(Class<T> target) throws SQLException {
    if (target.isInstance(this)) {
      return target.cast(this);
    }
    if (target.isInstance(engine)) {
      return target.cast(engine);
    }
    if (target.isInstance(database)) {
      return target.cast(database);
    }
    throw SqlErrors.argument("a connection wraps no " + target.getName());
  }

  @Override
  public boolean isWrapperFor(Class<?> target) {
    return target.isInstance(this) || target.isInstance(engine) || target.isInstance(database);
  }
}
