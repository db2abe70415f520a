// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.type.LogicalType;
import dev.eider.engine.execute.hash.RangeIndex;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.execute.row.ColumnStore;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.plan.LogicalOperator.JoinType;
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
 * <p>{@code index} is set with the store.
 */
public final class RangeJoin extends BlockJoin {
  private final List<BoundExpr> leftKeys;
  private final List<CompareOp> ops;
  private final @Nullable BoundExpr residual;
  private @Nullable RangeIndex index;

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
    super(
        leftKind(type),
        type == JoinType.RIGHT || type == JoinType.FULL,
        leftTypes,
        rightTypes,
        rightKeys,
        leftKeys.size() == 2 ? "IE_JOIN" : "PIECEWISE_MERGE_JOIN");
    assert leftKeys.size() == 1 || leftKeys.size() == 2;
    this.leftKeys = List.copyOf(leftKeys);
    this.ops = List.copyOf(ops);
    this.residual = residual;
  }

  private static LeftRows leftKind(JoinType type) {
    return switch (type) {
      case LEFT, FULL -> LeftRows.KEPT;
      case SEMI -> LeftRows.SEMI;
      case ANTI -> LeftRows.ANTI;
      default -> LeftRows.PAIRS;
    };
  }

  @Override
  void index(ColumnStore store, MemoryReservation memory, QueryContext query) {
    int[] keyColumns = new int[leftKeys.size()];
    for (int k = 0; k < keyColumns.length; k++) {
      keyColumns[k] = rightTypes().size() + k;
    }
    index = RangeIndex.of(store, keyColumns, memory, query);
  }

  @Override
  long indexBytesPerRow() {
    // The order and its scratch for each key, and the places; see RangeIndex.
    return leftKeys.size() == 2 ? 6L * Integer.BYTES : 2L * Integer.BYTES;
  }

  @Override
  void clear() {
    index = null;
  }

  @Override
  Prober newProber(WorkerContext context, boolean onlyPairs) {
    return new RangeProbe(this, context, onlyPairs);
  }

  @Override
  boolean needsOneMatch() {
    return leftKind() == LeftRows.SEMI || leftKind() == LeftRows.ANTI;
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

  RangeIndex index() {
    return Objects.requireNonNull(index);
  }
}
