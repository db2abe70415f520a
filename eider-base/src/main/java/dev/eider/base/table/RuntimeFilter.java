// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.table;

import dev.eider.base.type.Value;
import dev.eider.base.vector.FlatVector;
import org.jspecify.annotations.Nullable;

/**
 * A bound on one column that gets tighter while a query runs. Written by the operator that owns it,
 * read by scan workers; publication is by the volatile state behind these methods.
 */
public interface RuntimeFilter {
  /** False until there is something to test; the other methods are called only when true. */
  boolean isActive();

  /** No row below this can matter; null: no bound. For pruning by statistics. */
  @Nullable Value min();

  /** No row above this can matter; null: no bound. */
  @Nullable Value max();

  /** True when a NULL cannot matter. */
  boolean rejectsNull();

  /**
   * Keeps the rows of {@code selection[0, count)} that may matter, in place.
   *
   * @return how many are kept
   */
  int filter(FlatVector column, int[] selection, int count);
}
