// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.eval.Evaluator;
import dev.eider.engine.execute.hash.AggregateInput;
import dev.eider.engine.execute.hash.AggregationTable;
import dev.eider.engine.execute.hash.PartitionedAggregation;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.execute.row.ChunkCollection;
import dev.eider.engine.execute.row.ColumnStore;
import dev.eider.engine.execute.row.RowOrder;
import dev.eider.engine.expr.AggregateCall;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.SortKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one aggregate with DISTINCT or ORDER BY, until all have been seen: distinct ones as
 * the groups of an aggregation over (group keys, arguments), sorted ones as a collection of (group
 * keys, arguments, sort keys). Then they are fed to the states, sorted by the sort keys over all
 * groups at once, which keeps each group's rows in order.
 */
final class DeferredRows implements AutoCloseable {
  private final int aggregate;
  private final AggregateCall call;
  private final int keyCount;
  private final List<LogicalType> types = new ArrayList<>();
  private final List<BoundExpr> sortExpressions = new ArrayList<>();
  private final int[] sortColumns;
  private final MemoryReservation memory;
  private final @Nullable PartitionedAggregation distinct;
  private final @Nullable ChunkCollection rows;

  DeferredRows(
      int aggregate,
      AggregateCall call,
      boolean isDistinct,
      List<LogicalType> keyTypes,
      QueryContext query) {
    this.aggregate = aggregate;
    this.call = call;
    keyCount = keyTypes.size();
    types.addAll(keyTypes);
    for (BoundExpr argument : call.arguments()) {
      types.add(argument.type());
    }
    List<SortKey> order = call.function().orderSensitive() ? call.orderBy() : List.of();
    sortColumns = new int[order.size()];
    for (int i = 0; i < sortColumns.length; i++) {
      int argument = call.arguments().indexOf(order.get(i).expr());
      if (argument >= 0) {
        sortColumns[i] = keyCount + argument;
      } else {
        sortColumns[i] = types.size();
        types.add(order.get(i).expr().type());
        sortExpressions.add(order.get(i).expr());
      }
    }
    memory = query.memory().reserve("AGGREGATE_ROWS");
    distinct = isDistinct ? new PartitionedAggregation(types, types, List.of(), query) : null;
    rows = isDistinct ? null : new ChunkCollection(types, memory);
  }

  Local newLocal(WorkerContext context) {
    return new Local(context);
  }

  /** Feeds everything to the states. */
  void feed(PartitionedAggregation target, QueryContext query) {
    PartitionedAggregation set = distinct;
    if (set != null) {
      set.finish();
      if (sortColumns.length == 0) {
        if (call.function().orderSensitive()) {
          for (int i = 0; i < set.tables(); i++) {
            feedTable(set.table(i), target, query);
            set.release(i);
          }
        } else {
          query.runParallel(
              set.tables(),
              index -> {
                feedTable(set.table(index), target, query);
                set.release(index);
              });
        }
        return;
      }
    }
    ColumnStore store = set == null ? ColumnStore.of(collected(), memory) : store(set);
    int[] order = RowOrder.sort(store, sortColumns, call.orderBy());
    feedRows(store.columns(), order, store.rows(), target, query);
    store.release();
  }

  private ChunkCollection collected() {
    ChunkCollection collection = rows;
    if (collection == null) {
      throw new IllegalStateException("no rows were collected");
    }
    return collection;
  }

  private ColumnStore store(PartitionedAggregation set) {
    ColumnStore store = new ColumnStore(types, memory);
    for (int i = 0; i < set.tables(); i++) {
      AggregationTable table = set.table(i);
      FlatVector[] keys = table.table().keys();
      Vector[] columns = new Vector[keys.length];
      System.arraycopy(keys, 0, columns, 0, keys.length);
      store.append(new DataChunk(columns, table.groups()));
      set.release(i);
    }
    return store;
  }

