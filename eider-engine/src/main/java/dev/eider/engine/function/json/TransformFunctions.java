// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.json;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.json.DecodeFaults;
import dev.eider.base.json.DecodeOptions;
import dev.eider.base.json.JsonDecoder;
import dev.eider.base.json.JsonDocument;
import dev.eider.base.json.JsonText;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.FlatVector;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.BoundScalar.Stability;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.ScalarKernel;
import dev.eider.engine.function.ScalarKernel.NullHandling;
import dev.eider.engine.function.cast.JsonCasts;
import dev.eider.engine.function.cast.ValueText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** {@code json_transform} and its like: documents as values of a type that is written as JSON. */
final class TransformFunctions {
  private TransformFunctions() {}

  static void register(FunctionRegistry registry) {
    for (LogicalType json : List.of(LogicalType.VARCHAR, LogicalType.JSON)) {
      add(registry, "json_transform", json, false);
      add(registry, "json_transform_strict", json, true);
    }
    registry.alias("from_json", "json_transform");
    registry.alias("from_json_strict", "json_transform_strict");
  }

  private static void add(
      FunctionRegistry registry, String name, LogicalType json, boolean strict) {
    List<LogicalType> parameters = List.of(json, LogicalType.VARCHAR);
    registry.add(
        new ScalarFunction(
            name,
            parameters,
            null,
            LogicalType.ANY,
            (arguments, scope) -> {
              LogicalType type = type(arguments.get(1), scope);
              return new BoundScalar(
                  name,
                  parameters,
                  type,
                  NullHandling.PROPAGATE,
                  Stability.CONSISTENT,
                  true,
                  () -> new TransformKernel(type, strict),
                  type);
            }));
  }

  private static LogicalType type(Argument structure, ScalarFunction.BindScope scope) {
    Value constant = structure.constant();
    if (constant == null) {
      throw EiderException.binder("the structure of json_transform must be a constant");
    }
    if (constant.isNull()) {
      return LogicalType.SQLNULL;
    }
    byte[] text = ValueText.toText(constant).getBytes(StandardCharsets.UTF_8);
    JsonDocument document = new JsonDocument();
    if (!document.parse(text, 0, text.length, true)) {
      throw EiderException.binder("Cannot cast JSON structure to string");
    }
    return type(document, 0, scope);
  }

  private static LogicalType type(JsonDocument document, int node, ScalarFunction.BindScope scope) {
    switch (document.kind(node)) {
      case JsonDocument.ARRAY -> {
        if (document.length(node) != 1) {
          throw EiderException.binder("Too many values in array of JSON structure");
        }
        return LogicalType.list(type(document, node + 1, scope));
      }
      case JsonDocument.OBJECT -> {
        List<LogicalType.Field> fields = new ArrayList<>();
        Set<String> names = new HashSet<>();
        int end = document.next(node);
        for (int key = node + 1; key < end; key = document.next(key + 1)) {
          String name = document.string(key);
          if (!names.add(name)) {
            throw EiderException.invalidInput(
                "Duplicate keys in object in JSON structure: " + JsonText.shown(document, key + 1));
          }
          fields.add(new LogicalType.Field(name, type(document, key + 1, scope)));
        }
        if (fields.isEmpty()) {
          throw EiderException.binder("Empty object in JSON structure");
        }
        return LogicalType.struct(fields);
      }
      case JsonDocument.STRING -> {
        return scope.type(document.string(node));
      }
      default -> throw EiderException.binder("invalid JSON structure");
    }
  }

  private static final class TransformKernel implements ScalarKernel {
    private final LogicalType type;
    private final boolean strict;
    private final JsonInput input = new JsonInput();

    TransformKernel(LogicalType type, boolean strict) {
      this.type = type;
      this.strict = strict;
    }

    @Override
    public void apply(Operand[] arguments, int count, FlatVector result, EvalContext context) {
      DecodeFaults faults = new DecodeFaults();
      JsonDecoder decoder =
          new JsonDecoder(
              type,
              DecodeOptions.of(JsonCasts.casts(context.timeZone()), strict, strict, false),
              faults);
      input.begin();
      decoder.begin();
      for (int i = 0; i < count; i++) {
        boolean missing = result.isNull(i);
        faults.at(i);
        decoder.read(
            missing ? input.document : input.load(arguments[0], i), missing ? -1 : 0, result, i);
        if (faults.any() && strict) {
          break;
        }
      }
      if (!faults.any() || !strict) {
        decoder.finish(result, count);
      }
      if (faults.any() && strict) {
        throw new EiderException(ErrorType.INVALID_INPUT, faults.message());
      }
    }
  }
}
