// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.pipeline;

import dev.eider.base.vector.DataChunk;
import java.util.concurrent.CompletableFuture;

/** Where a pipeline's chunks come from: a scan, or the finished sink of an earlier pipeline. */
public interface Source {
  /**
   * Called once, by one thread, when the pipelines before are finished and this one starts; answers
   * how many workers have something to do (at least 1).
   */
  int prepare(QueryContext context);

  /** A worker's part. Called by that worker. */
  Worker newWorker(WorkerContext context);

  /** All batch indexes of this source are below this. */
  default long batchLimit() {
    return 1L << 32;
  }

  /** Frees what {@link #prepare} took. Called once, also after an error. */
  default void close() {}

  /** How much is done, 0 to 1, or -1 when unknown. Any thread. */
  default double progress() {
    return -1;
  }

  /** One worker's part of a source. */
  interface Worker extends AutoCloseable {
    /** Makes the next chunk. */
    Status next();

    /** The chunk after {@link Status#CHUNK}, valid until the next call. */
    DataChunk chunk();

    /** The batch index of that chunk; after BLOCKED that of the next chunk or less, at least 0. */
    long batchIndex();

    /** After {@link Status#BLOCKED}: completes when {@code next} may be called again. */
    default CompletableFuture<?> blockedOn() {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    default void close() {}
  }

  /** What {@code next} found. */
  enum Status {
    CHUNK,
    BLOCKED,
    END
  }
}
