// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function;

import dev.eider.base.type.LogicalType;
import dev.eider.engine.function.ScalarKernel.NullHandling;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A scalar function chosen for given argument types. Two are equal when name, types and {@code
 * data} are: {@code data} must therefore hold whatever else the kernel depends on (a compiled
 * pattern's text, a field's name).
 */
public final class BoundScalar {
  private final String name;
  private final List<LogicalType> parameters;
  private final LogicalType returnType;
  private final NullHandling nulls;
  private final Stability stability;
  private final boolean canFail;
  private final Supplier<ScalarKernel> kernels;
  private final @Nullable Object data;

  public BoundScalar(
      String name,
      List<LogicalType> parameters,
      LogicalType returnType,
      NullHandling nulls,
      Stability stability,
      boolean canFail,
      Supplier<ScalarKernel> kernels,
      @Nullable Object data) {
    this.name = name;
    this.parameters = List.copyOf(parameters);
    this.returnType = returnType;
    this.nulls = nulls;
    this.stability = stability;
    this.canFail = canFail;
    this.kernels = kernels;
    this.data = data;
  }

  public String name() {
    return name;
  }

  /** The exact type of each argument (varargs expanded); the binder casts to these. */
  public List<LogicalType> parameters() {
    return parameters;
  }

  public LogicalType returnType() {
    return returnType;
  }

  public NullHandling nulls() {
    return nulls;
  }

  public Stability stability() {
    return stability;
  }

  /**
   * Whether some input makes it throw; such calls are not moved before a filter that guards them.
   */
  public boolean canFail() {
    return canFail;
  }

  /** A kernel for one worker. */
  public ScalarKernel newKernel() {
    return kernels.get();
  }

  /** What distinguishes this binding beyond name and types, or null. */
  public @Nullable Object data() {
    return data;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof BoundScalar that
        && name.equals(that.name)
        && parameters.equals(that.parameters)
        && returnType.equals(that.returnType)
        && (data == null ? that.data == null : data.equals(that.data));
  }

  @Override
  public int hashCode() {
    return name.hashCode() * 31 + parameters.hashCode();
  }

  /** How long a result stays the same for the same arguments. */
  public enum Stability {
    /** Always. */
    CONSISTENT,
    /** Within one statement ({@code now()}). */
    CONSISTENT_WITHIN_QUERY,
    /** Not even for two rows ({@code random()}). */
    VOLATILE
  }
}
