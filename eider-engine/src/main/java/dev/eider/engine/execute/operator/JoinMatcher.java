// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.error.EiderException;
import dev.eider.base.kernel.CompareKernels;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.eval.Evaluator;
import dev.eider.engine.execute.hash.JoinProber;
import dev.eider.engine.execute.hash.JoinTable;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.execute.row.ColumnStore;
import dev.eider.engine.plan.LogicalOperator.JoinType;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Joins one left chunk after the other with a {@link JoinTable}. One worker. */
final class JoinMatcher {
  static final String SEVERAL_ROWS =
      "More than one row returned by a subquery used as an expression - scalar subqueries can only"
          + " return a single row.\n\nUse \"SET scalar_subquery_error_on_multiple_rows=false\" to"
          + " revert to previous behavior of returning a random row.";

  private final HashJoin join;
  private final WorkerContext context;
  private final JoinProber prober;
  private final @Nullable Evaluator residual;
  private final Gatherer leftRows = new Gatherer();
  private final Gatherer passing = new Gatherer();
  private final FlatVector[] rightColumns;
  private final Vector[] noRight;
  private final DataChunk combined;
  private final int[] probeRows = new int[Vector.CAPACITY];
  private final int[] buildRows = new int[Vector.CAPACITY];
  private final int[] selection = new int[Vector.CAPACITY];
  private final boolean[] matched = new boolean[Vector.CAPACITY];
  private final boolean[] unknown = new boolean[Vector.CAPACITY];
  private @Nullable JoinTable table;
  private byte[] found = new byte[0];
  private DataChunk left = Gatherer.NOTHING;
  private FlatVector[] keys = new FlatVector[0];
  private DataChunk output = Gatherer.NOTHING;
  private boolean pairing;
  private boolean tail;

  JoinMatcher(HashJoin join, WorkerContext context) {
    this.join = join;
    this.context = context;
    prober = new JoinProber(join.nullSafe());
    residual = join.residual() == null ? null : Evaluator.of(join.residual(), context.eval());
    List<LogicalType> right = join.rightTypes();
    rightColumns = new FlatVector[right.size()];
    noRight = new Vector[right.size()];
    for (int i = 0; i < noRight.length; i++) {
      rightColumns[i] = FlatVector.allocate(right.get(i), Vector.CAPACITY);
      noRight[i] = ConstantVector.of(Value.nullOf(right.get(i)));
    }
    combined = new DataChunk(new Vector[join.leftTypes().size() + right.size()], 0);
  }

  /** Begins with a chunk; {@code found} has an entry a build row, or none. */
  void begin(JoinTable joined, byte[] foundRows, DataChunk chunk, FlatVector[] chunkKeys) {
    table = joined;
    found = foundRows;
    left = chunk;
    keys = chunkKeys;
    prober.begin(joined, chunkKeys, chunk.size());
    Arrays.fill(matched, 0, chunk.size(), false);
    pairing = true;
    tail = false;
  }

  DataChunk output() {
    return output;
  }

  /** Makes the next output (perhaps empty); false when it is the last for this chunk. */
  boolean next() {
    JoinTable joined = table;
    if (joined == null) {
      return false;
    }
    output = Gatherer.NOTHING;
    switch (join.type()) {
      case RIGHT_SEMI, RIGHT_ANTI -> {
        while (prober.hasMore()) {
          int count = prober.pairs(probeRows, buildRows, 0, Vector.CAPACITY);
          if (count > 0 && residual != null) {
            count = filter(combine(joined.store(), count), count);
          }
          mark(count);
        }
        return false;
      }
      case SEMI, ANTI, MARK -> {
        matchAll(joined);
        finishLeftRows(joined);
        return false;
      }
      default -> {
        if (pairing) {
          output = nextPairs(joined);
          pairing = prober.hasMore();
          tail = !pairing && keepsLeftRows();
          return pairing || tail;
        }
        if (tail) {
          output = unmatched();
          tail = false;
        }
        return false;
      }
    }
  }

  private boolean keepsLeftRows() {
    return switch (join.type()) {
      case LEFT, FULL, SINGLE -> true;
      default -> false;
    };
  }

  private DataChunk nextPairs(JoinTable joined) {
    int count = prober.pairs(probeRows, buildRows, 0, Vector.CAPACITY);
    if (count == 0) {
      return Gatherer.NOTHING;
    }
    DataChunk pairs = combine(joined.store(), count);
    int passed = filter(pairs, count);
    if (passed < count) {
      if (passed == 0) {
        return Gatherer.NOTHING;
      }
      pairs = passing.gather(pairs, selection, passed);
    }
    mark(passed);
    return pairs;
  }

  /** The pairs as one chunk: left columns, then right columns. */
  private DataChunk combine(ColumnStore store, int count) {
    int leftCount = join.leftTypes().size();
    DataChunk some = isIdentity(count) ? left : leftRows.gather(left, probeRows, count);
    for (int i = 0; i < leftCount; i++) {
      combined.setColumn(i, some.column(i));
    }
    for (int i = 0; i < rightColumns.length; i++) {
      rightColumns[i].gather(store.column(i), buildRows, count);
      combined.setColumn(leftCount + i, rightColumns[i]);
    }
    combined.setSize(count);
    return combined;
  }

