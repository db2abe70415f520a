// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.jdbc;

import dev.eider.PreparedQuery;
import java.sql.ParameterMetaData;
import java.sql.SQLException;
import java.sql.Types;

/** What is known of parameters: how many there are; their types are those of the values given. */
final class EiderParameterMetaData implements ParameterMetaData {
  private final PreparedQuery query;

  EiderParameterMetaData(PreparedQuery query) {
    this.query = query;
  }

  private void check(int parameter) throws SQLException {
    if (parameter < 1 || parameter > query.parameterCount()) {
      throw SqlErrors.argument(
          "parameter " + parameter + " was asked for, the statement has " + query.parameterCount());
    }
  }

  @Override
  public int getParameterCount() {
    return query.parameterCount();
  }

  @Override
  public int isNullable(int parameter) throws SQLException {
    check(parameter);
    return parameterNullableUnknown;
  }

  @Override
  public boolean isSigned(int parameter) throws SQLException {
    check(parameter);
    return true;
  }

  @Override
  public int getPrecision(int parameter) throws SQLException {
    check(parameter);
    return 0;
  }

  @Override
  public int getScale(int parameter) throws SQLException {
    check(parameter);
    return 0;
  }

  @Override
  public int getParameterType(int parameter) throws SQLException {
    check(parameter);
    return Types.OTHER;
  }

  @Override
  public String getParameterTypeName(int parameter) throws SQLException {
    check(parameter);
    return "UNKNOWN";
  }

  @Override
  public String getParameterClassName(int parameter) throws SQLException {
    check(parameter);
    return Object.class.getName();
  }

  @Override
  public int getParameterMode(int parameter) throws SQLException {
    check(parameter);
    return parameterModeIn;
  }

  @Override
  public <T> T unwrap(Class<T> target) throws SQLException {
    if (target.isInstance(this)) {
      return target.cast(this);
    }
    throw SqlErrors.argument("parameter metadata wraps no " + target.getName());
  }

  @Override
  public boolean isWrapperFor(Class<?> target) {
    return target.isInstance(this);
  }
}
