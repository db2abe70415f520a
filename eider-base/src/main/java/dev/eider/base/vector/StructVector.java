// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.vector;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * STRUCT values, one child vector a field at the same rows. UNION values too: child 0 is the tag
 * (INTEGER), children 1.. are the members, of which all but the tagged one are NULL.
 */
public final class StructVector extends FlatVector {
  private final FlatVector[] children;

  public StructVector(LogicalType type, int capacity) {
    super(type, capacity);
    List<LogicalType> types = childTypes(type);
    children = new FlatVector[types.size()];
    for (int i = 0; i < children.length; i++) {
      children[i] = FlatVector.allocate(types.get(i), capacity);
    }
  }

  /** The types of the child vectors of a STRUCT, UNION or AGGREGATE_STATE type. */
  public static List<LogicalType> childTypes(LogicalType type) {
    List<LogicalType> types = new ArrayList<>();
    if (type instanceof LogicalType.Union union) {
      types.add(LogicalType.INTEGER);
      for (LogicalType.Field member : union.members()) {
        types.add(member.type());
      }
    } else if (type instanceof LogicalType.AggregateState state) {
      types.add(state.layout());
    } else {
      for (LogicalType.Field field : ((LogicalType.Struct) type).fields()) {
        types.add(field.type());
      }
    }
    return types;
  }

  public FlatVector child(int field) {
    return children[field];
  }

  public int fieldCount() {
    return children.length;
  }

  /** Replaces a child by a vector of the same type and capacity, whose ownership moves here. */
  public void setChild(int field, FlatVector child) {
    child.ensureCapacity(capacity());
    children[field] = child;
  }

  @Override
  public void reset() {
    super.reset();
    for (FlatVector child : children) {
      child.reset();
    }
  }

  @Override
  public void setNull(int row) {
    super.setNull(row);
    for (FlatVector child : children) {
      child.setNull(row);
    }
  }

  @Override
  void grow(int newCapacity) {
    for (FlatVector child : children) {
      child.ensureCapacity(newCapacity);
    }
  }

  @Override
  void copyValue(FlatVector source, int sourceRow, int row) {
    StructVector from = (StructVector) source;
    for (int i = 0; i < children.length; i++) {
      children[i].copyRow(from.children[i], sourceRow, row);
    }
  }

  @Override
  void gatherValues(FlatVector source, int[] selection, int count) {
    StructVector from = (StructVector) source;
    for (int i = 0; i < children.length; i++) {
      children[i].gather(from.children[i], selection, count);
    }
  }

  @Override
  void setBoxed(int row, Value value) {
    List<Value> fields = value.asList();
    for (int i = 0; i < children.length; i++) {
      children[i].setValue(row, fields.get(i));
    }
  }

  @Override
  Value getBoxed(int row) {
    List<Value> fields = new ArrayList<>(children.length);
    for (FlatVector child : children) {
      fields.add(child.getValue(row));
    }
    return new Value(type(), fields);
  }

  @Override
  public long sizeInBytes() {
    long bytes = 0;
    for (FlatVector child : children) {
      bytes += child.sizeInBytes();
    }
    return bytes;
  }
}
