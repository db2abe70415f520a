// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.eval;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorKind;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;

/** TRY: the child, and NULL for the rows on which it fails because of the data. */
final class TryNode extends EvalNode {
  private final EvalNode child;
  private final RowSubset subset;
  private final FlatVector result;

  TryNode(EvalNode child, RowSubset subset) {
    super(child.type());
    this.child = child;
    this.subset = subset;
    result = FlatVector.allocate(child.type(), Vector.CAPACITY);
  }

  @Override
  Vector evaluate(DataChunk input) {
    try {
      return child.evaluate(input);
    } catch (EiderException failure) {
      if (failure.type().kind() != ErrorKind.FIX_DATA) {
        throw failure;
      }
    }
    result.reset();
    result.ensureCapacity(input.size());
    int[] row = new int[1];
    for (int i = 0; i < input.size(); i++) {
      row[0] = i;
      try {
        Scatter.scatter(result, child.evaluate(subset.gather(input, row, 1)), row, 1);
      } catch (EiderException failure) {
        if (failure.type().kind() != ErrorKind.FIX_DATA) {
          throw failure;
        }
        result.setNull(i);
      }
    }
    return result;
  }
}
