// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.pipeline.Sink;
import dev.eider.engine.execute.pipeline.Source;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.execute.sort.RowOrdering;
import dev.eider.engine.execute.sort.RowSort;
import dev.eider.engine.expr.SortKey;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * ORDER BY: collects rows with their sort keys, sorts them ({@link RowSort}), puts out the columns
 * of its input. With a limit only the first rows are put out. Rows that are equal keep the order of
 * their batches.
 *
 * <p>{@code sort} is made with the first worker, under {@code this}; read by the source after.
 */
public final class SortSink implements Sink {
  private final List<LogicalType> types;
  private final StoredRow row;
  private final RowOrdering order;
  private final long limit;
  private final long offset;
  private @Nullable RowSort sort;

  /** A sort of rows of these types; limit -1: all. */
  public SortSink(List<LogicalType> types, List<SortKey> keys, long limit, long offset) {
    this.types = List.copyOf(types);
    this.limit = limit;
    this.offset = offset;
    row = new StoredRow(types);
    order = row.ordering(keys);
  }

  private synchronized RowSort open(QueryContext context) {
    RowSort opened = sort;
    if (opened == null) {
      opened = new RowSort(row.types(), order, context, "ORDER_BY");
      sort = opened;
    }
    return opened;
  }

  @Override
  public Sink.Worker newWorker(WorkerContext context) {
    RowSort.Local local = open(context.query()).newLocal();
    StoredRow.Worker columns = row.newWorker(context);
    return new Sink.Worker() {
      @Override
      public Sink.Status consume(DataChunk chunk, long batchIndex) {
        local.append(columns.columns(chunk), chunk.size(), batchIndex);
        return Sink.Status.MORE;
      }

      @Override
      public void combine() {}
    };
  }

  @Override
  public void finish(QueryContext context) {
    open(context).finish();
  }

  /** The rows in order. */
  public Source source() {
    return new SortedSource(() -> Objects.requireNonNull(sort), types, limit, offset);
  }

  @Override
  public synchronized void close() {
    if (sort != null) {
      sort.close();
      sort = null;
    }
  }
}
