// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

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
import dev.eider.engine.execute.pipeline.Source;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.execute.sort.RowOrdering;
import dev.eider.engine.execute.sort.RowSort;
import dev.eider.engine.expr.AggregateCall;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.SortKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one aggregate with DISTINCT or ORDER BY, until all have been seen: distinct ones as
 * the groups of an aggregation over (group keys, arguments), sorted ones as a sort of (group keys,
 * arguments, sort keys). Then they are fed to the states, sorted by the sort keys over all groups
 * at once, which keeps each group's rows in order. Both can spill.
 */
final class DeferredRows implements AutoCloseable {
  private final int aggregate;
  private final AggregateCall call;
  private final int keyCount;
  private final List<LogicalType> types = new ArrayList<>();
  private final List<BoundExpr> sortExpressions = new ArrayList<>();
  private final int[] sortColumns;
  private final @Nullable PartitionedAggregation distinct;
  private @Nullable RowSort sort;

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
    distinct = isDistinct ? new PartitionedAggregation(types, types, List.of(), query) : null;
    sort =
        sortColumns.length == 0
            ? null
            : new RowSort(
                types, RowOrdering.of(sortColumns, call.orderBy()), query, "AGGREGATE_ROWS");
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
    RowSort sorted = Objects.requireNonNull(sort);
    if (set != null) {
      fill(sorted.newLocal(), set);
    }
    sorted.finish();
    feedSorted(sorted, target, query);
    sorted.close();
    sort = null;
  }

  /** Moves the distinct rows to the sort. */
  private static void fill(RowSort.Local target, PartitionedAggregation set) {
    for (int i = 0; i < set.tables(); i++) {
      AggregationTable table = set.table(i);
      FlatVector[] keys = table.table().keys();
      FlatVector[] some = new FlatVector[keys.length];
      for (int k = 0; k < keys.length; k++) {
        some[k] = FlatVector.allocate(keys[k].type(), Vector.CAPACITY);
      }
      int[] selection = new int[Vector.CAPACITY];
      for (int from = 0; from < table.groups(); from += Vector.CAPACITY) {
        int count = Math.min(Vector.CAPACITY, table.groups() - from);
        for (int row = 0; row < count; row++) {
          selection[row] = from + row;
        }
        for (int k = 0; k < keys.length; k++) {
          some[k].gather(keys[k], selection, count);
        }
        target.append(some, count, 0);
      }
      set.release(i);
    }
  }

  private void feedSorted(RowSort sorted, PartitionedAggregation target, QueryContext query) {
    SortedSource source = new SortedSource(() -> sorted, types, -1, 0);
    source.prepare(query);
    Source.Worker reader = source.newWorker(query.newWorkerContext());
    FlatVector[] keys = new FlatVector[keyCount];
    FlatVector[] values = new FlatVector[call.arguments().size()];
    while (reader.next() == Source.Status.CHUNK) {
      DataChunk chunk = reader.chunk();
      for (int i = 0; i < keys.length; i++) {
        keys[i] = chunk.flat(i);
      }
      for (int i = 0; i < values.length; i++) {
        values[i] = chunk.flat(keyCount + i);
      }
      target.feed(aggregate, keys, values, chunk.size());
    }
  }

  private void feedTable(
      AggregationTable table, PartitionedAggregation target, QueryContext query) {
    int count = table.groups();
    FlatVector[] columns = table.table().keys();
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
      for (int i = 0; i < n; i++) {
        selection[i] = from + i;
      }
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
    if (sort != null) {
      sort.close();
      sort = null;
    }
  }

  /** One worker's part. */
  final class Local {
    private final Evaluator[] sortEvaluators;
    private final PartitionedAggregation.@Nullable Local set;
    private final RowSort.@Nullable Local part;
    private final FlatVector[] columns = new FlatVector[types.size()];
    private final FlatVector[] kept = new FlatVector[types.size()];
    private final int[] selection = new int[Vector.CAPACITY];

    private Local(WorkerContext context) {
      sortEvaluators = Expressions.of(sortExpressions, context);
      set = distinct == null ? null : distinct.newLocal();
      part = distinct == null && sort != null ? sort.newLocal() : null;
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
        part.append(source, count, 0);
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
      }
    }
  }
}
