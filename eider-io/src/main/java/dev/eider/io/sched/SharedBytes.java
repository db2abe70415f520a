// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.sched;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.FetchPlan.ByteRange;
import dev.eider.base.table.FetchedBytes;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a task that falls into slices, one share for each of them. Whoever closes the last
 * share closes the bytes. Any thread; a share belongs to one.
 */
final class SharedBytes {
  private final CompletableFuture<Void> ready = new CompletableFuture<>();

  /** Both guarded by this, and set once. */
  private @Nullable FetchedBytes bytes;

  private @Nullable Throwable failure;

  /** Shares that are not closed; guarded by this. */
  private int open;

  SharedBytes(int shares) {
    open = shares;
  }

  /** The bytes, under way or there; from here on they belong to the shares. */
  void set(FetchedBytes fetched) {
    boolean wanted;
    synchronized (this) {
      bytes = fetched;
      wanted = open > 0;
    }
    if (!wanted) {
      fetched.close();
    }
    fetched.ready().whenComplete((nothing, error) -> ready.complete(null));
  }

  /** There will be no bytes: each share's user gets to know why. */
  void fail(Throwable thrown) {
    synchronized (this) {
      failure = thrown;
    }
    ready.complete(null);
  }

  /** The share of the next slice. */
  FetchedBytes share() {
    return new Share();
  }

  /** Closes a share, of whoever has it, or of a slice that nobody claims any more. */
  void release() {
    FetchedBytes last;
    synchronized (this) {
      open--;
      last = open == 0 ? bytes : null;
    }
    if (last != null) {
      last.close();
    }
  }

  private MemorySegment get(ByteRange range) {
    FetchedBytes fetched;
    synchronized (this) {
      if (failure != null) {
        throw failure instanceof EiderException known
            ? known
            : EiderException.internal("a read failed: " + failure);
      }
      fetched = bytes;
    }
    if (fetched == null) {
      throw EiderException.internal("the bytes are not there: " + range);
    }
    return fetched.get(range);
  }

  private final class Share implements FetchedBytes {
    private boolean closed;

    @Override
    public CompletableFuture<?> ready() {
      return ready;
    }

    @Override
    public MemorySegment get(ByteRange range) {
      if (closed) {
        throw EiderException.internal("the bytes were given back: " + range);
      }
      return SharedBytes.this.get(range);
    }

    @Override
    public void close() {
      if (!closed) {
        closed = true;
        release();
      }
    }
  }
}
