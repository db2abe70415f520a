// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.jdbc;

import dev.eider.base.type.LogicalType;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;

/** Names and types of the columns of a result. Immutable. */
final class EiderResultSetMetaData implements ResultSetMetaData {
  private final List<String> names;
  private final List<LogicalType> types;

  EiderResultSetMetaData(List<String> names, List<LogicalType> types) {
    this.names = names;
    this.types = types;
  }

  private LogicalType type(int column) throws SQLException {
    if (column < 1 || column > types.size()) {
      throw SqlErrors.argument(
          "column " + column + " was asked for, the result has columns 1 to " + types.size());
    }
    return types.get(column - 1);
  }

  @Override
  public int getColumnCount() {
    return types.size();
  }

  @Override
  public boolean isAutoIncrement(int column) {
    return false;
  }

  @Override
  public boolean isCaseSensitive(int column) throws SQLException {
    return !type(column).isNumeric();
  }

  @Override
  public boolean isSearchable(int column) {
    return true;
  }

  @Override
  public boolean isCurrency(int column) {
    return false;
  }

  @Override
  public int isNullable(int column) {
    return columnNullableUnknown;
  }

  @Override
  public boolean isSigned(int column) throws SQLException {
    return TypeMapping.isSigned(type(column));
  }

  @Override
  public int getColumnDisplaySize(int column) throws SQLException {
    return TypeMapping.displaySize(type(column));
  }

  @Override
  public String getColumnLabel(int column) throws SQLException {
    return getColumnName(column);
  }

  @Override
  public String getColumnName(int column) throws SQLException {
    type(column);
    return names.get(column - 1);
  }

  @Override
  public String getSchemaName(int column) {
    return "";
  }

  @Override
  public int getPrecision(int column) throws SQLException {
    return TypeMapping.precision(type(column));
  }

  @Override
  public int getScale(int column) throws SQLException {
    return TypeMapping.scale(type(column));
  }

  @Override
  public String getTableName(int column) {
    return "";
  }

  @Override
  public String getCatalogName(int column) {
    return "";
  }

  @Override
  public int getColumnType(int column) throws SQLException {
    return TypeMapping.jdbcType(type(column));
  }

  @Override
  public String getColumnTypeName(int column) throws SQLException {
    return TypeMapping.typeName(type(column));
  }

  @Override
  public boolean isReadOnly(int column) {
    return true;
  }

  @Override
  public boolean isWritable(int column) {
    return false;
  }

  @Override
  public boolean isDefinitelyWritable(int column) {
    return false;
  }

  @Override
  public String getColumnClassName(int column) throws SQLException {
    return TypeMapping.javaClass(type(column)).getName();
  }

  @Override
  public <T> T unwrap(Class<T> target) throws SQLException {
    if (target.isInstance(this)) {
      return target.cast(this);
    }
    throw SqlErrors.argument("result set metadata wraps no " + target.getName());
  }

  @Override
  public boolean isWrapperFor(Class<?> target) {
    return target.isInstance(this);
  }
}
