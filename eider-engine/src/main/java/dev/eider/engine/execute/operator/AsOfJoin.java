// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.kernel.CompareKernels;
import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.eval.Evaluator;
import dev.eider.engine.execute.hash.GroupTable;
import dev.eider.engine.execute.pipeline.Operator;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.pipeline.Source;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.execute.row.ColumnStore;
import dev.eider.engine.execute.row.RowOrder;
import dev.eider.engine.execute.row.StoredRows;
import dev.eider.engine.execute.sort.RowOrdering;
import dev.eider.engine.execute.sort.RowSort;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.SortKey;
import dev.eider.engine.plan.LogicalOperator.JoinType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * ASOF join: for each left row, among the right rows with equal keys for which the further
 * condition holds, the one whose ordering key is nearest in the direction of the inequality. The
 * right side is collected, grouped by the equality keys and sorted by the ordering key; a left row
 * is looked up by binary search, and from there the rows are tried one block after the other until
 * the further condition (if there is one) holds.
 *
 * <p>In blocks the right rows come nearest first: what an earlier block has found no later one can
 * better. {@code groups}, {@code order} and {@code starts} are set with the store.
 */
public final class AsOfJoin extends BlockJoin {
  /** Candidates tried at once at first; the number doubles up to the vector capacity. */
  private static final int FIRST_BLOCK = 16;

  private final boolean keepsLeft;
  private final List<BoundExpr> leftKeys;
  private final List<BoundExpr> rightKeys;
  private final BoundExpr leftOrder;
  private final CompareOp op;
  private final BoundExpr rightOrder;
  private final boolean[] nullSafe;
  private final @Nullable BoundExpr residual;
  private final boolean[] residualReads;
  private @Nullable GroupTable groups;
  private int[] order = new int[0];

  /** Rows of group {@code g} are {@code order[starts[g], starts[g + 1])}, ascending by key. */
  private int[] starts = new int[1];

  /** The right rows in the order of blocks. */
  private @Nullable RowSort nearestFirst;

  /**
   * A join of {@code leftOrder op rightOrder}; everything is lowered.
   *
   * @param type one of the ASOF types
   * @param nullSafe for each key whether NULL equals NULL
   * @param residual what must hold besides, over left columns followed by right columns
   */
  public AsOfJoin(
      JoinType type,
      List<LogicalType> leftTypes,
      List<LogicalType> rightTypes,
      List<BoundExpr> leftKeys,
      List<BoundExpr> rightKeys,
      boolean[] nullSafe,
      BoundExpr leftOrder,
      CompareOp op,
      BoundExpr rightOrder,
      @Nullable BoundExpr residual) {
    super(
        type == JoinType.ASOF_LEFT || type == JoinType.ASOF_FULL ? LeftRows.KEPT : LeftRows.PAIRS,
        type == JoinType.ASOF_RIGHT || type == JoinType.ASOF_FULL,
        leftTypes,
        rightTypes,
        and(rightKeys, rightOrder),
        "ASOF_JOIN");
    keepsLeft = leftKind() == LeftRows.KEPT;
    this.leftKeys = List.copyOf(leftKeys);
    this.rightKeys = List.copyOf(rightKeys);
    this.nullSafe = nullSafe.clone();
    this.leftOrder = leftOrder;
    this.op = op;
    this.rightOrder = rightOrder;
    this.residual = residual;
    residualReads = new boolean[leftTypes.size() + rightTypes.size()];
    if (residual != null) {
      Expressions.markInputs(residual, residualReads);
    }
  }

  private static List<BoundExpr> and(List<BoundExpr> keys, BoundExpr order) {
    List<BoundExpr> all = new ArrayList<>(keys);
    all.add(order);
    return all;
  }

  @Override
  void index(ColumnStore store, MemoryReservation memory, QueryContext query) {
    memory.grow(indexBytesPerRow() * store.rows());
    group(store);
    memory.grow(Objects.requireNonNull(groups).bytes());
  }

  @Override
  long indexBytesPerRow() {
    // Three numbers: its group, its place, and the scratch of the sort.
    return 3L * Integer.BYTES;
  }

  @Override
  void clear() {
    groups = null;
    order = new int[0];
    starts = new int[1];
  }

  @Override
  Prober newProber(WorkerContext context, boolean onlyPairs) {
    return new ProbeWorker(context, keepsLeft && !onlyPairs);
  }

  @Override
  boolean needsOneMatch() {
    return true;
  }

