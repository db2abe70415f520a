// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.sched;

import dev.eider.base.env.Env;
import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.memory.ByteSizes;
import dev.eider.base.memory.SegmentPool;
import dev.eider.base.table.FetchService;
import dev.eider.base.table.Fetcher;
import dev.eider.base.table.ObjectAccess;
import dev.eider.base.table.ScanContext;
import dev.eider.base.type.Value;
import dev.eider.io.cache.BlockCache;
import dev.eider.io.cache.DiskCache;
import dev.eider.io.store.StoreSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Fetches for all queries of a database: one pool of threads that wait, one pool of buffers. What
 * lies in no store is read by {@link LocalFetches}. Any thread.
 *
 * <p>Settings, read when a query's fetcher opens: {@code async_threads} (0: no threads, who asks
 * makes the requests), {@code read_ahead_depth} (see {@link ReadAheadQueue}) and {@code
 * enable_external_file_cache} (whether what was read before is read again from the {@link
 * BlockCache}), {@code http_hedge_percent} (see {@link Hedges}), {@code
 * external_file_cache_directory} and {@code external_file_cache_directory_size} (see {@link
 * DiskCache}).
 */
public final class Fetches implements FetchService {
  private record DiskKey(Path directory, long size) {}

  /**
   * Threads for each processor unless set otherwise, the least and the most of them. They wait and
   * cost next to nothing; a link of 5 Gbit/s at 30 ms is full with 10 requests of 8 MiB or 26 of 1
   * MiB under way, and small files want more.
   */
  private static final int THREADS_PER_PROCESSOR = 16;

  private static final int MIN_THREADS = 64;
  private static final int MAX_THREADS = 256;

  /** The most that may be set. */
  private static final int THREADS_LIMIT = 4096;

  /** Of a hundred requests those that may be made twice, unless set otherwise. */
  private static final int HEDGE_PERCENT = 3;

  /** Time to the first byte times the speed of one stream: what a gap may cost. */
  private static final long GAP_MAX = 1536L << 10;

  private final StoreSource stores;
  private final SegmentPool buffers;
  private final LocalFetches local;
  private final ReadPool pool;
  private final BlockCache cache;
  private final Env env;
  private final Hedges hedges;
  private final Map<DiskKey, DiskCache> disks = new HashMap<>();

  /**
   * Fetches from {@code stores}.
   *
   * @param buffers where buffers come from; stays the caller's
   * @param cache keeps them after use; stays the caller's
   */
  public Fetches(Env env, StoreSource stores, SegmentPool buffers, BlockCache cache) {
    this.stores = stores;
    this.buffers = buffers;
    this.cache = cache;
    this.env = env;
    hedges = new Hedges(env);
    local = new LocalFetches(buffers);
    pool = new ReadPool(env, defaultThreads());
  }

  /** {@code async_threads} unless set. */
  public static int defaultThreads() {
    return Math.clamp(
        (long) THREADS_PER_PROCESSOR * Runtime.getRuntime().availableProcessors(),
        MIN_THREADS,
        MAX_THREADS);
  }

  @Override
  public Fetcher open(ScanContext context) {
    long threads = number(context.setting("async_threads"), defaultThreads());
    int percent = hedgePercent(context::setting);
    int depth =
        ReadAheadQueue.checkDepth(
            number(context.setting("read_ahead_depth"), ReadAheadQueue.DEPTH_BY_MEMORY));
    if (threads > 0) {
      pool.setLimit((int) Math.min(threads, Integer.MAX_VALUE));
    }
    return new StoreFetcher(
        stores.open(context),
        context,
        buffers,
        new RequestPlanner(GAP_MAX, RequestPlanner.SPLIT_ABOVE, RequestPlanner.PART_SIZE),
        cached(context),
        disk(context::setting),
        depth,
        threads > 0 ? pool.open(false) : null,
        local.open(context),
        percent > 0 ? hedges : null,
        percent,
        threads > 0 && percent > 0 ? pool.open(true) : null);
  }

