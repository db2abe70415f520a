// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.eval;

import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;

/** {@code left op right}; NULL where a side is. */
final class CompareNode extends EvalNode {
  private static final ConstantVector NULL = ConstantVector.of(Value.nullOf(LogicalType.BOOLEAN));

  private final CompareOp op;
  private final EvalNode left;
  private final EvalNode right;
  private final BoolVector result = new BoolVector(LogicalType.BOOLEAN, Vector.CAPACITY);
  private final BoolVector single = new BoolVector(LogicalType.BOOLEAN, 1);
  private final ConstantVector constant = new ConstantVector(single);

  CompareNode(CompareOp op, EvalNode left, EvalNode right) {
    super(LogicalType.BOOLEAN);
    this.op = op;
    this.left = left;
    this.right = right;
  }

  @Override
  Vector evaluate(DataChunk input) {
    int count = input.size();
    Vector a = left.evaluate(input);
    Vector b = right.evaluate(input);
    boolean aConstant = a instanceof ConstantVector;
    boolean bConstant = b instanceof ConstantVector;
    if (aConstant && a.isNull(0) || bConstant && b.isNull(0)) {
      return NULL;
    }
    if (aConstant && bConstant) {
      CompareColumns.constant(
          op, ((ConstantVector) a).value(), ((ConstantVector) b).value(), 1, single.values());
      return constant;
    }
    result.reset();
    result.ensureCapacity(count);
    if (bConstant) {
      withConstant(op, left.evaluateFlat(a, count), ((ConstantVector) b).value(), count);
    } else if (aConstant) {
      withConstant(op.flip(), right.evaluateFlat(b, count), ((ConstantVector) a).value(), count);
    } else {
      FlatVector x = left.evaluateFlat(a, count);
      FlatVector y = right.evaluateFlat(b, count);
      Validity.and(result, x, count);
      Validity.and(result, y, count);
      CompareColumns.columns(op, x, y, count, result.values());
    }
    return result;
  }

  private void withConstant(CompareOp direction, FlatVector column, FlatVector value, int count) {
    Validity.and(result, column, count);
    CompareColumns.constant(direction, column, value, count, result.values());
  }
}
