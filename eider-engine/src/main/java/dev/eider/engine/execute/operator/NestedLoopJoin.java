// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.error.EiderException;
import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.eval.Evaluator;
import dev.eider.engine.execute.pipeline.Operator;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.pipeline.Sink;
import dev.eider.engine.execute.pipeline.Source;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.execute.row.ChunkCollection;
import dev.eider.engine.execute.row.ColumnStore;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.plan.LogicalOperator.JoinType;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Joins every left row with every right row that a condition holds for: all join types, any
 * condition. The right side is collected; the condition is evaluated for a whole left chunk against
 * one right row (the row as constants), or, for small left chunks, for a block of right rows
 * against one left row.
 *
 * <p>{@code rows} and {@code found} are set when the right side is complete, before the probe.
 */
public final class NestedLoopJoin {
  /** Left chunks below this size are turned: one left row against blocks of right rows. */
  private static final int SMALL_LEFT = 64;

  private final JoinType type;
  private final List<LogicalType> leftTypes;
  private final List<LogicalType> rightTypes;
  private final @Nullable BoundExpr condition;
  private final LimitSink collector;
  private @Nullable MemoryReservation memory;
  private @Nullable ColumnStore rows;
  private byte[] found = new byte[0];

  /** A join; the condition is over left columns followed by right columns, null: always true. */
  public NestedLoopJoin(
      JoinType type,
      List<LogicalType> leftTypes,
      List<LogicalType> rightTypes,
      @Nullable BoundExpr condition) {
    this.type = type;
    this.leftTypes = List.copyOf(leftTypes);
    this.rightTypes = List.copyOf(rightTypes);
    this.condition = condition;
    this.collector = new LimitSink(rightTypes, -1, 0, -1);
  }

  /** Collects the right side in its order. */
  public Sink buildSink() {
    return new Sink() {
      @Override
      public Sink.Worker newWorker(WorkerContext context) {
        return collector.newWorker(context);
      }

      @Override
      public void finish(QueryContext context) {
        collector.finish(context);
        complete(context);
      }

      @Override
      public void close() {
        collector.close();
        if (memory != null) {
          memory.close();
          memory = null;
        }
        rows = null;
      }
    };
  }

  private void complete(QueryContext context) {
    MemoryReservation reservation = context.memory().reserve("NESTED_LOOP_JOIN");
    memory = reservation;
    ChunkCollection collected = collector.rows();
    ColumnStore store = ColumnStore.of(collected, reservation);
    collected.close();
    if (keepsRight()) {
      reservation.grow(store.rows());
      found = new byte[store.rows()];
    }
    rows = store;
  }

  private boolean keepsRight() {
    return type == JoinType.RIGHT || type == JoinType.FULL;
  }

  private ColumnStore store() {
    ColumnStore complete = rows;
    if (complete == null) {
      throw new IllegalStateException("the right side is not complete");
    }
    return complete;
  }

  public Operator probe() {
    return ProbeWorker::new;
  }

  /** Whether {@link #rest} has something to yield. */
  public boolean hasRest() {
    return keepsRight();
  }

  /** Right rows without a match, with NULLs for the left columns. */
  public Source rest() {
    return new UnmatchedRows(leftTypes, rightTypes, this::store, () -> found);
  }

  /** One worker's probe. Pairs are gathered when enough of them were found. */
  private final class ProbeWorker implements Operator.Worker {
    private final WorkerContext context;
    private final @Nullable Evaluator evaluator;
    private final int[] leftRows = new int[2 * Vector.CAPACITY];
    private final int[] rightRows = new int[2 * Vector.CAPACITY];
    private final int[] part = new int[Vector.CAPACITY];
    private final boolean[] matched = new boolean[Vector.CAPACITY];
    private final boolean[] unknown = new boolean[Vector.CAPACITY];
    private final Gatherer gatherer = new Gatherer();
    private final FlatVector[] right;
    private final FlatVector[] block;
    private final ConstantVector[] ones;
    private final DataChunk trial;
    private final DataChunk combined;
    private int pairs;
    private boolean inside;
    private boolean tail;
    private DataChunk left = Gatherer.NOTHING;
    private DataChunk output = Gatherer.NOTHING;

