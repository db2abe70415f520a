// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.session.PreparedStatement;
import dev.eider.engine.session.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A statement that runs again and again with other values. Belongs to its connection's thread. */
public final class PreparedQuery implements AutoCloseable {
  private final Connection connection;
  private final Session session;
  private final PreparedStatement statement;

  PreparedQuery(Connection connection, Session session, PreparedStatement statement) {
    this.connection = connection;
    this.session = session;
    this.statement = statement;
  }

  /** How many parameters there are. */
  public int parameterCount() {
    return statement.parameterCount();
  }

  /** The parameters' names, {@code 1}, {@code 2}, ... for those without one. */
  public List<String> parameterNames() {
    return new ArrayList<>(statement.parameterTypes().keySet());
  }

  /** The columns of its result; empty when there are none or they depend on the parameters. */
  public List<String> columnNames() {
    return statement.names();
  }

  /** The types of {@link #columnNames()}. */
  public List<LogicalType> columnTypes() {
    return statement.types();
  }

  /** Runs it with values for the parameters in order, see {@link JavaValues}. */
  public Result query(@Nullable Object... parameters) {
    return query(Connection.values(parameters));
  }

  /** Runs it with values for the parameters in order. */
  public Result query(List<Value> parameters) {
    List<String> names = parameterNames();
    Map<String, Value> named = PreparedStatement.positional(parameters);
    if (!named.keySet().containsAll(names) && names.size() == parameters.size()) {
      // Named parameters take the values in the order of their first use.
      named.clear();
      for (int i = 0; i < names.size(); i++) {
        named.put(names.get(i), parameters.get(i));
      }
    }
    return query(named);
  }

  /** Runs it with values by parameter name. */
  public Result query(Map<String, Value> parameters) {
    connection.session();
    return new Result(connection, session.execute(statement, parameters));
  }

  /** Nothing is held that must be given back; here for symmetry with what holds something. */
  @Override
  public void close() {}
}
