// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.json;

import dev.eider.base.error.EiderException;
import dev.eider.base.kernel.TimeFormat;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.formats.glob.FileOptions;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The options of COPY TO for JSON that are not about directories. Not changed once they are read.
 */
final class JsonWriteOptions {
  boolean array;
  String compression = "auto";

  /** Whether the file gets its name only when it is whole. */
  boolean temporaryFile = true;

  @Nullable TimeFormat date;
  @Nullable TimeFormat timestamp;

  private JsonWriteOptions() {}

  static JsonWriteOptions of(Map<String, Value> options) {
    JsonWriteOptions found = new JsonWriteOptions();
    options.forEach((name, value) -> found.take(name.toLowerCase(Locale.ROOT), value));
    return found;
  }

  /** No option has NULL as a value, alone or in a list; an extension is text. */
  static void check(String name, Value value) {
    boolean any = value.isNull();
    if (!any && value.type() instanceof LogicalType.ListOf) {
      for (Value item : value.asList()) {
        any |= item.isNull();
      }
    }
    if (any) {
      throw EiderException.binder(
          "COPY (FORMAT JSON) parameter " + name.toLowerCase(Locale.ROOT) + " cannot be NULL.");
    }
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.equals("file_extension") || lower.equals("filename_pattern")) {
      text(lower, value);
    }
  }

  private void take(String name, Value value) {
    switch (name) {
      case "dateformat", "date_format" -> date = format(name, value, "date");
      case "timestampformat", "timestamp_format" -> timestamp = format(name, value, "timestamp");
      case "array" -> array = FileOptions.bool(name, value);
      case "compression" -> compression = FileOptions.text(name, value).toLowerCase(Locale.ROOT);
      case "use_tmp_file" -> temporaryFile = FileOptions.bool(name, value);
      case "encoding" -> {
        if (!FileOptions.text(name, value).toLowerCase(Locale.ROOT).matches("utf-?8")) {
          throw EiderException.notImplemented(
              "COPY TO with FORMAT json and another ENCODING than UTF-8");
        }
      }
      // Rows always stay in their order.
      case "format", "preserve_order" -> {}
      default ->
          throw EiderException.binder(
              "Unknown option for COPY ... TO ... (FORMAT JSON): \"" + name + "\".");
    }
  }

  private static TimeFormat format(String name, Value value, String what) {
    String pattern = text(name, value);
    String problem = TimeFormat.problem(pattern);
    if (problem != null) {
      throw EiderException.invalidInput(
          "Failed to parse " + what + " format specifier " + pattern + ": " + problem);
    }
    return TimeFormat.of(pattern);
  }

  private static String text(String name, Value value) {
    Value text = value;
    if (value.type() instanceof LogicalType.ListOf list && list.child().id() == TypeId.VARCHAR) {
      if (value.asList().size() != 1) {
        throw EiderException.binder(
            "COPY (FORMAT JSON) parameter " + name + " expects a single argument.");
      }
      text = value.asList().get(0);
    }
    if (text.type().id() != TypeId.VARCHAR) {
      throw EiderException.binder(
          "COPY (FORMAT JSON) parameter "
              + name
              + " expects a VARCHAR argument, but got "
              + text.type()
              + ".");
    }
    return text.asString();
  }
}
