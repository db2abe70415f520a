// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.pipeline;

import dev.eider.base.memory.SpillSpace;
import dev.eider.base.table.ScanContext;
import java.util.List;

/** What one running query has: memory, spill space, workers, the cancel flag. Any thread. */
public interface QueryContext extends ScanContext {
  SpillSpace spill();

  /** Counts time that a worker of a scan waited for bytes. */
  default void addWaited(long nanos) {}

  /**
   * Runs {@code tasks} pieces of work on the query's workers and waits for all; the first error is
   * thrown after the others have stopped. The calling thread works too.
   */
  void runParallel(int tasks, ParallelTask task);

  /**
   * Runs pipelines one after the other inside {@link Sink#finish}, waits for them (the calling
   * thread works too), and closes their sources and sinks. Throws when the query failed.
   */
  void runPipelines(List<Pipeline> pipelines);

  /** A worker context for work outside a pipeline (in {@link #runParallel}, one a call). */
  WorkerContext newWorkerContext();

  /** A piece of parallel work. */
  @FunctionalInterface
  interface ParallelTask {
    void run(int index);
  }
}
