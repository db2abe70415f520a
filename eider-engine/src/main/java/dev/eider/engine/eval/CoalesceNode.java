// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.eval;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;

/** COALESCE: later arguments are evaluated only for rows that are still NULL. */
final class CoalesceNode extends EvalNode {
  private final EvalNode[] arguments;
  private final RowSubset[] subsets;
  private final FlatVector result;
  private int[] open = new int[Vector.CAPACITY];

  CoalesceNode(LogicalType type, EvalNode[] arguments, RowSubset[] subsets) {
    super(type);
    this.arguments = arguments;
    this.subsets = subsets;
    result = FlatVector.allocate(type, Vector.CAPACITY);
  }

  @Override
  Vector evaluate(DataChunk input) {
    int count = input.size();
    if (open.length < count) {
      open = new int[count];
    }
    int left = count;
    for (int a = 0; a < arguments.length && left > 0; a++) {
      if (left == count) {
        Vector vector = arguments[a].evaluate(input);
        if (!vector.mayHaveNulls() || a + 1 == arguments.length) {
          return vector;
        }
        left = 0;
        for (int i = 0; i < count; i++) {
          open[left] = i;
          left += vector.isNull(i) ? 1 : 0;
        }
        if (left < count) {
          vector.flattenInto(result, count);
        }
      } else {
        DataChunk rows = subsets[a].gather(input, open, left);
        Vector vector = arguments[a].evaluate(rows);
        Scatter.scatter(result, vector, open, left);
        int still = 0;
        for (int i = 0; i < left; i++) {
          int row = open[i];
          open[still] = row;
          still += vector.isNull(i) ? 1 : 0;
        }
        left = still;
      }
    }
    return result;
  }
}
