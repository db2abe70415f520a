// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.eval;

import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;

/** {@code IS [NOT] DISTINCT FROM}: never NULL. */
final class DistinctNode extends EvalNode {
  private final boolean not;
  private final EvalNode left;
  private final EvalNode right;
  private final BoolVector result = new BoolVector(LogicalType.BOOLEAN, Vector.CAPACITY);

  DistinctNode(boolean not, EvalNode left, EvalNode right) {
    super(LogicalType.BOOLEAN);
    this.not = not;
    this.left = left;
    this.right = right;
  }

  @Override
  Vector evaluate(DataChunk input) {
    int count = input.size();
    FlatVector a = left.evaluateFlat(input);
    FlatVector b = right.evaluateFlat(input);
    result.reset();
    result.ensureCapacity(count);
    byte[] out = result.values();
    CompareColumns.columns(not ? CompareOp.EQ : CompareOp.NE, a, b, count, out);
    if (a.mayHaveNulls() || b.mayHaveNulls()) {
      int flip = not ? 1 : 0;
      for (int i = 0; i < count; i++) {
        boolean x = a.isNull(i);
        boolean y = b.isNull(i);
        if (x || y) {
          out[i] = (byte) ((x == y ? 0 : 1) ^ flip);
        }
      }
    }
    return result;
  }
}
