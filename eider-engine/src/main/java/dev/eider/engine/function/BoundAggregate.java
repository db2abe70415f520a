// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function;

import dev.eider.base.type.LogicalType;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An aggregate function chosen for given argument types. Equal by name, types and data. */
public final class BoundAggregate {
  private final String name;
  private final List<LogicalType> parameters;
  private final LogicalType returnType;
  private final boolean orderSensitive;
  private final boolean distinctSensitive;
  private final Supplier<AggregateState> states;
  private final @Nullable Object data;
  private final @Nullable StateLayout layout;

  /** A function whose states cannot be exported. */
  public BoundAggregate(
      String name,
      List<LogicalType> parameters,
      LogicalType returnType,
      boolean orderSensitive,
      boolean distinctSensitive,
      Supplier<AggregateState> states,
      @Nullable Object data) {
    this(name, parameters, returnType, orderSensitive, distinctSensitive, states, data, null);
  }

  private BoundAggregate(
      String name,
      List<LogicalType> parameters,
      LogicalType returnType,
      boolean orderSensitive,
      boolean distinctSensitive,
      Supplier<AggregateState> states,
      @Nullable Object data,
      @Nullable StateLayout layout) {
    this.name = name;
    this.parameters = List.copyOf(parameters);
    this.returnType = returnType;
    this.orderSensitive = orderSensitive;
    this.distinctSensitive = distinctSensitive;
    this.states = states;
    this.data = data;
    this.layout = layout;
  }

  /** The same function, whose states can be exported in the given layout. */
  public BoundAggregate withLayout(StateLayout exported) {
    return new BoundAggregate(
        name, parameters, returnType, orderSensitive, distinctSensitive, states, data, exported);
  }

  /** The same function for a call whose ORDER BY is to be kept. */
  public BoundAggregate inOrder() {
    return new BoundAggregate(
        name, parameters, returnType, true, distinctSensitive, states, data, layout);
  }

  /** How states are exported, or null when they cannot be. */
  public @Nullable StateLayout layout() {
    return layout;
  }

  public String name() {
    return name;
  }

  /** The exact types of the arguments that reach the state. */
  public List<LogicalType> parameters() {
    return parameters;
  }

  public LogicalType returnType() {
    return returnType;
  }

  /** Whether the order of rows matters ({@code list}, {@code first}, {@code string_agg}). */
  public boolean orderSensitive() {
    return orderSensitive;
  }

  /** Whether duplicates matter; DISTINCT is dropped when not ({@code min}, {@code max}). */
  public boolean distinctSensitive() {
    return distinctSensitive;
  }

  /** An empty state. */
  public AggregateState newState() {
    return states.get();
  }

  public @Nullable Object data() {
    return data;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof BoundAggregate that
        && name.equals(that.name)
        && parameters.equals(that.parameters)
        && returnType.equals(that.returnType)
        && (data == null ? that.data == null : data.equals(that.data));
  }

  @Override
  public int hashCode() {
    return name.hashCode() * 31 + parameters.hashCode();
  }
}
