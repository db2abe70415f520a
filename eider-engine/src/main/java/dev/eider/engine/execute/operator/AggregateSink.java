// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.eval.Evaluator;
import dev.eider.engine.execute.hash.AggregateInput;
import dev.eider.engine.execute.hash.PartitionedAggregation;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.pipeline.Sink;
import dev.eider.engine.execute.pipeline.Source;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.execute.row.Columns;
import dev.eider.engine.expr.AggregateCall;
import dev.eider.engine.expr.BoundExpr;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * GROUP BY: one {@link PartitionedAggregation} for each grouping set. Every distinct expression
 * among keys, arguments and filters is a column of the payload, computed once a chunk.
 *
 * <p>DISTINCT and ordered aggregates are deferred: their rows are kept aside ({@link DeferredRows})
 * and fed to the states when all input has been seen.
 *
 * <p>{@code sets} and {@code deferred} are made with the first worker, under {@code this}.
 */
public final class AggregateSink implements Sink {
  private final List<BoundExpr> groups;
  private final List<int[]> groupingSets;
  private final List<AggregateCall> calls;
  private final List<BoundExpr> payload = new ArrayList<>();
  private final List<AggregateInput> inputs = new ArrayList<>();
  private final int maxWorkers;
  private List<PartitionedAggregation> sets = List.of();

  /** Rows kept aside, by grouping set, then by deferred aggregate. */
  private List<List<DeferredRows>> deferred = List.of();

  /** An aggregation; all expressions are lowered. */
  public AggregateSink(
      List<BoundExpr> groups, List<int[]> groupingSets, List<AggregateCall> calls) {
    this.groups = List.copyOf(groups);
    this.groupingSets = List.copyOf(groupingSets);
    this.calls = List.copyOf(calls);
    boolean ordered = false;
    for (BoundExpr group : groups) {
      payload.add(group);
    }
    for (AggregateCall call : calls) {
      boolean isDeferred = isDistinct(call) || isSorted(call);
      int[] columns = new int[call.arguments().size()];
      for (int i = 0; i < columns.length; i++) {
        columns[i] = column(call.arguments().get(i));
      }
      int filter = call.filter() == null ? -1 : column(call.filter());
      inputs.add(new AggregateInput(call.function(), columns, filter, isDeferred));
      ordered |= call.function().orderSensitive();
    }
    // Whatever depends on the order of rows sees them in the order of one worker.
    maxWorkers = ordered ? 1 : Integer.MAX_VALUE;
  }

  private static boolean isDistinct(AggregateCall call) {
    return call.distinct() && call.function().distinctSensitive() && !call.arguments().isEmpty();
  }

  private static boolean isSorted(AggregateCall call) {
    return !call.orderBy().isEmpty() && call.function().orderSensitive();
  }

  private int column(BoundExpr expression) {
    int known = payload.indexOf(expression);
    if (known >= 0) {
      return known;
    }
    payload.add(expression);
    return payload.size() - 1;
  }

  @Override
  public int maxWorkers() {
    return maxWorkers;
  }

  private synchronized void open(QueryContext query) {
    if (!sets.isEmpty()) {
      return;
    }
    List<PartitionedAggregation> opened = new ArrayList<>();
    List<List<DeferredRows>> aside = new ArrayList<>();
    for (int[] set : groupingSets) {
      List<LogicalType> keys = new ArrayList<>();
      List<LogicalType> types = new ArrayList<>();
      for (int position : set) {
        keys.add(groups.get(position).type());
      }
      types.addAll(keys);
      types.addAll(Expressions.types(payload));
      // A payload row of a set: its keys, then all columns.
      List<AggregateInput> shifted = new ArrayList<>();
      for (AggregateInput input : inputs) {
        int[] columns = input.columns().clone();
        for (int i = 0; i < columns.length; i++) {
          columns[i] += set.length;
        }
        int filter = input.filter() < 0 ? -1 : input.filter() + set.length;
        shifted.add(new AggregateInput(input.function(), columns, filter, input.deferred()));
      }
      opened.add(new PartitionedAggregation(keys, types, shifted, query));
      List<DeferredRows> rows = new ArrayList<>();
      for (int i = 0; i < calls.size(); i++) {
        if (inputs.get(i).deferred()) {
          AggregateCall call = calls.get(i);
          rows.add(new DeferredRows(i, call, isDistinct(call), keys, query));
        }
      }
      aside.add(rows);
    }
    deferred = aside;
    sets = opened;
  }

