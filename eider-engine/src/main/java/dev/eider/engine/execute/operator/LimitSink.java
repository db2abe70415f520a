// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.pipeline.Sink;
import dev.eider.engine.execute.pipeline.Source;
import dev.eider.engine.execute.pipeline.WorkerContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * The first rows in the order of batches. Workers collect; as soon as the batches before the
 * earliest open one hold enough rows, the pipeline ends. Rows that are known to be before the
 * offset are not kept. With {@code percent} everything is collected first.
 *
 * <p>Fields are guarded by {@code this} until {@link #finish}; the source reads them after. {@code
 * complete} is the number of rows of all batches before the earliest open one that are not in
 * {@code rowsByBatch} any more.
 */
public final class LimitSink implements Sink {
  private final long limit;
  private final long offset;
  private final double percent;
  private final CollectedRows rows;
  private final Map<Object, Long> openBatches = new HashMap<>();
  private final TreeMap<Long, Long> rowsByBatch = new TreeMap<>();
  private long complete;
  private long skipped;
  private long collected;
  private CompletableFuture<Void> changed = new CompletableFuture<>();

  /**
   * A limit.
   *
   * @param limit the most rows, -1: all
   * @param percent if not negative, the share of all rows instead of a number
   */
  public LimitSink(List<LogicalType> types, long limit, long offset, double percent) {
    this.limit = limit;
    this.offset = offset;
    this.percent = percent;
    rows = new CollectedRows(types, "LIMIT");
  }

  private long wanted() {
    return limit < 0 || percent >= 0 || limit > Long.MAX_VALUE - offset
        ? Long.MAX_VALUE
        : limit + offset;
  }

  @Override
  public Sink.Worker newWorker(WorkerContext context) {
    return new LimitWorker(rows.newPart(context.query()));
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

  /** The rows of batches before the earliest open one. */
  private long complete() {
    long earliest = earliest();
    while (!rowsByBatch.isEmpty() && rowsByBatch.firstKey() < earliest) {
      complete += rowsByBatch.pollFirstEntry().getValue();
    }
    return complete;
  }

  /** Whether enough rows are there that nothing can come before. */
  private boolean isEnough() {
    if (wanted() == Long.MAX_VALUE) {
      return false;
    }
    // Rows that the earliest batch has so far count too: only one worker adds to it, at its end.
    long sure = complete();
    Map.Entry<Long, Long> first = rowsByBatch.firstEntry();
    return sure + (first != null && first.getKey() == earliest() ? first.getValue() : 0)
        >= wanted();
  }

  @Override
  public void finish(QueryContext context) {
    long total = skipped + rows.added();
    long left = percent >= 0 ? (long) (total * percent / 100) : limit < 0 ? total : limit;
    rows.finish(offset - skipped, left);
  }

  /** Reads the rows kept, in order. */
  public Source source() {
    return new CollectionSource(() -> rows);
  }

  @Override
  public void close() {
    rows.close();
  }

  private final class LimitWorker implements Sink.Worker {
    private final SpillingRows part;
    private long batch = -1;
    private long batchRows;
    private CompletableFuture<?> blocked = CompletableFuture.completedFuture(null);

    LimitWorker(SpillingRows part) {
      this.part = part;
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
      int unneeded;
      synchronized (LimitSink.this) {
        boolean first = batch == earliest();
        // Enough rows are there; they count once the earlier batches are complete.
        if (collected >= wanted() && !first) {
          blocked = changed;
          return Sink.Status.BLOCKED;
        }
        long before = first ? offset - complete() - batchRows : 0;
        unneeded = (int) Math.max(0, Math.min(before, chunk.size()));
        skipped += unneeded;
      }
      int count = (int) Math.max(unneeded, Math.min(wanted() - batchRows, chunk.size()));
      if (count > unneeded) {
        part.append(chunk.columns(), unneeded, count - unneeded, batchIndex);
      }
      batchRows += count;
      synchronized (LimitSink.this) {
        collected += count;
        rowsByBatch.merge(batch, (long) count, Long::sum);
        return isEnough() ? Sink.Status.FINISHED : Sink.Status.MORE;
      }
    }

    @Override
    public void combine() {
      synchronized (LimitSink.this) {
        openBatches.remove(this);
        wake();
      }
    }

    @Override
    public CompletableFuture<?> blockedOn() {
      return blocked;
    }
  }
}
