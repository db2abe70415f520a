// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.json;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.json.JsonPath;
import dev.eider.base.json.JsonWriter;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.StringVector;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.BoundScalar.Stability;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.ScalarKernel;
import dev.eider.engine.function.ScalarKernel.NullHandling;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Functions that answer a changed document. */
final class EditFunctions {
  private EditFunctions() {}

  /** Two documents to one. */
  @FunctionalInterface
  private interface Merge {
    JsonTree apply(JsonTree original, JsonTree patch);
  }

  static void register(FunctionRegistry registry) {
    for (PathEdit.Change change : PathEdit.Change.values()) {
      edit(registry, change);
    }
    whole(
        registry,
        "json_normalize",
        LogicalType.VARCHAR,
        tree -> {
          tree.sortKeys();
          return tree;
        });
    whole(
        registry,
        "json_strip_nulls",
        LogicalType.JSON,
        tree -> {
          tree.stripNulls();
          return tree;
        });
    merge(registry, "json_merge_patch", EditFunctions::mergePatch, true);
    merge(registry, "json_deep_merge", EditFunctions::deepMerge, true);
    merge(registry, "json_merge_patch_diff", EditFunctions::difference, false);
  }

  private static void edit(FunctionRegistry registry, PathEdit.Change change) {
    boolean removes = change == PathEdit.Change.REMOVE;
    List<LogicalType> parameters =
        removes
            ? List.of(LogicalType.JSON, LogicalType.VARCHAR)
            : List.of(LogicalType.JSON, LogicalType.VARCHAR, LogicalType.JSON);
    registry.add(
        ScalarFunction.of(
            change.function(),
            parameters,
            LogicalType.JSON,
            true,
            () -> {
              JsonInput input = new JsonInput();
              JsonInput value = new JsonInput();
              JsonWriter writer = new JsonWriter();
              return (arguments, count, result, context) -> {
                for (int i = 0; i < count; i++) {
                  if (result.isNull(i)) {
                    continue;
                  }
                  StringVector paths = (StringVector) arguments[1].vector();
                  JsonPath path = path(paths.getString(arguments[1].index(i)));
                  JsonTree root = JsonTree.of(input.load(arguments[0], i), 0);
                  JsonTree added =
                      removes ? JsonTree.nothing() : JsonTree.of(value.load(arguments[2], i), 0);
                  input.begin();
                  value.begin();
                  JsonTree changed = PathEdit.apply(root, path, change, added);
                  if (changed == null) {
                    result.setNull(i);
                  } else {
                    write(changed, writer, (StringVector) result, i);
                  }
                }
              };
            }));
  }

  private static JsonPath path(String text) {
    JsonPath path =
        text.isEmpty() || text.charAt(0) == '$' || text.charAt(0) == '/'
            ? JsonPath.of(text, ErrorType.INVALID_INPUT)
            : JsonPath.key(text);
    if (path.isWildcard()) {
      throw EiderException.invalidInput(
          "JSON path wildcards are not supported in JSON modification functions");
    }
    return path;
  }

  private static void write(JsonTree tree, JsonWriter writer, StringVector result, int row) {
    writer.clear();
    tree.write(writer);
    writer.copyTo(result, row);
  }

  private static void whole(
      FunctionRegistry registry, String name, LogicalType returns, UnaryOperator<JsonTree> body) {
    registry.add(
        ScalarFunction.of(
            name,
            List.of(LogicalType.JSON),
            returns,
            false,
            () -> {
              JsonInput input = new JsonInput();
              JsonWriter writer = new JsonWriter();
              return (arguments, count, result, context) -> {
                for (int i = 0; i < count; i++) {
                  if (!result.isNull(i)) {
                    JsonTree tree = body.apply(JsonTree.of(input.load(arguments[0], i), 0));
                    input.begin();
                    write(tree, writer, (StringVector) result, i);
                  }
                }
              };
            }));
  }

