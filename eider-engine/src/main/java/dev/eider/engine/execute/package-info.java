// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Runs physical plans.
 *
 * <p>In: a {@link dev.eider.engine.execute.PhysicalPlan} from lowering and the session's {@link
 * dev.eider.engine.execute.QueryServices}. Out: a {@link dev.eider.engine.execute.ResultStream} of
 * chunks in the order of the query. Start at {@link dev.eider.engine.execute.Executor}.
 *
 * <p>Rooms, each of which sees only those below it: {@code operator} (sources, operators and sinks)
 * over {@code hash} (group and join tables) over {@code row} (owned copies of chunks) over {@code
 * spill} (chunks as bytes) over {@code pipeline} (the contracts and the worker loop).
 */
@NullMarked
package dev.eider.engine.execute;

import org.jspecify.annotations.NullMarked;
