// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.pipeline;

import dev.eider.base.vector.DataChunk;

/** A step that turns a chunk into chunks: filter, projection, join probe, unnest. */
public interface Operator {
  /** A worker's part. Called by that worker. */
  Worker newWorker(WorkerContext context);

  /** One worker's part of an operator. */
  interface Worker extends AutoCloseable {
    /**
     * Takes a chunk, or goes on with the last one: after {@link Status#MORE} it is called again
     * with the same input.
     */
    Status process(DataChunk input, long batchIndex);

    /** The result of the last {@code process}; may be empty. Valid until the next call. */
    DataChunk output();

    /**
     * Called after the worker's last input, again and again while it answers {@link Status#MORE}:
     * each time {@link #output()} holds a chunk (perhaps empty) that was held back.
     */
    default Status flush() {
      return Status.NEXT;
    }

    @Override
    default void close() {}
  }

  /** What an operator wants next. */
  enum Status {
    /** The output (if not empty) is all there is for this input. */
    NEXT,
    /** There is more output for this input. */
    MORE,
    /** The output is the last of this pipeline: no more input is needed by anybody. */
    FINISHED
  }
}
