// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.format.v1;

import dev.eider.base.type.Interval;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.base.vector.StructVector;
import dev.eider.base.vector.WideVector;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Single values as bytes: 0 for none, else 1 and the value in the form of its type. */
public final class ValueCodec {
  private ValueCodec() {}

  /** Writes a value, null or NULL for none. */
  public static void write(@Nullable Value value, PackOutput out) {
    if (value == null || value.isNull()) {
      out.u8(0);
      return;
    }
    out.u8(1);
    switch (value.type().physical()) {
      case BOOL -> out.u8(value.asBoolean() ? 1 : 0);
      case INT32, INT64 -> out.zigzag(value.asLong());
      case INT128 -> {
        BigInteger big = (BigInteger) value.get();
        out.u64(big.longValue());
        out.u64(big.shiftRight(64).longValue());
      }
      case FLOAT -> out.u32(Float.floatToRawIntBits((Float) value.get()));
      case DOUBLE -> out.u64(Double.doubleToRawLongBits((Double) value.get()));
      case INTERVAL -> {
        Interval interval = (Interval) value.get();
        out.zigzag(interval.micros());
        out.zigzag(interval.months());
        out.zigzag(interval.days());
      }
      case STRING ->
          out.block(
              value.get() instanceof byte[] bytes
                  ? bytes
                  : value.asString().getBytes(StandardCharsets.UTF_8));
      case LIST, ARRAY, STRUCT -> {
        out.varint(value.asList().size());
        for (Value item : value.asList()) {
          write(item, out);
        }
      }
    }
  }

  /** Reads a value of a type, null for none. */
  public static @Nullable Value read(LogicalType type, PackInput in) {
    int kind = in.u8();
    if (kind == 0) {
      return null;
    }
    if (kind != 1) {
      throw in.damaged("a value or none", kind);
    }
    return switch (type.physical()) {
      case BOOL -> new Value(type, in.u8() != 0);
      case INT32 -> new Value(type, (int) in.zigzag());
      case INT64 -> new Value(type, in.zigzag());
      case INT128 -> {
        long low = in.u64();
        boolean unsigned = type.id() == TypeId.UHUGEINT || type.id() == TypeId.UUID;
        yield new Value(type, WideVector.toBig(low, in.u64(), unsigned));
      }
      case FLOAT -> new Value(type, Float.intBitsToFloat(in.u32()));
      case DOUBLE -> new Value(type, Double.longBitsToDouble(in.u64()));
      case INTERVAL -> {
        long micros = in.zigzag();
        int months = (int) in.zigzag();
        yield new Value(type, new Interval(months, (int) in.zigzag(), micros));
      }
      case STRING ->
          type.id() == TypeId.BLOB ? new Value(type, in.block()) : new Value(type, in.text());
      case LIST, ARRAY, STRUCT -> {
        int count = in.count("a number of parts", in.remaining());
        List<Value> items = new ArrayList<>();
        for (int i = 0; i < count; i++) {
          LogicalType item = part(type, i, in);
          Value value = read(item, in);
          items.add(value == null ? Value.nullOf(item) : value);
        }
        yield new Value(type, items);
      }
    };
  }

  private static LogicalType part(LogicalType type, int index, PackInput in) {
    return switch (type) {
      case LogicalType.ListOf t -> t.child();
      case LogicalType.ArrayOf t -> t.child();
      case LogicalType.MapOf t -> t.entry();
      default -> {
        List<LogicalType> types = StructVector.childTypes(type);
        if (index >= types.size()) {
          throw in.damaged(types.size() + " fields", index + 1);
        }
        yield types.get(index);
      }
    };
  }
}
