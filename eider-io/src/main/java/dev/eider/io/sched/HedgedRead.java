// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.sched;

import dev.eider.base.memory.SegmentPool;
import dev.eider.io.store.StoreException;
import dev.eider.io.store.Stores;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One range that is asked for a second time when the first request is slow. The second one has a
 * thread and a buffer of its own; when it is the first to end, it interrupts the other, whose
 * thread copies what came. The thread that asks is always the one that ends the read.
 *
 * <p>Invariants: the buffer is given back once, by the second request unless it has won, else by
 * the first; nobody interrupts the first one's thread after {@link #end}. Guarded by this.
 */
final class HedgedRead {
  private final Hedges hedges;
  private final SegmentPool pool;
  private final ReadPool.Lane lane;
  private final Stores.Located located;
  private final long offset;
  private final long length;
  private final @Nullable String etag;
  private final Thread first = Thread.currentThread();

  private SegmentPool.@Nullable Buffer buffer;
  private ReadPool.@Nullable Work second;
  private boolean ended;
  private boolean won;

  private HedgedRead(
      Hedges hedges,
      SegmentPool pool,
      ReadPool.Lane lane,
      Stores.Located located,
      long offset,
      long length,
      @Nullable String etag) {
    this.hedges = hedges;
    this.pool = pool;
    this.lane = lane;
    this.located = located;
    this.offset = offset;
    this.length = length;
    this.etag = etag;
  }

  /**
   * Fills {@code body}, on this thread, which belongs to {@code lane}'s pool. Answers whether a
   * second request was made.
   *
   * @param lane for the second request
   * @param percent second requests that are allowed for a hundred first ones
   */
  static boolean read(
      Hedges hedges,
      int percent,
      SegmentPool pool,
      ReadPool.Lane lane,
      Stores.Located located,
      long offset,
      MemorySegment body,
      @Nullable String etag)
      throws StoreException {
    long length = body.byteSize();
    long start = hedges.env().nanoTime();
    long slow = hedges.slowNanos(located.store(), length);
    boolean twice = false;
    if (slow < 0) {
      located.store().get(located.key(), offset, body, etag);
    } else {
      twice = new HedgedRead(hedges, pool, lane, located, offset, length, etag).read(body, slow);
    }
    hedges.ended(located.store(), length, hedges.env().nanoTime() - start, percent);
    return twice;
  }

  private boolean read(MemorySegment body, long slow) throws StoreException {
    CompletableFuture<Void> timer = hedges.env().delay(slow, TimeUnit.NANOSECONDS);
    CompletableFuture<Void> unused = timer.thenRun(this::begin);
    StoreException failure = null;
    try {
      located.store().get(located.key(), offset, body, etag);
    } catch (StoreException e) {
      failure = e;
    } finally {
      timer.cancel(false);
      end();
    }
    SegmentPool.Buffer came;
    boolean twice;
    synchronized (this) {
      came = won ? buffer : null;
      twice = won || second != null;
    }
    if (came == null) {
      if (failure != null) {
        throw failure;
      }
    } else {
      if (failure != null) {
        MemorySegment.copy(came.segment(), 0, body, 0, length);
      }
      came.close();
    }
    if (twice) {
      hedges.decided(located.store(), failure != null);
    }
    return twice;
  }

  /** The first request is slow: makes the second one, where that is allowed and memory is left. */
  private void begin() {
    synchronized (this) {
      if (ended || !hedges.take(located.store())) {
        return;
      }
      buffer = pool.tryTake(length);
      if (buffer == null) {
        return;
      }
    }
    ReadPool.Work work = lane.submit(length, this::runSecond, this::giveBack);
    boolean late;
    synchronized (this) {
      second = work;
      late = ended && !won;
    }
    if (late) {
      work.cancel();
    }
  }

  private void runSecond() {
    SegmentPool.Buffer target;
    synchronized (this) {
      target = ended ? null : buffer;
    }
    if (target == null) {
      giveBack();
      return;
    }
    try {
      located.store().get(located.key(), offset, target.segment(), etag);
    } catch (StoreException | RuntimeException e) {
      // The first request is still under way: its error, if it has one, is the read's.
      giveBack();
      return;
    }
    synchronized (this) {
      won = !ended;
      if (won) {
        first.interrupt();
      }
    }
    giveBack();
  }

  /** Closes the buffer, unless the first request is to copy from it. */
  private void giveBack() {
    SegmentPool.Buffer back;
    synchronized (this) {
      back = won ? null : buffer;
      buffer = won ? buffer : null;
    }
    if (back != null) {
      back.close();
    }
  }

  /** The first request has ended, in whatever way. */
  private void end() {
    ReadPool.Work loser;
    synchronized (this) {
      ended = true;
      loser = won ? null : second;
      if (won) {
        // The second request's; whoever cancels the read looks whether it is still wanted.
        boolean unused = Thread.interrupted();
      }
    }
    if (loser != null) {
      loser.cancel();
    }
  }
}
