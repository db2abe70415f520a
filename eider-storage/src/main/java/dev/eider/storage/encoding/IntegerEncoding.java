// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.encoding;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.ConstantVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.Vector;
import dev.eider.storage.format.v1.PackFormat;
import dev.eider.storage.format.v1.PackInput;
import dev.eider.storage.format.v1.PackOutput;

/** BOOLEAN and integers of up to 64 bits: validity, then a run of integers in its best mode. */
final class IntegerEncoding {
  private IntegerEncoding() {}

  static final class Writer extends NodeWriter {
    private final EncodeContext context;

    Writer(ColumnData data, EncodeContext context) {
      super(data);
      this.context = context;
    }

    @Override
    int tag() {
      return PackFormat.INTEGERS;
    }

    @Override
    void writeShared(PackOutput out) {}

    @Override
    void write(int vector, PackOutput out) {
      int count = data.count(vector);
      FlatVector values = data.vector(vector);
      ValidityEncoding.write(values, count, context.integers, out);
      long[] longs = context.longs(count);
      ColumnData.integers(values, count, longs);
      context.integers.write(longs, 0, count, out);
    }
  }

  static final class Reader extends NodeReader {
    Reader(LogicalType type, DecodeContext context) {
      super(type, context);
    }

    @Override
    void read(PackInput in, int count, FlatVector target) {
      begin(in, count, target);
      switch (target) {
        case IntVector v -> context.integers.read(in, count, v.values());
        case LongVector v -> context.integers.read(in, count, v.values());
        case BoolVector v -> {
          int[] numbers = context.ints(count);
          context.integers.read(in, count, numbers);
          byte[] values = v.values();
          for (int i = 0; i < count; i++) {
            values[i] = (byte) (numbers[i] & 1);
          }
        }
        default -> throw new IllegalStateException("no integers in " + type);
      }
      if (type instanceof LogicalType.EnumOf enumeration) {
        checkCodes(in, ((IntVector) target).values(), count, enumeration.values().size());
      }
    }

    private static void checkCodes(PackInput in, int[] codes, int count, int size) {
      int most = 0;
      int least = 0;
      for (int i = 0; i < count; i++) {
        most = Math.max(most, codes[i]);
        least = Math.min(least, codes[i]);
      }
      if (least < 0 || count > 0 && most >= Math.max(1, size)) {
        throw in.damaged("codes of an enumeration of " + size, least < 0 ? least : most);
      }
    }

    @Override
    Vector readVector(PackInput in, int count, FlatVector target, int[] codes) {
      long from = in.position();
      if (in.u8() == 0 && count > 0 && IntegerReader.isConstant(in)) {
        in.over(in.segment(), from, from + 1 + in.remaining());
        FlatVector value = FlatVector.allocate(type, 1);
        read(in, 1, value);
        return new ConstantVector(value);
      }
      in.over(in.segment(), from, in.position() + in.remaining());
      read(in, count, target);
      return target;
    }
  }
}
