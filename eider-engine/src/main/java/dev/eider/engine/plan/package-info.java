// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Logical plans: what a query computes, as immutable operator records over bound expressions.
 *
 * <p>In: the binder makes a plan, the optimizer rewrites it. Out: lowering turns it into pipelines.
 * Start at {@link dev.eider.engine.plan.LogicalOperator}.
 *
 * <p>Invariants: every column an operator puts out has an id that is unique in the query (an
 * operator that passes a column on keeps its id); an expression of an operator refers only to ids
 * its inputs put out, or, inside a dependent join's right side, to ids of the left side.
 */
@NullMarked
package dev.eider.engine.plan;

import org.jspecify.annotations.NullMarked;
