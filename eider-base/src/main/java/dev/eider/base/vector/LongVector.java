// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.vector;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import java.util.Arrays;

/**
 * Values of {@code PhysicalType.INT64}: 64-bit integers, unscaled decimals, times and timestamps.
 */
public final class LongVector extends FlatVector {
  private long[] values;

  public LongVector(LogicalType type, int capacity) {
    super(type, capacity);
    values = new long[capacity];
  }

  /** The values, one a row; owned by this vector. Asked for again after it grew. */
  public long[] values() {
    return values;
  }

  public long get(int row) {
    return values[row];
  }

  /** Sets a valid row; the row must not have been marked NULL. */
  public void set(int row, long value) {
    values[row] = value;
  }

  @Override
  void grow(int newCapacity) {
    values = Arrays.copyOf(values, newCapacity);
  }

  @Override
  void copyValue(FlatVector source, int sourceRow, int row) {
    values[row] = ((LongVector) source).values[sourceRow];
  }

  @Override
  void gatherValues(FlatVector source, int[] selection, int count) {
    long[] from = ((LongVector) source).values;
    long[] to = values;
    for (int i = 0; i < count; i++) {
      to[i] = from[selection[i]];
    }
  }

  @Override
  public void copyRange(FlatVector source, int sourceFrom, int from, int count) {
    if (source.mayHaveNulls() || mayHaveNulls()) {
      super.copyRange(source, sourceFrom, from, count);
    } else {
      System.arraycopy(((LongVector) source).values, sourceFrom, values, from, count);
    }
  }

  @Override
  void setBoxed(int row, Value value) {
    values[row] = value.asLong();
  }

  @Override
  Value getBoxed(int row) {
    return new Value(type(), values[row]);
  }

  @Override
  public long sizeInBytes() {
    return 8L * values.length;
  }
}
