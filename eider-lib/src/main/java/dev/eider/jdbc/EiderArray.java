// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.jdbc;

import dev.eider.base.type.LogicalType;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A LIST or ARRAY that was read, or that is to be bound. Holds its elements. */
final class EiderArray implements Array {
  private final String elementTypeName;
  private final int elementType;
  private final @Nullable Object[] elements;

  EiderArray(String elementTypeName, int elementType, @Nullable Object[] elements) {
    this.elementTypeName = elementTypeName;
    this.elementType = elementType;
    this.elements = elements;
  }

  static EiderArray of(LogicalType element, List<?> items) {
    @Nullable Object[] objects = new Object[items.size()];
    for (int i = 0; i < objects.length; i++) {
      objects[i] = JdbcValues.wrap(element, items.get(i));
    }
    return new EiderArray(TypeMapping.typeName(element), TypeMapping.jdbcType(element), objects);
  }

  @Override
  public String getBaseTypeName() {
    return elementTypeName;
  }

  @Override
  public int getBaseType() {
    return elementType;
  }

  @Override
  public Object getArray() {
    return elements.clone();
  }

  @Override
  public Object getArray(@Nullable Map<String, Class<?>> map) {
    return getArray();
  }

  @Override
  public Object getArray(long index, int count) throws SQLException {
    if (index < 1 || count < 0 || index - 1 + count > elements.length) {
      throw SqlErrors.argument(
          "elements "
              + index
              + " to "
              + (index + count - 1)
              + " of an array of "
              + elements.length
              + " were asked for");
    }
    return Arrays.copyOfRange(elements, (int) index - 1, (int) index - 1 + count);
  }

  @Override
  public Object getArray(long index, int count, @Nullable Map<String, Class<?>> map)
      throws SQLException {
    return getArray(index, count);
  }

  @Override
  public ResultSet getResultSet() throws SQLException {
    throw SqlErrors.unsupported("an array as a result set (use getArray)");
  }

  @Override
  public ResultSet getResultSet(@Nullable Map<String, Class<?>> map) throws SQLException {
    return getResultSet();
  }

  @Override
  public ResultSet getResultSet(long index, int count) throws SQLException {
    return getResultSet();
  }

  @Override
  public ResultSet getResultSet(long index, int count, @Nullable Map<String, Class<?>> map)
      throws SQLException {
    return getResultSet();
  }

  @Override
  public void free() {}

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof EiderArray that && Arrays.deepEquals(elements, that.elements);
  }

  @Override
  public int hashCode() {
    return Arrays.deepHashCode(elements);
  }

  @Override
  public String toString() {
    return Arrays.deepToString(elements);
  }
}
