// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.json;

import dev.eider.base.error.ErrorType;
import dev.eider.base.kernel.NumberText;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
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
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes values as JSON: structs and maps as objects, lists and tuples as arrays, numbers as
 * numbers, all else as strings. Belongs to one thread.
 */
public final class JsonEncoder {
  /** The most digits of a DECIMAL that is written as a double. */
  private static final int DOUBLE_DIGITS = 15;

  /** Texts of values that JSON has no form for. */
  @FunctionalInterface
  public interface Texts {
    /** The text of a valid row, as the dialect prints it. */
    String text(FlatVector vector, int row);
  }

  private final Texts texts;
  private final JsonDocument document = new JsonDocument();
  private final Map<String, byte[]> keys = new HashMap<>();
  private final byte[] scratch = new byte[StringVector.INLINE];

  public JsonEncoder(Texts texts) {
    this.texts = texts;
  }

  /** Writes a row; {@code null} when it is NULL. */
  public void write(FlatVector vector, int row, JsonWriter out) {
    if (vector.isNull(row)) {
      out.raw("null");
      return;
    }
    TypeId id = vector.type().id();
    switch (vector) {
      case BoolVector bools -> out.raw(bools.get(row) != 0 ? "true" : "false");
      case IntVector ints when vector.type().isIntegral() -> out.number(ints.get(row));
      case LongVector longs when id == TypeId.UBIGINT ->
          out.raw(Long.toUnsignedString(longs.get(row)));
      case LongVector longs when vector.type().isIntegral() -> out.number(longs.get(row));
      case LongVector longs when id == TypeId.DECIMAL -> decimal(vector, row, out);
      case WideVector wide when id == TypeId.DECIMAL -> decimal(vector, row, out);
      case WideVector wide when vector.type().isIntegral() -> out.raw(wide.getBig(row).toString());
      case DoubleVector doubles -> out.raw(NumberText.json(doubles.get(row)));
      case FloatVector floats -> out.raw(NumberText.json(floats.get(row)));
      case StringVector strings -> string(strings, row, id, out);
      case ListVector list when id == TypeId.MAP -> map(list, row, out);
      case ListVector list -> elements(list.child(), list.offsets()[row], list.lengths()[row], out);
      case ArrayVector array -> elements(array.child(), row * array.size(), array.size(), out);
      case StructVector struct -> struct(struct, row, out);
      default -> out.string(texts.text(vector, row));
    }
  }

  private void decimal(FlatVector vector, int row, JsonWriter out) {
    LogicalType.Decimal decimal = (LogicalType.Decimal) vector.type();
    String text = texts.text(vector, row);
    out.raw(decimal.width() > DOUBLE_DIGITS ? text : NumberText.json(Double.parseDouble(text)));
  }

  private void string(StringVector strings, int row, TypeId id, JsonWriter out) {
    switch (id) {
      case JSON -> {
        int length = load(strings, row);
        byte[] bytes = source(strings, row);
        int from = from(strings, row);
        JsonText.parse(document, bytes, from, from + length, ErrorType.INVALID_INPUT);
        out.value(document, 0);
      }
      case VARCHAR -> {
        int length = load(strings, row);
        int from = from(strings, row);
        out.string(source(strings, row), from, from + length);
      }
      case BIGNUM -> out.raw(texts.text(strings, row));
      default -> out.string(texts.text(strings, row));
    }
  }

  private int load(StringVector strings, int row) {
    int length = strings.length(row);
    if (length <= StringVector.INLINE) {
      strings.copyBytes(row, scratch, 0);
    }
    return length;
  }

  private byte[] source(StringVector strings, int row) {
    return strings.length(row) <= StringVector.INLINE ? scratch : strings.buffer(row);
  }

  private static int from(StringVector strings, int row) {
    return strings.length(row) <= StringVector.INLINE ? 0 : strings.offset(row);
  }

  private void elements(FlatVector child, int from, int count, JsonWriter out) {
    out.raw('[');
    for (int i = from; i < from + count; i++) {
      if (i > from) {
        out.raw(',');
      }
      write(child, i, out);
    }
    out.raw(']');
  }

  private void map(ListVector map, int row, JsonWriter out) {
    StructVector entries = (StructVector) map.child();
    FlatVector names = entries.child(0);
    out.raw('{');
    boolean first = true;
    int from = map.offsets()[row];
    for (int i = from; i < from + map.lengths()[row]; i++) {
      if (names.isNull(i)) {
        continue;
      }
      if (!first) {
        out.raw(',');
      }
      first = false;
      if (names.type().id() == TypeId.VARCHAR) {
        write(names, i, out);
      } else {
        out.string(texts.text(names, i));
      }
      out.raw(':');
      write(entries.child(1), i, out);
    }
    out.raw('}');
  }

  private void struct(StructVector struct, int row, JsonWriter out) {
    switch (struct.type()) {
      case LogicalType.Union union -> {
        int tag = ((IntVector) struct.child(0)).get(row);
        out.raw('{');
        key(union.members().get(tag).name(), out);
        write(struct.child(tag + 1), row, out);
        out.raw('}');
      }
      case LogicalType.Struct type -> {
        List<LogicalType.Field> fields = type.fields();
        boolean tuple = !fields.isEmpty() && fields.getFirst().name().isEmpty();
        out.raw(tuple ? '[' : '{');
        for (int i = 0; i < fields.size(); i++) {
          if (i > 0) {
            out.raw(',');
          }
          if (!tuple) {
            key(fields.get(i).name(), out);
          }
          write(struct.child(i), row, out);
        }
        out.raw(tuple ? ']' : '}');
      }
      default -> out.string(texts.text(struct, row));
    }
  }

  /** A key and its colon. */
  public void key(String name, JsonWriter out) {
    byte[] text =
        keys.computeIfAbsent(
            name,
            n -> {
              JsonWriter writer = new JsonWriter();
              writer.string(n);
              return (writer.toString() + ':').getBytes(StandardCharsets.UTF_8);
            });
    out.raw(text, 0, text.length);
  }
}
