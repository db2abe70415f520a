// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.scalar;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.type.LogicalType;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.BoundScalar.Stability;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.ScalarKernel;
import dev.eider.engine.function.ScalarKernel.NullHandling;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shorthands for families of functions. */
final class Kernels {
  private Kernels() {}

  /** A stateless function of fixed types that cannot fail. */
  static ScalarFunction safe(
      String name, List<LogicalType> parameters, LogicalType result, ScalarKernel kernel) {
    return ScalarFunction.of(name, parameters, result, false, () -> kernel);
  }

  /** A stateless function of fixed types that some values make fail. */
  static ScalarFunction failing(
      String name, List<LogicalType> parameters, LogicalType result, ScalarKernel kernel) {
    return ScalarFunction.of(name, parameters, result, true, () -> kernel);
  }

  /** The binding of a stateless consistent kernel. */
  static BoundScalar bound(
      String name,
      List<LogicalType> parameters,
      LogicalType result,
      NullHandling nulls,
      boolean canFail,
      ScalarKernel kernel) {
    return bound(name, parameters, result, nulls, canFail, kernel, null);
  }

  /** The binding of a stateless consistent kernel that {@code data} tells apart. */
  static BoundScalar bound(
      String name,
      List<LogicalType> parameters,
      LogicalType result,
      NullHandling nulls,
      boolean canFail,
      ScalarKernel kernel,
      @Nullable Object data) {
    return new BoundScalar(
        name, parameters, result, nulls, Stability.CONSISTENT, canFail, () -> kernel, data);
  }

  /** The error of an integer division by zero. */
  static EiderException divisionByZero(String expression) {
    return new EiderException(
        ErrorType.INVALID_INPUT,
        "Division by zero in expression ("
            + expression
            + "). Use TRY(...) to return NULL for this expression, or SET"
            + " error_on_division_by_zero=false to return NULL for all divisions by zero.");
  }
}
