// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.rowgroup;

import dev.eider.base.table.FetchPlan;
import dev.eider.base.table.FetchPlan.ByteRange;
import dev.eider.base.table.ScanTask;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One row group of a scan.
 *
 * @param group its number in the list that is scanned
 * @param pieces by column, where its chunk is in what is fetched; null for columns that are not
 *     needed
 */
record RowGroupTask(long index, int group, FetchPlan fetchPlan, @Nullable Piece[] pieces)
    implements ScanTask {
  /** A chunk in a range of the fetch plan, {@code at} bytes from its begin. */
  record Piece(ByteRange range, long at) {}

  /** The row groups of one pack: one plan, a slice each. */
  record OfPack(long index, FetchPlan fetchPlan, List<RowGroupTask> slices) implements ScanTask {}
}
