// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.encoding;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.ArrayVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.StructVector;
import dev.eider.storage.format.v1.PackFormat;
import dev.eider.storage.format.v1.PackInput;
import dev.eider.storage.format.v1.PackOutput;
import java.util.List;

/**
 * Lists, maps, arrays and structs: validity, for lists a run of their lengths, then the children of
 * all rows of the vector in their own encodings.
 */
final class NestedEncoding {
  private NestedEncoding() {}

  static int tag(LogicalType type) {
    return switch (type.physical()) {
      case LIST -> PackFormat.LIST;
      case ARRAY -> PackFormat.ARRAY;
      case STRUCT -> PackFormat.STRUCT;
      case BOOL, INT32, INT64, INT128, FLOAT, DOUBLE, INTERVAL, STRING ->
          throw new IllegalStateException("not nested: " + type);
    };
  }

  static final class Writer extends NodeWriter {
    private final EncodeContext context;
    private final List<NodeWriter> children;

    Writer(ColumnData data, List<NodeWriter> children, EncodeContext context) {
      super(data);
      this.children = children;
      this.context = context;
    }

    @Override
    int tag() {
      return NestedEncoding.tag(data.type());
    }

    @Override
    void writeShared(PackOutput out) {
      for (NodeWriter child : children) {
        child.writeNode(out);
      }
    }

    @Override
    void write(int vector, PackOutput out) {
      int count = data.count(vector);
      FlatVector values = data.vector(vector);
      ValidityEncoding.write(values, count, context.integers, out);
      if (values instanceof ListVector list) {
        long[] lengths = context.longs(count);
        long sum = 0;
        for (int i = 0; i < count; i++) {
          lengths[i] = list.isNull(i) ? 0 : list.lengths()[i];
          sum += lengths[i];
        }
        if (sum != list.childSize()) {
          throw new IllegalStateException(list.childSize() + " elements for " + sum);
        }
        context.integers.write(lengths, 0, count, out);
      }
      for (NodeWriter child : children) {
        child.write(vector, out);
      }
    }
  }

  static final class Reader extends NodeReader {
    private final NodeReader[] children;

    Reader(LogicalType type, NodeReader[] children, DecodeContext context) {
      super(type, context);
      this.children = children;
    }

    @Override
    void read(PackInput in, int count, FlatVector target) {
      begin(in, count, target);
      switch (target) {
        case ListVector list -> readList(in, count, list);
        case ArrayVector array -> {
          if ((long) count * array.size() > PackFormat.CHILD_ROWS_MAX) {
            throw in.damaged("at most " + PackFormat.CHILD_ROWS_MAX + " elements", count);
          }
          children[0].read(in, count * array.size(), array.child());
        }
        case StructVector struct -> {
          for (int i = 0; i < children.length; i++) {
            children[i].read(in, count, struct.child(i));
          }
        }
        default -> throw new IllegalStateException("not nested: " + type);
      }
    }

    private void readList(PackInput in, int count, ListVector list) {
      int[] lengths = list.lengths();
      int[] offsets = list.offsets();
      context.integers.read(in, count, lengths);
      long sum = 0;
      for (int i = 0; i < count; i++) {
        offsets[i] = (int) sum;
        sum += lengths[i];
        if (lengths[i] < 0 || sum > PackFormat.CHILD_ROWS_MAX) {
          throw in.damaged("lists of at most " + PackFormat.CHILD_ROWS_MAX + " elements", sum);
        }
      }
      children[0].read(in, (int) sum, list.child());
      list.setChild(list.child(), (int) sum);
    }
  }
}
