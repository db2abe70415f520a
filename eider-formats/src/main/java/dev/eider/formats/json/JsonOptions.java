// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.json;

import dev.eider.base.error.EiderException;
import dev.eider.base.kernel.TimeFormat;
import dev.eider.base.table.TableFunction.BindContext;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.formats.glob.FileOptions;
import dev.eider.formats.scan.TypeNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The options of the readers of JSON. */
final class JsonOptions {
  static final Map<String, LogicalType> OBJECT_PARAMETERS = parameters(false);
  static final Map<String, LogicalType> PARAMETERS = parameters(true);

  /** Whether records are objects whose members are columns. */
  enum Records {
    AUTO,
    YES,
    NO
  }

  private static final long DEFAULT_OBJECT_SIZE = 16L << 20;
  private static final int DEFAULT_SAMPLE = 20_480;

  final FileOptions files = new FileOptions();
  JsonLayout layout = JsonLayout.AUTO;
  Records records = Records.AUTO;
  boolean autoDetect = true;
  boolean ignoreErrors;

  /** Whether each record is one value of type JSON, as it is written. */
  boolean objects;

  String compression = "auto";
  long maxObjectSize = DEFAULT_OBJECT_SIZE;
  long sampleSize = DEFAULT_SAMPLE;
  long maxDepth = Long.MAX_VALUE;
  double fieldAppearance = 0.1;
  long mapInference = 200;
  long maxSampleFiles = 32;
  boolean stringsToIntegers;
  @Nullable String dateFormat;
  @Nullable String timestampFormat;
  final List<String> names = new ArrayList<>();
  final List<LogicalType> types = new ArrayList<>();

  private static Map<String, LogicalType> parameters(boolean columns) {
    Map<String, LogicalType> parameters = new LinkedHashMap<>(FileOptions.parameters());
    parameters.put("maximum_object_size", LogicalType.UINTEGER);
    parameters.put("ignore_errors", LogicalType.BOOLEAN);
    parameters.put("format", LogicalType.VARCHAR);
    parameters.put("compression", LogicalType.VARCHAR);
    if (columns) {
      parameters.put("array", LogicalType.ANY);
      parameters.put("columns", LogicalType.ANY);
      parameters.put("auto_detect", LogicalType.BOOLEAN);
      parameters.put("sample_size", LogicalType.BIGINT);
      parameters.put("dateformat", LogicalType.VARCHAR);
      parameters.put("date_format", LogicalType.VARCHAR);
      parameters.put("timestampformat", LogicalType.VARCHAR);
      parameters.put("timestamp_format", LogicalType.VARCHAR);
      parameters.put("records", LogicalType.VARCHAR);
      parameters.put("maximum_sample_files", LogicalType.BIGINT);
      parameters.put("maximum_depth", LogicalType.BIGINT);
      parameters.put("field_appearance_threshold", LogicalType.DOUBLE);
      parameters.put("convert_strings_to_integers", LogicalType.BOOLEAN);
      parameters.put("map_inference_threshold", LogicalType.BIGINT);
    }
    return parameters;
  }

  void take(Map<String, Value> named, BindContext context) {
    named.forEach((name, value) -> take(name, value, context));
  }

