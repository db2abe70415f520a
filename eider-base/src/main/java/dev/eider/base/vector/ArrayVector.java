// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.vector;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import java.util.ArrayList;
import java.util.List;

/** ARRAY values: row {@code i} is child rows {@code [i * size, (i + 1) * size)}. */
public final class ArrayVector extends FlatVector {
  private final int size;
  private final FlatVector child;

  public ArrayVector(LogicalType type, int capacity) {
    super(type, capacity);
    LogicalType.ArrayOf array = (LogicalType.ArrayOf) type;
    size = array.size();
    child = FlatVector.allocate(array.child(), Math.multiplyExact(size, capacity));
  }

  /** Values a row. */
  public int size() {
    return size;
  }

  public FlatVector child() {
    return child;
  }

  @Override
  public void reset() {
    super.reset();
    child.reset();
  }

  @Override
  public void setNull(int row) {
    super.setNull(row);
    child.setNulls(row * size, size);
  }

  @Override
  void grow(int newCapacity) {
    child.ensureCapacity(Math.multiplyExact(size, newCapacity));
  }

  @Override
  void copyValue(FlatVector source, int sourceRow, int row) {
    child.copyRange(((ArrayVector) source).child, sourceRow * size, row * size, size);
  }

  @Override
  void gatherValues(FlatVector source, int[] selection, int count) {
    child.reset();
    for (int i = 0; i < count; i++) {
      if (source.isNull(selection[i])) {
        child.setNulls(i * size, size);
      } else {
        copyValue(source, selection[i], i);
      }
    }
  }

  @Override
  void setBoxed(int row, Value value) {
    List<Value> items = value.asList();
    for (int i = 0; i < size; i++) {
      child.setValue(row * size + i, items.get(i));
    }
  }

  @Override
  Value getBoxed(int row) {
    List<Value> items = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      items.add(child.getValue(row * size + i));
    }
    return new Value(type(), items);
  }

  @Override
  public long sizeInBytes() {
    return child.sizeInBytes();
  }
}