    // The next step: a right row, or (small left chunks) a block of right rows and a left row.
    private boolean turned;
    private int rightRow;
    private int leftRow;
    private int blockSize;

    ProbeWorker(WorkerContext context) {
      this.context = context;
      evaluator = condition == null ? null : Evaluator.of(condition, context.eval());
      right = new FlatVector[rightTypes.size()];
      block = new FlatVector[rightTypes.size()];
      ones = new ConstantVector[rightTypes.size()];
      for (int i = 0; i < right.length; i++) {
        right[i] = FlatVector.allocate(rightTypes.get(i), Vector.CAPACITY);
        block[i] = FlatVector.allocate(rightTypes.get(i), Vector.CAPACITY);
        ones[i] = new ConstantVector(FlatVector.allocate(rightTypes.get(i), 1));
      }
      trial = new DataChunk(new Vector[leftTypes.size() + right.length], 0);
      combined = new DataChunk(new Vector[leftTypes.size() + right.length], 0);
    }

    @Override
    public DataChunk output() {
      return output;
    }

    @Override
    public Operator.Status process(DataChunk input, long batchIndex) {
      if (!inside) {
        inside = true;
        left = input;
        pairs = 0;
        rightRow = 0;
        leftRow = 0;
        blockSize = 0;
        tail = true;
        turned = input.size() < SMALL_LEFT;
        Arrays.fill(matched, 0, input.size(), false);
        Arrays.fill(unknown, 0, input.size(), false);
      }
      if (onlyLeftRows()) {
        while (step()) {
          pairs = 0;
        }
        output = finishLeftRows();
        inside = false;
        return Operator.Status.NEXT;
      }
      boolean more = true;
      while (more && pairs < Vector.CAPACITY) {
        more = step();
      }
      if (pairs > 0) {
        emit(Math.min(pairs, Vector.CAPACITY));
        return Operator.Status.MORE;
      }
      output = tail && keepsLeft() ? unmatched() : Gatherer.NOTHING;
      inside = false;
      return Operator.Status.NEXT;
    }

    private boolean onlyLeftRows() {
      return switch (type) {
        case SEMI, ANTI, MARK -> true;
        default -> false;
      };
    }

    private boolean keepsLeft() {
      return switch (type) {
        case LEFT, FULL, SINGLE -> true;
        default -> false;
      };
    }

    /** Tries one more set of pairs; false when there are none left. */
    private boolean step() {
      ColumnStore store = store();
      if (turned) {
        return turnedStep(store);
      }
      if (rightRow >= store.rows()) {
        return false;
      }
      if ((rightRow & 0xFF) == 0) {
        context.query().checkInterrupted();
      }
      if (evaluator != null) {
        for (int i = 0; i < leftTypes.size(); i++) {
          trial.setColumn(i, left.column(i));
        }
        for (int i = 0; i < right.length; i++) {
          ConstantVector one = ones[i];
          one.value().reset();
          one.value().copyRow(store.column(i), rightRow, 0);
          trial.setColumn(leftTypes.size() + i, one);
        }
        trial.setSize(left.size());
      }
      int count = test(left.size(), -1);
      for (int i = 0; i < count; i++) {
        add(part[i], rightRow);
      }
      rightRow++;
      return true;
    }

