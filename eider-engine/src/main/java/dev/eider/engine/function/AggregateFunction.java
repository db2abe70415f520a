// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function;

import dev.eider.base.type.LogicalType;
import dev.eider.engine.function.ScalarFunction.BindScope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One overload of an aggregate function as registered. */
public final class AggregateFunction {
  private final String name;
  private final List<LogicalType> parameters;
  private final @Nullable LogicalType varargs;
  private final LogicalType returnType;
  private final Binder binder;

  public AggregateFunction(
      String name,
      List<LogicalType> parameters,
      @Nullable LogicalType varargs,
      LogicalType returnType,
      Binder binder) {
    this.name = name;
    this.parameters = List.copyOf(parameters);
    this.varargs = varargs;
    this.returnType = returnType;
    this.binder = binder;
  }

  public String name() {
    return name;
  }

  public List<LogicalType> parameters() {
    return parameters;
  }

  public @Nullable LogicalType varargs() {
    return varargs;
  }

  /** The type for catalogs; {@code ANY} when it depends on the arguments. */
  public LogicalType returnType() {
    return returnType;
  }

  /** Binds a call. */
  public Binding bind(List<Argument> arguments, BindScope context) {
    return binder.bind(arguments, context);
  }

  /** Makes the binding; may fold constant arguments (a quantile's fraction) into it. */
  @FunctionalInterface
  public interface Binder {
    Binding bind(List<Argument> arguments, BindScope context);
  }

  /**
   * The binding and the positions of the arguments that reach the state (a constant that was folded
   * into the binding is left out). The binder casts them to {@code function.parameters()}.
   */
  public record Binding(BoundAggregate function, List<Integer> arguments) {
    public Binding {
      arguments = List.copyOf(arguments);
    }
  }
}
