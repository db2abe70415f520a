// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.vector;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.PhysicalType;
import dev.eider.base.type.Value;

/** Row {@code i} is {@code start + i * step}, for INT32 and INT64 types; never NULL. */
public final class SequenceVector extends Vector {
  private final long start;
  private final long step;

  public SequenceVector(LogicalType type, long start, long step) {
    super(type);
    this.start = start;
    this.step = step;
  }

  public long start() {
    return start;
  }

  public long step() {
    return step;
  }

  @Override
  public boolean isNull(int row) {
    return false;
  }

  @Override
  public boolean mayHaveNulls() {
    return false;
  }

  @Override
  public Value getValue(int row) {
    long value = start + row * step;
    return type().physical() == PhysicalType.INT32
        ? new Value(type(), (int) value)
        : new Value(type(), value);
  }

  @Override
  public FlatVector flatten(int count) {
    FlatVector flat = FlatVector.allocate(type(), Math.max(count, 1));
    write(flat, count);
    return flat;
  }

  void write(FlatVector target, int count) {
    if (target instanceof IntVector ints) {
      int[] values = ints.values();
      for (int i = 0; i < count; i++) {
        values[i] = (int) (start + i * step);
      }
    } else {
      long[] values = ((LongVector) target).values();
      for (int i = 0; i < count; i++) {
        values[i] = start + i * step;
      }
    }
  }
}
