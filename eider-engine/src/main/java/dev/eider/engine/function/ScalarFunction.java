// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.function.BoundScalar.Stability;
import dev.eider.engine.function.ScalarKernel.NullHandling;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One overload of a scalar function as registered: parameter types ({@code ANY} accepts all; {@code
 * varargs} is the type of any number of further arguments, or null) and how a call is bound.
 */
public final class ScalarFunction {
  private final String name;
  private final List<LogicalType> parameters;
  private final @Nullable LogicalType varargs;
  private final LogicalType returnType;
  private final Binder binder;

  /** An overload whose binding needs a look at the arguments. */
  public ScalarFunction(
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

  /** A plain overload: fixed types, NULL in NULL out, always the same for the same arguments. */
  public static ScalarFunction of(
      String name,
      List<LogicalType> parameters,
      LogicalType returnType,
      boolean canFail,
      Supplier<ScalarKernel> kernels) {
    BoundScalar bound =
        new BoundScalar(
            name,
            parameters,
            returnType,
            NullHandling.PROPAGATE,
            Stability.CONSISTENT,
            canFail,
            kernels,
            null);
    return new ScalarFunction(name, parameters, null, returnType, (arguments, context) -> bound);
  }

  public String name() {
    return name;
  }

  public List<LogicalType> parameters() {
    return parameters;
  }

  /** The type of further arguments, or null when there are none. */
  public @Nullable LogicalType varargs() {
    return varargs;
  }

  /** The type for catalogs; {@code ANY} when it depends on the arguments. */
  public LogicalType returnType() {
    return returnType;
  }

  /** Binds a call whose arguments (not cast yet) were found to fit this overload. */
  public BoundScalar bind(List<Argument> arguments, BindScope context) {
    return binder.bind(arguments, context);
  }

  /** Looks at the arguments and makes the binding. */
  @FunctionalInterface
  public interface Binder {
    BoundScalar bind(List<Argument> arguments, BindScope context);
  }

  /** What a binding may ask. */
  public interface BindScope {
    /** A setting's value, or null. */
    @Nullable Value setting(String name);

    /**
     * The type that a text names.
     *
     * @throws dev.eider.base.error.EiderException when there is none
     */
    default LogicalType type(String text) {
      throw dev.eider.base.error.EiderException.internal("types are not known here: " + text);
    }
  }
}
