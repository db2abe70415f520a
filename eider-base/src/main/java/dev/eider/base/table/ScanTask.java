// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.table;

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
}
