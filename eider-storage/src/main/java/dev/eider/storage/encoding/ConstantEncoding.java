// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.encoding;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.storage.format.v1.PackFormat;
import dev.eider.storage.format.v1.PackInput;
import dev.eider.storage.format.v1.PackOutput;
import org.jspecify.annotations.Nullable;

/** One value for all rows of the chunk, or NULL. Vectors have no bytes. */
final class ConstantEncoding {
  private ConstantEncoding() {}

  static final class Writer extends NodeWriter {
    private final @Nullable NodeWriter value;

    /**
     * A writer.
     *
     * @param value writes a chunk of one vector of one row, the value; null: all rows are NULL
     */
    Writer(ColumnData data, @Nullable NodeWriter value) {
      super(data);
      this.value = value;
    }

    @Override
    int tag() {
      return PackFormat.CONSTANT;
    }

    @Override
    void writeShared(PackOutput out) {
      NodeWriter one = value;
      out.u8(one == null ? 0 : 1);
      if (one != null) {
        one.writeNode(out);
        one.write(0, out);
      }
    }

    @Override
    void write(int vector, PackOutput out) {}
  }

  static final class Reader extends NodeReader {
    private final ConstantVector constant;

    private Reader(LogicalType type, ConstantVector constant, DecodeContext context) {
      super(type, context);
      this.constant = constant;
    }

    static Reader of(LogicalType type, PackInput in, DecodeContext context, int depth) {
      FlatVector value = FlatVector.allocate(type, 1);
      int kind = in.u8();
      if (kind == 0) {
        value.setNull(0);
      } else if (kind == 1) {
        Nodes.read(type, in, context, depth).read(in, 1, value);
      } else {
        throw in.damaged("a constant of kind 0 or 1", kind);
      }
      return new Reader(type, new ConstantVector(value), context);
    }

    @Override
    void read(PackInput in, int count, FlatVector target) {
      target.reset();
      target.ensureCapacity(count);
      target.fill(constant.value(), 0, 0, count);
    }

    @Override
    Vector readVector(PackInput in, int count, FlatVector target, int[] codes) {
      return constant;
    }
  }
}
