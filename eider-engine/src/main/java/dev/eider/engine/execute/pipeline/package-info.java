// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Pipelines: a source, operators that pass chunks on, a sink; run by several workers at once.
 *
 * <p>In: {@link dev.eider.engine.execute.pipeline.Pipeline}s from lowering, in an order in which
 * each may rely on the sinks before it being finished. Out: the sinks' state. Start at {@link
 * dev.eider.engine.execute.pipeline.Pipeline}, then {@code PipelineExecutor}.
 *
 * <h2>Three homes of state</h2>
 *
 * <ul>
 *   <li>{@link dev.eider.engine.execute.pipeline.Source}, {@link
 *       dev.eider.engine.execute.pipeline.Operator} and {@link
 *       dev.eider.engine.execute.pipeline.Sink} objects are made for one execution of one query.
 *       They hold configuration (immutable) and what workers share (each such field says how).
 *   <li>Their {@code Worker} objects hold one worker's state and are used by one thread at a time.
 *   <li>{@link dev.eider.engine.execute.pipeline.QueryContext} is the query's: memory, cancel flag,
 *       clock.
 * </ul>
 *
 * <h2>Order</h2>
 *
 * A chunk carries the batch index of the scan task it came from. A sink for which order matters
 * sorts by batch index, then arrival; one worker's batch indexes ascend.
 */
@NullMarked
package dev.eider.engine.execute.pipeline;

import org.jspecify.annotations.NullMarked;
