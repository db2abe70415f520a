// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.execute.hash.AggregationTable;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.expr.AggregateCall;
import dev.eider.engine.expr.BoundExpr;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The groups of an aggregation: a part is one table of one grouping set. */
final class AggregateSource extends ChunkSource {
  private final AggregateSink sink;
  private final List<BoundExpr> groups;
  private final List<int[]> groupingSets;
  private final List<AggregateCall> calls;
  private final List<int[]> groupingMasks;

  /**
   * The source.
   *
   * @param groupingMasks for each GROUPING() column the positions in the groups it asks for
   */
  AggregateSource(
      AggregateSink sink,
      List<BoundExpr> groups,
      List<int[]> groupingSets,
      List<AggregateCall> calls,
      List<int[]> groupingMasks) {
    this.sink = sink;
    this.groups = groups;
    this.groupingSets = groupingSets;
    this.calls = calls;
    this.groupingMasks = List.copyOf(groupingMasks);
  }

  @Override
  protected int parts(QueryContext context) {
    int parts = 0;
    for (int s = 0; s < groupingSets.size(); s++) {
      parts += sink.set(s).tables();
    }
    return parts;
  }

  @Override
  protected PartReader newReader(WorkerContext context) {
    return new Reader();
  }

  private long mask(int[] positions, int[] set) {
    long mask = 0;
    for (int position : positions) {
      boolean grouped = false;
      for (int key : set) {
        grouped |= key == position;
      }
      mask = mask << 1 | (grouped ? 0 : 1);
    }
    return mask;
  }

  private final class Reader implements PartReader {
    private int set;
    private int index = -1;
    private int done;
    private @Nullable AggregationTable table;
    private DataChunk chunk = Gatherer.NOTHING;
    private int[] rows = new int[0];

    @Override
    public void open(int part) {
      set = 0;
      index = part;
      while (index >= sink.set(set).tables()) {
        index -= sink.set(set).tables();
        set++;
      }
      AggregationTable opened = sink.set(set).table(index);
      table = opened;
      done = 0;
      int capacity = Math.max(1, Math.min(Vector.CAPACITY, opened.groups()));
      rows = new int[capacity];
      chunk = new DataChunk(columns(capacity), 0);
    }

    private Vector[] columns(int capacity) {
      int[] keys = groupingSets.get(set);
      Vector[] columns = new Vector[groups.size() + calls.size() + groupingMasks.size()];
      int at = 0;
      for (BoundExpr group : groups) {
        columns[at++] = ConstantVector.of(Value.nullOf(group.type()));
      }
      for (int key : keys) {
        columns[key] = FlatVector.allocate(groups.get(key).type(), capacity);
      }
      for (AggregateCall call : calls) {
        columns[at++] = FlatVector.allocate(call.type(), capacity);
      }
      for (int[] positions : groupingMasks) {
        columns[at++] = ConstantVector.of(new Value(LogicalType.BIGINT, mask(positions, keys)));
      }
      return columns;
    }

    @Override
    public @Nullable DataChunk read() {
      AggregationTable open = table;
      if (open == null) {
        return null;
      }
      int count = Math.min(rows.length, open.groups() - done);
      if (count <= 0) {
        table = null;
        sink.set(set).release(index);
        return null;
      }
      for (int i = 0; i < count; i++) {
        rows[i] = done + i;
      }
      int[] keys = groupingSets.get(set);
      for (int k = 0; k < keys.length; k++) {
        ((FlatVector) chunk.column(keys[k])).gather(open.table().key(k), rows, count);
      }
      for (int i = 0; i < calls.size(); i++) {
        FlatVector target = (FlatVector) chunk.column(groups.size() + i);
        target.reset();
        open.finish(i, done, count, target);
      }
      chunk.setSize(count);
      done += count;
      return chunk;
    }
  }
}
