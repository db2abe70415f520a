// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet.write;

import org.jspecify.annotations.Nullable;

/**
 * Bounds and counts of a column chunk.
 *
 * @param distinct -1 when not known
 * @param min null when there are no bounds
 * @param deprecated whether the bounds are written to the fields without an order too
 */
record ChunkStatistics(
    long nulls,
    long distinct,
    byte @Nullable [] min,
    byte @Nullable [] max,
    boolean minExact,
    boolean maxExact,
    boolean deprecated) {}
