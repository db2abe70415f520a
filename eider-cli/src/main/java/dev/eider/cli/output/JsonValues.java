// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.output;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.vector.ArrayVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.StructVector;
import dev.eider.base.vector.Vector;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The values of one column (or of a part of it) as JSON. Lists and arrays are arrays, structs and
 * maps are objects, a union is its value. At the top of a row integers beyond 64 bits and decimals
 * are strings, since most readers would round them; inside of nested values they are numbers. What
 * is not finite is null: JSON has no word for it.
 */
abstract class JsonValues {
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  /** Takes the vector whose rows {@code [0, count)} will be written. */
  abstract void load(Vector vector, int count);

  abstract void write(int row, ByteOutput out);

  /** For a column. */
  static JsonValues of(LogicalType type, ResultRows rows) {
    return switch (type.id()) {
      case UBIGINT, HUGEINT, UHUGEINT, DECIMAL, BIGNUM -> new Leaf(type, rows, true);
      default -> nested(type, rows);
    };
  }

  private static JsonValues nested(LogicalType type, ResultRows rows) {
    return switch (type) {
      case LogicalType.ListOf list -> new Lists(nested(list.child(), rows));
      case LogicalType.ArrayOf array -> new Arrays(nested(array.child(), rows));
      case LogicalType.Struct struct -> new Structs(struct, rows);
      case LogicalType.MapOf map -> new Maps(map, rows);
      case LogicalType.Union union -> new Unions(union, rows);
      case LogicalType.AggregateState state -> new States(nested(state.layout(), rows));
      case LogicalType.Simple simple -> new Leaf(type, rows, quoted(simple));
      case LogicalType.Decimal decimal -> new Leaf(type, rows, false);
      case LogicalType.EnumOf values -> new Leaf(type, rows, true);
    };
  }

  private static boolean quoted(LogicalType.Simple type) {
    return !type.isNumeric() && type.id() != TypeId.BOOLEAN && type.id() != TypeId.JSON;
  }

