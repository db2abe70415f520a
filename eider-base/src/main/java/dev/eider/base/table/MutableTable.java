// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.table;

import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.LongVector;

/**
 * A table that can change. Its columns end with the hidden {@code rowid} (BIGINT) by which updates
 * and deletes name rows.
 */
public interface MutableTable extends Table {
  /** Begins an append; nothing is visible before {@link TableWriter#finish}. */
  TableWriter append(ScanContext context);

  /** Deletes rows; answers how many of them were there. */
  long delete(LongVector rowIds, int count);

  /**
   * Replaces values of some columns.
   *
   * @param columns numbers of the columns that {@code values} holds, in that order
   */
  void update(LongVector rowIds, int[] columns, DataChunk values);

  /** Deletes every row; answers how many there were. */
  long truncate();
}