    private boolean turnedStep(ColumnStore store) {
      if (leftRow == 0 || blockSize == 0) {
        if (rightRow >= store.rows()) {
          return false;
        }
        context.query().checkInterrupted();
        blockSize = Math.min(Vector.CAPACITY, store.rows() - rightRow);
        for (int i = 0; i < blockSize; i++) {
          part[i] = rightRow + i;
        }
        for (int i = 0; i < block.length; i++) {
          block[i].gather(store.column(i), part, blockSize);
        }
      }
      for (int i = 0; i < leftTypes.size(); i++) {
        FlatVector one = FlatVector.allocate(leftTypes.get(i), 1);
        one.setValue(0, left.column(i).getValue(leftRow));
        trial.setColumn(i, new ConstantVector(one));
      }
      for (int i = 0; i < block.length; i++) {
        trial.setColumn(leftTypes.size() + i, block[i]);
      }
      trial.setSize(blockSize);
      int count = test(blockSize, leftRow);
      for (int i = 0; i < count; i++) {
        add(leftRow, rightRow + part[i]);
      }
      if (++leftRow == left.size()) {
        leftRow = 0;
        rightRow += blockSize;
        blockSize = 0;
      }
      return true;
    }

    /** Writes the rows of the trial chunk for which the condition is true to {@code part}. */
    private int test(int size, int onlyLeft) {
      Evaluator test = evaluator;
      if (test == null) {
        for (int i = 0; i < size; i++) {
          part[i] = i;
        }
        return size;
      }
      BoolVector result = (BoolVector) test.evaluate(trial).flatten(size);
      byte[] values = result.values();
      boolean nulls = result.mayHaveNulls();
      int count = 0;
      for (int i = 0; i < size; i++) {
        if (nulls && result.isNull(i)) {
          unknown[onlyLeft >= 0 ? onlyLeft : i] = true;
        } else if (values[i] != 0) {
          part[count++] = i;
        }
      }
      return count;
    }

    private void add(int leftAt, int rightAt) {
      if (type == JoinType.SINGLE && matched[leftAt]) {
        throw EiderException.invalidInput(JoinMatcher.SEVERAL_ROWS);
      }
      matched[leftAt] = true;
      if (found.length > 0) {
        found[rightAt] = 1;
      }
      leftRows[pairs] = leftAt;
      rightRows[pairs++] = rightAt;
    }

    private void emit(int count) {
      ColumnStore store = store();
      DataChunk some = gatherer.gather(left, leftRows, count);
      for (int i = 0; i < leftTypes.size(); i++) {
        combined.setColumn(i, some.column(i));
      }
      for (int i = 0; i < right.length; i++) {
        right[i].gather(store.column(i), rightRows, count);
        combined.setColumn(leftTypes.size() + i, right[i]);
      }
      combined.setSize(count);
      output = combined;
      pairs -= count;
      System.arraycopy(leftRows, count, leftRows, 0, pairs);
      System.arraycopy(rightRows, count, rightRows, 0, pairs);
    }

    private DataChunk unmatched() {
      int count = select(false);
      if (count == 0) {
        return Gatherer.NOTHING;
      }
      DataChunk some = gatherer.gather(left, part, count);
      for (int i = 0; i < leftTypes.size(); i++) {
        combined.setColumn(i, some.column(i));
      }
      for (int i = 0; i < right.length; i++) {
        combined.setColumn(
            leftTypes.size() + i, ConstantVector.of(Value.nullOf(rightTypes.get(i))));
      }
      combined.setSize(count);
      return combined;
    }

    private int select(boolean wanted) {
      int count = 0;
      for (int i = 0; i < left.size(); i++) {
        if (matched[i] == wanted) {
          part[count++] = i;
        }
      }
      return count;
    }

    private DataChunk finishLeftRows() {
      if (type == JoinType.MARK) {
        BoolVector mark = new BoolVector(LogicalType.BOOLEAN, Math.max(1, left.size()));
        for (int i = 0; i < left.size(); i++) {
          mark.set(i, (byte) (matched[i] ? 1 : 0));
          if (!matched[i] && unknown[i]) {
            mark.setNull(i);
          }
        }
        Vector[] columns = Arrays.copyOf(left.columns(), leftTypes.size() + 1);
        columns[leftTypes.size()] = mark;
        return new DataChunk(columns, left.size());
      }
      int count = select(type == JoinType.SEMI);
      return count == 0
          ? Gatherer.NOTHING
          : count == left.size() ? left : gatherer.gather(left, part, count);
    }
  }
}
