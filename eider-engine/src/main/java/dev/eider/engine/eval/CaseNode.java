// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.eval;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;

/** CASE: conditions and results are evaluated only for the rows that reach them. */
final class CaseNode extends EvalNode {
  private final EvalNode[] conditions;
  private final RowSubset[] conditionRows;
  private final EvalNode[] results;
  private final RowSubset[] resultRows;
  private final FlatVector result;
  private int[] open = new int[Vector.CAPACITY];
  private int[] taken = new int[Vector.CAPACITY];

  CaseNode(
      LogicalType type,
      EvalNode[] conditions,
      RowSubset[] conditionRows,
      EvalNode[] results,
      RowSubset[] resultRows) {
    super(type);
    this.conditions = conditions;
    this.conditionRows = conditionRows;
    this.results = results;
    this.resultRows = resultRows;
    result = FlatVector.allocate(type, Vector.CAPACITY);
  }

  @Override
  Vector evaluate(DataChunk input) {
    int count = input.size();
    result.reset();
    result.ensureCapacity(count);
    if (open.length < count) {
      open = new int[count];
      taken = new int[count];
    }
    for (int i = 0; i < count; i++) {
      open[i] = i;
    }
    int left = count;
    for (int c = 0; c < conditions.length && left > 0; c++) {
      DataChunk rows = left == count ? input : conditionRows[c].gather(input, open, left);
      int matched = split(conditions[c].evaluateFlat(rows), left);
      left -= matched;
      if (matched == count) {
        return results[c].evaluate(input);
      }
      write(c, input, taken, matched);
    }
    if (left == count) {
      return results[conditions.length].evaluate(input);
    }
    write(conditions.length, input, open, left);
    return result;
  }

  /** Moves the open rows whose condition is true to {@code taken}; answers how many. */
  private int split(FlatVector condition, int left) {
    byte[] values = ((BoolVector) condition).values();
    int matched = 0;
    int rest = 0;
    for (int i = 0; i < left; i++) {
      int row = open[i];
      int hit = condition.isNull(i) ? 0 : values[i];
      taken[matched] = row;
      open[rest] = row;
      matched += hit;
      rest += 1 - hit;
    }
    return matched;
  }

  private void write(int branch, DataChunk input, int[] rows, int count) {
    if (count > 0) {
      DataChunk subset = resultRows[branch].gather(input, rows, count);
      Scatter.scatter(result, results[branch].evaluate(subset), rows, count);
    }
  }
}