  private static void merge(FunctionRegistry registry, String name, Merge merge, boolean many) {
    List<LogicalType> two = List.of(LogicalType.JSON, LogicalType.JSON);
    registry.add(
        new ScalarFunction(
            name,
            two,
            many ? LogicalType.JSON : null,
            LogicalType.JSON,
            (arguments, scope) -> {
              List<LogicalType> types = new ArrayList<>();
              arguments.forEach(argument -> types.add(LogicalType.JSON));
              return new BoundScalar(
                  name,
                  types,
                  LogicalType.JSON,
                  NullHandling.SPECIAL,
                  Stability.CONSISTENT,
                  false,
                  () -> kernel(merge),
                  null);
            }));
  }

  /** NULL as a patch makes NULL; a patch of NULL is taken as it is. */
  private static ScalarKernel kernel(Merge merge) {
    JsonInput input = new JsonInput();
    JsonWriter writer = new JsonWriter();
    return (arguments, count, result, context) -> {
      for (int i = 0; i < count; i++) {
        JsonTree sum = null;
        for (int k = 0; k < arguments.length; k++) {
          Operand argument = arguments[k];
          if (argument.isNull(i)) {
            sum = null;
            continue;
          }
          JsonTree next = JsonTree.of(input.load(argument, i), 0);
          input.begin();
          sum = sum == null ? next : merge.apply(sum, next);
        }
        if (sum == null) {
          result.setNull(i);
        } else {
          write(sum, writer, (StringVector) result, i);
        }
      }
    };
  }

  /** RFC 7396, but for values that are no objects: the patch is taken as it is. */
  private static JsonTree mergePatch(JsonTree original, JsonTree patch) {
    return original.isObject() && patch.isObject() ? patched(original, patch) : patch;
  }

  private static JsonTree patched(@Nullable JsonTree original, JsonTree patch) {
    if (!patch.isObject()) {
      return patch;
    }
    JsonTree result = JsonTree.object();
    if (original != null && original.isObject()) {
      for (int i = 0; i < original.keys.size(); i++) {
        if (patch.indexOf(original.keys.get(i)) < 0) {
          result.add(original.keys.get(i), original.children.get(i));
        }
      }
    }
    for (int i = 0; i < patch.keys.size(); i++) {
      byte[] key = patch.keys.get(i);
      JsonTree value = patch.children.get(i);
      if (!value.isNull()) {
        JsonTree old = original != null && original.isObject() ? original.get(key) : null;
        result.add(key, patched(old, value));
      }
    }
    return result;
  }

  /** As {@code json_merge_patch}, but null keeps what there is. */
  private static JsonTree deepMerge(@Nullable JsonTree original, JsonTree patch) {
    if (!patch.isObject()) {
      return patch.isNull() && original != null ? original : patch;
    }
    if (original == null || !original.isObject()) {
      return patch;
    }
    JsonTree result = JsonTree.object();
    for (int i = 0; i < original.keys.size(); i++) {
      JsonTree value = patch.get(original.keys.get(i));
      if (value == null || value.isNull()) {
        result.add(original.keys.get(i), original.children.get(i));
      }
    }
    for (int i = 0; i < patch.keys.size(); i++) {
      JsonTree value = patch.children.get(i);
      if (!value.isNull()) {
        byte[] key = patch.keys.get(i);
        result.add(key, deepMerge(original.get(key), value));
      }
    }
    return result;
  }

  /** The least patch that makes the second document of the first. */
  private static JsonTree difference(JsonTree old, JsonTree now) {
    if (!old.isObject() || !now.isObject()) {
      return now;
    }
    JsonTree changes = changes(old, now);
    return changes == null ? JsonTree.object() : changes;
  }

  private static @Nullable JsonTree changes(JsonTree old, JsonTree now) {
    if (!old.isObject() || !now.isObject()) {
      return old.same(now) ? null : now;
    }
    JsonTree result = JsonTree.object();
    for (byte[] key : old.keys) {
      if (now.indexOf(key) < 0) {
        result.add(key, JsonTree.nothing());
      }
    }
    for (int i = 0; i < now.keys.size(); i++) {
      byte[] key = now.keys.get(i);
      JsonTree value = now.children.get(i);
      JsonTree before = old.get(key);
      JsonTree change = before == null ? value : changes(before, value);
      if (change != null) {
        result.add(key, change);
      }
    }
    return result.keys.isEmpty() ? null : result;
  }
}
