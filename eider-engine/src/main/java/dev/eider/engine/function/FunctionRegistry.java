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
import java.util.function.Consumer;

/**
 * All built-in scalar and aggregate functions by lower-case name. Each kind is filled when the
 * first of it is looked for, because a fresh process has better things to do; then only read, by
 * any thread. To add a function: write it in its family's file and register it there.
 */
public final class FunctionRegistry {
  private final Map<String, List<ScalarFunction>> scalars = new HashMap<>();
  private final Map<String, List<AggregateFunction>> aggregates = new HashMap<>();
  private final Consumer<FunctionRegistry> scalarFamilies;
  private final Consumer<FunctionRegistry> aggregateFamilies;

  // Under the monitor until it is true; reading true publishes the map.
  private volatile boolean scalarsReady;
  private volatile boolean aggregatesReady;
  private boolean fillingScalars;
  private boolean fillingAggregates;

  /** An empty registry, for {@code add} to fill. */
  public FunctionRegistry() {
    this(registry -> {}, registry -> {});
  }

  /** A registry that is filled when it is asked; each argument adds the functions of one kind. */
  public FunctionRegistry(
      Consumer<FunctionRegistry> scalarFamilies, Consumer<FunctionRegistry> aggregateFamilies) {
    this.scalarFamilies = scalarFamilies;
    this.aggregateFamilies = aggregateFamilies;
  }

  private Map<String, List<ScalarFunction>> scalars() {
    if (!scalarsReady) {
      synchronized (this) {
        // Families look up what they give another name.
        if (!scalarsReady && !fillingScalars) {
          fillingScalars = true;
          scalarFamilies.accept(this);
          fillingScalars = false;
          scalarsReady = true;
        }
      }
    }
    return scalars;
  }

  private Map<String, List<AggregateFunction>> aggregates() {
    if (!aggregatesReady) {
      synchronized (this) {
        if (!aggregatesReady && !fillingAggregates) {
          fillingAggregates = true;
          aggregateFamilies.accept(this);
          fillingAggregates = false;
          aggregatesReady = true;
        }
      }
    }
    return aggregates;
  }

  /** Adds an overload; one of the same parameters must not be there. */
  public void add(ScalarFunction function) {
    List<ScalarFunction> overloads =
        scalars.computeIfAbsent(key(function.name()), k -> new ArrayList<>());
    assert overloads.stream()
            .noneMatch(other ->
                other.parameters().equals(function.parameters())
                    && Objects.equals(other.varargs(), function.varargs()))
        : "registered twice: " + function.name() + function.parameters();
    overloads.add(function);
  }

  /** Adds an overload; one of the same parameters must not be there. */
  public void add(AggregateFunction function) {
    List<AggregateFunction> overloads =
        aggregates.computeIfAbsent(key(function.name()), k -> new ArrayList<>());
    assert overloads.stream()
            .noneMatch(other ->
                other.parameters().equals(function.parameters())
                    && Objects.equals(other.varargs(), function.varargs()))
        : "registered twice: " + function.name() + function.parameters();
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
    return scalars().getOrDefault(key(name), List.of());
  }

  /** The overloads of an aggregate function, empty when there is none. */
  public List<AggregateFunction> aggregates(String name) {
    return aggregates().getOrDefault(key(name), List.of());
  }

  /** All names in order, for catalogs and suggestions. */
  public Set<String> scalarNames() {
    return new TreeSet<>(scalars().keySet());
  }

  /** All names in order. */
  public Set<String> aggregateNames() {
    return new TreeSet<>(aggregates().keySet());
  }

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
