// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.Vector;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.pipeline.Sink;
import dev.eider.engine.execute.pipeline.Source;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.execute.row.ChunkCollection;
import dev.eider.engine.execute.row.Columns;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The first rows in the order of batches. Workers collect; as soon as the batches before the
 * earliest open one hold enough rows, the pipeline ends. With {@code percent} it collects
 * everything first.
 *
 * <p>Fields are guarded by {@code this} until {@link #finish}; the source reads them after.
 */
public final class LimitSink implements Sink {
  private final List<LogicalType> types;
  private final long limit;
  private final long offset;
  private final double percent;
  private final List<ChunkCollection> parts = new ArrayList<>();
  private final Map<Object, Long> openBatches = new HashMap<>();
  private final TreeMap<Long, Long> rowsByBatch = new TreeMap<>();
  private long collected;
  private CompletableFuture<Void> changed = new CompletableFuture<>();
  private @Nullable MemoryReservation memory;
  private @Nullable ChunkCollection sorted;

  /**
   * A limit.
   *
   * @param limit the most rows, -1: all
   * @param percent if not negative, the share of all rows instead of a number
   */
  public LimitSink(List<LogicalType> types, long limit, long offset, double percent) {
    this.types = List.copyOf(types);
    this.limit = limit;
    this.offset = offset;
    this.percent = percent;
  }

  private long wanted() {
    return limit < 0 || percent >= 0 || limit > Long.MAX_VALUE - offset
        ? Long.MAX_VALUE
        : limit + offset;
  }

  private synchronized MemoryReservation memory(QueryContext context) {
    MemoryReservation open = memory;
    if (open == null) {
      open = context.memory().reserve("LIMIT");
      memory = open;
    }
    return open;
  }

  @Override
  public Sink.Worker newWorker(WorkerContext context) {
    return new LimitWorker(new ChunkCollection(types, memory(context.query())));
  }

  private long earliest() {
    long earliest = Long.MAX_VALUE;
    for (long batch : openBatches.values()) {
      earliest = Math.min(earliest, batch);
    }
    return earliest;
  }

  private void wake() {
    CompletableFuture<Void> waiting = changed;
    changed = new CompletableFuture<>();
    waiting.complete(null);
  }

  /** Whether closed batches hold enough rows. */
  private boolean isEnough() {
    long earliest = earliest();
    long rows = 0;
    for (Map.Entry<Long, Long> entry : rowsByBatch.entrySet()) {
      // Rows that the earliest batch has so far count too: only one worker adds to it, at its end.
      if (entry.getKey() > earliest) {
        break;
      }
      rows += entry.getValue();
      if (rows >= wanted()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void finish(QueryContext context) {
    TreeMap<Long, int[]> order = new TreeMap<>();
    for (int p = 0; p < parts.size(); p++) {
      ChunkCollection part = parts.get(p);
      for (int i = part.chunkCount() - 1; i >= 0; i--) {
        order.put(part.chunkBatch(i), new int[] {p, i});
      }
    }
    long total = 0;
    for (ChunkCollection part : parts) {
      total += part.rows();
    }
    long left = percent >= 0 ? (long) (total * percent / 100) : limit < 0 ? total : limit;
    long skip = offset;
    ChunkCollection result = new ChunkCollection(types, memory(context));
    for (Map.Entry<Long, int[]> entry : order.entrySet()) {
      ChunkCollection part = parts.get(entry.getValue()[0]);
      for (int i = entry.getValue()[1];
          i < part.chunkCount() && part.chunkBatch(i) == entry.getKey() && left > 0;
          i++) {
        DataChunk chunk = part.chunk(i);
        int from = (int) Math.min(skip, chunk.size());
        skip -= from;
        int count = (int) Math.min(left, chunk.size() - from);
        left -= count;
        if (count > 0) {
          result.append(Columns.slice(chunk, from, count));
        }
      }
    }
    for (ChunkCollection part : parts) {
      part.close();
    }
    parts.clear();
    sorted = result;
  }

  /** The rows kept, in order; after {@link #finish}. Owned by this sink. */
  public ChunkCollection rows() {
    ChunkCollection result = sorted;
    if (result == null) {
      throw new IllegalStateException("the limit is not finished");
    }
    return result;
  }

  /** Reads the rows kept, in order. */
  public Source source() {
    return new CollectionSource(this::rows);
  }

  @Override
  public synchronized void close() {
    if (memory != null) {
      memory.close();
      memory = null;
    }
  }

  private final class LimitWorker implements Sink.Worker {
    private final ChunkCollection rows;
    private long batch = -1;
    private long batchRows;
    private CompletableFuture<?> blocked = CompletableFuture.completedFuture(null);

    LimitWorker(ChunkCollection rows) {
      this.rows = rows;
      synchronized (LimitSink.this) {
        openBatches.put(this, -1L);
      }
    }

    @Override
    public void nextBatch(long batchIndex) {
      batch = batchIndex;
      batchRows = 0;
      synchronized (LimitSink.this) {
        openBatches.put(this, batchIndex);
        wake();
      }
    }

    @Override
    public Sink.Status consume(DataChunk chunk, long batchIndex) {
      synchronized (LimitSink.this) {
        // Enough rows are there; they count once the earlier batches are complete.
        if (collected >= wanted() && batch != earliest()) {
          blocked = changed;
          return Sink.Status.BLOCKED;
        }
      }
      long useful = wanted() - batchRows;
      if (useful > 0) {
        Vector[] columns = chunk.columns();
        int count = (int) Math.min(useful, chunk.size());
        rows.append(columns, 0, count, batchIndex);
        batchRows += count;
      }
      synchronized (LimitSink.this) {
        collected += batchRows - rowsByBatch.getOrDefault(batch, 0L);
        rowsByBatch.put(batch, batchRows);
        return isEnough() ? Sink.Status.FINISHED : Sink.Status.MORE;
      }
    }

    @Override
    public void combine() {
      synchronized (LimitSink.this) {
        openBatches.remove(this);
        parts.add(rows);
        wake();
      }
    }

    @Override
    public CompletableFuture<?> blockedOn() {
      return blocked;
    }
  }
}
