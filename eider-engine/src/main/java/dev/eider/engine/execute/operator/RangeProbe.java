// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.memory.MemoryReservation;
import dev.eider.base.type.Value;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.eval.Evaluator;
import dev.eider.engine.execute.hash.PlaceSet;
import dev.eider.engine.execute.hash.RangeIndex;
import dev.eider.engine.execute.operator.BlockJoin.LeftRows;
import dev.eider.engine.execute.pipeline.Operator;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.execute.row.ColumnStore;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One worker's probe of a {@link RangeJoin}.
 *
 * <p>With two inequalities the rows of a left chunk are taken in the order of how many right rows
 * satisfy the first one. These are a growing stretch of the right rows by the first key: each step
 * adds the new ones to a set of places by the second key, and the matches are the places of the set
 * in the stretch that satisfies the second inequality.
 */
final class RangeProbe implements BlockJoin.Prober {
  private final RangeJoin join;
  private final WorkerContext context;
  private final Evaluator[] keyEvaluators;
  private final @Nullable Evaluator residual;
  private final boolean onlyLeft;
  private final boolean keepsLeft;
  private final boolean onlyPairs;
  private final Gatherer gatherer = new Gatherer();
  private final Gatherer passing = new Gatherer();
  private final FlatVector[] right;
  private final DataChunk combined;
  private final int[] leftRows = new int[Vector.CAPACITY];
  private final int[] rightRows = new int[Vector.CAPACITY];
  private final int[] selection = new int[Vector.CAPACITY];
  private final boolean[] matched = new boolean[Vector.CAPACITY];
  private final int[] firstBound = new int[Vector.CAPACITY];
  private final int[] secondBound = new int[Vector.CAPACITY];
  private final long[] sequence = new long[Vector.CAPACITY];
  private @Nullable PlaceSet places;
  private @Nullable MemoryReservation memory;
  private DataChunk left = Gatherer.NOTHING;
  private DataChunk output = Gatherer.NOTHING;
  private boolean inside;

  // Where the search is: the next left row in sequence, and the next and last place for the
  // current one.
  private int rows;
  private int nextInSequence;
  private int row;
  private int place;
  private int endPlace;
  private int added;

  RangeProbe(RangeJoin join, WorkerContext context, boolean onlyPairs) {
    this.join = join;
    this.onlyPairs = onlyPairs;
    this.context = context;
    keyEvaluators = Expressions.of(join.leftKeys(), context);
    residual = join.residual() == null ? null : Evaluator.of(join.residual(), context.eval());
    onlyLeft = join.needsOneMatch();
    keepsLeft = join.leftKind() == LeftRows.KEPT;
    right = new FlatVector[join.rightTypes().size()];
    for (int i = 0; i < right.length; i++) {
      right[i] = FlatVector.allocate(join.rightTypes().get(i), Vector.CAPACITY);
    }
    combined = new DataChunk(new Vector[join.leftTypes().size() + right.length], 0);
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
    if (!inside) {
      begin(input);
      inside = true;
    }
    while (true) {
      context.query().checkInterrupted();
      int count = nextPairs();
      if (count == 0) {
        break;
      }
      DataChunk pairs = joined(count);
      if (pairs.size() > 0) {
        output = pairs;
        return Operator.Status.MORE;
      }
    }
    inside = false;
    output = onlyPairs ? Gatherer.NOTHING : finishLeftRows();
    return Operator.Status.NEXT;
  }

  private void begin(DataChunk input) {
    left = input;
    Arrays.fill(matched, 0, input.size(), false);
    RangeIndex index = join.index();
    FlatVector[] keys = new FlatVector[keyEvaluators.length];
    for (int k = 0; k < keys.length; k++) {
      keys[k] = keyEvaluators[k].evaluate(input).flatten(input.size());
    }
    rows = 0;
    boolean prefix = RangeIndex.isPrefix(join.op(0));
    for (int i = 0; i < input.size(); i++) {
      boolean hasNull = false;
      for (FlatVector key : keys) {
        hasNull |= key.isNull(i);
      }
      if (hasNull) {
        continue;
      }
      firstBound[i] = index.bound(0, join.op(0), keys[0], i);
      if (keys.length == 2) {
        secondBound[i] = index.bound(1, join.op(1), keys[1], i);
      }
      int stretch = prefix ? firstBound[i] : index.size() - firstBound[i];
      sequence[rows++] = (long) stretch << 32 | i;
    }
    if (keys.length == 2) {
      Arrays.sort(sequence, 0, rows);
      openPlaces(index.size()).clear();
      added = 0;
    }
    nextInSequence = 0;
    place = 0;
    endPlace = 0;
  }

