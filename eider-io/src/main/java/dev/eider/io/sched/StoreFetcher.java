// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.sched;

import dev.eider.base.memory.SegmentPool;
import dev.eider.base.table.FetchCounts;
import dev.eider.base.table.FetchPlan;
import dev.eider.base.table.FetchedBytes;
import dev.eider.base.table.Fetcher;
import dev.eider.base.table.ObjectVersion;
import dev.eider.base.table.ReadAhead;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.TableScan;
import dev.eider.io.cache.BlockCache;
import dev.eider.io.cache.DiskCache;
import dev.eider.io.store.StoreException;
import dev.eider.io.store.Stores;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The fetches of one query: its lane in the pool, its share of the memory. Any thread. */
final class StoreFetcher implements Fetcher {
  /** The least read-ahead of a scan, and the most for each worker, in bytes. */
  static final long BUDGET_MIN = 8L << 20;

  static final long BUDGET_PER_THREAD = 64L << 20;

  /** Of a small limit the least is a part: several scans must leave memory to decode in. */
  private static final long LIMIT_PARTS = 16;

  /** Nothing is read ahead that would fill more of the limit. */
  private static final long READ_AHEAD_PERCENT = 70;

  private final Stores stores;
  private final ScanContext context;
  private final SegmentPool pool;
  private final RequestPlanner planner;
  private final @Nullable BlockCache cache;
  private final @Nullable DiskCache disk;
  private final Fetcher local;
  private final int depth;
  private final ReadPool.@Nullable Lane lane;
  private final @Nullable Hedges hedges;
  private final int hedgePercent;
  private final ReadPool.@Nullable Lane hedgeLane;
  private final AtomicLong hedged = new AtomicLong();
  private final AtomicLong requests = new AtomicLong();
  private final AtomicLong bytes = new AtomicLong();
  private final AtomicLong cachedBytes = new AtomicLong();
  private final AtomicInteger mostAhead = new AtomicInteger();

  /**
   * A fetcher.
   *
   * @param cache what was read before, or null
   * @param disk what was read before and is on disk, or null
   * @param depth as {@code read_ahead_depth} has it
   * @param lane the query's; closed by this. Null: requests are made by the thread that asks
   * @param local for what lies in no store; closed by this
   * @param hedges when to ask for a range twice; null: never
   * @param hedgePercent how many of a hundred requests may be made twice
   * @param hedgeLane for the second requests; closed by this
   */
  StoreFetcher(
      Stores stores,
      ScanContext context,
      SegmentPool pool,
      RequestPlanner planner,
      @Nullable BlockCache cache,
      @Nullable DiskCache disk,
      int depth,
      ReadPool.@Nullable Lane lane,
      Fetcher local,
      @Nullable Hedges hedges,
      int hedgePercent,
      ReadPool.@Nullable Lane hedgeLane) {
    this.hedges = hedges;
    this.hedgePercent = hedgePercent;
    this.hedgeLane = hedgeLane;
    this.stores = stores;
    this.context = context;
    this.pool = pool;
    this.planner = planner;
    this.cache = cache;
    this.disk = disk;
    this.depth = depth;
    this.lane = lane;
    this.local = local;
  }

  @Override
  public FetchedBytes fetch(FetchPlan plan) {
    if (plan.ranges().isEmpty()) {
      return FetchedBytes.NONE;
    }
    if (isNear(plan)) {
      return local.fetch(plan);
    }
    StoreFetch fetch = prepare(plan, false, () -> {});
    begin(fetch, true);
    return fetch;
  }

  /** Whether a plan needs no store. All of a plan lies in one kind of place. */
  boolean isNear(FetchPlan plan) {
    return plan.ranges().isEmpty()
        || stores.locate(plan.ranges().getFirst().object().address()) == null;
  }

  /** Whether there are no threads that wait: who asks makes the requests. */
  boolean isInline() {
    return lane == null;
  }

  /** The fetch of a plan, not begun; {@code sliced} when several workers wait for it. */
  StoreFetch prepare(FetchPlan plan, boolean sliced, Runnable released) {
    RequestPlanner cuts = sliced ? planner.forSlices() : planner;
    if (cache == null) {
      return new StoreFetch(cuts.plan(plan), Map.of(), null, stores, this, released);
    }
    Map<FetchPlan.ByteRange, BlockCache.Pin> pins = new HashMap<>();
    List<FetchPlan.ByteRange> rest = new ArrayList<>();
    ObjectVersion object = null;
    Stores.Located located = null;
    for (FetchPlan.ByteRange range : plan.ranges()) {
      if (!range.object().equals(object)) {
        object = range.object();
        located = stores.locate(object.address());
      }
      BlockCache.Pin pin =
          located == null || pins.containsKey(range)
              ? null
              : cache.pin(located.store(), range.object(), range.offset(), range.length());
      if (pin != null) {
        pins.put(range, pin);
        cachedBytes.addAndGet(range.length());
      } else if (!pins.containsKey(range)) {
        rest.add(range);
      }
    }
    List<Extent> extents = rest.isEmpty() ? List.of() : cuts.plan(new FetchPlan(rest));
    return new StoreFetch(extents, pins, cache, stores, this, released);
  }

  /**
   * Begins a fetch, or answers false when memory is short and {@code must} is false: what is read
   * ahead leaves a part of the limit to those that decode, whichever scans hold the rest.
   */
  boolean begin(StoreFetch fetch, boolean must) {
    if (!must && isCrowded(fetch)) {
      pool.trim();
      if (isCrowded(fetch)) {
        return false;
      }
    }
    return fetch.begin(pool, lane, must);
  }

  private boolean isCrowded(StoreFetch fetch) {
    long most = context.memory().limit() / 100 * READ_AHEAD_PERCENT;
    return context.memory().used() + fetch.charge() > most;
  }

  @Override
  public ReadAhead readAhead(TableScan scan) {
    // Without threads that wait there is nobody to read ahead.
    return new ReadAheadQueue(
        scan,
        this,
        lane == null ? 0 : depth,
        Math.min(BUDGET_MIN, context.memory().limit() / LIMIT_PARTS),
        Math.max(BUDGET_MIN, BUDGET_PER_THREAD * context.threads()),
        context.memory().temporary());
  }

  /** Where to look before a request is made, and to leave what it brought, or null. */
  @Nullable DiskCache disk() {
    return disk;
  }

  /** Bytes needed no request. */
  void kept(long length) {
    cachedBytes.addAndGet(length);
  }

  /** Reads a range; blocks. */
  void get(Stores.Located located, long offset, MemorySegment body, @Nullable String etag)
      throws StoreException {
    if (hedges == null || hedgeLane == null) {
      located.store().get(located.key(), offset, body, etag);
    } else if (HedgedRead.read(
        hedges, hedgePercent, pool, hedgeLane, located, offset, body, etag)) {
      hedged.incrementAndGet();
    }
  }

  /** A request ended well. */
  void read(long length) {
    requests.incrementAndGet();
    bytes.addAndGet(length);
    context.addBytesRead(length);
  }

  /** So many tasks of a scan are under way and unclaimed. */
  void ahead(int tasks) {
    mostAhead.accumulateAndGet(tasks, Math::max);
  }

  @Override
  public FetchCounts counts() {
    return new FetchCounts(
        requests.get(), bytes.get(), cachedBytes.get(), mostAhead.get(), hedged.get());
  }

  @Override
  public void close() {
    if (lane != null) {
      lane.close();
    }
    if (hedgeLane != null) {
      hedgeLane.cancel();
      hedgeLane.close();
    }
    local.close();
  }
}
