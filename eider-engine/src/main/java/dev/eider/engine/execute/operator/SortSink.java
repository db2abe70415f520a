// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.eval.Evaluator;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.pipeline.Sink;
import dev.eider.engine.execute.pipeline.Source;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.execute.row.ChunkCollection;
import dev.eider.engine.execute.row.ColumnStore;
import dev.eider.engine.execute.row.RowOrder;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.SortKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sorts in memory: collects rows and their sort keys, sorts row numbers, reads the rows back in that
 * order. With a limit only the first rows are read. Rows that are equal keep the order of their
 * batches.
 */
public final class SortSink implements Sink {
  private final List<LogicalType> types;
  private final List<SortKey> keys;
  private final List<BoundExpr> expressions = new ArrayList<>();
  private final List<LogicalType> stored = new ArrayList<>();
  private final int[] sortColumns;
  private final long limit;
  private final long offset;
  private final List<ChunkCollection> parts = new ArrayList<>();
  private @Nullable MemoryReservation memory;
  private @Nullable ColumnStore store;
  private int[] order = new int[0];

  /** A sort of rows of these types; limit -1: all. */
  public SortSink(List<LogicalType> types, List<SortKey> keys, long limit, long offset) {
    this.types = List.copyOf(types);
    this.keys = List.copyOf(keys);
    this.limit = limit;
    this.offset = offset;
    stored.addAll(types);
    sortColumns = new int[keys.size()];
    for (int i = 0; i < sortColumns.length; i++) {
      BoundExpr key = keys.get(i).expr();
      if (key instanceof BoundExpr.InputRef input) {
        sortColumns[i] = input.position();
      } else {
        sortColumns[i] = stored.size();
        stored.add(key.type());
        expressions.add(key);
      }
    }
  }

  private synchronized MemoryReservation memory(QueryContext context) {
    MemoryReservation open = memory;
    if (open == null) {
      open = context.memory().reserve("SORT");
      memory = open;
    }
    return open;
  }

  @Override
  public Sink.Worker newWorker(WorkerContext context) {
    return new SortWorker(context, new ChunkCollection(stored, memory(context.query())));
  }

  @Override
  public void finish(QueryContext context) {
    MemoryReservation reservation = memory(context);
    List<long[]> chunks = new ArrayList<>();
    for (int p = 0; p < parts.size(); p++) {
      for (int i = 0; i < parts.get(p).chunkCount(); i++) {
        chunks.add(new long[] {parts.get(p).chunkBatch(i), p, i});
      }
    }
    chunks.sort((a, b) -> Long.compare(a[0], b[0]));
    ColumnStore all = new ColumnStore(stored, reservation);
    for (long[] chunk : chunks) {
      all.append(parts.get((int) chunk[1]).chunk((int) chunk[2]));
    }
    for (ChunkCollection part : parts) {
      part.close();
    }
    parts.clear();
    context.checkInterrupted();
    order = RowOrder.sort(all, sortColumns, keys);
    store = all;
  }

  /** The rows in order. */
  public Source source() {
    return new SortedSource();
  }

  @Override
  public synchronized void close() {
    if (memory != null) {
      memory.close();
      memory = null;
    }
    store = null;
    order = new int[0];
  }

  private final class SortWorker implements Sink.Worker {
    private final ChunkCollection rows;
    private final Evaluator[] evaluators;
    private final Vector[] columns = new Vector[stored.size()];

    SortWorker(WorkerContext context, ChunkCollection rows) {
      this.rows = rows;
      this.evaluators = Expressions.of(expressions, context);
    }

    @Override
    public Sink.Status consume(DataChunk chunk, long batchIndex) {
      for (int i = 0; i < types.size(); i++) {
        columns[i] = chunk.column(i);
      }
      for (int i = 0; i < evaluators.length; i++) {
        columns[types.size() + i] = evaluators[i].evaluate(chunk);
      }
      rows.append(columns, 0, chunk.size(), batchIndex);
      return Sink.Status.MORE;
    }

    @Override
    public void combine() {
      synchronized (SortSink.this) {
        parts.add(rows);
      }
    }
  }

  private final class SortedSource extends ChunkSource {
    private static final int ROWS_PER_PART = 1 << 16;
    private long first;
    private long end;

    @Override
    protected int parts(QueryContext context) {
      first = Math.min(offset, order.length);
      end = limit < 0 ? order.length : Math.min(order.length, first + limit);
      return (int) ((end - first + ROWS_PER_PART - 1) / ROWS_PER_PART);
    }

    @Override
    protected PartReader newReader(WorkerContext context) {
      ColumnStore sorted = store;
      if (sorted == null) {
        throw new IllegalStateException("the sort is not finished");
      }
      DataChunk chunk =
          DataChunk.allocate(types, (int) Math.max(1, Math.min(end - first, Vector.CAPACITY)));
      return new PartReader() {
        private final int[] selection = new int[Vector.CAPACITY];
        private long next;
        private long last;

        @Override
        public void open(int part) {
          next = first + (long) part * ROWS_PER_PART;
          last = Math.min(end, next + ROWS_PER_PART);
        }

        @Override
        public @Nullable DataChunk read() {
          int count = (int) Math.min(Vector.CAPACITY, last - next);
          if (count <= 0) {
            return null;
          }
          System.arraycopy(order, (int) next, selection, 0, count);
          for (int i = 0; i < types.size(); i++) {
            ((FlatVector) chunk.column(i)).gather(sorted.column(i), selection, count);
          }
          chunk.setSize(count);
          next += count;
          return chunk;
        }
      };
    }
  }
}
