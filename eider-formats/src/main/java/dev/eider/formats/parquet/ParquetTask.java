// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import dev.eider.base.table.FetchPlan;
import dev.eider.base.table.FetchPlan.ByteRange;
import dev.eider.base.table.ScanTask;
import dev.eider.formats.parquet.Footer.RowGroup;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One row group of one file, or a slice of one.
 *
 * @param from the first row within the row group
 * @param to the row behind the last
 * @param shared what it shares with the other slices; null: it is the whole row group
 * @param fetchPlan what is fetched before it starts: the columns that filters look at and their
 *     Bloom filters; all columns when the filters' ones are most of the bytes
 * @param pages the page indexes of columns that filters look at, fetched with the former
 * @param latePlan the other columns, fetched when a row passed the filters
 */
record ParquetTask(
    long index,
    ParquetTable.Part part,
    RowGroup group,
    long from,
    long to,
    @Nullable SlicedGroup shared,
    FetchPlan fetchPlan,
    FetchPlan latePlan,
    List<Bloom> blooms,
    List<PageBounds.Index> pages)
    implements ScanTask {
  /** The number of the slice. */
  int slice() {
    return (int) (from / SlicedGroup.SLICE_ROWS);
  }

  /** A row group as its slices. */
  record Sliced(long index, FetchPlan fetchPlan, List<ParquetTask> slices) implements ScanTask {}

  /** Where the Bloom filter of a column of the table lies. */
  record Bloom(int column, SchemaNode node, ByteRange range) {}
}
