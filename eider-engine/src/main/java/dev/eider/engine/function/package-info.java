// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Functions: what there is by name, how a call is resolved, and the loops that run it.
 *
 * <p>In: a name and argument types, from the binder. Out: a {@link
 * dev.eider.engine.function.BoundScalar} or {@link dev.eider.engine.function.BoundAggregate} that
 * {@code eval} and the aggregation operators run. Start at {@link
 * dev.eider.engine.function.FunctionRegistry}; each family of functions is one file of a
 * sub-package ({@code scalar}, {@code aggregate}) that registers itself there. Casts live in {@code
 * cast}.
 *
 * <p>Depends on {@code base}; knows no plan, no operator and no session.
 */
@NullMarked
package dev.eider.engine.function;

import org.jspecify.annotations.NullMarked;
