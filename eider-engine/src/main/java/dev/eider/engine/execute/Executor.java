// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute;

import dev.eider.base.env.Env;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * The worker pool of a database, shared by its queries. The thread that reads a result works too,
 * so the pool has one thread less than the setting. Any thread.
 */
public final class Executor implements AutoCloseable {
  private final Env env;
  private int threads;
  private @Nullable ExecutorService pool;

  public Executor(Env env, int threads) {
    this.env = env;
    this.threads = Math.max(1, threads);
  }

  /** Worker threads a query may use. */
  public synchronized int threads() {
    return threads;
  }

  /** Changes the number of threads for queries that start later. */
  public synchronized void setThreads(int count) {
    if (count != threads) {
      threads = Math.max(1, count);
      if (pool != null) {
        pool.shutdown();
        pool = null;
      }
    }
  }

  /**
   * Begins a query. Nothing runs before the first {@link ResultStream#next()}, so that the caller
   * can hand the stream to whoever may cancel it.
   */
  public ResultStream execute(PhysicalPlan plan, QueryServices services) {
    return new ResultStream(plan, new QueryRun(this, plan, services, threads()));
  }

  /** Hands work to a pool thread; false when there is no pool (one thread). */
  synchronized boolean hand(Runnable work) {
    if (threads == 1) {
      return false;
    }
    ExecutorService workers = pool;
    if (workers == null) {
      workers = env.newPool("eider-worker", threads - 1);
      pool = workers;
    }
    workers.execute(work);
    return true;
  }

  @Override
  public synchronized void close() {
    if (pool != null) {
      pool.shutdown();
      pool = null;
    }
  }
}
