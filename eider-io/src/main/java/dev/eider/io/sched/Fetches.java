// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.sched;

import dev.eider.base.env.Env;
import dev.eider.base.memory.SegmentPool;
import dev.eider.base.table.FetchService;
import dev.eider.base.table.Fetcher;
import dev.eider.base.table.ScanContext;
import dev.eider.base.type.Value;
import dev.eider.io.store.Stores;
import org.jspecify.annotations.Nullable;

/**
 * Fetches for all queries of a database: one pool of threads that wait, one pool of buffers. What
 * lies in no store is read by {@link LocalFetches}. Any thread.
 *
 * <p>Settings, read when a query's fetcher opens: {@code async_threads} (0: no threads, who asks
 * makes the requests) and {@code read_ahead_depth} (see {@link ReadAheadQueue}).
 */
public final class Fetches implements FetchService {
  /** Threads for each processor unless set otherwise, and the most of them. */
  private static final int THREADS_PER_PROCESSOR = 4;

  private static final int MAX_THREADS = 256;

  /** Time to the first byte times the speed of one stream: what a gap may cost. */
  private static final long GAP_MAX = 1536L << 10;

  private final Stores stores;
  private final SegmentPool buffers;
  private final LocalFetches local;
  private final ReadPool pool;

  /** Fetches from {@code stores}; buffers come from {@code buffers}, which stays the caller's. */
  public Fetches(Env env, Stores stores, SegmentPool buffers) {
    this.stores = stores;
    this.buffers = buffers;
    local = new LocalFetches(buffers);
    pool = new ReadPool(env, defaultThreads());
  }

  /** {@code async_threads} unless set. */
  public static int defaultThreads() {
    return Math.min(
        THREADS_PER_PROCESSOR * Runtime.getRuntime().availableProcessors(), MAX_THREADS);
  }

  @Override
  public Fetcher open(ScanContext context) {
    long threads = number(context.setting("async_threads"), defaultThreads());
    int depth =
        ReadAheadQueue.checkDepth(
            number(context.setting("read_ahead_depth"), ReadAheadQueue.DEPTH_BY_MEMORY));
    if (threads > 0) {
      pool.setLimit((int) Math.min(threads, Integer.MAX_VALUE));
    }
    return new StoreFetcher(
        stores,
        context,
        buffers,
        new RequestPlanner(GAP_MAX, RequestPlanner.SPLIT_ABOVE, RequestPlanner.PART_SIZE),
        depth,
        threads > 0 ? pool.open(false) : null,
        local.open(context));
  }

  private static long number(@Nullable Value value, long otherwise) {
    return value == null || value.isNull() ? otherwise : value.asLong();
  }
}
