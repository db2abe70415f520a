// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.hash;

import dev.eider.engine.function.BoundAggregate;

/**
 * One aggregate over the columns of a payload row: {@code columns} are its arguments, {@code
 * filter} a boolean column that must be true (-1: none). A {@code deferred} one is not updated row
 * by row but fed at the end (DISTINCT, ORDER BY).
 */
public record AggregateInput(
    BoundAggregate function, int[] columns, int filter, boolean deferred) {}
