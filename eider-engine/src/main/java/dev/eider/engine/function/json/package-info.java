// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Functions over JSON values: looking into them, making them, changing them, and turning them into
 * values of other types.
 *
 * <p>In: calls over JSON or text. Out: kernels that read each document with {@code base.json} and
 * write vectors. Start at {@link dev.eider.engine.function.json.JsonFunctions}. Functions that only
 * look keep no objects for a document; those that change one ({@link
 * dev.eider.engine.function.json.JsonTree}) build a tree of it.
 *
 * <p>Depends on {@code base} and on {@code function} and {@code function.cast}.
 */
@NullMarked
package dev.eider.engine.function.json;

import org.jspecify.annotations.NullMarked;
