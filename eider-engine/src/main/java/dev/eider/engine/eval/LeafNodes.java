// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.eval;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.Vector;

/** Nodes without children. */
final class LeafNodes {
  private LeafNodes() {}

  /** A constant. */
  static final class ConstantNode extends EvalNode {
    private final ConstantVector vector;

    ConstantNode(Value value) {
      super(value.type());
      vector = ConstantVector.of(value);
    }

    ConstantVector vector() {
      return vector;
    }

    @Override
    Vector evaluate(DataChunk input) {
      return vector;
    }
  }

  /** A column of the chunk. */
  static final class InputNode extends EvalNode {
    private final int position;

    InputNode(int position, LogicalType type) {
      super(type);
      this.position = position;
    }

    int position() {
      return position;
    }

    @Override
    Vector evaluate(DataChunk input) {
      return input.column(position);
    }
  }
}
