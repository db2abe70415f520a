// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.engine.function.builtin.BuiltinFunctions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The registry as a whole. */
class RegistryTest {
  private final FunctionRegistry registry = BuiltinFunctions.registry();

  /** Two equal signatures make every call of them ambiguous. */
  @Test
  void noSignatureTwice() {
    List<String> twice = new ArrayList<>();
    for (String name : registry.scalarNames()) {
      Set<Object> seen = new HashSet<>();
      for (ScalarFunction function : registry.scalars(name)) {
        if (!seen.add(List.of(function.parameters(), String.valueOf(function.varargs())))) {
          twice.add(name + function.parameters());
        }
      }
    }
    for (String name : registry.aggregateNames()) {
      Set<Object> seen = new HashSet<>();
      for (AggregateFunction function : registry.aggregates(name)) {
        if (!seen.add(List.of(function.parameters(), String.valueOf(function.varargs())))) {
          twice.add(name + function.parameters());
        }
      }
    }
    assertEquals(List.of(), twice);
  }

  @Test
  void everyFamilyIsThere() {
    for (String name : List.of("upper", "regexp_replace", "format", "strptime", "date_trunc")) {
      assertTrue(registry.scalarNames().contains(name), name);
    }
    for (String name : List.of("sum", "string_agg", "approx_quantile", "histogram", "corr")) {
      assertTrue(registry.aggregateNames().contains(name), name);
    }
  }
}
