// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.vector;

import dev.eider.base.type.Value;

/** One value for every row. */
public final class ConstantVector extends Vector {
  private final FlatVector value;

  /** A constant over row 0 of {@code value}, which the new vector owns from now on. */
  public ConstantVector(FlatVector value) {
    super(value.type());
    this.value = value;
  }

  /** A constant of a boxed value. */
  public static ConstantVector of(Value value) {
    FlatVector flat = FlatVector.allocate(value.type(), 1);
    flat.setValue(0, value);
    return new ConstantVector(flat);
  }

  /** The vector of capacity at least 1 whose row 0 is the constant. */
  public FlatVector value() {
    return value;
  }

  public boolean isNullConstant() {
    return value.isNull(0);
  }

  @Override
  public boolean isNull(int row) {
    return value.isNull(0);
  }

  @Override
  public boolean mayHaveNulls() {
    return value.isNull(0);
  }

  @Override
  public Value getValue(int row) {
    return value.getValue(0);
  }

  @Override
  public FlatVector flatten(int count) {
    FlatVector flat = FlatVector.allocate(type(), Math.max(count, 1));
    flat.fill(value, 0, 0, count);
    return flat;
  }
}
