// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.Vector;
import dev.eider.engine.eval.Evaluator;
import dev.eider.engine.execute.hash.RangeIndex;
import dev.eider.engine.execute.pipeline.Operator;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.pipeline.Sink;
import dev.eider.engine.execute.pipeline.Source;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.execute.row.ChunkCollection;
import dev.eider.engine.execute.row.ColumnStore;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.plan.LogicalOperator.JoinType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Join by one or two inequalities of a left with a right expression: INNER, LEFT, RIGHT, FULL, SEMI
 * and ANTI, with any further condition.
 *
 * <p>The right side is collected and sorted by its keys ({@link RangeIndex}). With one inequality
 * the matches of a left row are the rows from a place on, or up to a place, in that order: a merge
 * join. With two it is the join of Khayyat et al., "Lightning Fast and Space Efficient Inequality
 * Joins" (VLDB 2015), block by block of the left side: see {@link RangeProbe}.
 *
 * <p>{@code memory} is guarded by the build sink. {@code index}, {@code store} and {@code found}
 * are set when the right side is complete, before the probe. Elements of {@code found} are only
 * ever set to 1, by any worker.
 */
public final class RangeJoin {
  private final JoinType type;
  private final List<LogicalType> leftTypes;
  private final List<LogicalType> rightTypes;
  private final List<BoundExpr> leftKeys;
  private final List<CompareOp> ops;
  private final List<BoundExpr> rightKeys;
  private final @Nullable BoundExpr residual;
  private final List<LogicalType> stored = new ArrayList<>();
  private @Nullable MemoryReservation memory;
  private @Nullable ColumnStore store;
  private @Nullable RangeIndex index;
  private byte[] found = new byte[0];

  /**
   * A join of {@code leftKeys[k] ops[k] rightKeys[k]} for each of one or two {@code k}; everything
   * is lowered.
   *
   * @param residual what must hold besides, over left columns followed by right columns
   */
  public RangeJoin(
      JoinType type,
      List<LogicalType> leftTypes,
      List<LogicalType> rightTypes,
      List<BoundExpr> leftKeys,
      List<CompareOp> ops,
      List<BoundExpr> rightKeys,
      @Nullable BoundExpr residual) {
    assert leftKeys.size() == 1 || leftKeys.size() == 2;
    this.type = type;
    this.leftTypes = List.copyOf(leftTypes);
    this.rightTypes = List.copyOf(rightTypes);
    this.leftKeys = List.copyOf(leftKeys);
    this.ops = List.copyOf(ops);
    this.rightKeys = List.copyOf(rightKeys);
    this.residual = residual;
    stored.addAll(rightTypes);
    stored.addAll(Expressions.types(rightKeys));
  }

  /** Collects and sorts the right side. */
  public Sink buildSink() {
    return new BuildSink();
  }

  public Operator probe() {
    return context -> new RangeProbe(this, context);
  }

  /** Whether {@link #rest} has something to yield. */
  public boolean hasRest() {
    return type == JoinType.RIGHT || type == JoinType.FULL;
  }

  /** Right rows without a match, with NULLs for the left columns. */
  public Source rest() {
    return new UnmatchedRows(leftTypes, rightTypes, this::store, () -> found);
  }

  JoinType type() {
    return type;
  }

  List<LogicalType> leftTypes() {
    return leftTypes;
  }

  List<LogicalType> rightTypes() {
    return rightTypes;
  }

  List<BoundExpr> leftKeys() {
    return leftKeys;
  }

  CompareOp op(int key) {
    return ops.get(key);
  }

  @Nullable BoundExpr residual() {
    return residual;
  }

  ColumnStore store() {
    return Objects.requireNonNull(store);
  }

  RangeIndex index() {
    return Objects.requireNonNull(index);
  }

  byte[] found() {
    return found;
  }

  private final class BuildSink implements Sink {
    private final List<ChunkCollection> parts = new ArrayList<>();

    private synchronized MemoryReservation memory(QueryContext query) {
      MemoryReservation open = memory;
      if (open == null) {
        open = query.memory().reserve(leftKeys.size() == 2 ? "IE_JOIN" : "PIECEWISE_MERGE_JOIN");
        memory = open;
      }
      return open;
    }

    @Override
    public Sink.Worker newWorker(WorkerContext context) {
      Evaluator[] evaluators = Expressions.of(rightKeys, context);
      ChunkCollection rows = new ChunkCollection(stored, memory(context.query()));
      Vector[] columns = new Vector[stored.size()];
      return new Sink.Worker() {
        @Override
        public Sink.Status consume(DataChunk chunk, long batchIndex) {
          System.arraycopy(chunk.columns(), 0, columns, 0, rightTypes.size());
          for (int i = 0; i < evaluators.length; i++) {
            columns[rightTypes.size() + i] = evaluators[i].evaluate(chunk);
          }
          rows.append(columns, 0, chunk.size(), 0);
          return Sink.Status.MORE;
        }

        @Override
        public void combine() {
          synchronized (BuildSink.this) {
            parts.add(rows);
          }
        }
      };
    }

    @Override
    public void finish(QueryContext context) {
      MemoryReservation reservation = memory(context);
      ColumnStore complete = JoinBuildSink.store(parts, stored, reservation, context);
      parts.clear();
      int[] keyColumns = new int[rightKeys.size()];
      for (int k = 0; k < keyColumns.length; k++) {
        keyColumns[k] = rightTypes.size() + k;
      }
      index = RangeIndex.of(complete, keyColumns, reservation, context);
      if (hasRest()) {
        reservation.grow(complete.rows());
        found = new byte[complete.rows()];
      }
      store = complete;
    }

    @Override
    public void close() {
      if (memory != null) {
        memory.close();
        memory = null;
      }
      store = null;
      index = null;
      found = new byte[0];
    }
  }
}