  private void feedTable(
      AggregationTable table, PartitionedAggregation target, QueryContext query) {
    int count = table.groups();
    int[] all = new int[count];
    for (int i = 0; i < count; i++) {
      all[i] = i;
    }
    feedRows(table.table().keys(), all, count, target, query);
  }

  private void feedRows(
      FlatVector[] columns,
      int[] order,
      int count,
      PartitionedAggregation target,
      QueryContext query) {
    int arguments = call.arguments().size();
    FlatVector[] keys = new FlatVector[keyCount];
    FlatVector[] values = new FlatVector[arguments];
    int[] selection = new int[Vector.CAPACITY];
    for (int i = 0; i < keyCount + arguments; i++) {
      FlatVector scratch =
          FlatVector.allocate(types.get(i), Math.max(1, Math.min(count, Vector.CAPACITY)));
      if (i < keyCount) {
        keys[i] = scratch;
      } else {
        values[i - keyCount] = scratch;
      }
    }
    for (int from = 0; from < count; from += Vector.CAPACITY) {
      query.checkInterrupted();
      int n = Math.min(Vector.CAPACITY, count - from);
      System.arraycopy(order, from, selection, 0, n);
      for (int i = 0; i < keyCount; i++) {
        keys[i].gather(columns[i], selection, n);
      }
      for (int i = 0; i < arguments; i++) {
        values[i].gather(columns[keyCount + i], selection, n);
      }
      target.feed(aggregate, keys, values, n);
    }
  }

  @Override
  public void close() {
    if (distinct != null) {
      distinct.close();
    }
    if (rows != null) {
      rows.close();
    }
    memory.close();
  }

  /** One worker's part. */
  final class Local {
    private final Evaluator[] sortEvaluators;
    private final PartitionedAggregation.@Nullable Local set;
    private final @Nullable ChunkCollection part;
    private final FlatVector[] columns = new FlatVector[types.size()];
    private final FlatVector[] kept = new FlatVector[types.size()];
    private final int[] selection = new int[Vector.CAPACITY];

    private Local(WorkerContext context) {
      sortEvaluators = Expressions.of(sortExpressions, context);
      set = distinct == null ? null : distinct.newLocal();
      part = distinct == null ? new ChunkCollection(types, memory) : null;
    }

    int aggregate() {
      return aggregate;
    }

    /** Adds the rows of a payload ({@code keys} key columns first) that pass the filter. */
    void add(FlatVector[] payload, int keys, AggregateInput input, DataChunk chunk) {
      int count = chunk.size();
      int at = 0;
      for (int i = 0; i < keys; i++) {
        columns[at++] = payload[i];
      }
      for (int column : input.columns()) {
        columns[at++] = payload[keys + column];
      }
      for (Evaluator evaluator : sortEvaluators) {
        columns[at++] = evaluator.evaluate(chunk).flatten(count);
      }
      FlatVector[] source = columns;
      if (input.filter() >= 0) {
        int n = select((BoolVector) payload[keys + input.filter()], count);
        for (int i = 0; i < columns.length; i++) {
          FlatVector target = kept[i];
          if (target == null) {
            target = FlatVector.allocate(types.get(i), Vector.CAPACITY);
            kept[i] = target;
          }
          target.gather(columns[i], selection, n);
        }
        source = kept;
        count = n;
      }
      if (count == 0) {
        return;
      }
      if (set != null) {
        set.update(source, count);
      } else if (part != null) {
        part.append(source, 0, count, 0);
      }
    }

    private int select(BoolVector filter, int count) {
      byte[] values = filter.values();
      int n = 0;
      for (int i = 0; i < count; i++) {
        if (values[i] != 0 && !filter.isNull(i)) {
          selection[n++] = i;
        }
      }
      return n;
    }

    void finish() {
      if (set != null) {
        set.finish();
      } else if (part != null) {
        synchronized (DeferredRows.this) {
          collected().take(part);
        }
      }
    }
  }
}