  @Override
  public Sink.Worker newWorker(WorkerContext context) {
    open(context.query());
    return new AggregateWorker(context);
  }

  @Override
  public void finish(QueryContext context) {
    open(context);
    for (int s = 0; s < sets.size(); s++) {
      PartitionedAggregation set = sets.get(s);
      set.finish();
      if (groupingSets.get(s).length == 0) {
        set.ensureOneGroup();
      }
      for (DeferredRows rows : deferred.get(s)) {
        rows.feed(set, context);
      }
    }
  }

  /** The groups: all key columns (NULL where a set leaves one out), aggregates, GROUPING masks. */
  public Source source(List<int[]> groupingMasks) {
    return new AggregateSource(this, groups, groupingSets, calls, groupingMasks);
  }

  PartitionedAggregation set(int index) {
    return sets.get(index);
  }

  @Override
  public synchronized void close() {
    for (PartitionedAggregation set : sets) {
      set.close();
    }
    for (List<DeferredRows> rows : deferred) {
      for (DeferredRows row : rows) {
        row.close();
      }
    }
    sets = List.of();
    deferred = List.of();
  }

  private final class AggregateWorker implements Sink.Worker {
    private final Evaluator[] evaluators;
    private final @Nullable FlatVector[] scratch;
    private final FlatVector[] columns;
    private final FlatVector[][] rows;
    private final PartitionedAggregation.Local[] locals;
    private final DeferredRows.Local[][] aside;

    AggregateWorker(WorkerContext context) {
      evaluators = Expressions.of(payload, context);
      scratch = new @Nullable FlatVector[payload.size()];
      columns = new FlatVector[payload.size()];
      rows = new FlatVector[groupingSets.size()][];
      locals = new PartitionedAggregation.Local[groupingSets.size()];
      aside = new DeferredRows.Local[groupingSets.size()][];
      for (int s = 0; s < locals.length; s++) {
        rows[s] = new FlatVector[groupingSets.get(s).length + payload.size()];
        locals[s] = sets.get(s).newLocal();
        List<DeferredRows> kept = deferred.get(s);
        aside[s] = new DeferredRows.Local[kept.size()];
        for (int i = 0; i < aside[s].length; i++) {
          aside[s][i] = kept.get(i).newLocal(context);
        }
      }
    }

    @Override
    public Sink.Status consume(DataChunk chunk, long batchIndex) {
      int count = chunk.size();
      for (int i = 0; i < evaluators.length; i++) {
        columns[i] = flat(i, evaluators[i].evaluate(chunk), count);
      }
      for (int s = 0; s < locals.length; s++) {
        int[] set = groupingSets.get(s);
        FlatVector[] row = rows[s];
        for (int k = 0; k < set.length; k++) {
          row[k] = columns[set[k]];
        }
        System.arraycopy(columns, 0, row, set.length, columns.length);
        locals[s].update(row, count);
        for (DeferredRows.Local local : aside[s]) {
          local.add(row, set.length, inputs.get(local.aggregate()), chunk);
        }
      }
      return Sink.Status.MORE;
    }

    private FlatVector flat(int index, Vector vector, int count) {
      if (vector instanceof FlatVector flat) {
        return flat;
      }
      FlatVector target = scratch[index];
      if (target == null) {
        target = FlatVector.allocate(vector.type(), Vector.CAPACITY);
        scratch[index] = target;
      }
      return Columns.flat(vector, count, target);
    }

    @Override
    public void combine() {
      for (int s = 0; s < locals.length; s++) {
        locals[s].finish();
        for (DeferredRows.Local local : aside[s]) {
          local.finish();
        }
      }
    }
  }
}