  private void take(String name, Value value, BindContext context) {
    if (files.take(name, value, context::namedType)) {
      return;
    }
    if (value.isNull()) {
      throw EiderException.binder("Cannot use NULL as argument to key " + name);
    }
    switch (name) {
      case "ignore_errors" -> ignoreErrors = FileOptions.bool(name, value);
      case "maximum_object_size" -> maxObjectSize = Math.max(maxObjectSize, value.asLong());
      case "format" -> layout = layout(value.asString());
      case "array" -> layout = FileOptions.bool(name, value) ? JsonLayout.ARRAY : JsonLayout.LINES;
      case "compression" -> compression = value.asString().toLowerCase(Locale.ROOT);
      case "columns" -> columns(value, context);
      case "auto_detect" -> autoDetect = FileOptions.bool(name, value);
      case "sample_size" ->
          sampleSize =
              positive(
                  value,
                  "read_json \"sample_size\" parameter must be positive, or -1 to sample all input"
                      + " files entirely, up to \"maximum_sample_files\" files.");
      case "maximum_sample_files" ->
          maxSampleFiles =
              positive(
                  value,
                  "read_json \"maximum_sample_files\" parameter must be positive, or -1 to remove"
                      + " the limit on the number of files used to sample \"sample_size\" rows.");
      case "maximum_depth" -> maxDepth = value.asLong() == -1 ? Long.MAX_VALUE : value.asLong();
      case "field_appearance_threshold" -> {
        fieldAppearance = value.asDouble();
        if (fieldAppearance < 0 || fieldAppearance > 1) {
          throw EiderException.binder(
              "read_json_auto \"field_appearance_threshold\" parameter must be between 0 and 1");
        }
      }
      case "map_inference_threshold" -> {
        mapInference = value.asLong() == -1 ? Long.MAX_VALUE : value.asLong();
        if (mapInference < 0) {
          throw EiderException.binder(
              "read_json_auto \"map_inference_threshold\" parameter must be 0 or positive, or -1 to"
                  + " disable map inference for consistent objects.");
        }
      }
      case "convert_strings_to_integers" -> stringsToIntegers = FileOptions.bool(name, value);
      case "dateformat", "date_format" ->
          dateFormat = format("dateformat", value.asString(), "%Y-%m-%d");
      case "timestampformat", "timestamp_format" ->
          timestampFormat = format("timestampformat", value.asString(), "%Y-%m-%dT%H:%M:%S.%fZ");
      case "records" -> records = records(value.asString());
      default -> throw EiderException.binder("Unrecognized option for JSON reader " + name);
    }
  }

  private static long positive(Value value, String message) {
    long number = value.asLong();
    if (number == -1) {
      return Long.MAX_VALUE;
    }
    if (number <= 0) {
      throw EiderException.binder(message);
    }
    return number;
  }

  private static String format(String option, String text, String iso) {
    String pattern = text.equalsIgnoreCase("iso") ? iso : text;
    String problem = TimeFormat.problem(pattern);
    if (problem != null) {
      throw EiderException.binder(
          "read_json could not parse \"" + option + "\": '" + problem + "'.");
    }
    return pattern;
  }

  private static JsonLayout layout(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "auto" -> JsonLayout.AUTO;
      case "unstructured" -> JsonLayout.UNSTRUCTURED;
      case "newline_delimited", "nd" -> JsonLayout.LINES;
      case "array" -> JsonLayout.ARRAY;
      default ->
          throw EiderException.binder(
              "format must be one of ['auto', 'unstructured', 'newline_delimited', 'nd', 'array'],"
                  + " not '"
                  + text.toLowerCase(Locale.ROOT)
                  + "'");
    };
  }

  private static Records records(String text) {
    return switch (text) {
      case "auto" -> Records.AUTO;
      case "true" -> Records.YES;
      case "false" -> Records.NO;
      default ->
          throw EiderException.binder(
              "read_json requires \"records\" to be one of ['auto', 'true', 'false'].");
    };
  }

  private void columns(Value value, BindContext context) {
    if (!(value.type() instanceof LogicalType.Struct struct)) {
      throw EiderException.binder("read_json \"columns\" parameter requires a struct as input.");
    }
    for (int i = 0; i < struct.fields().size(); i++) {
      Value type = value.asList().get(i);
      if (type.isNull()) {
        throw EiderException.binder(
            "read_json \"columns\" parameter type specification cannot be NULL.");
      }
      if (type.type().id() != TypeId.VARCHAR) {
        throw EiderException.binder(
            "read_json \"columns\" parameter type specification must be VARCHAR.");
      }
      names.add(struct.fields().get(i).name());
      types.add(TypeNames.parse(type.asString(), context::namedType));
    }
    if (names.isEmpty()) {
      throw EiderException.binder("read_json \"columns\" parameter needs at least one column.");
    }
  }
}
