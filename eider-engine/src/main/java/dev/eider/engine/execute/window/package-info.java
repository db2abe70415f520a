// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Window functions over rows that are already sorted by partition and order.
 *
 * <p>In: a {@link dev.eider.engine.execute.window.WindowBlock} of whole partitions and {@link
 * dev.eider.engine.execute.window.WindowInput}s. Out: one vector of results for each call. Start at
 * {@link dev.eider.engine.execute.window.WindowEvaluator}. Used by {@code operator}, which sorts,
 * cuts blocks and accounts for memory; sees {@code sort}, {@code hash}, {@code row} and {@code
 * base}.
 */
@NullMarked
package dev.eider.engine.execute.window;

import org.jspecify.annotations.NullMarked;
