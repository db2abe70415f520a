// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * All functions in one registry.
 *
 * <p>In: the families of {@code function.scalar} and {@code function.aggregate}. Out: {@link
 * dev.eider.engine.function.builtin.BuiltinFunctions#registry()}, made once and read by every
 * session. A package of its own, above the families, so that the packages stay free of cycles.
 */
@NullMarked
package dev.eider.engine.function.builtin;

import org.jspecify.annotations.NullMarked;
