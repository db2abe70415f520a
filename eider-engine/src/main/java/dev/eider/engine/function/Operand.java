// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function;

import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;

/**
 * An argument of a kernel: a flat vector and a step of 1, or a constant (row 0 of its vector) and a
 * step of 0, so that row {@code i} lies at index {@code i * step}.
 */
public final class Operand {
  private FlatVector vector;
  private int step;

  public Operand(FlatVector vector, int step) {
    this.vector = vector;
    this.step = step;
  }

  /** An operand over a vector that is flat or constant. */
  public static Operand of(Vector vector) {
    return vector instanceof ConstantVector constant
        ? new Operand(constant.value(), 0)
        : new Operand((FlatVector) vector, 1);
  }

  /** Points this operand at another vector. */
  public void set(FlatVector newVector, int newStep) {
    vector = newVector;
    step = newStep;
  }

  /** The values; index with {@link #index(int)}. */
  public FlatVector vector() {
    return vector;
  }

  /** 1 for a column, 0 for a constant. */
  public int step() {
    return step;
  }

  public boolean isConstant() {
    return step == 0;
  }

  /** Where row {@code row} lies in {@link #vector()}. */
  public int index(int row) {
    return row * step;
  }

  public boolean isNull(int row) {
    return vector.isNull(row * step);
  }
}
