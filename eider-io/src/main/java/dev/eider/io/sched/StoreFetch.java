// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.sched;

import dev.eider.base.error.EiderException;
import dev.eider.base.memory.SegmentPool;
import dev.eider.base.table.FetchPlan.ByteRange;
import dev.eider.base.table.FetchedBytes;
import dev.eider.io.cache.BlockCache;
import dev.eider.io.cache.DiskCache;
import dev.eider.io.sched.Extent.Part;
import dev.eider.io.store.StoreException;
import dev.eider.io.store.Stores;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * One fetch plan under way: its extents, their buffers and the requests that fill them.
 *
 * <p>Invariants: buffers are given back once, after {@link #close}, after the last request that
 * writes into them has ended and after the last write to disk that reads them; {@code ready}
 * completes once, when every request has ended or was dropped, or when the fetch was closed or
 * failed before it began. Everything is guarded by this.
 */
final class StoreFetch implements FetchedBytes {
  private final List<Extent> extents;
  private final Map<ByteRange, BlockCache.Pin> pins;
  private final @Nullable BlockCache cache;
  private final Stores stores;
  private final StoreFetcher fetcher;
  private final CompletableFuture<Void> ready = new CompletableFuture<>();
  private final List<SegmentPool.Buffer> buffers = new ArrayList<>();
  private final List<ReadPool.Work> works = new ArrayList<>();
  private final Runnable released;

  /** Parts of each extent that have not been read. */
  private final int[] missing;

  private int outstanding;

  /** Writes to disk that read the buffers. */
  private int kept;

  private boolean begun;
  private boolean closed;
  private boolean givenBack;
  private @Nullable EiderException error;

  /**
   * A fetch that has not begun.
   *
   * @param pins ranges of the plan that need no request; closed by this
   * @param cache where buffers go that are no longer needed, or null
   * @param fetcher is told of each request
   * @param released is called once, when the memory has been given back
   */
  StoreFetch(
      List<Extent> extents,
      Map<ByteRange, BlockCache.Pin> pins,
      @Nullable BlockCache cache,
      Stores stores,
      StoreFetcher fetcher,
      Runnable released) {
    this.extents = extents;
    this.pins = pins;
    this.cache = cache;
    missing = new int[extents.size()];
    Arrays.setAll(missing, i -> extents.get(i).parts().size());
    this.stores = stores;
    this.fetcher = fetcher;
    this.released = released;
  }

  /** Bytes that are held while it lives, those of the cache among them. */
  long charge() {
    long sum = 0;
    for (BlockCache.Pin pin : pins.values()) {
      sum += pin.segment().byteSize();
    }
    for (Extent extent : extents) {
      sum += SegmentPool.capacity(extent.length());
    }
    return sum;
  }

  /**
   * Takes buffers and gives the requests to the lane. Answers false, and has done nothing, when the
   * memory limit does not allow it and {@code must} is false; with {@code must} the fetch then
   * fails with OUT_OF_MEMORY.
   *
   * @param lane null: the requests are made now, on this thread
   */
  boolean begin(SegmentPool pool, ReadPool.@Nullable Lane lane, boolean must) {
    List<SegmentPool.Buffer> taken = new ArrayList<>();
    EiderException refused = null;
    try {
      for (Extent extent : extents) {
        SegmentPool.Buffer buffer =
            must ? pool.take(extent.length()) : pool.tryTake(extent.length());
        if (buffer == null) {
          taken.forEach(SegmentPool.Buffer::close);
          return false;
        }
        taken.add(buffer);
      }
    } catch (EiderException e) {
      refused = e;
    }
    boolean wanted = false;
    synchronized (this) {
      begun = true;
      error = refused;
      buffers.addAll(taken);
      // One more for this thread, so that nothing ends before all is submitted.
      outstanding = 1;
      if (!closed && refused == null) {
        wanted = true;
        extents.forEach(extent -> outstanding += extent.parts().size());
      }
    }
    if (wanted) {
      submit(taken, lane);
    }
    ended();
    return true;
  }

  private void submit(List<SegmentPool.Buffer> taken, ReadPool.@Nullable Lane lane) {
    for (int i = 0; i < extents.size(); i++) {
      int index = i;
      Extent extent = extents.get(i);
      MemorySegment target = taken.get(i).segment();
      for (Part part : extent.parts()) {
        if (lane == null) {
          request(index, part, target);
          continue;
        }
        ReadPool.Work work =
            lane.submit(part.length(), () -> request(index, part, target), this::ended);
        boolean late;
        synchronized (this) {
          works.add(work);
          late = closed || error != null;
        }
        if (late) {
          work.cancel();
        }
      }
    }
  }

  private void request(int index, Part part, MemorySegment target) {
    boolean wanted;
    synchronized (this) {
      wanted = !closed && error == null;
    }
    if (wanted) {
      try {
        read(extents.get(index), part, target);
        synchronized (this) {
          missing[index]--;
        }
      } catch (Throwable e) {
        fail(e);
      }
    }
    ended();
  }

  private void read(Extent extent, Part part, MemorySegment target) {
    String address = extent.object().address();
    long offset = extent.offset() + part.start();
    Stores.Located located = stores.locate(address);
    if (located == null) {
      throw EiderException.internal("\"" + address + "\" lies in no store");
    }
    String etag = extent.object().etag();
    DiskCache disk = fetcher.disk();
    MemorySegment body = target.asSlice(part.start(), part.length());
    if (disk != null && disk.read(located.store(), extent.object(), offset, body)) {
      fetcher.kept(part.length());
      return;
    }
    try {
      fetcher.get(located, offset, body, etag.isEmpty() ? null : etag);
      fetcher.read(part.length());
      if (disk != null) {
        synchronized (this) {
          kept++;
        }
        disk.write(located.store(), extent.object(), offset, body, this::written);
      }
    } catch (StoreException e) {
      throw StoreErrors.reading(address, offset, part.length(), e);
    }
  }

  private void written() {
    synchronized (this) {
      kept--;
    }
    giveBack();
  }

  private void fail(Throwable thrown) {
    List<ReadPool.Work> others;
    synchronized (this) {
      if (error == null) {
        error =
            thrown instanceof EiderException known
                ? known
                : EiderException.internal("a read failed: " + thrown);
      }
      others = List.copyOf(works);
    }
    // The first error ends them all; the one that failed has ended already.
    others.reversed().forEach(ReadPool.Work::cancel);
  }

  /** One request has ended, in whatever way. */
  private void ended() {
    boolean last;
    synchronized (this) {
      outstanding--;
      last = outstanding == 0;
    }
    if (last) {
      ready.complete(null);
      giveBack();
    }
  }

  private void giveBack() {
    List<SegmentPool.Buffer> back;
    boolean failed;
    synchronized (this) {
      if (!closed || outstanding > 0 || kept > 0 || givenBack || !begun) {
        return;
      }
      givenBack = true;
      failed = error != null;
      back = List.copyOf(buffers);
      buffers.clear();
    }
    for (int i = 0; i < back.size(); i++) {
      leave(extents.get(i), back.get(i), !failed && missing[i] == 0);
    }
    released.run();
  }

  /** A buffer is no longer needed here. */
  private void leave(Extent extent, SegmentPool.Buffer buffer, boolean full) {
    if (cache != null && full) {
      Stores.Located located = stores.locate(extent.object().address());
      if (located != null) {
        cache.offer(located.store(), extent.object(), extent.offset(), buffer);
        return;
      }
    }
    buffer.close();
  }

  @Override
  public CompletableFuture<?> ready() {
    return ready;
  }

  @Override
  public MemorySegment get(ByteRange range) {
    synchronized (this) {
      if (error != null) {
        throw error;
      }
      if (closed || outstanding > 0 || !begun) {
        throw EiderException.internal("the bytes are not there: " + range);
      }
      BlockCache.Pin pin = pins.get(range);
      if (pin != null) {
        return pin.segment();
      }
      for (int i = 0; i < extents.size(); i++) {
        Extent extent = extents.get(i);
        if (extent.ranges().contains(range)) {
          return buffers
              .get(i)
              .segment()
              .asSlice(range.offset() - extent.offset(), range.length())
              .asReadOnly();
        }
      }
    }
    throw EiderException.internal("not in the plan: " + range);
  }

  @Override
  public void close() {
    List<ReadPool.Work> running;
    boolean never;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      running = List.copyOf(works);
      never = !begun;
    }
    pins.values().forEach(BlockCache.Pin::close);
    // The last first: what has not begun never does.
    running.reversed().forEach(ReadPool.Work::cancel);
    if (never) {
      ready.complete(null);
    } else {
      giveBack();
    }
  }

  /** Whether nobody wants it any more. */
  synchronized boolean isClosed() {
    return closed;
  }
}
