// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.eval.Evaluator;
import dev.eider.engine.execute.hash.GroupTable;
import dev.eider.engine.execute.pipeline.Chain;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.pipeline.Sink;
import dev.eider.engine.execute.pipeline.Source;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.execute.sort.OrderedRows;
import dev.eider.engine.execute.sort.RowOrdering;
import dev.eider.engine.execute.sort.RowSort;
import dev.eider.engine.execute.sort.RunMerge;
import dev.eider.engine.execute.sort.SortedRows;
import dev.eider.engine.expr.BoundExpr;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * DISTINCT ON: the first row of each key in the order of the input, which one worker reads.
 *
 * <p>Keys are remembered in a table as long as it fits. Then no key is added any more: rows with a
 * key that the table does not have are put by, sorted by key to find the first of each, and sorted
 * back by their place in the input. All of them come after the rows that were kept before.
 */
public final class DistinctOnSink implements Sink {
  private static final String COMPONENT = "DISTINCT";

  /** No rows were put by. */
  private static final OrderedRows NONE =
      new OrderedRows() {
        @Override
        public long rowCount() {
          return 0;
        }

        @Override
        public boolean isSpilled() {
          return true;
        }

        @Override
        public SortedRows sorted() {
          throw new IllegalStateException("there are no rows");
        }

        @Override
        public RunMerge newMerge(int columns) {
          throw new IllegalStateException("there are no rows");
        }
      };

  private final List<LogicalType> types;
  private final List<BoundExpr> keys;
  private final CollectedRows rows;

  /** A row that is put by: the input's columns, the keys, its place. */
  private final List<LogicalType> laterTypes;

  private @Nullable RowSort byKey;
  private @Nullable RowSort byPlace;

  public DistinctOnSink(List<LogicalType> types, List<BoundExpr> keys) {
    this.types = List.copyOf(types);
    this.keys = List.copyOf(keys);
    rows = new CollectedRows(types, COMPONENT);
    List<LogicalType> later = new ArrayList<>(types);
    later.addAll(Expressions.types(keys));
    later.add(LogicalType.BIGINT);
    laterTypes = List.copyOf(later);
  }

  @Override
  public int maxWorkers() {
    return 1;
  }

  @Override
  public Sink.Worker newWorker(WorkerContext context) {
    return new DistinctWorker(context);
  }

  private RowSort newSort(int[] columns, QueryContext query) {
    boolean[] ascending = new boolean[columns.length];
    return new RowSort(
        laterTypes, new RowOrdering(columns, ascending, ascending), query, COMPONENT);
  }

  private int[] keyColumns() {
    int[] columns = new int[keys.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = types.size() + i;
    }
    return columns;
  }

  @Override
  public void finish(QueryContext context) {
    rows.finish();
    RowSort later = byKey;
    if (later != null) {
      later.finish();
      RowSort back = newSort(new int[] {laterTypes.size() - 1}, context);
      byPlace = back;
      keepFirst(later, back.newLocal(), context);
      back.finish();
      later.close();
      byKey = null;
    }
  }

  /** Moves the first row of each key. */
  private void keepFirst(RowSort sorted, RowSort.Local target, QueryContext query) {
    SortedSource source = new SortedSource(() -> sorted, laterTypes, -1, 0);
    source.prepare(query);
    Source.Worker reader = source.newWorker(query.newWorkerContext());
    Gatherer gatherer = new Gatherer();
    int[] selection = new int[Vector.CAPACITY];
    FlatVector[] last = new FlatVector[laterTypes.size()];
    FlatVector[] columns = new FlatVector[laterTypes.size()];
    for (int i = 0; i < last.length; i++) {
      last[i] = FlatVector.allocate(laterTypes.get(i), 1);
    }
    boolean isFirst = true;
    while (reader.next() == Source.Status.CHUNK) {
      DataChunk chunk = reader.chunk();
      for (int i = 0; i < columns.length; i++) {
        columns[i] = chunk.flat(i);
      }
      int count = 0;
      for (int row = 0; row < chunk.size(); row++) {
        int compared =
            row > 0
                ? sorted.order().compare(columns, row - 1, columns, row, 0)
                : isFirst ? 1 : sorted.order().compare(last, 0, columns, row, 0);
        selection[count] = row;
        count += compared == 0 ? 0 : 1;
      }
      isFirst = false;
      if (count > 0) {
        target.append(gatherer.gather(chunk, selection, count).columns(), count, 0);
      }
      for (int key : keyColumns()) {
        last[key].reset();
        last[key].copyRow(columns[key], chunk.size() - 1, 0);
      }
    }
  }

