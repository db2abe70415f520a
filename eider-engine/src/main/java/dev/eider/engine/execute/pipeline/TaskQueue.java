// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.pipeline;

/** Where workers of a pipeline are put when they can run. Any thread. */
public interface TaskQueue {
  /**
   * Runs the task soon on some worker thread; with {@code callerOnly} on the thread that waits for
   * the query, without a hand-over.
   */
  void submit(Task task, boolean callerOnly);

  /** Whether the waiting thread has what it waits for and should get back to its caller. */
  boolean callerWanted();

  /** The first error wins; the query stops. */
  void fail(Throwable error);

  /** A piece of work that may park itself. */
  interface Task {
    /** Runs until done, parked, or (on the waiting thread) until the caller is wanted elsewhere. */
    void run(boolean onCaller);
  }
}