  private PlaceSet openPlaces(int limit) {
    PlaceSet open = places;
    if (open == null) {
      MemoryReservation reservation = context.query().memory().reserve("IE_JOIN");
      memory = reservation;
      reservation.grow(PlaceSet.bytes(limit));
      open = new PlaceSet(limit);
      places = open;
    }
    return open;
  }

  /** Goes on to the next left row; false when there is none. */
  private boolean nextRow() {
    if (nextInSequence == rows) {
      return false;
    }
    RangeIndex index = join.index();
    long next = sequence[nextInSequence++];
    row = (int) next;
    int stretch = (int) (next >>> 32);
    PlaceSet set = places;
    if (set == null) {
      boolean prefix = RangeIndex.isPrefix(join.op(0));
      place = prefix ? 0 : firstBound[row];
      endPlace = prefix ? firstBound[row] : index.size();
      return true;
    }
    if (RangeIndex.isPrefix(join.op(0))) {
      for (; added < stretch; added++) {
        set.add(index.secondPlace(added));
      }
    } else {
      for (; added < stretch; added++) {
        set.add(index.secondPlace(index.size() - 1 - added));
      }
    }
    boolean prefix = RangeIndex.isPrefix(join.op(1));
    place = prefix ? 0 : secondBound[row];
    endPlace = prefix ? secondBound[row] : index.size();
    return true;
  }

  /** Writes up to a vector of pairs that satisfy the inequalities; 0 at the end of the chunk. */
  private int nextPairs() {
    RangeIndex index = join.index();
    PlaceSet set = places;
    int key = set == null ? 0 : 1;
    int count = 0;
    while (count < Vector.CAPACITY) {
      if (place >= endPlace || (onlyLeft && matched[row])) {
        if (!nextRow()) {
          return count;
        }
        continue;
      }
      int found = set == null ? place : set.next(place);
      if (found >= endPlace) {
        place = endPlace;
        continue;
      }
      leftRows[count] = row;
      rightRows[count++] = index.row(key, found);
      place = found + 1;
      if (onlyLeft && residual == null) {
        place = endPlace;
      }
    }
    return count;
  }

  /** The pairs for which the further condition holds, marked on both sides. */
  private DataChunk joined(int count) {
    Evaluator condition = residual;
    if (condition == null && onlyLeft) {
      mark(count);
      return Gatherer.NOTHING;
    }
    DataChunk pairs = combine(count);
    if (condition == null) {
      mark(count);
      return pairs;
    }
    BoolVector result = (BoolVector) condition.evaluate(pairs).flatten(count);
    int passed = 0;
    for (int i = 0; i < count; i++) {
      if (!result.isNull(i) && result.get(i) != 0) {
        selection[passed] = i;
        leftRows[passed] = leftRows[i];
        rightRows[passed++] = rightRows[i];
      }
    }
    mark(passed);
    if (onlyLeft || passed == 0) {
      return Gatherer.NOTHING;
    }
    return passed == count ? pairs : passing.gather(pairs, selection, passed);
  }

  private void mark(int count) {
    byte[] found = join.found();
    for (int i = 0; i < count; i++) {
      matched[leftRows[i]] = true;
    }
    if (found.length > 0) {
      for (int i = 0; i < count; i++) {
        found[rightRows[i]] = 1;
      }
    }
  }

  private DataChunk combine(int count) {
    ColumnStore store = join.store();
    int leftCount = join.leftTypes().size();
    DataChunk some = gatherer.gather(left, leftRows, count);
    for (int i = 0; i < leftCount; i++) {
      combined.setColumn(i, some.column(i));
    }
    for (int i = 0; i < right.length; i++) {
      right[i].gather(store.column(i), rightRows, count);
      combined.setColumn(leftCount + i, right[i]);
    }
    combined.setSize(count);
    return combined;
  }

  /** What is put out of the left rows themselves. */
  private DataChunk finishLeftRows() {
    if (!onlyLeft && !keepsLeft) {
      return Gatherer.NOTHING;
    }
    boolean wanted = join.leftKind() == LeftRows.SEMI;
    int count = 0;
    for (int i = 0; i < left.size(); i++) {
      if (matched[i] == wanted) {
        selection[count++] = i;
      }
    }
    if (count == 0) {
      return Gatherer.NOTHING;
    }
    DataChunk some = count == left.size() ? left : gatherer.gather(left, selection, count);
    if (onlyLeft) {
      return some;
    }
    int leftCount = join.leftTypes().size();
    for (int i = 0; i < leftCount; i++) {
      combined.setColumn(i, some.column(i));
    }
    for (int i = 0; i < right.length; i++) {
      combined.setColumn(leftCount + i, ConstantVector.of(Value.nullOf(join.rightTypes().get(i))));
    }
    combined.setSize(count);
    return combined;
  }

  @Override
  public void close() {
    if (memory != null) {
      memory.close();
      memory = null;
    }
  }
}