  /** Appends a text as a JSON string. */
  static void quote(String text, StringBuilder target) {
    target.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        target.append('\\').append(c);
      } else if (c < 0x20) {
        target.append("\\u00").append((char) HEX[c >> 4]).append((char) HEX[c & 15]);
      } else {
        target.append(c);
      }
    }
    target.append('"');
  }

  /** Writes bytes as a JSON string. */
  static void quote(byte[] bytes, int offset, int length, ByteOutput out) {
    out.put('"');
    int from = offset;
    int end = offset + length;
    for (int i = offset; i < end; i++) {
      byte b = bytes[i];
      if ((b >= 0 && b < 0x20) || b == '"' || b == '\\') {
        out.put(bytes, from, i - from);
        from = i + 1;
        out.put('\\');
        switch (b) {
          case '"', '\\' -> out.put(b);
          case '\n' -> out.put('n');
          case '\r' -> out.put('r');
          case '\t' -> out.put('t');
          case '\b' -> out.put('b');
          case '\f' -> out.put('f');
          default -> {
            out.put("u00");
            out.put(HEX[b >> 4]);
            out.put(HEX[b & 15]);
          }
        }
      }
    }
    out.put(bytes, from, end - from);
    out.put('"');
  }

  /** A value without parts. */
  private static final class Leaf extends JsonValues {
    private final ResultRows.TextCast cast;
    private final boolean quoted;
    private final boolean floating;
    private StringVector texts = new StringVector(LogicalType.VARCHAR, 1);

    Leaf(LogicalType type, ResultRows rows, boolean quoted) {
      cast = rows.newTextCast(type);
      this.quoted = quoted;
      floating = type.id() == TypeId.FLOAT || type.id() == TypeId.DOUBLE;
    }

    @Override
    void load(Vector vector, int count) {
      texts = cast.cast(vector, count);
    }

    @Override
    void write(int row, ByteOutput out) {
      if (texts.isNull(row)) {
        out.put("null");
      } else if (quoted) {
        int length = texts.length(row);
        boolean apart = length > StringVector.INLINE;
        quote(
            apart ? texts.buffer(row) : texts.getBytes(row),
            apart ? texts.offset(row) : 0,
            length,
            out);
      } else if (floating && !isFinite(texts.getBytes(row))) {
        out.put("null");
      } else {
        out.put(texts, row);
      }
    }

    private static boolean isFinite(byte[] text) {
      byte last = text[text.length - 1];
      return (last >= '0' && last <= '9') || last == '.';
    }
  }

  private static final class Lists extends JsonValues {
    private final JsonValues child;
    private FlatVector lists = FlatVector.allocate(LogicalType.INTEGER, 1);

    Lists(JsonValues child) {
      this.child = child;
    }

    @Override
    void load(Vector vector, int count) {
      lists = vector.flatten(count);
      ListVector list = (ListVector) lists;
      child.load(list.child(), list.childSize());
    }

    @Override
    void write(int row, ByteOutput out) {
      if (lists.isNull(row)) {
        out.put("null");
        return;
      }
      ListVector list = (ListVector) lists;
      elements(child, list.offsets()[row], list.lengths()[row], out);
    }
  }

  private static final class Arrays extends JsonValues {
    private final JsonValues child;
    private FlatVector arrays = FlatVector.allocate(LogicalType.INTEGER, 1);

    Arrays(JsonValues child) {
      this.child = child;
    }

    @Override
    void load(Vector vector, int count) {
      arrays = vector.flatten(count);
      ArrayVector array = (ArrayVector) arrays;
      child.load(array.child(), array.size() * count);
    }

    @Override
    void write(int row, ByteOutput out) {
      if (arrays.isNull(row)) {
        out.put("null");
        return;
      }
      int size = ((ArrayVector) arrays).size();
      elements(child, row * size, size, out);
    }
  }

  private static void elements(JsonValues child, int from, int count, ByteOutput out) {
    out.put('[');
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        out.put(',');
      }
      child.write(from + i, out);
    }
    out.put(']');
  }

  private static final class Structs extends JsonValues {
    private final byte[][] keys;
    private final JsonValues[] fields;
    private final boolean tuple;
    private FlatVector structs = FlatVector.allocate(LogicalType.INTEGER, 1);

    Structs(LogicalType.Struct type, ResultRows rows) {
      List<LogicalType.Field> list = type.fields();
      tuple = !list.isEmpty() && list.getFirst().name().isEmpty();
      keys = new byte[list.size()][];
      fields = new JsonValues[keys.length];
      for (int f = 0; f < keys.length; f++) {
        StringBuilder key = new StringBuilder(f == 0 ? "" : ",");
        if (!tuple) {
          JsonValues.quote(list.get(f).name(), key);
          key.append(':');
        }
        keys[f] = key.toString().getBytes(StandardCharsets.UTF_8);
        fields[f] = nested(list.get(f).type(), rows);
      }
    }

    @Override
    void load(Vector vector, int count) {
      structs = vector.flatten(count);
      for (int f = 0; f < fields.length; f++) {
        fields[f].load(((StructVector) structs).child(f), count);
      }
    }

    @Override
    void write(int row, ByteOutput out) {
      if (structs.isNull(row)) {
        out.put("null");
        return;
      }
      out.put(tuple ? '[' : '{');
      for (int f = 0; f < fields.length; f++) {
        out.put(keys[f]);
        fields[f].write(row, out);
      }
      out.put(tuple ? ']' : '}');
    }
  }

  private static final class Maps extends JsonValues {
    private final ResultRows.TextCast keyCast;
    private final JsonValues values;
    private FlatVector maps = FlatVector.allocate(LogicalType.INTEGER, 1);
    private StringVector keys = new StringVector(LogicalType.VARCHAR, 1);

    Maps(LogicalType.MapOf type, ResultRows rows) {
      keyCast = rows.newTextCast(type.key());
      values = nested(type.value(), rows);
    }

    @Override
    void load(Vector vector, int count) {
      maps = vector.flatten(count);
      ListVector list = (ListVector) maps;
      StructVector entries = (StructVector) list.child();
      keys = keyCast.cast(entries.child(0), list.childSize());
      values.load(entries.child(1), list.childSize());
    }

    @Override
    void write(int row, ByteOutput out) {
      if (maps.isNull(row)) {
        out.put("null");
        return;
      }
      ListVector list = (ListVector) maps;
      int from = list.offsets()[row];
      out.put('{');
      for (int i = 0; i < list.lengths()[row]; i++) {
        if (i > 0) {
          out.put(',');
        }
        byte[] key = keys.getBytes(from + i);
        quote(key, 0, key.length, out);
        out.put(':');
        values.write(from + i, out);
      }
      out.put('}');
    }
  }

  private static final class Unions extends JsonValues {
    private final JsonValues[] members;
    private FlatVector unions = FlatVector.allocate(LogicalType.INTEGER, 1);

    Unions(LogicalType.Union type, ResultRows rows) {
      members = new JsonValues[type.members().size()];
      for (int m = 0; m < members.length; m++) {
        members[m] = nested(type.members().get(m).type(), rows);
      }
    }

    @Override
    void load(Vector vector, int count) {
      unions = vector.flatten(count);
      for (int m = 0; m < members.length; m++) {
        members[m].load(((StructVector) unions).child(m + 1), count);
      }
    }

    @Override
    void write(int row, ByteOutput out) {
      if (unions.isNull(row)) {
        out.put("null");
        return;
      }
      FlatVector tags = ((StructVector) unions).child(0);
      members[(int) tags.getValue(row).asLong()].write(row, out);
    }
  }

  /** States of aggregate functions: shown as the value they hold. */
  private static final class States extends JsonValues {
    private final JsonValues held;
    private FlatVector states = FlatVector.allocate(LogicalType.INTEGER, 1);

    States(JsonValues held) {
      this.held = held;
    }

    @Override
    void load(Vector vector, int count) {
      states = vector.flatten(count);
      held.load(((StructVector) states).child(0), count);
    }

    @Override
    void write(int row, ByteOutput out) {
      if (states.isNull(row)) {
        out.put("null");
      } else {
        held.write(row, out);
      }
    }
  }
}
