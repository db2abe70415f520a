// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.eval;

import dev.eider.base.vector.DataChunk;

/** A compiled predicate. */
abstract class FilterNode {
  /** Writes the rows of the whole chunk that qualify. */
  abstract int select(DataChunk input, int[] out);

  /**
   * Keeps of {@code rows[0..count)} (ascending, at least one) those that qualify, in place; answers
   * how many.
   */
  abstract int refine(DataChunk input, int[] rows, int count);
}
