// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.jdbc;

import java.sql.Struct;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A STRUCT that was read, or that is to be bound. */
final class EiderStruct implements Struct {
  private final String typeName;
  private final String[] names;
  private final @Nullable Object[] attributes;

  EiderStruct(String typeName, String[] names, @Nullable Object[] attributes) {
    this.typeName = typeName;
    this.names = names;
    this.attributes = attributes;
  }

  @Override
  public String getSQLTypeName() {
    return typeName;
  }

  @Override
  public @Nullable Object[] getAttributes() {
    return attributes.clone();
  }

  @Override
  public @Nullable Object[] getAttributes(@Nullable Map<String, Class<?>> map) {
    return getAttributes();
  }

  /** The attributes by name, in order. */
  public Map<String, @Nullable Object> getMap() {
    Map<String, @Nullable Object> map = new LinkedHashMap<>();
    for (int i = 0; i < names.length; i++) {
      map.put(names[i], attributes[i]);
    }
    return map;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof EiderStruct that
        && typeName.equals(that.typeName)
        && Arrays.deepEquals(attributes, that.attributes);
  }

  @Override
  public int hashCode() {
    return Arrays.deepHashCode(attributes);
  }

  @Override
  public String toString() {
    return getMap().toString();
  }
}
