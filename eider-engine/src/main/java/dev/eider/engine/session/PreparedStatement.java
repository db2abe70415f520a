// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.bind.BoundStatement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A statement that can be run again with other values. It is bound anew for each run, so that it
 * follows changes of the catalog and takes values of any type.
 *
 * @param parameterTypes the parameters by name in order of first use; ANY where the type is open
 * @param names the columns of its result; empty when they depend on the parameters
 * @param kind what its result is
 */
public record PreparedStatement(
    ParsedStatement statement,
    Map<String, LogicalType> parameterTypes,
    List<String> names,
    List<LogicalType> types,
    BoundStatement.Kind kind) {
  public PreparedStatement {
    parameterTypes = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(parameterTypes));
    names = List.copyOf(names);
    types = List.copyOf(types);
  }

  /** How many parameters there are. */
  public int parameterCount() {
    return parameterTypes.size();
  }

  /** Values for the parameters {@code 1, 2, ...} in order. */
  public static Map<String, Value> positional(List<Value> values) {
    Map<String, Value> named = new LinkedHashMap<>();
    for (int i = 0; i < values.size(); i++) {
      named.put(Integer.toString(i + 1), values.get(i));
    }
    return named;
  }
}
