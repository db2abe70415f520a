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
import dev.eider.engine.execute.window.WindowInput;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.SortKey;
import dev.eider.engine.expr.WindowCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Window functions over one window: collects rows with every expression the calls need, sorts them
 * by partition and order ({@link RowSort}), and puts out its input's columns and the calls'
 * results, partition by partition. Without either the rows stay in input order.
 *
 * <p>{@code sort} is made with the first worker, under {@code this}; read by the source after.
 */
public final class WindowSink implements Sink {
  private final List<LogicalType> types;
  private final StoredRow row;
  private final RowOrdering order;
  private final int partitionKeys;
  private final List<WindowInput> inputs = new ArrayList<>();
  private @Nullable RowSort sort;

  /** The calls, lowered; they have the same PARTITION BY and ORDER BY. */
  public WindowSink(List<LogicalType> types, List<WindowCall> calls) {
    this.types = List.copyOf(types);
    row = new StoredRow(types);
    WindowCall first = calls.get(0);
    List<SortKey> keys = new ArrayList<>();
    for (BoundExpr key : first.partitionBy()) {
      keys.add(new SortKey(key, false, false));
    }
    partitionKeys = keys.size();
    keys.addAll(first.orderBy());
    order = row.ordering(keys);
    for (WindowCall call : calls) {
      inputs.add(input(call));
    }
  }

  private WindowInput input(WindowCall call) {
    int[] arguments = new int[call.arguments().size()];
    for (int i = 0; i < arguments.length; i++) {
      BoundExpr argument = call.arguments().get(i);
      arguments[i] = row.column(isNumber(call, i) ? bigint(argument) : argument);
    }
    WindowCall.Frame frame = call.frame();
    boolean byValue = frame.unit() == WindowCall.Unit.RANGE;
    return new WindowInput(
        call,
        arguments,
        column(call.filter()),
        column(byValue ? frame.startOffset() : bigintOrNull(frame.startOffset())),
        column(byValue ? frame.endOffset() : bigintOrNull(frame.endOffset())),
        row.ordering(call.argumentOrder()));
  }

  /** Whether an argument is a number of rows. */
  private static boolean isNumber(WindowCall call, int argument) {
    return switch (call.kind()) {
      case NTILE -> argument == 0;
      case LEAD, LAG, NTH_VALUE -> argument == 1;
      case null, default -> false;
    };
  }

  private static @Nullable BoundExpr bigintOrNull(@Nullable BoundExpr expr) {
    return expr == null || expr.type().equals(LogicalType.BIGINT)
        ? expr
        : new BoundExpr.Cast(expr, LogicalType.BIGINT, false);
  }

  private static BoundExpr bigint(BoundExpr expr) {
    return Objects.requireNonNull(bigintOrNull(expr));
  }

  private int column(@Nullable BoundExpr expr) {
    return expr == null ? -1 : row.column(expr);
  }

  private synchronized RowSort open(QueryContext context) {
    RowSort opened = sort;
    if (opened == null) {
      opened = new RowSort(row.types(), order, context, "WINDOW");
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

  /** The input's columns, then the results of the calls. */
  public Source source() {
    return new WindowSource(
        () -> Objects.requireNonNull(sort), types, row.types(), partitionKeys, inputs);
  }

  @Override
  public synchronized void close() {
    if (sort != null) {
      sort.close();
      sort = null;
    }
  }
}