  private OrderedRows later() {
    RowSort sort = byPlace;
    return sort == null ? NONE : sort;
  }

  /** The rows kept, in order. */
  public Source source() {
    return new UnionSource(
        List.of(
            Chain.of(new CollectionSource(() -> rows), -1),
            Chain.of(new SortedSource(this::later, types, -1, 0), -1)),
        false);
  }

  @Override
  public void close() {
    rows.close();
    if (byKey != null) {
      byKey.close();
      byKey = null;
    }
    if (byPlace != null) {
      byPlace.close();
      byPlace = null;
    }
  }

  private final class DistinctWorker implements Sink.Worker {
    private final QueryContext query;
    private final Evaluator[] evaluators;
    private final MemoryReservation memory;
    private final SpillingRows kept;
    private final GroupTable seen = new GroupTable(Expressions.types(keys));
    private final int[] groupOf = new int[Vector.CAPACITY];
    private final int[] selection = new int[Vector.CAPACITY];
    private final FlatVector[] keyColumns = new FlatVector[keys.size()];
    private final Gatherer gatherer = new Gatherer();
    private RowSort.@Nullable Local putBy;
    private long charged;
    private long arrived;

    DistinctWorker(WorkerContext context) {
      query = context.query();
      evaluators = Expressions.of(keys, context);
      kept = rows.newPart(query);
      memory = rows.memory(query);
    }

    @Override
    public Sink.Status consume(DataChunk chunk, long batchIndex) {
      for (int i = 0; i < keyColumns.length; i++) {
        keyColumns[i] = evaluators[i].evaluate(chunk).flatten(chunk.size());
      }
      RowSort.Local later = putBy;
      if (later != null) {
        putBy(later, chunk);
      } else {
        keep(chunk);
      }
      arrived += chunk.size();
      return Sink.Status.MORE;
    }

    private void keep(DataChunk chunk) {
      int count = chunk.size();
      int next = seen.groups();
      seen.findGroups(keyColumns, count, groupOf);
      int fresh = 0;
      for (int i = 0; i < count; i++) {
        if (groupOf[i] == next) {
          selection[fresh++] = i;
          next++;
        }
      }
      if (fresh > 0) {
        FlatVector[] all = new FlatVector[types.size()];
        for (int i = 0; i < all.length; i++) {
          all[i] = chunk.flat(i);
        }
        kept.appendSelected(all, selection, fresh, 0);
        account();
      }
    }

    /** Charges the table; no key is added any more when it holds what can be had for it. */
    private void account() {
      long more = seen.bytes() - charged;
      if (more <= 0) {
        return;
      }
      boolean granted = memory.tryGrow(more);
      if (!granted) {
        kept.spill();
        granted = memory.tryGrow(more);
      }
      charged += granted ? more : 0;
      if (!granted || seen.bytes() > rows.request(2 * memory.bytes(), query) / 2) {
        RowSort sort = newSort(keyColumns(), query);
        byKey = sort;
        putBy = sort.newLocal();
      }
    }

    private void putBy(RowSort.Local later, DataChunk chunk) {
      int count = chunk.size();
      long[] hashes = seen.hash(keyColumns, count);
      int unknown = 0;
      for (int i = 0; i < count; i++) {
        selection[unknown] = i;
        unknown += seen.lookUp(keyColumns, i, hashes[i]) < 0 ? 1 : 0;
      }
      if (unknown == 0) {
        return;
      }
      Vector[] columns = new Vector[laterTypes.size()];
      System.arraycopy(chunk.columns(), 0, columns, 0, types.size());
      System.arraycopy(keyColumns, 0, columns, types.size(), keyColumns.length);
      LongVector places = new LongVector(LogicalType.BIGINT, count);
      for (int i = 0; i < count; i++) {
        places.set(i, arrived + i);
      }
      columns[columns.length - 1] = places;
      DataChunk some = gatherer.gather(new DataChunk(columns, count), selection, unknown);
      later.append(some.columns(), unknown, 0);
    }

    @Override
    public void combine() {
      memory.shrink(charged);
      charged = 0;
    }
  }
}
