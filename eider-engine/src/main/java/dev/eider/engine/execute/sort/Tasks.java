// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.sort;

import dev.eider.engine.execute.pipeline.QueryContext;

/** Runs pieces of work: with all workers of a query, or one after the other. */
public interface Tasks {
  /** How many may run at once. */
  int threads();

  /** Runs {@code count} pieces and waits. */
  void run(int count, QueryContext.ParallelTask task);

  /** Throws when the query was cancelled. */
  void checkInterrupted();

  /** On all workers of the query. */
  static Tasks parallel(QueryContext query) {
    return new Tasks() {
      @Override
      public int threads() {
        return query.threads();
      }

      @Override
      public void run(int count, QueryContext.ParallelTask task) {
        query.runParallel(count, task);
      }

      @Override
      public void checkInterrupted() {
        query.checkInterrupted();
      }
    };
  }

  /** On the calling thread. */
  static Tasks serial(QueryContext query) {
    return new Tasks() {
      @Override
      public int threads() {
        return 1;
      }

      @Override
      public void run(int count, QueryContext.ParallelTask task) {
        for (int i = 0; i < count; i++) {
          task.run(i);
        }
      }

      @Override
      public void checkInterrupted() {
        query.checkInterrupted();
      }
    };
  }
}