  private boolean isIdentity(int count) {
    if (count != left.size()) {
      return false;
    }
    for (int i = 0; i < count; i++) {
      if (probeRows[i] != i) {
        return false;
      }
    }
    return true;
  }

  /** Keeps the pairs for which the residual is true, in place; answers how many. */
  private int filter(DataChunk pairs, int count) {
    Evaluator evaluator = residual;
    if (evaluator == null) {
      return count;
    }
    BoolVector result = (BoolVector) evaluator.evaluate(pairs).flatten(count);
    byte[] values = result.values();
    int passed = 0;
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        unknown[probeRows[i]] = true;
      } else if (values[i] != 0) {
        selection[passed] = i;
        probeRows[passed] = probeRows[i];
        buildRows[passed++] = buildRows[i];
      }
    }
    return passed;
  }

  private void mark(int count) {
    boolean single = join.type() == JoinType.SINGLE;
    for (int i = 0; i < count; i++) {
      int row = probeRows[i];
      if (single && matched[row]) {
        throw EiderException.invalidInput(SEVERAL_ROWS);
      }
      matched[row] = true;
    }
    if (found.length > 0) {
      for (int i = 0; i < count; i++) {
        found[buildRows[i]] = 1;
      }
    }
  }

  private DataChunk unmatched() {
    int count = 0;
    for (int i = 0; i < left.size(); i++) {
      if (!matched[i]) {
        selection[count++] = i;
      }
    }
    if (count == 0) {
      return Gatherer.NOTHING;
    }
    int leftCount = join.leftTypes().size();
    DataChunk some = count == left.size() ? left : leftRows.gather(left, selection, count);
    for (int i = 0; i < leftCount; i++) {
      combined.setColumn(i, some.column(i));
    }
    for (int i = 0; i < noRight.length; i++) {
      combined.setColumn(leftCount + i, noRight[i]);
    }
    combined.setSize(count);
    return combined;
  }

  /** Finds for each left row whether it has a match. */
  private void matchAll(JoinTable joined) {
    Arrays.fill(unknown, 0, left.size(), false);
    while (prober.hasMore()) {
      int count = prober.pairs(probeRows, buildRows, 0, Vector.CAPACITY);
      if (count > 0 && residual != null) {
        count = filter(combine(joined.store(), count), count);
      }
      for (int i = 0; i < count; i++) {
        matched[probeRows[i]] = true;
      }
      prober.drop(matched);
    }
  }

  private void finishLeftRows(JoinTable joined) {
    if (join.type() == JoinType.MARK) {
      output = marked(joined);
      return;
    }
    boolean keep = join.type() == JoinType.SEMI;
    int count = 0;
    for (int i = 0; i < left.size(); i++) {
      if (matched[i] == keep) {
        selection[count++] = i;
      }
    }
    if (count == left.size()) {
      output = left;
    } else if (count > 0) {
      output = leftRows.gather(left, selection, count);
    }
  }

  private DataChunk marked(JoinTable joined) {
    int leftCount = join.leftTypes().size();
    BoolVector mark = new BoolVector(LogicalType.BOOLEAN, Math.max(1, left.size()));
    for (int i = 0; i < left.size(); i++) {
      mark.set(i, (byte) (matched[i] ? 1 : 0));
      if (!matched[i] && (unknown[i] || isUnknown(joined, i))) {
        mark.setNull(i);
      }
    }
    Vector[] columns = Arrays.copyOf(left.columns(), leftCount + 1);
    columns[leftCount] = mark;
    return new DataChunk(columns, left.size());
  }

  /** Whether an unmatched left row might match but for a NULL. */
  private boolean isUnknown(JoinTable joined, int row) {
    boolean nullKey = hasNullKey(keys, row);
    if (!join.anyBuildRow() || (!nullKey && !join.anyNullKey())) {
      return false;
    }
    if (keys.length == 1 && residual == null) {
      return true;
    }
    for (int build = 0; build < joined.rows(); build++) {
      if (nullKey || hasNullKey(joined.keys(), build)) {
        if ((build & 0xFFFF) == 0) {
          context.query().checkInterrupted();
        }
        if (mayMatch(joined, row, build)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean hasNullKey(FlatVector[] columns, int row) {
    for (int k = 0; k < columns.length; k++) {
      if (!join.nullSafe()[k] && columns[k].isNull(row)) {
        return true;
      }
    }
    return false;
  }

  private boolean mayMatch(JoinTable joined, int row, int build) {
    for (int k = 0; k < keys.length; k++) {
      FlatVector other = joined.keys()[k];
      boolean someNull = keys[k].isNull(row) || other.isNull(build);
      if (join.nullSafe()[k] || !someNull) {
        if (!CompareKernels.sameValue(keys[k], row, other, build)) {
          return false;
        }
      }
    }
    if (residual == null) {
      return true;
    }
    probeRows[0] = row;
    buildRows[0] = build;
    BoolVector result = (BoolVector) residual.evaluate(combine(joined.store(), 1)).flatten(1);
    return result.isNull(0) || result.get(0) != 0;
  }
}
