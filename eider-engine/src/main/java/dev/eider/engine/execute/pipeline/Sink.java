// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.pipeline;

import dev.eider.base.vector.DataChunk;
import java.util.concurrent.CompletableFuture;

/** Where a pipeline ends: a hash table build, a sort, a result. */
public interface Sink {
  /** A worker's part. Called by that worker. */
  Worker newWorker(WorkerContext context);

  /** The most workers this sink can use: 1 when the order of rows matters to it. */
  default int maxWorkers() {
    return Integer.MAX_VALUE;
  }

  /**
   * Called once, by one thread, when every worker has combined. May run further tasks on the
   * workers ({@link QueryContext#runParallel}).
   */
  void finish(QueryContext context);

  /** Frees everything; called once at the end of the query, also after an error. */
  default void close() {}

  /** One worker's part of a sink. */
  interface Worker extends AutoCloseable {
    /**
     * Takes a chunk (copies what it keeps). After {@link Status#BLOCKED} the same chunk comes
     * again.
     */
    Status consume(DataChunk chunk, long batchIndex);

    /** After {@link Status#BLOCKED}: completes when {@code consume} may be called again. */
    default CompletableFuture<?> blockedOn() {
      return CompletableFuture.completedFuture(null);
    }

    /**
     * Called when the worker enters a batch (ascending within a worker, also for batches without
     * rows) and once with {@code Long.MAX_VALUE} at the worker's end: batches below {@code
     * batchIndex} are complete as far as this worker goes.
     */
    default void nextBatch(long batchIndex) {}

    /** Hands this worker's part over to the sink; called once, by the worker. */
    void combine();

    @Override
    default void close() {}
  }

  /** What a sink wants next. */
  enum Status {
    MORE,
    BLOCKED,
    /** Enough: the pipeline ends for all workers. */
    FINISHED
  }
}
