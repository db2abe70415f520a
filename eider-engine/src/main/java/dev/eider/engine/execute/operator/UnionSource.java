// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.vector.DataChunk;
import dev.eider.engine.execute.pipeline.Chain;
import dev.eider.engine.execute.pipeline.ChunkStream;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.pipeline.Source;
import dev.eider.engine.execute.pipeline.WorkerContext;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Chains one after the other: UNION ALL, and a join's probe side followed by what is left of its
 * build side. A worker that finds a chain empty goes on to the next; with {@code barrier} it first
 * waits until no worker is in the chain any more. Rows of earlier chains have smaller batch
 * indexes.
 *
 * <p>{@code inside} and {@code passed} are guarded by {@code this}.
 */
public final class UnionSource implements Source {
  private final List<Chain> chains;
  private final boolean barrier;
  private final long[] firstBatch;
  private final int[] inside;
  private final CompletableFuture<Void>[] passed;
  private final boolean[] prepared;
  private @Nullable QueryContext query;

  @SuppressWarnings({"unchecked", "rawtypes"})
  public UnionSource(List<Chain> chains, boolean barrier) {
    this.chains = List.copyOf(chains);
    this.barrier = barrier;
    firstBatch = new long[chains.size() + 1];
    for (int i = 0; i < chains.size(); i++) {
      firstBatch[i + 1] = firstBatch[i] + chains.get(i).source().batchLimit();
    }
    inside = new int[chains.size()];
    passed = new CompletableFuture[chains.size()];
    prepared = new boolean[chains.size()];
    for (int i = 0; i < passed.length; i++) {
      passed[i] = new CompletableFuture<>();
    }
  }

  @Override
  public int prepare(QueryContext context) {
    query = context;
    long workers = 0;
    for (int i = 0; i < chains.size(); i++) {
      if (i == 0 || !barrier) {
        prepared[i] = true;
        workers += chains.get(i).source().prepare(context);
      }
    }
    return (int) Math.min(Integer.MAX_VALUE, workers);
  }

  @Override
  public long batchLimit() {
    return firstBatch[chains.size()];
  }

  @Override
  public Source.Worker newWorker(WorkerContext context) {
    return new UnionWorker(context);
  }

  @Override
  public void close() {
    for (Chain chain : chains) {
      chain.source().close();
    }
  }

  private synchronized void enter(int chain) {
    inside[chain]++;
    if (!prepared[chain]) {
      prepared[chain] = true;
      if (query != null) {
        chains.get(chain).source().prepare(query);
      }
    }
  }

  private void leave(int chain) {
    boolean last;
    synchronized (this) {
      last = --inside[chain] == 0;
    }
    if (last) {
      passed[chain].complete(null);
    }
  }

  private final class UnionWorker implements Source.Worker {
    private final WorkerContext context;
    private @Nullable ChunkStream stream;
    private int index;
    private boolean waiting;

    UnionWorker(WorkerContext context) {
      this.context = context;
    }

    @Override
    public Status next() {
      while (index < chains.size()) {
        if (waiting) {
          if (!passed[index].isDone()) {
            return Status.BLOCKED;
          }
          waiting = false;
          index++;
          continue;
        }
        ChunkStream open = stream;
        if (open == null) {
          enter(index);
          open = new ChunkStream(chains.get(index), context);
          stream = open;
        }
        Status status = open.next();
        if (status != Status.END) {
          return status;
        }
        stream = null;
        open.close();
        leave(index);
        if (barrier) {
          waiting = true;
        } else {
          index++;
        }
      }
      return Status.END;
    }

    @Override
    public DataChunk chunk() {
      return stream == null ? Gatherer.NOTHING : stream.chunk();
    }

    @Override
    public long batchIndex() {
      if (waiting) {
        return firstBatch[index + 1];
      }
      return firstBatch[index] + (stream == null ? 0 : stream.batchIndex());
    }

    @Override
    public CompletableFuture<?> blockedOn() {
      return waiting || stream == null ? passed[index] : stream.blockedOn();
    }

    @Override
    public void close() {
      if (stream != null) {
        stream.close();
        stream = null;
        // Nobody needs more of this chain; those who wait for its end must not wait for us.
        leave(index);
      }
    }
  }
}
