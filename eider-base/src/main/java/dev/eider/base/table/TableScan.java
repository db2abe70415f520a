// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.table;

import org.jspecify.annotations.Nullable;

/** One scan under way. {@link #nextTask} and {@link #newReader} are called from any worker. */
public interface TableScan extends AutoCloseable {
  /**
   * The next piece of work in row order, or null when there is none left. Must not block on the
   * network.
   */
  @Nullable ScanTask nextTask();

  /** A reader for one worker. The worker closes it. */
  ChunkReader newReader();

  /** How much of the scan is done, 0 to 1, or -1 when unknown. */
  default double progress() {
    return -1;
  }

  /** An upper bound on the tasks this scan will yield, for choosing a degree of parallelism. */
  int maxTasks();

  @Override
  void close();
}
