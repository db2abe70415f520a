// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.encoding;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.PhysicalType;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.FloatVector;
import dev.eider.storage.format.v1.PackFormat;
import dev.eider.storage.format.v1.PackInput;
import dev.eider.storage.format.v1.PackOutput;

/** FLOAT and DOUBLE as their bits, four or eight bytes each. */
final class PlainFloats {
  private PlainFloats() {}

  /** The bits of the values, those of FLOAT without sign; in place of a NULL those before it. */
  static void bits(FlatVector vector, int count, long[] into) {
    switch (vector) {
      case DoubleVector v -> {
        double[] values = v.values();
        for (int i = 0; i < count; i++) {
          into[i] = Double.doubleToRawLongBits(values[i]);
        }
      }
      case FloatVector v -> {
        float[] values = v.values();
        for (int i = 0; i < count; i++) {
          into[i] = Float.floatToRawIntBits(values[i]) & 0xFFFF_FFFFL;
        }
      }
      default -> throw new IllegalStateException("no floats in " + vector.type());
    }
    if (vector.mayHaveNulls()) {
      ColumnData.fillNulls(vector, count, into);
    }
  }

  /** The counterpart of {@link #bits}. */
  static void values(long[] bits, int count, FlatVector into) {
    switch (into) {
      case DoubleVector v -> {
        double[] values = v.values();
        for (int i = 0; i < count; i++) {
          values[i] = Double.longBitsToDouble(bits[i]);
        }
      }
      case FloatVector v -> {
        float[] values = v.values();
        for (int i = 0; i < count; i++) {
          values[i] = Float.intBitsToFloat((int) bits[i]);
        }
      }
      default -> throw new IllegalStateException("no floats in " + into.type());
    }
  }

  static boolean isDouble(LogicalType type) {
    return type.physical() == PhysicalType.DOUBLE;
  }

  static final class Writer extends NodeWriter {
    private final EncodeContext context;

    Writer(ColumnData data, EncodeContext context) {
      super(data);
      this.context = context;
    }

    @Override
    int tag() {
      return PackFormat.PLAIN_FLOATS;
    }

    @Override
    void writeShared(PackOutput out) {}

    @Override
    void write(int vector, PackOutput out) {
      int count = data.count(vector);
      FlatVector values = data.vector(vector);
      ValidityEncoding.write(values, count, context.integers, out);
      long[] bits = context.longs(count);
      bits(values, count, bits);
      if (isDouble(data.type())) {
        out.words(bits, count);
      } else {
        for (int i = 0; i < count; i++) {
          out.u32((int) bits[i]);
        }
      }
    }
  }

  static final class Reader extends NodeReader {
    Reader(LogicalType type, DecodeContext context) {
      super(type, context);
    }

    @Override
    void read(PackInput in, int count, FlatVector target) {
      begin(in, count, target);
      if (isDouble(type)) {
        checkRoom(in, 8L * count);
        long[] bits = context.longs(count);
        in.words(bits, count);
        values(bits, count, target);
      } else {
        checkRoom(in, 4L * count);
        int[] bits = context.ints(count);
        in.words(bits, count);
        float[] values = ((FloatVector) target).values();
        for (int i = 0; i < count; i++) {
          values[i] = Float.intBitsToFloat(bits[i]);
        }
      }
    }

    private static void checkRoom(PackInput in, long bytes) {
      if (bytes > in.remaining()) {
        throw in.damaged(bytes + " bytes of numbers", in.remaining());
      }
    }
  }
}
