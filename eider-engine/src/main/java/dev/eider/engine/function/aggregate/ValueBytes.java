// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.base.vector.ArrayVector;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.DoubleVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.FloatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.StructVector;
import dev.eider.base.vector.WideVector;
import dev.eider.engine.function.StateReader;
import dev.eider.engine.function.StateWriter;

/** One value of any type as bytes, for spilled states: a null byte, then the value. */
final class ValueBytes {
  private ValueBytes() {}

  static void write(FlatVector vector, int row, StateWriter out) {
    if (vector.isNull(row)) {
      out.putByte(0);
      return;
    }
    out.putByte(1);
    switch (vector) {
      case BoolVector v -> out.putByte(v.get(row));
      case IntVector v -> out.putInt(v.get(row));
      case LongVector v -> out.putLong(v.get(row));
      case FloatVector v -> out.putInt(Float.floatToRawIntBits(v.get(row)));
      case DoubleVector v -> out.putDouble(v.get(row));
      case WideVector v -> {
        out.putLong(v.low(row));
        out.putLong(v.high(row));
      }
      case StringVector v -> {
        byte[] bytes = v.getBytes(row);
        out.putBytes(bytes, 0, bytes.length);
      }
      case ListVector v -> {
        out.putInt(v.lengths()[row]);
        for (int i = 0; i < v.lengths()[row]; i++) {
          write(v.child(), v.offsets()[row] + i, out);
        }
      }
      case ArrayVector v -> {
        for (int i = 0; i < v.size(); i++) {
          write(v.child(), row * v.size() + i, out);
        }
      }
      case StructVector v -> {
        for (int f = 0; f < v.fieldCount(); f++) {
          write(v.child(f), row, out);
        }
      }
    }
  }

  static void read(FlatVector vector, int row, StateReader in) {
    if (in.getByte() == 0) {
      vector.setNull(row);
      return;
    }
    vector.setValid(row);
    switch (vector) {
      case BoolVector v -> v.set(row, (byte) in.getByte());
      case IntVector v -> v.set(row, in.getInt());
      case LongVector v -> v.set(row, in.getLong());
      case FloatVector v -> v.set(row, Float.intBitsToFloat(in.getInt()));
      case DoubleVector v -> v.set(row, in.getDouble());
      case WideVector v -> {
        long low = in.getLong();
        v.set(row, low, in.getLong());
      }
      case StringVector v -> {
        byte[] bytes = in.getBytes();
        v.set(row, bytes, 0, bytes.length);
      }
      case ListVector v -> {
        int length = in.getInt();
        int from = v.appendChildren(length);
        for (int i = 0; i < length; i++) {
          read(v.child(), from + i, in);
        }
        v.setList(row, from, length);
      }
      case ArrayVector v -> {
        for (int i = 0; i < v.size(); i++) {
          read(v.child(), row * v.size() + i, in);
        }
      }
      case StructVector v -> {
        for (int f = 0; f < v.fieldCount(); f++) {
          read(v.child(f), row, in);
        }
      }
    }
  }
}
