// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * The optimizer: plans to better plans with the same rows.
 *
 * <p>In: a bound plan, which may hold subquery expressions and dependent joins. Out: a plan without
 * either, that lowering can run. Start at {@link dev.eider.engine.optimize.Optimizer}, which lists
 * the rules in order; each rule is one file named for what it does.
 *
 * <p>Invariant: a rule keeps the ids of the columns its plan puts out, in order.
 */
@NullMarked
package dev.eider.engine.optimize;

import org.jspecify.annotations.NullMarked;
