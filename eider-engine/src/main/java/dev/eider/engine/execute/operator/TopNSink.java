// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.base.vector.WideVector;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.pipeline.Sink;
import dev.eider.engine.execute.pipeline.Source;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.execute.row.Columns;
import dev.eider.engine.execute.sort.KeyPrefix;
import dev.eider.engine.execute.sort.OrderedRows;
import dev.eider.engine.execute.sort.RowOrdering;
import dev.eider.engine.execute.sort.RowSegments;
import dev.eider.engine.execute.sort.RowSorter;
import dev.eider.engine.execute.sort.RunMerge;
import dev.eider.engine.execute.sort.SortedRows;
import dev.eider.engine.execute.sort.Tasks;
import dev.eider.engine.expr.SortKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * ORDER BY with a small LIMIT. Each worker keeps the rows that may still be among the first: those
 * before its current bound, which is the last row of the best it had when it last sorted them. So
 * most chunks cost one pass over their first key.
 *
 * <p>Rows carry their place in the input as the last sort key, which makes the result the one of a
 * stable sort. {@code memory}, {@code parts} and {@code result} are guarded by {@code this} until
 * {@link #finish}; {@code sharedWord} is lowered under {@code this} and read by all workers.
 */
public final class TopNSink implements Sink {
  /** The most rows that are worth keeping this way; beyond, sort. */
  public static final long MAX_ROWS = 1 << 17;

  /** Rows a worker collects beyond the limit before it sorts, at least. */
  private static final int LEAST_ROOM = 1 << 11;

  private final List<LogicalType> types;
  private final StoredRow row;
  private final List<LogicalType> stored;
  private final RowOrdering order;
  private final RowOrdering totalOrder;
  private final long limit;
  private final long offset;
  private final int wanted;
  private final @Nullable TopNFilter filter;
  private final List<RowSegments> parts = new ArrayList<>();
  private @Nullable MemoryReservation memory;
  private @Nullable SortedRows result;
  private volatile long sharedWord = Long.MAX_VALUE;

  /**
   * The first {@code limit} rows after {@code offset}; together at most {@link #MAX_ROWS} and at
   * least one. There is at least one key.
   *
   * @param filter told of the bound on the first key
   */
  public TopNSink(
      List<LogicalType> types,
      List<SortKey> keys,
      long limit,
      long offset,
      @Nullable TopNFilter filter) {
    this.types = List.copyOf(types);
    this.limit = limit;
    this.offset = offset;
    this.filter = filter;
    wanted = Math.toIntExact(limit + offset);
    row = new StoredRow(types);
    order = row.ordering(keys);
    stored = new ArrayList<>(row.types());
    totalOrder = order.then(stored.size());
    stored.add(LogicalType.HUGEINT);
  }

  private synchronized MemoryReservation memory(QueryContext context) {
    MemoryReservation open = memory;
    if (open == null) {
      open = context.memory().reserve("TOP_N");
      memory = open;
    }
    return open;
  }

  private synchronized void lower(long word) {
    sharedWord = Math.min(sharedWord, word);
  }

  @Override
  public Sink.Worker newWorker(WorkerContext context) {
    return new TopNWorker(context, memory(context.query()));
  }

  @Override
  public void finish(QueryContext context) {
    RowSegments all = new RowSegments(stored, memory(context));
    for (RowSegments part : parts) {
      all.take(part);
    }
    result = RowSorter.sort(all, totalOrder, Tasks.parallel(context));
  }

  /** The rows kept, in order. */
  public Source source() {
    return new SortedSource(() -> new Kept(Objects.requireNonNull(result)), types, limit, offset);
  }

  @Override
  public synchronized void close() {
    if (memory != null) {
      memory.close();
      memory = null;
    }
    result = null;
  }

  private record Kept(SortedRows sorted) implements OrderedRows {
    @Override
    public long rowCount() {
      return sorted.rows();
    }

    @Override
    public boolean isSpilled() {
      return false;
    }

    @Override
    public RunMerge newMerge(int columns) {
      throw new IllegalStateException("nothing was spilled");
    }
  }

  private final class TopNWorker implements Sink.Worker {
    private final QueryContext query;
    private final MemoryReservation reservation;
    private final StoredRow.Worker evaluator;
    private final FlatVector[] flat = new FlatVector[stored.size()];
    private final FlatVector[] scratch = new FlatVector[stored.size()];
    private final FlatVector[] some = new FlatVector[stored.size()];
    private final WideVector sequence = new WideVector(LogicalType.HUGEINT, Vector.CAPACITY);
    private final FlatVector[] bound = new FlatVector[stored.size()];
    private final long[] words = new long[Vector.CAPACITY];
    private final int[] selection = new int[Vector.CAPACITY];
    private RowSegments rows;
    private boolean isBounded;
    private long boundWord;
    private long arrived;

    TopNWorker(WorkerContext context, MemoryReservation reservation) {
      query = context.query();
      this.reservation = reservation;
      evaluator = row.newWorker(context);
      rows = new RowSegments(stored, reservation);
      for (int i = 0; i < bound.length; i++) {
        scratch[i] = FlatVector.allocate(stored.get(i), 1);
        some[i] = FlatVector.allocate(stored.get(i), 1);
        bound[i] = FlatVector.allocate(stored.get(i), 1);
      }
    }

    @Override
    public Sink.Status consume(DataChunk chunk, long batchIndex) {
      int count = chunk.size();
      Vector[] columns = evaluator.columns(chunk);
      int last = stored.size() - 1;
      int first = order.column(0);
      FlatVector key = Columns.flat(columns[first], count, scratch[first]);
      KeyPrefix.words(order, key, count, words);
      int kept = select(columns, count);
      if (kept > 0) {
        for (int i = 0; i < last; i++) {
          flat[i] = Columns.flat(columns[i], count, scratch[i]);
          some[i].gather(flat[i], selection, kept);
        }
        for (int i = 0; i < kept; i++) {
          sequence.set(i, arrived + selection[i], batchIndex);
        }
        some[last] = sequence;
        if (!rows.append(some, kept, batchIndex)) {
          compact();
        }
        if (rows.rows() >= wanted + Math.max(wanted, LEAST_ROOM)) {
          compact();
        }
      }
      arrived += count;
      return Sink.Status.MORE;
    }

    /** Selects the rows that come before the bounds. */
    private int select(Vector[] columns, int count) {
      long shared = sharedWord;
      long least = isBounded ? Math.min(shared, boundWord) : shared;
      int kept = 0;
      for (int i = 0; i < count; i++) {
        selection[kept] = i;
        kept += words[i] <= least ? 1 : 0;
      }
      if (kept == 0 || !isBounded || least < boundWord) {
        return kept;
      }
      // Rows that may tie with our own bound: a later row must be before it in some key.
      int sure = 0;
      boolean isFlat = false;
      for (int k = 0; k < kept; k++) {
        int at = selection[k];
        boolean keep = words[at] < boundWord;
        if (!keep) {
          if (!isFlat) {
            for (int i = 0; i < order.keys(); i++) {
              int c = order.column(i);
              flat[c] = Columns.flat(columns[c], count, scratch[c]);
            }
            isFlat = true;
          }
          keep = order.compare(flat, at, bound, 0, 0) < 0;
        }
        selection[sure] = at;
        sure += keep ? 1 : 0;
      }
      return sure;
    }

    /** Keeps the best rows, and makes the last of them the bound. */
    private void compact() {
      SortedRows sorted = RowSorter.sort(rows, totalOrder, Tasks.serial(query));
      int kept = Math.min(wanted, sorted.rows());
      RowSegments best = new RowSegments(stored, reservation);
      int[] addresses = new int[Vector.CAPACITY];
      FlatVector[] columns = new FlatVector[stored.size()];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = FlatVector.allocate(stored.get(i), Math.min(kept, Vector.CAPACITY));
      }
      int count = 0;
      for (int from = 0; from < kept; from += Vector.CAPACITY) {
        count = Math.min(Vector.CAPACITY, kept - from);
        sorted.addresses(from, count, addresses);
        for (int i = 0; i < columns.length; i++) {
          sorted.gather(i, addresses, count, columns[i]);
        }
        best.appendOrFail(columns, count, 0);
      }
      rows.clear();
      if (kept == wanted) {
        for (int i = 0; i < bound.length; i++) {
          bound[i].reset();
          bound[i].copyRow(columns[i], count - 1, 0);
        }
        isBounded = true;
        long[] word = new long[1];
        KeyPrefix.words(order, bound, 1, word);
        boundWord = word[0];
        lower(boundWord);
        if (filter != null) {
          filter.tighten(bound[order.column(0)], 0);
        }
      }
      rows = best;
    }

    @Override
    public void combine() {
      synchronized (TopNSink.this) {
        parts.add(rows);
      }
    }
  }
}
