// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.eval.Evaluator;
import dev.eider.engine.execute.hash.GroupTable;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.pipeline.Sink;
import dev.eider.engine.execute.pipeline.Source;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.execute.row.ChunkCollection;
import dev.eider.engine.expr.BoundExpr;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** DISTINCT ON: the first row of each key in the order of the input, which one worker reads. */
public final class DistinctOnSink implements Sink {
  private final List<LogicalType> types;
  private final List<BoundExpr> keys;
  private @Nullable MemoryReservation memory;
  private @Nullable ChunkCollection rows;

  public DistinctOnSink(List<LogicalType> types, List<BoundExpr> keys) {
    this.types = List.copyOf(types);
    this.keys = List.copyOf(keys);
  }

  @Override
  public int maxWorkers() {
    return 1;
  }

  @Override
  public Sink.Worker newWorker(WorkerContext context) {
    MemoryReservation reservation = context.query().memory().reserve("DISTINCT");
    memory = reservation;
    ChunkCollection kept = new ChunkCollection(types, reservation);
    rows = kept;
    return new DistinctWorker(context, reservation, kept);
  }

  @Override
  public void finish(QueryContext context) {}

  /** The rows kept, in order. */
  public Source source() {
    return new CollectionSource(() -> {
      ChunkCollection kept = rows;
      if (kept == null) {
        throw new IllegalStateException("nothing was read yet");
      }
      return kept;
    });
  }

  @Override
  public void close() {
    if (memory != null) {
      memory.close();
      memory = null;
    }
    rows = null;
  }

  private final class DistinctWorker implements Sink.Worker {
    private final Evaluator[] evaluators;
    private final MemoryReservation reservation;
    private final ChunkCollection kept;
    private final GroupTable seen = new GroupTable(Expressions.types(keys));
    private final int[] groupOf = new int[Vector.CAPACITY];
    private final int[] selection = new int[Vector.CAPACITY];
    private long charged;

    DistinctWorker(WorkerContext context, MemoryReservation reservation, ChunkCollection kept) {
      this.evaluators = Expressions.of(keys, context);
      this.reservation = reservation;
      this.kept = kept;
    }

    @Override
    public Sink.Status consume(DataChunk chunk, long batchIndex) {
      int count = chunk.size();
      FlatVector[] columns = new FlatVector[evaluators.length];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = evaluators[i].evaluate(chunk).flatten(count);
      }
      int next = seen.groups();
      seen.findGroups(columns, count, groupOf);
      int fresh = 0;
      for (int i = 0; i < count; i++) {
        if (groupOf[i] == next) {
          selection[fresh++] = i;
          next++;
        }
      }
      if (fresh > 0) {
        FlatVector[] all = new FlatVector[types.size()];
        for (int i = 0; i < all.length; i++) {
          all[i] = chunk.flat(i);
        }
        kept.appendSelected(all, selection, fresh);
        long bytes = seen.bytes();
        if (bytes > charged) {
          reservation.grow(bytes - charged);
          charged = bytes;
        }
      }
      return Sink.Status.MORE;
    }

    @Override
    public void combine() {}
  }
}
