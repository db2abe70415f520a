// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * The scalar functions, one family a file.
 *
 * <p>Each family is a final class with {@code static void register(FunctionRegistry)}; to add a
 * function, write its kernel in its family's file and register it there. {@code
 * scalar.ScalarFunctions} calls every family. A hot kernel dispatches once a chunk to a static loop
 * of {@code base.kernel}; the rest may loop over rows here.
 *
 * <p>In: a registry to fill. Out: overloads with their binding and kernels. Depends on {@code
 * engine.function}, {@code function.cast} and {@code base}.
 */
@NullMarked
package dev.eider.engine.function.scalar;

import org.jspecify.annotations.NullMarked;
