// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.json;

import dev.eider.base.error.EiderException;
import dev.eider.base.kernel.NumberText;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.vector.ArrayVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.IntVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.StructVector;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes values of one type of nodes: {@link #begin}, {@link #read} for each row from 0 on, {@link
 * #finish}. Values whose form in JSON is a string (dates, for instance) are collected as text and
 * converted together in {@code finish}. Used again for the next rows; belongs to one thread.
 */
public final class JsonDecoder {
  private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);

  private final LogicalType type;
  private final TypeId id;
  private final DecodeOptions options;
  private final DecodeFaults faults;
  private final @Nullable JsonMembers members;

  /** The decoders of elements, fields, key and value, or members. */
  private final JsonDecoder[] children;

  private final @Nullable PendingText pending;
  private final JsonWriter writer = new JsonWriter();

  /**
   * A decoder of values of a type.
   *
   * @param faults where it notes what it could not convert
   * @throws EiderException NOT_IMPLEMENTED for a type that JSON has no form for
   */
  public JsonDecoder(LogicalType type, DecodeOptions options, DecodeFaults faults) {
    this.type = type;
    this.id = type.id();
    this.options = options;
    this.faults = faults;
    children =
        switch (type) {
          case LogicalType.ListOf list -> children(List.of(list.child()));
          case LogicalType.ArrayOf array -> children(List.of(array.child()));
          case LogicalType.MapOf map -> children(List.of(map.key(), map.value()));
          case LogicalType.Struct struct -> children(types(struct.fields()));
          case LogicalType.Union union -> children(types(union.members()));
          default -> new JsonDecoder[0];
        };
    members =
        type instanceof LogicalType.Struct struct && isNamed(struct)
            ? new JsonMembers(names(struct.fields()), children, options, faults)
            : null;
    pending =
        switch (id) {
          case ENUM,
              DATE,
              INTERVAL,
              TIME,
              TIME_NS,
              TIME_TZ,
              TIMESTAMP,
              TIMESTAMP_TZ,
              TIMESTAMP_NS,
              TIMESTAMP_MS,
              TIMESTAMP_S,
              UUID ->
              new PendingText(type, options, faults);
          case BIGNUM, BIT, AGGREGATE_STATE, ANY, INTEGER_LITERAL, STRING_LITERAL, LAMBDA ->
              throw EiderException.notImplemented(
                  "Cannot read a value of type " + type + " from a json file");
          default -> null;
        };
  }

  private static List<LogicalType> types(List<LogicalType.Field> fields) {
    List<LogicalType> types = new ArrayList<>(fields.size());
    for (LogicalType.Field field : fields) {
      types.add(field.type());
    }
    return types;
  }

  private static List<String> names(List<LogicalType.Field> fields) {
    List<String> names = new ArrayList<>(fields.size());
    for (LogicalType.Field field : fields) {
      names.add(field.name());
    }
    return names;
  }

  private JsonDecoder[] children(List<LogicalType> types) {
    JsonDecoder[] decoders = new JsonDecoder[types.size()];
    for (int i = 0; i < decoders.length; i++) {
      decoders[i] = new JsonDecoder(types.get(i), options, faults);
    }
    return decoders;
  }

  private static boolean isNamed(LogicalType.Struct struct) {
    return struct.fields().isEmpty() || !struct.fields().getFirst().name().isEmpty();
  }

  /** Begins new rows; the target was reset. */
  public void begin() {
    if (pending != null) {
      pending.begin();
    }
    for (JsonDecoder child : children) {
      child.begin();
    }
  }

  /** Completes rows {@code [0, count)} of the target. */
  public void finish(FlatVector target, int count) {
    if (count == 0) {
      return;
    }
    if (pending != null) {
      pending.finish(target, count);
    }
    switch (target) {
      case ListVector list when id == TypeId.MAP -> {
        StructVector entries = (StructVector) list.child();
        children[0].finish(entries.child(0), list.childSize());
        children[1].finish(entries.child(1), list.childSize());
      }
      case ListVector list -> children[0].finish(list.child(), list.childSize());
      case ArrayVector array -> children[0].finish(array.child(), count * array.size());
      case StructVector struct -> {
        int first = id == TypeId.UNION ? 1 : 0;
        for (int i = 0; i < children.length; i++) {
          children[i].finish(struct.child(i + first), count);
        }
      }
      default -> {}
    }
  }

  /** Sets a row to the value of a node; NULL when there is none (-1) or it is null. */
  public void read(JsonDocument document, int node, FlatVector target, int row) {
    if (node < 0 || document.kind(node) == JsonDocument.NULL) {
      setNull(document, target, row);
      return;
    }
    switch (id) {
      case VARCHAR, BLOB -> text(document, node, (StringVector) target, row);
      case JSON -> {
        writer.clear();
        writer.value(document, node);
        writer.copyTo((StringVector) target, row);
      }
      case SQLNULL -> target.setNull(row);
      case LIST -> list(document, node, (ListVector) target, row);
      case ARRAY -> array(document, node, (ArrayVector) target, row);
      case MAP -> map(document, node, (ListVector) target, row);
      case STRUCT -> struct(document, node, (StructVector) target, row);
      case UNION -> union(document, node, (StructVector) target, row);
      default -> {
        if (pending == null) {
          scalar(document, node, target, row);
        } else if (document.kind(node) == JsonDocument.STRING) {
          pending.set(document, node, row);
        } else {
          pending.setNull(row);
          target.setNull(row);
          faults.add("Unable to cast '" + JsonText.shown(document, node) + "' to " + id);
        }
      }
    }
  }

  /** NULL, here and in all parts that are at the same row. */
  private void setNull(JsonDocument document, FlatVector target, int row) {
    target.setNull(row);
    if (pending != null) {
      pending.setNull(row);
    }
    switch (target) {
      case ArrayVector array -> {
        for (int i = 0; i < array.size(); i++) {
          children[0].setNull(document, array.child(), row * array.size() + i);
        }
      }
      case StructVector struct -> {
        int first = id == TypeId.UNION ? 1 : 0;
        for (int i = 0; i < children.length; i++) {
          children[i].setNull(document, struct.child(i + first), row);
        }
      }
      case ListVector list -> list.setList(row, list.childSize(), 0);
      default -> {}
    }
  }

  private void text(JsonDocument document, int node, StringVector target, int row) {
    byte[] text = document.text();
    switch (document.kind(node)) {
      case JsonDocument.TRUE -> target.set(row, TRUE, 0, TRUE.length);
      case JsonDocument.FALSE -> target.set(row, FALSE, 0, FALSE.length);
      case JsonDocument.REAL -> target.set(row, NumberText.of(document.real(node)));
      case JsonDocument.STRING -> string(document, node, target, row, options.share());
      case JsonDocument.UINT, JsonDocument.RAW ->
          target.set(row, text, document.start(node), document.end(node) - document.start(node));
      default -> {
        writer.clear();
        writer.value(document, node);
        writer.copyTo(target, row);
      }
    }
  }

  /** Sets a row to the value of a string node, which is not copied when it may be shared. */
  static void string(JsonDocument document, int node, StringVector target, int row, boolean share) {
    int from = document.start(node);
    int length = document.end(node) - from;
    if (document.isEscaped(node)) {
      int at = target.reserve(length);
      target.setOwn(row, at, document.unescape(node, target.ownBuffer(), at));
    } else if (share && length > StringVector.INLINE) {
      target.setView(row, target.addBuffer(document.text()), from, length);
    } else {
      target.set(row, document.text(), from, length);
    }
  }

  private void scalar(JsonDocument document, int node, FlatVector target, int row) {
    int kind = document.kind(node);
    boolean done;
    if (kind == JsonDocument.STRING || kind == JsonDocument.RAW) {
      done = options.castOne(document, node, target, row);
    } else if (kind >= JsonDocument.ARRAY) {
      done = false;
    } else {
      done = JsonScalars.set(document, node, target, row);
    }
    if (!done) {
      target.setNull(row);
      faults.add(
          "Failed to cast value to "
              + (id == TypeId.DECIMAL ? "decimal: " : "numerical: ")
              + JsonText.shown(document, node));
    }
  }

  private boolean expect(JsonDocument document, int node, int kind, FlatVector target, int row) {
    if (document.kind(node) == kind) {
      return true;
    }
    setNull(document, target, row);
    faults.add(
        "Expected "
            + (kind == JsonDocument.ARRAY ? "ARRAY" : "OBJECT")
            + ", but got "
            + JsonText.typeName(document, node)
            + ": "
            + JsonText.shown(document, node));
    return false;
  }

  private void list(JsonDocument document, int node, ListVector target, int row) {
    if (!expect(document, node, JsonDocument.ARRAY, target, row)) {
      return;
    }
    int length = document.length(node);
    int at = target.appendChildren(length);
    target.setList(row, at, length);
    int element = node + 1;
    for (int i = 0; i < length; i++) {
      children[0].read(document, element, target.child(), at + i);
      element = document.next(element);
    }
  }

  private void array(JsonDocument document, int node, ArrayVector target, int row) {
    if (!expect(document, node, JsonDocument.ARRAY, target, row)) {
      return;
    }
    int size = target.size();
    if (document.length(node) != size) {
      setNull(document, target, row);
      faults.add(
          "Expected array of size "
              + size
              + ", but got '"
              + JsonText.shown(document, node)
              + "' with size "
              + document.length(node));
      return;
    }
    int element = node + 1;
    for (int i = 0; i < size; i++) {
      children[0].read(document, element, target.child(), row * size + i);
      element = document.next(element);
    }
  }

  private void map(JsonDocument document, int node, ListVector target, int row) {
    if (!expect(document, node, JsonDocument.OBJECT, target, row)) {
      return;
    }
    int length = document.length(node);
    int at = target.appendChildren(length);
    target.setList(row, at, length);
    StructVector entries = (StructVector) target.child();
    int key = node + 1;
    for (int i = 0; i < length; i++) {
      boolean clean = !faults.any();
      children[0].read(document, key, entries.child(0), at + i);
      if (entries.child(0).isNull(at + i) && clean) {
        throw EiderException.conversion(
            faults.message() + ". Cannot default to NULL, because map keys cannot be NULL");
      }
      children[1].read(document, key + 1, entries.child(1), at + i);
      key = document.next(key + 1);
    }
  }

  private void struct(JsonDocument document, int node, StructVector target, int row) {
    JsonMembers named = members;
    if (named != null) {
      if (document.kind(node) != JsonDocument.OBJECT) {
        // The struct stays: its fields are NULL.
        for (int i = 0; i < children.length; i++) {
          children[i].setNull(document, target.child(i), row);
        }
        faults.add(
            "Expected OBJECT, but got "
                + JsonText.typeName(document, node)
                + ": "
                + JsonText.shown(document, node));
        return;
      }
      named.read(document, node, named.fields(target), row);
      return;
    }
    if (!expect(document, node, JsonDocument.ARRAY, target, row)) {
      return;
    }
    int length = document.length(node);
    int element = node + 1;
    for (int i = 0; i < children.length; i++) {
      children[i].read(document, i < length ? element : -1, target.child(i), row);
      element = i < length ? document.next(element) : element;
    }
  }

  private void union(JsonDocument document, int node, StructVector target, int row) {
    String wrong = null;
    int tag = -1;
    if (document.kind(node) != JsonDocument.OBJECT) {
      wrong = "Expected an object representing a union, got " + describe(document, node);
    } else if (document.length(node) != 1) {
      wrong =
          document.length(node) == 0
              ? "Found empty object, instead of union"
              : "Found object containing more than one key, instead of union";
    } else {
      String name = document.string(node + 1);
      List<LogicalType.Field> fields = ((LogicalType.Union) type).members();
      for (int i = 0; i < fields.size() && tag < 0; i++) {
        tag = fields.get(i).name().equals(name) ? i : -1;
      }
      wrong = tag < 0 ? "Found object containing unknown key, instead of union: " + name : null;
    }
    if (wrong != null) {
      setNull(document, target, row);
      faults.add(wrong);
      return;
    }
    ((IntVector) target.child(0)).set(row, tag);
    for (int i = 0; i < children.length; i++) {
      if (i == tag) {
        children[i].read(document, node + 2, target.child(i + 1), row);
      } else {
        children[i].setNull(document, target.child(i + 1), row);
      }
    }
  }

  private static String describe(JsonDocument document, int node) {
    return switch (document.kind(node)) {
      case JsonDocument.FALSE -> "false";
      case JsonDocument.TRUE -> "true";
      case JsonDocument.UINT -> "uint";
      case JsonDocument.SINT -> "sint";
      case JsonDocument.REAL -> "real";
      case JsonDocument.RAW -> "raw";
      case JsonDocument.STRING -> "string";
      case JsonDocument.ARRAY -> "array";
      default -> "object";
    };
  }
}
