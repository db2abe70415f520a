// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.table;

import java.util.List;

/**
 * One unit of scan work: a CSV boundary, a Parquet row group, a run of rows in memory. Immutable
 * from the engine's point of view.
 */
public interface ScanTask {
  /** Position among the scan's tasks; rows are ordered by it. */
  long index();

  /** The bytes this task needs from a store; {@link FetchPlan#NONE} when the reader has its own. */
  default FetchPlan fetchPlan() {
    return FetchPlan.NONE;
  }

  /**
   * The slices of a task that is large enough for several workers: tasks that decode some of its
   * rows each, in row order, out of the same bytes. These are fetched once, as this task's plan
   * says, and stay until the last slice has ended; the slices' own plans are not asked for. Their
   * indexes lie from this task's to before the next one's. Empty: it is decoded as a whole.
   */
  default List<? extends ScanTask> slices() {
    return List.of();
  }
}
