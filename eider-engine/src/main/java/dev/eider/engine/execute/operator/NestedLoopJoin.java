// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.error.EiderException;
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
import dev.eider.engine.execute.row.StoredRows;
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
 * <p>{@code dense} and {@code found} are set when the right side is complete, before the probe.
 */
public final class NestedLoopJoin {
  /** Left chunks below this size are turned: one left row against blocks of right rows. */
  private static final int SMALL_LEFT = 64;

  private final JoinType type;
  private final List<LogicalType> leftTypes;
  private final List<LogicalType> rightTypes;
  private final @Nullable BoundExpr condition;
  private final CollectedRows collected;
  private @Nullable SpillingRows dense;
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
    this.collected = new CollectedRows(rightTypes, "NESTED_LOOP_JOIN");
  }

  /** Collects the right side in its order. */
  public Sink buildSink() {
    return new CollectSink(
        collected,
        List.of(),
        new CollectSink.Side() {
          @Override
          public void complete(QueryContext query) {
            NestedLoopJoin.this.complete(query);
          }

          @Override
          public void release() {
            if (dense != null) {
              dense.close();
              dense = null;
            }
            found = new byte[0];
          }
        });
  }

  private void complete(QueryContext query) {
    if (collected.chunkCount() > 2 * (collected.rows() / Vector.CAPACITY + 1)) {
      // Every chunk costs at least one evaluation: many small ones are put together.
      SpillingRows together = collected.newRows(query);
      dense = together;
      StoredRows.Reader reader = collected.newReader();
      for (int i = 0; i < collected.chunkCount(); i++) {
        query.checkInterrupted();
        DataChunk chunk = reader.read(i);
        together.append(chunk.columns(), 0, chunk.size(), 0);
      }
    }
    if (keepsRight()) {
      collected.memory(query).grow(collected.rows());
      found = new byte[Math.toIntExact(collected.rows())];
    }
  }

  private boolean keepsRight() {
    return type == JoinType.RIGHT || type == JoinType.FULL;
  }

  private StoredRows right() {
    SpillingRows together = dense;
    return together == null ? collected : together.rows();
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
    return new UnmatchedRows(leftTypes, rightTypes, this::right, () -> found);
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
    private final StoredRows rows = right();
    private final StoredRows.Reader reader = rows.newReader();
    private final ConstantVector[] ones;
    private final DataChunk trial;
    private final DataChunk combined;
    private int pairs;
    private boolean inside;
    private boolean tail;
    private DataChunk left = Gatherer.NOTHING;
    private DataChunk output = Gatherer.NOTHING;

    // The next step: a row of a right chunk, or (small left chunks) a right chunk and a left row.
    private boolean turned;
    private int nextChunk;
    private DataChunk chunk = Gatherer.NOTHING;
    private int firstRow;
    private int rightRow;
    private int leftRow;

    ProbeWorker(WorkerContext context) {
      this.context = context;
      evaluator = condition == null ? null : Evaluator.of(condition, context.eval());
      right = new FlatVector[rightTypes.size()];
      ones = new ConstantVector[rightTypes.size()];
      for (int i = 0; i < right.length; i++) {
        right[i] = FlatVector.allocate(rightTypes.get(i), Vector.CAPACITY);
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
        nextChunk = 0;
        chunk = Gatherer.NOTHING;
        firstRow = 0;
        rightRow = 0;
        leftRow = 0;
        tail = true;
        turned = input.size() < SMALL_LEFT;
        Arrays.fill(matched, 0, input.size(), false);
        Arrays.fill(unknown, 0, input.size(), false);
      }
      if (onlyLeftRows()) {
        do {
          while (step()) {
            pairs = 0;
          }
        } while (nextRight());
        output = finishLeftRows();
        inside = false;
        return Operator.Status.NEXT;
      }
      do {
        while (pairs < Vector.CAPACITY && step()) {
          // Pairs are being collected.
        }
        if (pairs > 0) {
          emit(Math.min(pairs, Vector.CAPACITY));
          return Operator.Status.MORE;
        }
      } while (nextRight());
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

    /** Goes to the next right chunk; pairs of the last one are put out. False at the end. */
    private boolean nextRight() {
      if (nextChunk == rows.chunkCount()) {
        return false;
      }
      context.query().checkInterrupted();
      firstRow += chunk.size();
      chunk = reader.read(nextChunk++);
      rightRow = 0;
      leftRow = 0;
      return true;
    }

    /** Tries one more set of pairs of the right chunk; false when there are none left. */
    private boolean step() {
      if (turned) {
        return turnedStep();
      }
      if (rightRow >= chunk.size()) {
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
          one.value().copyRow(chunk.flat(i), rightRow, 0);
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

    private boolean turnedStep() {
      if (leftRow == left.size() || chunk.size() == 0) {
        return false;
      }
      context.query().checkInterrupted();
      for (int i = 0; i < leftTypes.size(); i++) {
        FlatVector one = FlatVector.allocate(leftTypes.get(i), 1);
        one.setValue(0, left.column(i).getValue(leftRow));
        trial.setColumn(i, new ConstantVector(one));
      }
      for (int i = 0; i < right.length; i++) {
        trial.setColumn(leftTypes.size() + i, chunk.column(i));
      }
      trial.setSize(chunk.size());
      int count = test(chunk.size(), leftRow);
      for (int i = 0; i < count; i++) {
        add(leftRow, part[i]);
      }
      leftRow++;
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
        found[firstRow + rightAt] = 1;
      }
      leftRows[pairs] = leftAt;
      rightRows[pairs++] = rightAt;
    }

    private void emit(int count) {
      DataChunk some = gatherer.gather(left, leftRows, count);
      for (int i = 0; i < leftTypes.size(); i++) {
        combined.setColumn(i, some.column(i));
      }
      for (int i = 0; i < right.length; i++) {
        right[i].gather(chunk.flat(i), rightRows, count);
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
