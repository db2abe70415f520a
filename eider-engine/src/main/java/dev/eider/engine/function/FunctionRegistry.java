// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * All built-in scalar and aggregate functions by lower-case name. Filled once, then read by any
 * thread. To add a function: write it in its family's file and register it there.
 */
public final class FunctionRegistry {
  private final Map<String, List<ScalarFunction>> scalars = new HashMap<>();
  private final Map<String, List<AggregateFunction>> aggregates = new HashMap<>();

  /** Adds an overload; one of the same parameters must not be there. */
  public void add(ScalarFunction function) {
    List<ScalarFunction> overloads =
        scalars.computeIfAbsent(key(function.name()), k -> new ArrayList<>());
    for (ScalarFunction other : overloads) {
      if (other.parameters().equals(function.parameters())
          && Objects.equals(other.varargs(), function.varargs())) {
        throw new IllegalStateException(
            "registered twice: " + function.name() + function.parameters());
      }
    }
    overloads.add(function);
  }

  /** Adds an overload; one of the same parameters must not be there. */
  public void add(AggregateFunction function) {
    List<AggregateFunction> overloads =
        aggregates.computeIfAbsent(key(function.name()), k -> new ArrayList<>());
    for (AggregateFunction other : overloads) {
      if (other.parameters().equals(function.parameters())
          && Objects.equals(other.varargs(), function.varargs())) {
        throw new IllegalStateException(
            "registered twice: " + function.name() + function.parameters());
      }
    }
    overloads.add(function);
  }

  /** Makes {@code alias} another name of a registered scalar function. */
  public void alias(String alias, String name) {
    scalars.computeIfAbsent(key(alias), k -> new ArrayList<>()).addAll(scalars(name));
  }

  /** Makes {@code alias} another name of a registered aggregate function. */
  public void aggregateAlias(String alias, String name) {
    aggregates.computeIfAbsent(key(alias), k -> new ArrayList<>()).addAll(aggregates(name));
  }

  /** The overloads of a scalar function, empty when there is none. */
  public List<ScalarFunction> scalars(String name) {
    return scalars.getOrDefault(key(name), List.of());
  }

  /** The overloads of an aggregate function, empty when there is none. */
  public List<AggregateFunction> aggregates(String name) {
    return aggregates.getOrDefault(key(name), List.of());
  }

  /** All names in order, for catalogs and suggestions. */
  public Set<String> scalarNames() {
    return new TreeSet<>(scalars.keySet());
  }

  /** All names in order. */
  public Set<String> aggregateNames() {
    return new TreeSet<>(aggregates.keySet());
  }

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
