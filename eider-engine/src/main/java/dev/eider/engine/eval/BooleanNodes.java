// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.eval;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.Vector;

/** NOT, IS NULL and IS NOT NULL. */
final class BooleanNodes {
  private static final ConstantVector TRUE = ConstantVector.of(Value.TRUE);
  private static final ConstantVector FALSE = ConstantVector.of(Value.FALSE);

  private BooleanNodes() {}

  /** Negation. */
  static final class NotNode extends EvalNode {
    private final EvalNode child;
    private final BoolVector result = new BoolVector(LogicalType.BOOLEAN, Vector.CAPACITY);

    NotNode(EvalNode child) {
      super(LogicalType.BOOLEAN);
      this.child = child;
    }

    @Override
    Vector evaluate(DataChunk input) {
      int count = input.size();
      Vector vector = child.evaluate(input);
      if (vector instanceof ConstantVector one) {
        return one.isNullConstant() ? one : ((BoolVector) one.value()).get(0) == 0 ? TRUE : FALSE;
      }
      BoolVector flat = (BoolVector) child.evaluateFlat(vector, count);
      result.reset();
      result.ensureCapacity(count);
      result.copyValidity(flat, count);
      byte[] from = flat.values();
      byte[] to = result.values();
      for (int i = 0; i < count; i++) {
        to[i] = (byte) (from[i] ^ 1);
      }
      return result;
    }
  }

  /** IS NULL, or IS NOT NULL when negated. */
  static final class NullTestNode extends EvalNode {
    private final EvalNode child;
    private final boolean negated;
    private final BoolVector result = new BoolVector(LogicalType.BOOLEAN, Vector.CAPACITY);

    NullTestNode(EvalNode child, boolean negated) {
      super(LogicalType.BOOLEAN);
      this.child = child;
      this.negated = negated;
    }

    @Override
    Vector evaluate(DataChunk input) {
      int count = input.size();
      Vector vector = child.evaluate(input);
      if (!vector.mayHaveNulls()) {
        return negated ? TRUE : FALSE;
      }
      if (vector instanceof ConstantVector) {
        return negated ? FALSE : TRUE;
      }
      result.reset();
      result.ensureCapacity(count);
      byte[] to = result.values();
      int flip = negated ? 1 : 0;
      for (int i = 0; i < count; i++) {
        to[i] = (byte) ((vector.isNull(i) ? 1 : 0) ^ flip);
      }
      return result;
    }
  }
}
