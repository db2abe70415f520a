// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.pipeline.Sink;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.execute.row.Columns;
import java.util.ArrayDeque;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The end of a plan: chunks in the order of their batch, handed to the reader as soon as no earlier
 * batch can yield more. With a limit it takes the first rows of that order and ends the pipeline.
 *
 * <p>Back-pressure: a worker is blocked while {@link #MAX_READY_BYTES} lie ready, or, when its
 * batch is not the earliest, while {@link #MAX_AHEAD_BYTES} wait for their turn. The worker of the
 * earliest batch is never blocked by chunks that wait for it, so there is always progress.
 *
 * <p>Memory: what waits is charged to a reservation, and both bounds are no more than an eighth of
 * the memory limit. When the reservation cannot grow nobody goes on but the worker of the earliest
 * batch, and it only while nothing lies ready: one chunk may be uncharged.
 *
 * <p>All fields are guarded by {@code this}.
 */
public final class ResultSink implements Sink {
  /** Bytes that lie ready for the reader: enough to keep workers busy while it prints. */
  static final long MAX_READY_BYTES = 16 << 20;

  /** Bytes of later batches: a few CSV boundaries as vectors. */
  static final long MAX_AHEAD_BYTES = 64 << 20;

  /** Chunks that lie ready, whatever their size: narrow ones wait behind a slow reader too. */
  static final int MAX_READY = 256;

  private static final Runnable NOBODY = () -> {};

  /** The part of the memory limit that rows may take while they wait. */
  private static final int LIMIT_PART = 8;

  private final List<LogicalType> types;
  private final ArrayDeque<DataChunk> ready = new ArrayDeque<>();
  private final TreeMap<Long, ArrayDeque<DataChunk>> ahead = new TreeMap<>();
  private final TreeMap<Long, Integer> workers = new TreeMap<>();
  private long aheadBytes;
  private long readyBytes;
  private long aheadRows;
  private long skip;
  private long left;
  private boolean discarding;
  private boolean somebodyWaits;
  private CompletableFuture<Void> room = new CompletableFuture<>();
  private Runnable onChange = NOBODY;
  private volatile boolean isReady;
  private @Nullable MemoryReservation memory;
  private long charged;
  private long maxReadyBytes = MAX_READY_BYTES;
  private long maxAheadBytes = MAX_AHEAD_BYTES;

  /**
   * A sink for rows of these types.
   *
   * @param limit the most rows, -1 for all
   * @param offset rows to leave out first
   */
  public ResultSink(List<LogicalType> types, long limit, long offset) {
    this.types = List.copyOf(types);
    this.left = limit < 0 ? Long.MAX_VALUE : limit;
    this.skip = offset;
  }

  synchronized void onChange(Runnable listener) {
    onChange = listener;
  }

  boolean isReady() {
    return isReady;
  }

  /** The next chunk, or null when none is ready now. */
  synchronized @Nullable DataChunk poll() {
    DataChunk chunk = ready.poll();
    isReady = !ready.isEmpty();
    if (chunk != null) {
      readyBytes -= bytes(chunk);
      charge();
    }
    if (readyBytes <= maxReadyBytes / 2 && ready.size() <= MAX_READY / 2) {
      wakeAll();
    }
    return chunk;
  }

  synchronized void discard() {
    discarding = true;
    ready.clear();
    readyBytes = 0;
    charge();
    isReady = false;
    wakeAll();
  }

  private synchronized void open(QueryContext query) {
    if (memory == null) {
      memory = query.memory().reserve("RESULT");
      maxReadyBytes = Math.min(MAX_READY_BYTES, query.memory().limit() / LIMIT_PART);
      maxAheadBytes = Math.min(MAX_AHEAD_BYTES, query.memory().limit() / LIMIT_PART);
    }
  }

  /** Charges what waits, as far as it is granted. */
  private void charge() {
    MemoryReservation open = memory;
    if (open == null) {
      return;
    }
    long waiting = readyBytes + aheadBytes;
    if (waiting < charged) {
      open.shrink(charged - waiting);
      charged = waiting;
    } else if (waiting > charged && open.tryGrow(waiting - charged)) {
      charged = waiting;
    }
  }

  private boolean isShort() {
    return charged < readyBytes + aheadBytes;
  }

  /** Rows that still lie ready are few, and nobody's but the reader's. */
  @Override
  public synchronized void close() {
    if (memory != null) {
      memory.close();
      memory = null;
      charged = 0;
    }
  }

  private void wakeAll() {
    if (somebodyWaits) {
      somebodyWaits = false;
      CompletableFuture<Void> waiting = room;
      room = new CompletableFuture<>();
      waiting.complete(null);
    }
  }

  @Override
  public Sink.Worker newWorker(WorkerContext context) {
    open(context.query());
    return new ResultWorker();
  }

  @Override
  public synchronized void finish(QueryContext context) {
    while (!ahead.isEmpty()) {
      release(ahead.pollFirstEntry().getValue());
    }
    isReady = !ready.isEmpty();
    onChange.run();
  }

  private void release(ArrayDeque<DataChunk> chunks) {
    DataChunk chunk;
    while ((chunk = chunks.poll()) != null) {
      aheadBytes -= bytes(chunk);
      aheadRows -= chunk.size();
      emit(chunk);
    }
  }

  private void emit(DataChunk chunk) {
    int from = (int) Math.min(skip, chunk.size());
    skip -= from;
    int count = (int) Math.min(left, chunk.size() - from);
    left -= count;
    if (count > 0 && !discarding) {
      DataChunk part =
          from == 0 && count == chunk.size() ? chunk : Columns.slice(chunk, from, count);
      ready.add(part);
      readyBytes += bytes(part);
    }
  }

  private synchronized void enter(long from, long to) {
    if (from != to) {
      leave(from);
      workers.merge(to, 1, Integer::sum);
    }
    long earliest = workers.isEmpty() ? Long.MAX_VALUE : workers.firstKey();
    boolean released = false;
    while (!ahead.isEmpty() && ahead.firstKey() <= earliest) {
      release(ahead.pollFirstEntry().getValue());
      released = true;
    }
    // The worker whose batch became the earliest may be one that waits.
    wakeAll();
    if (released) {
      isReady = !ready.isEmpty();
      onChange.run();
    }
  }

  /** Whether later batches have as many rows waiting as may be wanted, or as there is room for. */
  private boolean isFarAhead() {
    return aheadBytes >= maxAheadBytes || isShort() || aheadRows - skip >= left;
  }

  private boolean isFull() {
    return readyBytes >= maxReadyBytes
        || ready.size() >= MAX_READY
        || (isShort() && !ready.isEmpty());
  }

  private static long bytes(DataChunk chunk) {
    long bytes = 0;
    for (int i = 0; i < chunk.columnCount(); i++) {
      bytes += Columns.bytes((FlatVector) chunk.column(i));
    }
    return bytes;
  }

  private void leave(long batch) {
    int others = workers.getOrDefault(batch, 0) - 1;
    if (others > 0) {
      workers.put(batch, others);
    } else {
      workers.remove(batch);
    }
  }

  private final class ResultWorker implements Sink.Worker {
    private long batch = -1;
    private boolean open = true;
    private CompletableFuture<?> blocked = CompletableFuture.completedFuture(null);

    ResultWorker() {
      synchronized (ResultSink.this) {
        workers.merge(batch, 1, Integer::sum);
      }
    }

    @Override
    public void nextBatch(long batchIndex) {
      enter(batch, batchIndex);
      batch = batchIndex;
    }

    @Override
    public Sink.Status consume(DataChunk chunk, long batchIndex) {
      synchronized (ResultSink.this) {
        if (left == 0) {
          return Sink.Status.FINISHED;
        }
        boolean earliest = workers.firstKey() == batch;
        if (earliest ? isFull() : isFarAhead()) {
          blocked = room;
          somebodyWaits = true;
          return Sink.Status.BLOCKED;
        }
      }
      DataChunk copy = copy(chunk);
      synchronized (ResultSink.this) {
        if (workers.firstKey() == batch && !ahead.containsKey(batch)) {
          emit(copy);
          isReady = !ready.isEmpty();
          onChange.run();
        } else {
          ahead.computeIfAbsent(batch, key -> new ArrayDeque<>()).add(copy);
          aheadBytes += bytes(copy);
          aheadRows += copy.size();
        }
        charge();
        return left == 0 ? Sink.Status.FINISHED : Sink.Status.MORE;
      }
    }

    private DataChunk copy(DataChunk chunk) {
      Vector[] columns = new Vector[types.size()];
      for (int i = 0; i < columns.length; i++) {
        FlatVector target = FlatVector.allocate(types.get(i), chunk.size());
        Columns.append(chunk.column(i), 0, chunk.size(), target, 0);
        columns[i] = target;
      }
      return new DataChunk(columns, chunk.size());
    }

    @Override
    public CompletableFuture<?> blockedOn() {
      return blocked;
    }

    @Override
    public void combine() {}

    @Override
    public void close() {
      synchronized (ResultSink.this) {
        if (open) {
          open = false;
          leave(batch);
          enter(batch, batch);
        }
      }
    }
  }
}
