// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.vector;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import java.util.Arrays;

/** BOOLEAN values, one byte each: 0 or 1. */
public final class BoolVector extends FlatVector {
  private byte[] values;

  public BoolVector(LogicalType type, int capacity) {
    super(type, capacity);
    values = new byte[capacity];
  }

  /** The values, one a row; owned by this vector. Asked for again after it grew. */
  public byte[] values() {
    return values;
  }

  public byte get(int row) {
    return values[row];
  }

  /** Sets a valid row; the row must not have been marked NULL. */
  public void set(int row, byte value) {
    values[row] = value;
  }

  @Override
  void grow(int newCapacity) {
    values = Arrays.copyOf(values, newCapacity);
  }

  @Override
  void copyValue(FlatVector source, int sourceRow, int row) {
    values[row] = ((BoolVector) source).values[sourceRow];
  }

  @Override
  void gatherValues(FlatVector source, int[] selection, int count) {
    byte[] from = ((BoolVector) source).values;
    byte[] to = values;
    for (int i = 0; i < count; i++) {
      to[i] = from[selection[i]];
    }
  }

  @Override
  public void copyRange(FlatVector source, int sourceFrom, int from, int count) {
    if (source.mayHaveNulls() || mayHaveNulls()) {
      super.copyRange(source, sourceFrom, from, count);
    } else {
      System.arraycopy(((BoolVector) source).values, sourceFrom, values, from, count);
    }
  }

  @Override
  void setBoxed(int row, Value value) {
    values[row] = (byte) (value.asBoolean() ? 1 : 0);
  }

  @Override
  Value getBoxed(int row) {
    return new Value(type(), values[row] != 0);
  }

  @Override
  public long sizeInBytes() {
    return 1L * values.length;
  }
}
