// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.table;

import dev.eider.base.type.Value;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a column: bounds (null: unknown; otherwise no value lies outside them), number
 * of NULLs (-1: unknown), an estimate of the distinct values (-1: unknown).
 */
public record ColumnStats(
    @Nullable Value min, @Nullable Value max, long nullCount, long distinctEstimate) {
  public static final ColumnStats UNKNOWN = new ColumnStats(null, null, -1, -1);
}
