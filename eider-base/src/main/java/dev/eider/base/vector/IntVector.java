// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.vector;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import java.util.Arrays;

/**
 * Values of {@code PhysicalType.INT32}: integers to 32 bits, dates (days since 1970-01-01), enum
 * codes.
 */
public final class IntVector extends FlatVector {
  private int[] values;

  public IntVector(LogicalType type, int capacity) {
    super(type, capacity);
    values = new int[capacity];
  }

  /** The values, one a row; owned by this vector. Asked for again after it grew. */
  public int[] values() {
    return values;
  }

  public int get(int row) {
    return values[row];
  }

  /** Sets a valid row; the row must not have been marked NULL. */
  public void set(int row, int value) {
    values[row] = value;
  }

  @Override
  void grow(int newCapacity) {
    values = Arrays.copyOf(values, newCapacity);
  }

  @Override
  void copyValue(FlatVector source, int sourceRow, int row) {
    values[row] = ((IntVector) source).values[sourceRow];
  }

  @Override
  void gatherValues(FlatVector source, int[] selection, int count) {
    int[] from = ((IntVector) source).values;
    int[] to = values;
    for (int i = 0; i < count; i++) {
      to[i] = from[selection[i]];
    }
  }

  @Override
  public void copyRange(FlatVector source, int sourceFrom, int from, int count) {
    if (source.mayHaveNulls() || mayHaveNulls()) {
      super.copyRange(source, sourceFrom, from, count);
    } else {
      System.arraycopy(((IntVector) source).values, sourceFrom, values, from, count);
    }
  }

  @Override
  void setBoxed(int row, Value value) {
    values[row] = ((Number) value.get()).intValue();
  }

  @Override
  Value getBoxed(int row) {
    return new Value(type(), values[row]);
  }

  @Override
  public long sizeInBytes() {
    return 4L * values.length;
  }
}
