// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.eval;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import org.jspecify.annotations.Nullable;

/** A compiled expression. Owns the vectors it answers. */
abstract class EvalNode {
  private final LogicalType type;
  private @Nullable FlatVector flat;

  EvalNode(LogicalType type) {
    this.type = type;
  }

  final LogicalType type() {
    return type;
  }

  /** Computes all rows of the chunk; see {@link Evaluator#evaluate}. */
  abstract Vector evaluate(DataChunk input);

  /** {@link #evaluate} flattened; what was encoded goes to a vector of this node. */
  final FlatVector evaluateFlat(DataChunk input) {
    return evaluateFlat(evaluate(input), input.size());
  }

  /** What this node just answered, flat. */
  final FlatVector evaluateFlat(Vector vector, int count) {
    if (vector instanceof FlatVector already) {
      return already;
    }
    FlatVector target = flat;
    if (target == null) {
      target = FlatVector.allocate(type, Math.max(count, Vector.CAPACITY));
      flat = target;
    }
    vector.flattenInto(target, count);
    return target;
  }
}
