// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.eval;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.function.LambdaBody;
import org.jspecify.annotations.Nullable;

/** A lambda's body over a chunk of its parameters followed by what it captured. */
final class LambdaNode implements LambdaBody {
  private final int parameterCount;
  private final EvalNode[] captures;
  private final EvalNode body;
  private final Vector[] outer;
  private final @Nullable FlatVector[] gathered;
  private final DataChunk inner;
  private @Nullable DataChunk chunk;
  private boolean captured;

  LambdaNode(int parameterCount, EvalNode[] captures, EvalNode body) {
    this.parameterCount = parameterCount;
    this.captures = captures;
    this.body = body;
    outer = new Vector[captures.length];
    gathered = new FlatVector[captures.length];
    inner = new DataChunk(new Vector[parameterCount + captures.length], 0);
  }

  /** A new enclosing chunk. */
  void begin(DataChunk input) {
    chunk = input;
    captured = false;
  }

  @Override
  public LogicalType type() {
    return body.type();
  }

  @Override
  public Vector evaluate(FlatVector[] parameters, int[] outerRows, int count) {
    DataChunk input = chunk;
    if (input == null) {
      throw new IllegalStateException("a lambda outside its call");
    }
    if (!captured) {
      for (int i = 0; i < captures.length; i++) {
        Vector vector = captures[i].evaluate(input);
        outer[i] = vector instanceof ConstantVector ? vector : vector.flatten(input.size());
      }
      captured = true;
    }
    for (int i = 0; i < parameterCount; i++) {
      inner.setColumn(i, parameters[i]);
    }
    for (int i = 0; i < captures.length; i++) {
      Vector vector = outer[i];
      if (vector instanceof FlatVector flat) {
        FlatVector target = gathered[i];
        if (target == null) {
          target = FlatVector.allocate(flat.type(), Math.max(1, count));
          gathered[i] = target;
        }
        target.gather(flat, outerRows, count);
        vector = target;
      }
      inner.setColumn(parameterCount + i, vector);
    }
    inner.setSize(count);
    return body.evaluate(inner);
  }
}