  @Override
  public void check(Function<String, @Nullable Value> settings) {
    checkThreads(number(settings.apply("async_threads"), defaultThreads()));
    ReadAheadQueue.checkDepth(
        number(settings.apply("read_ahead_depth"), ReadAheadQueue.DEPTH_BY_MEMORY));
    int percent = hedgePercent(settings);
    assert percent >= 0;
    stores.check(settings);
    DiskCache unused = disk(settings);
  }

  private @Nullable BlockCache cached(ScanContext context) {
    Value enabled = context.setting("enable_external_file_cache");
    return enabled == null || enabled.isNull() || enabled.asBoolean() ? cache : null;
  }

  private @Nullable DiskCache disk(Function<String, @Nullable Value> settings) {
    String name = text(settings.apply("external_file_cache_directory"));
    String setting = "external_file_cache_directory_size";
    String size = text(settings.apply(setting));
    long most = size.isEmpty() ? DiskCache.DEFAULT_SIZE : ByteSizes.parse(size, setting);
    if (name.isEmpty()) {
      return null;
    }
    Path directory = directory(name);
    String root = text(settings.apply("eider_root"));
    if (!root.isEmpty() && !isInside(directory, Path.of(root))) {
      throw new EiderException(
          ErrorType.PERMISSION,
          "external_file_cache_directory \"" + name + "\" lies outside of eider_root " + root);
    }
    synchronized (disks) {
      DiskKey key = new DiskKey(directory, most);
      DiskCache known = disks.get(key);
      if (known == null) {
        known = DiskCache.open(env, directory, most);
        disks.put(key, known);
      }
      return known;
    }
  }

  private static Path directory(String name) {
    try {
      return Path.of(name).toAbsolutePath().normalize();
    } catch (InvalidPathException e) {
      throw EiderException.invalidInput(
          "external_file_cache_directory \"" + name + "\" is not a path: " + e.getReason());
    }
  }

  /** Whether a directory that may still have to be made lies in another one. Links are followed. */
  private static boolean isInside(Path directory, Path root) {
    try {
      Path existing = directory;
      while (!Files.exists(existing)) {
        Path parent = existing.getParent();
        if (parent == null) {
          return false;
        }
        existing = parent;
      }
      return existing.toRealPath().startsWith(root.toRealPath());
    } catch (IOException e) {
      throw EiderException.io("Cannot tell where \"" + directory + "\" lies: " + e, e);
    }
  }

  /** Counts of the directories that were opened, in no order. */
  public List<DiskCache.Counts> diskCounts() {
    synchronized (disks) {
      return disks.values().stream().map(DiskCache::counts).toList();
    }
  }

  @Override
  public void close() {
    List<DiskCache> open;
    synchronized (disks) {
      open = List.copyOf(disks.values());
    }
    open.forEach(DiskCache::drain);
  }

  private static String text(@Nullable Value value) {
    return value == null || value.isNull() ? "" : value.asString().strip();
  }

  private static long checkThreads(long threads) {
    if (threads < 0 || threads > THREADS_LIMIT) {
      throw EiderException.invalidInput(
          "async_threads must be 0 (workers wait themselves) to "
              + THREADS_LIMIT
              + ", not "
              + threads);
    }
    return threads;
  }

  private static int hedgePercent(Function<String, @Nullable Value> settings) {
    long percent = number(settings.apply("http_hedge_percent"), HEDGE_PERCENT);
    if (percent < 0 || percent > 100) {
      throw EiderException.invalidInput(
          "http_hedge_percent must be 0 (no request is made twice) to 100, not " + percent);
    }
    return (int) percent;
  }

  @Override
  public ObjectAccess objects(ScanContext context) {
    boolean inline = number(context.setting("async_threads"), defaultThreads()) == 0;
    return new StoreObjects(
        stores.open(context),
        context,
        inline ? null : pool,
        buffers,
        cached(context),
        disk(context::setting));
  }

  private static long number(@Nullable Value value, long otherwise) {
    return value == null || value.isNull() ? otherwise : value.asLong();
  }
}
