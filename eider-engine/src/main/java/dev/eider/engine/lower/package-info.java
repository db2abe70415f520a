// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Lowering: from a logical plan to the pipelines that run it.
 *
 * <p>In: an optimized {@link dev.eider.engine.plan.LogicalOperator} without parameters, subqueries
 * or dependent joins. Out: a {@link dev.eider.engine.execute.PhysicalPlan} for one execution. Start
 * at {@link dev.eider.engine.lower.Lowering}. Here column ids become positions, algorithms are
 * chosen, and pushed filters become what the table understands. Used by {@code session}.
 */
@NullMarked
package dev.eider.engine.lower;

import org.jspecify.annotations.NullMarked;