  @Override
  Source inBlockOrder(QueryContext query) {
    boolean descending = op == CompareOp.GE || op == CompareOp.GT;
    RowOrdering by =
        RowOrdering.of(
            new int[] {storedTypes().size() - 1},
            List.of(new SortKey(rightOrder, descending, false)));
    RowSort sort = new RowSort(storedTypes(), by, query, "ASOF_JOIN");
    nearestFirst = sort;
    RowSort.Local local = sort.newLocal();
    StoredRows rows = rightRows();
    StoredRows.Reader reader = rows.newReader();
    for (int i = 0; i < rows.chunkCount(); i++) {
      query.checkInterrupted();
      DataChunk chunk = reader.read(i);
      local.append(chunk.columns(), chunk.size(), 0);
    }
    sort.finish();
    return new SortedSource(() -> sort, storedTypes(), -1, 0);
  }

  @Override
  void close() {
    if (nearestFirst != null) {
      nearestFirst.close();
      nearestFirst = null;
    }
  }

  private void group(ColumnStore complete) {
    int rows = complete.rows();
    int keyCount = rightKeys.size();
    int orderColumn = rightTypes().size() + keyCount;
    int[] sorted =
        RowOrder.sort(
            complete, new int[] {orderColumn}, List.of(new SortKey(rightOrder, false, false)));
    GroupTable table = new GroupTable(Expressions.types(rightKeys));
    int[] groupOf = new int[rows];
    int[] selection = new int[Vector.CAPACITY];
    int[] some = new int[Vector.CAPACITY];
    for (int from = 0; from < rows && keyCount > 0; from += Vector.CAPACITY) {
      int count = Math.min(Vector.CAPACITY, rows - from);
      for (int i = 0; i < count; i++) {
        selection[i] = from + i;
      }
      FlatVector[] keys = new FlatVector[keyCount];
      for (int k = 0; k < keyCount; k++) {
        keys[k] = FlatVector.allocate(rightKeys.get(k).type(), count);
        keys[k].gather(complete.column(rightTypes().size() + k), selection, count);
      }
      table.findGroups(keys, count, some);
      System.arraycopy(some, 0, groupOf, from, count);
    }
    int count = keyCount == 0 ? 1 : table.groups();
    int[] begin = new int[count + 1];
    for (int row : sorted) {
      if (takesPart(complete, row)) {
        begin[groupOf[row] + 1]++;
      }
    }
    for (int g = 0; g < count; g++) {
      begin[g + 1] += begin[g];
    }
    int[] at = Arrays.copyOf(begin, count);
    int[] inGroups = new int[rows];
    for (int row : sorted) {
      if (takesPart(complete, row)) {
        inGroups[at[groupOf[row]]++] = row;
      }
    }
    order = inGroups;
    starts = begin;
    groups = table;
  }

  private boolean takesPart(ColumnStore complete, int row) {
    for (int k = 0; k <= nullSafe.length; k++) {
      boolean needed = k == nullSafe.length || !nullSafe[k];
      if (needed && complete.column(rightTypes().size() + k).isNull(row)) {
        return false;
      }
    }
    return true;
  }

  private final class ProbeWorker implements Prober {
    private final boolean keepsLeft;
    private final boolean[] matched = new boolean[Vector.CAPACITY];
    private final Evaluator[] keyEvaluators;
    private final Evaluator orderEvaluator;
    private final Gatherer gatherer = new Gatherer();
    private final int[] leftRows = new int[Vector.CAPACITY];
    private final int[] rightRows = new int[Vector.CAPACITY];
    private final QueryContext query;
    private final @Nullable Evaluator further;
    private final DataChunk trial;
    private final FlatVector[] candidates;
    private final int[] block = new int[Vector.CAPACITY];
    private DataChunk output = Gatherer.NOTHING;

    ProbeWorker(WorkerContext context, boolean keepsLeft) {
      this.keepsLeft = keepsLeft;
      query = context.query();
      keyEvaluators = Expressions.of(leftKeys, context);
      orderEvaluator = Evaluator.of(leftOrder, context.eval());
      further = residual == null ? null : Evaluator.of(residual, context.eval());
      trial = new DataChunk(new Vector[residualReads.length], 0);
      candidates = new FlatVector[rightTypes().size()];
      for (int i = 0; i < leftTypes().size(); i++) {
        trial.setColumn(i, ConstantVector.of(Value.nullOf(leftTypes().get(i))));
      }
      for (int i = 0; i < candidates.length; i++) {
        boolean read = further != null && residualReads[leftTypes().size() + i];
        candidates[i] = FlatVector.allocate(rightTypes().get(i), read ? Vector.CAPACITY : 1);
        trial.setColumn(
            leftTypes().size() + i,
            read ? candidates[i] : ConstantVector.of(Value.nullOf(rightTypes().get(i))));
      }
    }

    @Override
    public boolean[] matched() {
      return matched;
    }

    @Override
    public DataChunk output() {
      return output;
    }

