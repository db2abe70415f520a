// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.Vector;
import dev.eider.engine.eval.Evaluator;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.pipeline.Sink;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.execute.row.ChunkCollection;
import dev.eider.engine.execute.row.ColumnStore;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects the build side of a {@link HashJoin}: its columns, then keys that are expressions. */
public final class JoinBuildSink implements Sink {
  private final HashJoin join;

  JoinBuildSink(HashJoin join) {
    this.join = join;
  }

  @Override
  public Sink.Worker newWorker(WorkerContext context) {
    return new BuildWorker(context);
  }

  @Override
  public void finish(QueryContext context) {
    join.finishBuild(context);
  }

  @Override
  public void close() {
    join.close();
  }

  /** The rows of all parts in one store, a column a task; the parts are closed. */
  static ColumnStore store(
      List<ChunkCollection> parts,
      List<LogicalType> types,
      MemoryReservation memory,
      QueryContext query) {
    long rows = 0;
    for (ChunkCollection part : parts) {
      rows += part.rows();
    }
    ColumnStore store = new ColumnStore(types, memory, Math.toIntExact(rows));
    query.runParallel(
        types.size(),
        column -> {
          int at = 0;
          for (ChunkCollection part : parts) {
            for (int i = 0; i < part.chunkCount(); i++) {
              DataChunk chunk = part.chunk(i);
              store.fill(column, chunk.column(column), chunk.size(), at);
              at += chunk.size();
            }
          }
        });
    store.filled((int) rows);
    for (ChunkCollection part : parts) {
      part.close();
    }
    return store;
  }

  private final class BuildWorker implements Sink.Worker {
    private final QueryContext query;
    private final Evaluator[] evaluators;
    private final Vector[] columns;
    private @Nullable ChunkCollection rows;
    private @Nullable JoinPartitions split;

    BuildWorker(WorkerContext context) {
      query = context.query();
      evaluators = Expressions.of(join.storedKeys(), context);
      columns = new Vector[join.storedTypes().size()];
      rows = new ChunkCollection(join.storedTypes(), join.memory(query));
    }

    @Override
    public Sink.Status consume(DataChunk chunk, long batchIndex) {
      int payload = join.rightTypes().size();
      for (int i = 0; i < payload; i++) {
        columns[i] = chunk.column(i);
      }
      for (int i = 0; i < evaluators.length; i++) {
        columns[payload + i] = evaluators[i].evaluate(chunk);
      }
      JoinPartitions partitions = partitions();
      ChunkCollection collected = rows;
      if (partitions != null) {
        partitions.add(new DataChunk(columns, chunk.size()));
      } else if (collected != null) {
        collected.append(columns, 0, chunk.size(), 0);
      }
      return Sink.Status.MORE;
    }

    /** The worker's partitions once the join spills, with what it collected before. */
    private @Nullable JoinPartitions partitions() {
      ChunkCollection collected = rows;
      if (split == null && collected != null && join.checkMemory()) {
        JoinPartitions made = JoinPartitions.ofBuild(join, query);
        split = made;
        made.addAll(collected);
        collected.close();
        rows = null;
      }
      return split;
    }

    @Override
    public void combine() {
      JoinPartitions partitions = partitions();
      ChunkCollection collected = rows;
      if (partitions != null) {
        partitions.spill();
        join.addBuild(partitions);
        split = null;
      } else if (collected != null) {
        join.addPart(collected);
        rows = null;
      }
    }

    @Override
    public void close() {
      if (rows != null) {
        rows.close();
      }
      if (split != null) {
        split.close();
      }
    }
  }
}
