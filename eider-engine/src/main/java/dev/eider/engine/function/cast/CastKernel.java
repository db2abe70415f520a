// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.cast;

import dev.eider.base.vector.FlatVector;

/** Converts the values of a vector to another type. Stateless: one instance serves all threads. */
@FunctionalInterface
public interface CastKernel {
  /**
   * Converts rows {@code [0, count)}.
   *
   * @param source the values; a NULL row's value is garbage and must not fail
   * @param result reset vector of the target type with room for {@code count} rows; the NULLs of
   *     the source are NULL in it already
   * @param context what to do about a value that does not convert: {@link CastContext#nullInstead}
   */
  void cast(FlatVector source, int count, FlatVector result, CastContext context);
}