    @Override
    public Operator.Status process(DataChunk input, long batchIndex) {
      int count = input.size();
      FlatVector[] keys = new FlatVector[keyEvaluators.length];
      for (int k = 0; k < keys.length; k++) {
        keys[k] = keyEvaluators[k].evaluate(input).flatten(count);
      }
      FlatVector by = orderEvaluator.evaluate(input).flatten(count);
      long[] hashes = new long[count];
      GroupTable.hash(keys, keys.length, count, hashes, new long[count]);
      int pairs = 0;
      byte[] found = found();
      for (int i = 0; i < count; i++) {
        int right = find(input, keys, by, i, hashes[i]);
        matched[i] = right >= 0;
        if (right >= 0 && found.length > 0) {
          found[right] = 1;
        }
        if (right >= 0 || keepsLeft) {
          leftRows[pairs] = i;
          rightRows[pairs++] = right;
        }
      }
      output = pairs == 0 ? Gatherer.NOTHING : combine(input, pairs);
      return Operator.Status.NEXT;
    }

    private int find(DataChunk input, FlatVector[] keys, FlatVector by, int row, long hash) {
      ColumnStore rows = store();
      GroupTable table = groups;
      if (table == null || by.isNull(row)) {
        return -1;
      }
      int group = 0;
      if (keys.length > 0) {
        for (int k = 0; k < keys.length; k++) {
          if (!nullSafe[k] && keys[k].isNull(row)) {
            return -1;
          }
        }
        group = table.lookUp(keys, row, hash);
        if (group < 0) {
          return -1;
        }
      }
      FlatVector ordered = rows.column(storedTypes().size() - 1);
      int low = starts[group];
      int high = starts[group + 1];
      // The first position whose key is beyond the left key (or, for < and >=, not before it).
      boolean orEqual = op == CompareOp.GE || op == CompareOp.LT;
      int from = low;
      int to = high;
      while (from < to) {
        int middle = (from + to) >>> 1;
        int compared = CompareKernels.compare(ordered, order[middle], by, row);
        if (compared < 0 || (orEqual && compared == 0)) {
          from = middle + 1;
        } else {
          to = middle;
        }
      }
      return switch (op) {
        case GE, GT -> nearest(input, row, from - 1, low - 1, -1);
        case LE, LT -> nearest(input, row, from, high, 1);
        case EQ, NE -> -1;
      };
    }

    /** The first row from place {@code at} on, before {@code end}, that may be joined; or -1. */
    private int nearest(DataChunk input, int row, int at, int end, int direction) {
      Evaluator condition = further;
      int left = (end - at) * direction;
      if (condition == null || left <= 0) {
        return left <= 0 ? -1 : order[at];
      }
      ColumnStore rows = store();
      for (int i = 0; i < leftTypes().size(); i++) {
        if (residualReads[i]) {
          FlatVector one = FlatVector.allocate(leftTypes().get(i), 1);
          one.setValue(0, input.column(i).getValue(row));
          trial.setColumn(i, new ConstantVector(one));
        }
      }
      int place = at;
      int size = FIRST_BLOCK;
      while (left > 0) {
        query.checkInterrupted();
        int count = Math.min(size, left);
        for (int i = 0; i < count; i++) {
          block[i] = order[place + i * direction];
        }
        for (int i = 0; i < candidates.length; i++) {
          if (residualReads[leftTypes().size() + i]) {
            candidates[i].gather(rows.column(i), block, count);
          }
        }
        trial.setSize(count);
        BoolVector passes = (BoolVector) condition.evaluate(trial).flatten(count);
        for (int i = 0; i < count; i++) {
          if (!passes.isNull(i) && passes.get(i) != 0) {
            return block[i];
          }
        }
        place += count * direction;
        left -= count;
        size = Math.min(Vector.CAPACITY, 2 * size);
      }
      return -1;
    }

    private DataChunk combine(DataChunk input, int count) {
      Vector[] columns = new Vector[leftTypes().size() + rightTypes().size()];
      DataChunk left = gatherer.gather(input, leftRows, count);
      System.arraycopy(left.columns(), 0, columns, 0, leftTypes().size());
      ColumnStore rows = store();
      for (int c = 0; c < rightTypes().size(); c++) {
        if (rows.rows() == 0) {
          columns[leftTypes().size() + c] = ConstantVector.of(Value.nullOf(rightTypes().get(c)));
          continue;
        }
        FlatVector column = FlatVector.allocate(rightTypes().get(c), count);
        for (int i = 0; i < count; i++) {
          if (rightRows[i] < 0) {
            column.setNull(i);
          } else {
            column.copyRow(rows.column(c), rightRows[i], i);
          }
        }
        columns[leftTypes().size() + c] = column;
      }
      return new DataChunk(columns, count);
    }
  }
}
