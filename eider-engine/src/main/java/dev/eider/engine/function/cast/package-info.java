// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Casts between types, the rules of implicit casts, and the text forms of values.
 *
 * <p>In: a pair of types. Out: a {@link dev.eider.engine.function.cast.CastKernel} that converts a
 * vector, or the cost of converting without being asked. Start at {@link
 * dev.eider.engine.function.cast.Casts}; {@link dev.eider.engine.function.cast.ValueCasts} and
 * {@link dev.eider.engine.function.cast.ValueText} do the same for single boxed values. Each family
 * of casts (numbers, decimals, text to values, values to text, times, nested types) is one file.
 *
 * <p>The binder, the evaluator and the faces depend on it; it depends on {@code base} only.
 */
@NullMarked
package dev.eider.engine.function.cast;

import org.jspecify.annotations.NullMarked;
