// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.sched;

import dev.eider.base.memory.SegmentPool;
import dev.eider.base.table.FetchPlan;
import dev.eider.base.table.FetchPlan.ByteRange;
import dev.eider.base.table.FetchService;
import dev.eider.base.table.FetchedBytes;
import dev.eider.base.table.Fetcher;
import dev.eider.base.table.ObjectAccess;
import dev.eider.base.table.ReadAhead;
import dev.eider.base.table.ScanContext;
import dev.eider.base.table.ScanTask;
import dev.eider.base.table.TableScan;
import dev.eider.base.type.Value;
import dev.eider.io.store.local.LocalFile;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Fetches from the local file system, on the thread that asks: the kernel reads ahead by itself,
 * and its page cache answers sooner than another thread could be woken. Nothing is fetched before
 * its task is claimed.
 */
public final class LocalFetches implements FetchService {
  private final SegmentPool pool;

  /** Buffers come from {@code pool}, which stays the caller's. */
  public LocalFetches(SegmentPool pool) {
    this.pool = pool;
  }

  @Override
  public Fetcher open(ScanContext context) {
    return new Local(context);
  }

  @Override
  public void check(Function<String, @Nullable Value> settings) {}

  @Override
  public ObjectAccess objects(ScanContext context) {
    return new StoreObjects(address -> null, context, null, pool, null, null);
  }

  private final class Local implements Fetcher {
    private final ScanContext context;

    Local(ScanContext context) {
      this.context = context;
    }

    @Override
    public FetchedBytes fetch(FetchPlan plan) {
      return plan.ranges().isEmpty() ? FetchedBytes.NONE : read(plan);
    }

    private FetchedBytes read(FetchPlan plan) {
      Fetched fetched = new Fetched();
      LocalFile file = null;
      String open = "";
      try {
        for (ByteRange range : plan.ranges()) {
          context.checkInterrupted();
          if (file == null || !open.equals(range.object().address())) {
            if (file != null) {
              file.close();
            }
            open = range.object().address();
            file = LocalFile.open(Path.of(open));
            LocalObjects.checkUnchanged(range.object());
          }
          SegmentPool.Buffer buffer = pool.take(range.length());
          fetched.add(range, buffer);
          file.read(range.offset(), buffer.segment());
        }
        context.addBytesRead(plan.bytes());
        return fetched;
      } catch (Throwable e) {
        fetched.close();
        throw e;
      } finally {
        if (file != null) {
          file.close();
        }
      }
    }

    @Override
    public ReadAhead readAhead(TableScan scan) {
      return new Queue(this, scan);
    }

    @Override
    public void close() {}
  }

  /** Hands tasks out in order; who claims one reads its bytes, and the others meanwhile theirs. */
  private static final class Queue implements ReadAhead {
    private final Local local;
    private final TableScan scan;

    /** Slices of the last task that nobody claimed, and their bytes; guarded by this. */
    private final ArrayDeque<ScanTask> slices = new ArrayDeque<>();

    private @Nullable SharedBytes shared;

    Queue(Local local, TableScan scan) {
      this.local = local;
      this.scan = scan;
    }

    @Override
    public ReadAhead.@Nullable Claim claim() {
      ScanTask task;
      ScanTask slice;
      SharedBytes bytes;
      synchronized (this) {
        slice = slices.poll();
        if (slice != null && shared != null) {
          return new ReadAhead.Claim(slice, shared.share());
        }
        task = scan.nextTask();
        if (task == null) {
          return null;
        }
        slices.addAll(task.slices());
        bytes = slices.isEmpty() ? null : new SharedBytes(slices.size());
        shared = bytes;
        slice = slices.poll();
      }
      if (slice == null || bytes == null) {
        return new ReadAhead.Claim(task, local.fetch(task.fetchPlan()));
      }
      try {
        bytes.set(local.fetch(task.fetchPlan()));
      } catch (Throwable e) {
        bytes.fail(e);
        throw e;
      }
      return new ReadAhead.Claim(slice, bytes.share());
    }

    @Override
    public void close() {
      synchronized (this) {
        if (shared != null) {
          for (ScanTask left = slices.poll(); left != null; left = slices.poll()) {
            shared.release();
          }
        }
      }
    }
  }

  /** Bytes that are there. */
  private static final class Fetched implements FetchedBytes {
    private final List<ByteRange> ranges = new ArrayList<>();
    private final List<SegmentPool.Buffer> buffers = new ArrayList<>();

    void add(ByteRange range, SegmentPool.Buffer buffer) {
      ranges.add(range);
      buffers.add(buffer);
    }

    @Override
    public CompletableFuture<?> ready() {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public MemorySegment get(ByteRange range) {
      int at = ranges.indexOf(range);
      if (at < 0 || buffers.isEmpty()) {
        throw new IllegalStateException("not in the plan, or closed: " + range);
      }
      return buffers.get(at).segment().asReadOnly();
    }

    @Override
    public void close() {
      buffers.forEach(SegmentPool.Buffer::close);
      buffers.clear();
    }
  }
}
