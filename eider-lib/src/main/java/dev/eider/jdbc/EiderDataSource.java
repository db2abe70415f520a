// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.jdbc;

import dev.eider.Database;
import dev.eider.base.error.EiderException;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Connections to one database that was opened with {@link Database#open}. Connections share its
 * tables; the owner closes the database. Safe for any number of threads.
 */
public final class EiderDataSource implements DataSource {
  private final Database database;
  private @Nullable PrintWriter logWriter;

  public EiderDataSource(Database database) {
    this.database = database;
  }

  @Override
  public Connection getConnection() throws SQLException {
    try {
      return new EiderConnection(EiderDriver.PREFIX, database, database.connect(), false);
    } catch (EiderException e) {
      throw SqlErrors.of(e);
    }
  }

  /** As {@link #getConnection()}: there are no users. */
  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return getConnection();
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return logWriter;
  }

  @Override
  public void setLogWriter(@Nullable PrintWriter writer) {
    logWriter = writer;
  }

  @Override
  public void setLoginTimeout(int seconds) {}

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() throws java.sql.SQLFeatureNotSupportedException {
    throw SqlErrors.unsupported("logging");
  }

  @Override
  public <T> T unwrap(Class<T> target) throws SQLException {
    if (target.isInstance(this)) {
      return target.cast(this);
    }
    if (target.isInstance(database)) {
      return target.cast(database);
    }
    throw SqlErrors.argument("a data source wraps no " + target.getName());
  }

  @Override
  public boolean isWrapperFor(Class<?> target) {
    return target.isInstance(this) || target.isInstance(database);
  }
}
