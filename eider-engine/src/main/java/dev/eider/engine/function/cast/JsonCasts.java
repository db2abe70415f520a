// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.cast;

import dev.eider.base.error.EiderException;
import dev.eider.base.json.DecodeFaults;
import dev.eider.base.json.DecodeOptions;
import dev.eider.base.json.JsonDecoder;
import dev.eider.base.json.JsonDocument;
import dev.eider.base.json.JsonEncoder;
import dev.eider.base.json.JsonText;
import dev.eider.base.json.JsonWriter;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.StringVector;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;

/** Casts to JSON and from it. Text is checked, not changed; other values are written as JSON. */
public final class JsonCasts {
  private static final int SHOWN = 50;

  private JsonCasts() {}

  /** The cast to JSON. */
  static CastKernel toJson(LogicalType from) {
    if (from.id() == TypeId.VARCHAR) {
      return JsonCasts::check;
    }
    return JsonCasts::encode;
  }

  /** The cast from JSON to another type than VARCHAR. */
  static CastKernel fromJson() {
    return JsonCasts::decode;
  }

  /** Whether it is a list of JSON values, whose text is that of the values. */
  static boolean isJsonList(LogicalType type) {
    return type instanceof LogicalType.ListOf list && list.child().id() == TypeId.JSON;
  }

  /** How values that JSON has no form for are written. */
  public static JsonEncoder.Texts texts(ZoneId zone) {
    return (vector, row) -> TextCasts.text(vector, row, zone);
  }

  /** How text in JSON becomes values of types that JSON has no form for. */
  public static DecodeOptions.Casts casts(ZoneId zone) {
    CastContext context = new CastContext(false, zone);
    return type -> {
      CastKernel kernel = Casts.find(LogicalType.VARCHAR, type);
      return (source, count, target) -> kernel.cast(source, count, target, context);
    };
  }

  private static void check(FlatVector source, int count, FlatVector result, CastContext context) {
    StringVector strings = (StringVector) source;
    StringVector out = (StringVector) result;
    out.shareBuffers(strings);
    System.arraycopy(strings.views(), 0, out.views(), 0, 2 * count);
    JsonDocument document = new JsonDocument();
    byte[] scratch = new byte[StringVector.INLINE];
    for (int i = 0; i < count; i++) {
      if (!result.isNull(i)
          && !parse(document, strings, i, scratch)
          && !context.nullInstead(result, i)) {
        throw EiderException.conversion(malformed(document, strings, i));
      }
    }
  }

  private static boolean parse(JsonDocument document, StringVector text, int row, byte[] scratch) {
    int length = text.length(row);
    if (length <= StringVector.INLINE) {
      text.copyBytes(row, scratch, 0);
      return document.parse(scratch, 0, length, true);
    }
    int from = text.offset(row);
    return document.parse(text.buffer(row), from, from + length, true);
  }

  private static String malformed(JsonDocument document, StringVector text, int row) {
    int length = text.length(row);
    int from = length <= StringVector.INLINE ? 0 : text.offset(row);
    return JsonText.malformed(document, from, from + length);
  }

  private static void encode(FlatVector source, int count, FlatVector result, CastContext context) {
    JsonEncoder encoder = new JsonEncoder(texts(context.zone()));
    JsonWriter writer = new JsonWriter();
    for (int i = 0; i < count; i++) {
      if (!result.isNull(i)) {
        writer.clear();
        encoder.write(source, i, writer);
        writer.copyTo((StringVector) result, i);
      }
    }
  }

  private static void decode(FlatVector source, int count, FlatVector result, CastContext context) {
    DecodeFaults faults = new DecodeFaults();
    DecodeOptions options = DecodeOptions.of(casts(context.zone()), true, true, true);
    JsonDecoder decoder = new JsonDecoder(result.type(), options, faults);
    JsonDocument document = new JsonDocument();
    StringVector texts = (StringVector) source;
    byte[] scratch = new byte[StringVector.INLINE];
    decoder.begin();
    for (int i = 0; i < count; i++) {
      int root = -1;
      if (!result.isNull(i)) {
        if (parse(document, texts, i, scratch)) {
          root = 0;
        } else if (!context.tryCast()) {
          throw EiderException.invalidInput(malformed(document, texts, i));
        }
      }
      faults.at(i);
      decoder.read(document, root, result, i);
    }
    decoder.finish(result, count);
    if (faults.any() && !context.tryCast()) {
      throw EiderException.conversion(faults.message());
    }
  }

  /** The text of a list of JSON values: theirs, without the quotes that elements of text have. */
  static void listText(FlatVector source, int count, FlatVector result, CastContext context) {
    ListVector lists = (ListVector) source;
    StringVector values = (StringVector) lists.child();
    JsonWriter writer = new JsonWriter();
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        continue;
      }
      writer.clear();
      writer.raw('[');
      for (int k = 0; k < lists.lengths()[i]; k++) {
        int row = lists.offsets()[i] + k;
        writer.raw(k == 0 ? "" : ", ");
        if (values.isNull(row)) {
          writer.raw("NULL");
        } else {
          byte[] text = values.getBytes(row);
          writer.raw(text, 0, text.length);
        }
      }
      writer.raw(']');
      writer.copyTo((StringVector) result, i);
    }
  }

  /** Text that is an array of JSON as a list of its elements. */
  static void parseList(FlatVector source, int count, FlatVector result, CastContext context) {
    StringVector texts = (StringVector) source;
    ListVector lists = (ListVector) result;
    JsonDocument document = new JsonDocument();
    JsonWriter writer = new JsonWriter();
    byte[] scratch = new byte[StringVector.INLINE];
    for (int i = 0; i < count; i++) {
      if (result.isNull(i)) {
        lists.setList(i, lists.childSize(), 0);
        continue;
      }
      boolean valid = parse(document, texts, i, scratch);
      if (valid && document.kind(0) == JsonDocument.ARRAY) {
        int length = document.length(0);
        int at = lists.appendChildren(length);
        lists.setList(i, at, length);
        int element = 1;
        for (int k = 0; k < length; k++) {
          writer.clear();
          writer.value(document, element);
          writer.copyTo((StringVector) lists.child(), at + k);
          element = document.next(element);
        }
      } else if (!context.nullInstead(result, i)) {
        throw EiderException.conversion(
            valid
                ? "Cannot cast to list of JSON. Input \"" + shown(texts.getString(i)) + '"'
                : malformed(document, texts, i));
      }
    }
  }

  private static String shown(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length > SHOWN
        ? text.substring(0, Math.min(text.length(), SHOWN - 3)) + "..."
        : text;
  }
}
