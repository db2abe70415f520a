// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.vector;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** LIST and MAP values: row {@code i} is child rows {@code [offset(i), offset(i) + length(i))}. */
public final class ListVector extends FlatVector {
  private int[] offsets;
  private int[] lengths;
  private FlatVector child;
  private int childSize;

  public ListVector(LogicalType type, int capacity) {
    super(type, capacity);
    offsets = new int[capacity];
    lengths = new int[capacity];
    child = FlatVector.allocate(childType(type), Math.max(4, capacity));
  }

  /** The element type of a LIST, or the entry struct of a MAP. */
  public static LogicalType childType(LogicalType type) {
    return type instanceof LogicalType.MapOf map
        ? map.entry()
        : ((LogicalType.ListOf) type).child();
  }

  public int[] offsets() {
    return offsets;
  }

  public int[] lengths() {
    return lengths;
  }

  /** The elements of all rows. */
  public FlatVector child() {
    return child;
  }

  /** Number of child rows in use. */
  public int childSize() {
    return childSize;
  }

  /** Adds {@code count} child rows, to be filled by the caller; answers the first one's index. */
  public int appendChildren(int count) {
    int from = childSize;
    childSize = Math.addExact(childSize, count);
    child.ensureCapacity(childSize);
    return from;
  }

  /** Makes child rows {@code [offset, offset + length)} the value of a valid row. */
  public void setList(int row, int offset, int length) {
    offsets[row] = offset;
    lengths[row] = length;
  }

  /** Replaces the child (ownership moves here); rows are then set with {@link #setList}. */
  public void setChild(FlatVector newChild, int size) {
    child = newChild;
    childSize = size;
  }

  @Override
  public void reset() {
    super.reset();
    child.reset();
    childSize = 0;
  }

  @Override
  public void setNull(int row) {
    super.setNull(row);
    lengths[row] = 0;
  }

  @Override
  void grow(int newCapacity) {
    offsets = Arrays.copyOf(offsets, newCapacity);
    lengths = Arrays.copyOf(lengths, newCapacity);
  }

  @Override
  void copyValue(FlatVector source, int sourceRow, int row) {
    ListVector from = (ListVector) source;
    int length = from.lengths[sourceRow];
    int start = from.offsets[sourceRow];
    int at = appendChildren(length);
    child.copyRange(from.child, start, at, length);
    setList(row, at, length);
  }

  @Override
  void gatherValues(FlatVector source, int[] selection, int count) {
    child.reset();
    childSize = 0;
    for (int i = 0; i < count; i++) {
      if (source.isNull(selection[i])) {
        lengths[i] = 0;
      } else {
        copyValue(source, selection[i], i);
      }
    }
  }

  @Override
  void setBoxed(int row, Value value) {
    List<Value> items = value.asList();
    int at = appendChildren(items.size());
    for (int i = 0; i < items.size(); i++) {
      child.setValue(at + i, items.get(i));
    }
    setList(row, at, items.size());
  }

  @Override
  Value getBoxed(int row) {
    List<Value> items = new ArrayList<>(lengths[row]);
    for (int i = 0; i < lengths[row]; i++) {
      items.add(child.getValue(offsets[row] + i));
    }
    return new Value(type(), items);
  }

  @Override
  public long sizeInBytes() {
    return 8L * offsets.length + child.sizeInBytes();
  }
}
