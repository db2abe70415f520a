// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.table;

import dev.eider.base.vector.DataChunk;
import java.util.List;

/**
 * Takes chunks into a table or a file. Each worker uses a {@link Local} of its own; chunks are
 * ordered by batch index, then by order of arrival within the batch.
 */
public interface TableWriter extends AutoCloseable {
  /** A part for one worker. */
  Local newLocal();

  /** Makes everything visible; answers the rows written. Called once, after all locals finished. */
  long finish();

  /** After {@link #finish}: the files that were written, if it writes files. */
  default List<String> files() {
    return List.of();
  }

  /** Without a finish before: everything is undone (a partly written file is removed). */
  @Override
  void close();

  /** One worker's part. */
  interface Local {
    /** Takes a chunk (copied if kept). A worker's batch indexes ascend. */
    void write(DataChunk chunk, long batchIndex);

    /**
     * This worker is at a batch now, also when it has no rows: those before are complete as far as
     * it goes.
     */
    default void nextBatch(long batchIndex) {}

    /** No more chunks from this worker. */
    void finish();
  }
}
