// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.json;

import dev.eider.base.json.JsonDocument;
import dev.eider.base.json.JsonShape;
import dev.eider.base.json.JsonWriter;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.StringVector;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.ScalarFunction;
import java.util.List;

/** Functions of whole documents: validity, layout, structure, containment. */
final class DocumentFunctions {
  private DocumentFunctions() {}

  static void register(FunctionRegistry registry) {
    for (LogicalType json : List.of(LogicalType.VARCHAR, LogicalType.JSON)) {
      registry.add(
          ScalarFunction.of(
              "json_valid",
              List.of(json),
              LogicalType.BOOLEAN,
              false,
              () -> {
                JsonInput input = new JsonInput();
                return (arguments, count, result, context) -> {
                  for (int i = 0; i < count; i++) {
                    if (!result.isNull(i)) {
                      boolean valid = input.isValid(arguments[0], i);
                      ((BoolVector) result).set(i, (byte) (valid ? 1 : 0));
                    }
                  }
                };
              }));
      PathFunctions.whole(
          registry, "json_structure", json, LogicalType.JSON, DocumentFunctions::structure);
      for (LogicalType needle : List.of(LogicalType.VARCHAR, LogicalType.JSON)) {
        contains(registry, json, needle);
      }
    }
    PathFunctions.whole(
        registry, "json_pretty", LogicalType.JSON, LogicalType.VARCHAR, DocumentFunctions::pretty);
  }

  private static PathFunctions.Question pretty() {
    JsonWriter writer = new JsonWriter();
    return (document, node, result, row) -> {
      writer.clear();
      writer.pretty(document, node);
      writer.copyTo((StringVector) result, row);
    };
  }

  private static PathFunctions.Question structure() {
    JsonWriter writer = new JsonWriter();
    return (document, node, result, row) -> {
      JsonShape shape = new JsonShape();
      shape.add(document, node);
      writer.clear();
      shape.write(writer);
      writer.copyTo((StringVector) result, row);
    };
  }

  private static void contains(FunctionRegistry registry, LogicalType json, LogicalType needle) {
    registry.add(
        ScalarFunction.of(
            "json_contains",
            List.of(json, needle),
            LogicalType.BOOLEAN,
            true,
            () -> {
              JsonInput haystacks = new JsonInput();
              JsonInput needles = new JsonInput();
              return (arguments, count, result, context) -> {
                haystacks.begin();
                needles.begin();
                for (int i = 0; i < count; i++) {
                  if (!result.isNull(i)) {
                    JsonDocument wanted = needles.load(arguments[1], i);
                    JsonDocument document = haystacks.load(arguments[0], i);
                    boolean found = contains(document, wanted);
                    ((BoolVector) result).set(i, (byte) (found ? 1 : 0));
                  }
                }
              };
            }));
  }

  /** Whether a value, or one within it, holds all that the other has. */
  private static boolean contains(JsonDocument document, JsonDocument wanted) {
    for (int node = 0; node < document.size(); node++) {
      if (!document.isKey(node) && covers(document, node, wanted, 0)) {
        return true;
      }
    }
    return false;
  }

  private static boolean covers(JsonDocument a, int x, JsonDocument b, int y) {
    if (a.kind(x) != b.kind(y)) {
      return false;
    }
    return switch (a.kind(x)) {
      case JsonDocument.ARRAY -> {
        int end = b.next(y);
        for (int wanted = y + 1; wanted < end; wanted = b.next(wanted)) {
          if (!anyCovers(a, x, b, wanted)) {
            yield false;
          }
        }
        yield true;
      }
      case JsonDocument.OBJECT -> {
        int end = b.next(y);
        for (int key = y + 1; key < end; key = b.next(key + 1)) {
          int member = a.member(x, b.stringBytes(key));
          if (member < 0 || !covers(a, member, b, key + 1)) {
            yield false;
          }
        }
        yield true;
      }
      default -> JsonTree.sameLeaf(a, x, b, y);
    };
  }

  private static boolean anyCovers(JsonDocument a, int array, JsonDocument b, int wanted) {
    int end = a.next(array);
    for (int element = array + 1; element < end; element = a.next(element)) {
      if (covers(a, element, b, wanted)) {
        return true;
      }
    }
    return false;
  }
}
