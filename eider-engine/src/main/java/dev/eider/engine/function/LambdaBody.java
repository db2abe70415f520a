// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;

/**
 * A lambda as a kernel runs it; made by the evaluator. A kernel that takes one implements {@link
 * LambdaKernel}.
 */
public interface LambdaBody {
  /** The type of the body. */
  LogicalType type();

  /**
   * Evaluates the body.
   *
   * @param parameters one vector a parameter
   * @param outerRows for each of the {@code count} rows the row of the enclosing chunk whose
   *     captured values apply
   * @return a vector of {@code count} rows, valid until the next call
   */
  Vector evaluate(FlatVector[] parameters, int[] outerRows, int count);

  /**
   * A kernel of a function with lambdas: told its bodies (in argument order) once, at the start.
   */
  interface LambdaKernel extends ScalarKernel {
    void bind(LambdaBody[] bodies);
  }
}
