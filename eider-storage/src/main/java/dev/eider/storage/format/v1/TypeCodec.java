// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.format.v1;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import java.util.ArrayList;
import java.util.List;

/** Types as bytes: a number for the kind, then its parameters. */
public final class TypeCodec {
  /** The kinds in the order of their numbers, from 1; never changed, only added to. */
  private static final TypeId[] KINDS = {
    TypeId.SQLNULL,
    TypeId.BOOLEAN,
    TypeId.TINYINT,
    TypeId.SMALLINT,
    TypeId.INTEGER,
    TypeId.BIGINT,
    TypeId.HUGEINT,
    TypeId.UTINYINT,
    TypeId.USMALLINT,
    TypeId.UINTEGER,
    TypeId.UBIGINT,
    TypeId.UHUGEINT,
    TypeId.BIGNUM,
    TypeId.DECIMAL,
    TypeId.FLOAT,
    TypeId.DOUBLE,
    TypeId.VARCHAR,
    TypeId.JSON,
    TypeId.BLOB,
    TypeId.BIT,
    TypeId.UUID,
    TypeId.DATE,
    TypeId.TIME,
    TypeId.TIME_NS,
    TypeId.TIME_TZ,
    TypeId.TIMESTAMP_S,
    TypeId.TIMESTAMP_MS,
    TypeId.TIMESTAMP,
    TypeId.TIMESTAMP_NS,
    TypeId.TIMESTAMP_TZ,
    TypeId.INTERVAL,
    TypeId.ENUM,
    TypeId.LIST,
    TypeId.ARRAY,
    TypeId.STRUCT,
    TypeId.MAP,
    TypeId.UNION,
    TypeId.AGGREGATE_STATE
  };

  private static final int DEPTH_MAX = 256;
  private static final int PARTS_MAX = 1 << 24;

  private TypeCodec() {}

  private static int number(TypeId id) {
    for (int i = 0; i < KINDS.length; i++) {
      if (KINDS[i] == id) {
        return i + 1;
      }
    }
    throw new IllegalArgumentException("not stored: " + id);
  }

  /** Writes a type. */
  public static void write(LogicalType type, PackOutput out) {
    out.u8(number(type.id()));
    switch (type) {
      case LogicalType.Simple t -> {}
      case LogicalType.Decimal t -> {
        out.u8(t.width());
        out.u8(t.scale());
      }
      case LogicalType.EnumOf t -> {
        String name = t.name();
        out.text(name == null ? "" : name);
        out.varint(t.values().size());
        t.values().forEach(out::text);
      }
      case LogicalType.ListOf t -> write(t.child(), out);
      case LogicalType.ArrayOf t -> {
        out.varint(t.size());
        write(t.child(), out);
      }
      case LogicalType.Struct t -> writeFields(t.fields(), out);
      case LogicalType.MapOf t -> {
        write(t.key(), out);
        write(t.value(), out);
      }
      case LogicalType.Union t -> writeFields(t.members(), out);
      case LogicalType.AggregateState t -> writeState(t, out);
    }
  }

  private static void writeFields(List<LogicalType.Field> fields, PackOutput out) {
    out.varint(fields.size());
    for (LogicalType.Field field : fields) {
      out.text(field.name());
      write(field.type(), out);
    }
  }

  private static void writeState(LogicalType.AggregateState state, PackOutput out) {
    out.text(state.function());
    out.varint(state.parameters().size());
    for (LogicalType.StateParameter parameter : state.parameters()) {
      write(parameter.type(), out);
      Value constant = parameter.constant();
      out.u8(constant == null ? 0 : 1);
      if (constant != null) {
        write(constant.type(), out);
        ValueCodec.write(constant.isNull() ? null : constant, out);
      }
    }
    out.varint(state.order().size());
    for (LogicalType.StateOrder order : state.order()) {
      out.varint(order.field());
      out.u8((order.descending() ? 1 : 0) | (order.nullsFirst() ? 2 : 0));
    }
    write(state.layout(), out);
  }

  /** Reads a type. */
  public static LogicalType read(PackInput in) {
    return read(in, 0);
  }

  private static LogicalType read(PackInput in, int depth) {
    if (depth > DEPTH_MAX) {
      throw in.damaged("a type of at most " + DEPTH_MAX + " levels", "more");
    }
    int number = in.u8();
    if (number < 1 || number > KINDS.length) {
      throw in.damaged("a kind of type from 1 to " + KINDS.length, number);
    }
    TypeId id = KINDS[number - 1];
    return switch (id) {
      case DECIMAL -> {
        int width = in.u8();
        int scale = in.u8();
        if (width < 1 || width > LogicalType.Decimal.MAX_WIDTH || scale > width) {
          throw in.damaged("a DECIMAL of up to 38 digits", width + "," + scale);
        }
        yield LogicalType.decimal(width, scale);
      }
      case ENUM -> {
        String name = in.text();
        int count = in.count("a number of values", Math.min(PARTS_MAX, in.remaining()));
        List<String> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
          values.add(in.text());
        }
        yield new LogicalType.EnumOf(name.isEmpty() ? null : name, values);
      }
      case LIST -> LogicalType.list(read(in, depth + 1));
      case ARRAY -> {
        int size = in.count("a size of arrays", PARTS_MAX);
        if (size < 1) {
          throw in.damaged("arrays of at least one value", size);
        }
        yield LogicalType.array(read(in, depth + 1), size);
      }
      case STRUCT -> new LogicalType.Struct(readFields(in, depth));
      case MAP -> {
        LogicalType key = read(in, depth + 1);
        yield LogicalType.map(key, read(in, depth + 1));
      }
      case UNION -> new LogicalType.Union(readFields(in, depth));
      case AGGREGATE_STATE -> readState(in, depth);
      default -> new LogicalType.Simple(id);
    };
  }

  private static List<LogicalType.Field> readFields(PackInput in, int depth) {
    int count = in.count("a number of fields", Math.min(PARTS_MAX, in.remaining()));
    List<LogicalType.Field> fields = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String name = in.text();
      fields.add(new LogicalType.Field(name, read(in, depth + 1)));
    }
    return fields;
  }

  private static LogicalType readState(PackInput in, int depth) {
    String function = in.text();
    int count = in.count("a number of parameters", in.remaining());
    List<LogicalType.StateParameter> parameters = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      LogicalType type = read(in, depth + 1);
      Value constant = null;
      if (in.u8() != 0) {
        LogicalType constantType = read(in, depth + 1);
        constant = ValueCodec.read(constantType, in);
        constant = constant == null ? Value.nullOf(constantType) : constant;
      }
      parameters.add(new LogicalType.StateParameter(type, constant));
    }
    int keys = in.count("a number of sort keys", in.remaining());
    List<LogicalType.StateOrder> order = new ArrayList<>();
    for (int i = 0; i < keys; i++) {
      int field = in.count("a field", PARTS_MAX);
      int flags = in.u8();
      order.add(new LogicalType.StateOrder(field, (flags & 1) != 0, (flags & 2) != 0));
    }
    return new LogicalType.AggregateState(function, parameters, order, read(in, depth + 1));
  }
}
