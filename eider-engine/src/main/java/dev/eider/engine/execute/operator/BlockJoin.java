// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.Vector;
import dev.eider.engine.execute.pipeline.Operator;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.pipeline.Sink;
import dev.eider.engine.execute.pipeline.Source;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.execute.row.ColumnStore;
import dev.eider.engine.expr.BoundExpr;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The base of joins that keep the right side in a store with an index that the left rows are looked
 * up in. When the right side does not fit, the left rows are collected too, and {@link
 * BlockJoinSource} joins them with the right rows block by block.
 *
 * <p>{@code isBlocked}, {@code store} and {@code found} are set when the right side is complete,
 * before the probe; in blocks, for each block by the one worker that joins them. Elements of {@code
 * found} are only ever set to 1, by any worker.
 */
public abstract class BlockJoin {
  /** What becomes of the left rows. */
  enum LeftRows {
    /** Only pairs are put out. */
    PAIRS,
    /** Pairs, and left rows without a match. */
    KEPT,
    /** Left rows that have a match, once. */
    SEMI,
    /** Left rows that have none. */
    ANTI
  }

  /** Looks left chunks up in the store. */
  interface Prober extends Operator.Worker {
    /** Which rows of the last input had a match, once it was processed to its end. */
    boolean[] matched();
  }

  private final LeftRows leftKind;
  private final boolean keepsRight;
  private final List<LogicalType> leftTypes;
  private final List<LogicalType> rightTypes;
  private final List<BoundExpr> computed;
  private final CollectedRows rightRows;
  private final CollectedRows leftRows;
  private boolean isBlocked;
  private @Nullable ColumnStore store;
  private byte[] found = new byte[0];

  /**
   * A join.
   *
   * @param computed what is stored of a right row besides its columns
   * @param component the word for memory and spill files
   */
  BlockJoin(
      LeftRows leftKind,
      boolean keepsRight,
      List<LogicalType> leftTypes,
      List<LogicalType> rightTypes,
      List<BoundExpr> computed,
      String component) {
    this.leftKind = leftKind;
    this.keepsRight = keepsRight;
    this.leftTypes = List.copyOf(leftTypes);
    this.rightTypes = List.copyOf(rightTypes);
    this.computed = List.copyOf(computed);
    List<LogicalType> stored = new ArrayList<>(rightTypes);
    stored.addAll(Expressions.types(computed));
    rightRows = new CollectedRows(stored, component);
    leftRows = new CollectedRows(leftTypes, component);
  }

  /** Makes the index of the store; what it takes is charged to the reservation. */
  abstract void index(ColumnStore store, MemoryReservation memory, QueryContext query);

  /** Bytes a stored row takes in the index, about. */
  abstract long indexBytesPerRow();

  /** Lets go of the index. */
  abstract void clear();

  /**
   * Looks up left chunks.
   *
   * @param onlyPairs whether left rows are put out with a match only, whatever the kind of join
   */
  abstract Prober newProber(WorkerContext context, boolean onlyPairs);

  /** Whether a left row is done with its first match, which later blocks cannot better. */
  abstract boolean needsOneMatch();

  /** All stored right rows in the order in which blocks are made of them. */
  Source inBlockOrder(QueryContext query) {
    return new CollectionSource(() -> rightRows);
  }

  /** Collects the right side and makes its index. */
  public final Sink buildSink() {
    return new CollectSink(
        rightRows,
        computed,
        new CollectSink.Side() {
          @Override
          public void complete(QueryContext query) {
            BlockJoin.this.complete(query);
          }

          @Override
          public void release() {
            leftRows.close();
            closeBlock();
            BlockJoin.this.close();
          }
        });
  }

  /** Frees what a kind of join holds besides. */
  void close() {}

  private void complete(QueryContext query) {
    MemoryReservation memory = memory(query);
    // While the store is filled the rows are there twice.
    long wanted = 2 * memory.bytes() + rightRows.rows() * indexBytesPerRow();
    if (rightRows.isSpilled() || wanted > rightRows.request(wanted, query)) {
      rightRows.spill();
      isBlocked = true;
      return;
    }
    ColumnStore complete =
        JoinBuildSink.store(rightRows.collections(), rightRows.types(), memory, query);
    openBlock(complete, query);
  }

  /** Makes rows those that are looked up. */
  final void openBlock(ColumnStore rows, QueryContext query) {
    MemoryReservation memory = memory(query);
    if (keepsRight) {
      memory.grow(rows.rows());
      found = new byte[rows.rows()];
    }
    store = rows;
    index(rows, memory, query);
  }

  /** Lets the store and its index go. */
  final void closeBlock() {
    store = null;
    found = new byte[0];
    clear();
  }

  final MemoryReservation memory(QueryContext query) {
    return rightRows.memory(query);
  }

  /** The rows a block may have: at least those of a chunk. */
  final int blockRows(QueryContext query) {
    long rows = Math.max(1, rightRows.rows());
    // Bodies of text grow by doubling, and the sort of an index takes as much for a while.
    long perRow = 2 * (rightRows.bytesSpilled() / rows + 16 + indexBytesPerRow());
    long granted = rightRows.request(perRow * rows, query);
    // The other half is for what is read and put out meanwhile.
    return (int) Math.max(Vector.CAPACITY, Math.min(1 << 26, granted / 2 / perRow));
  }

  public final Operator probe() {
    return context -> isBlocked ? new Keeper(context) : newProber(context, false);
  }

  /** What comes after the probe: right rows without a match, or the joins of all blocks. */
  public final Source rest() {
    return new BlockJoinSource(this);
  }

  final boolean isBlocked() {
    return isBlocked;
  }

  final LeftRows leftKind() {
    return leftKind;
  }

  final boolean keepsRight() {
    return keepsRight;
  }

  final List<LogicalType> leftTypes() {
    return leftTypes;
  }

  final List<LogicalType> rightTypes() {
    return rightTypes;
  }

  /** The right rows of a join in blocks. */
  final CollectedRows rightRows() {
    return rightRows;
  }

  /** The left rows of a join in blocks. */
  final CollectedRows leftRows() {
    return leftRows;
  }

  final List<LogicalType> storedTypes() {
    return rightRows.types();
  }

  final ColumnStore store() {
    return Objects.requireNonNull(store);
  }

  final byte[] found() {
    return found;
  }

  /** Puts left rows by until the probe has ended. */
  private final class Keeper implements Operator.Worker {
    private final SpillingRows part;

    Keeper(WorkerContext context) {
      part = leftRows.newPart(context.query());
    }

    @Override
    public Operator.Status process(DataChunk input, long batchIndex) {
      part.append(input.columns(), 0, input.size(), batchIndex);
      return Operator.Status.NEXT;
    }

    @Override
    public DataChunk output() {
      return Gatherer.NOTHING;
    }
  }
}
