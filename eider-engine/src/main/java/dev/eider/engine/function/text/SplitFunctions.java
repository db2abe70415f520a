// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.text;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarFunction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Taking text apart: {@code string_split}, {@code split_part}. */
final class SplitFunctions {
  private SplitFunctions() {}

  static void register(FunctionRegistry registry) {
    LogicalType list = LogicalType.list(LogicalType.VARCHAR);
    for (String name : List.of("string_split", "str_split", "split", "string_to_array")) {
      registry.add(
          new ScalarFunction(
              name,
              Kernels.TWO,
              null,
              list,
              (described, scope) ->
                  Kernels.special(name, Kernels.TWO, list, () -> SplitFunctions::splitRows)));
    }
    Kernels.add(
        registry,
        "split_part",
        List.of(LogicalType.VARCHAR, LogicalType.VARCHAR, LogicalType.BIGINT),
        LogicalType.VARCHAR,
        () ->
            (arguments, count, result, context) -> {
              for (int i = 0; i < count; i++) {
                if (!result.isNull(i)) {
                  List<@Nullable String> parts =
                      split(
                          SearchFunctions.string(arguments[0], i),
                          SearchFunctions.string(arguments[1], i));
                  long index = ((LongVector) arguments[2].vector()).get(arguments[2].index(i));
                  long at = index > 0 ? index - 1 : parts.size() + index;
                  String part =
                      index == 0 || at < 0 || at >= parts.size() ? "" : parts.get((int) at);
                  ((StringVector) result).set(i, part == null ? "" : part);
                }
              }
            });
  }

  /** Without a separator (NULL) the text is the only part. */
  private static void splitRows(
      Operand[] arguments, int count, FlatVector result, EvalContext context) {
    for (int i = 0; i < count; i++) {
      if (arguments[0].isNull(i)) {
        result.setNull(i);
        continue;
      }
      String text = SearchFunctions.string(arguments[0], i);
      RegexFunctions.setList(
          (ListVector) result,
          i,
          arguments[1].isNull(i)
              ? List.of(text)
              : split(text, SearchFunctions.string(arguments[1], i)));
    }
  }

  /** Parts between separators; an empty separator gives the characters. */
  static List<@Nullable String> split(String text, String separator) {
    List<@Nullable String> parts = new ArrayList<>();
    if (separator.isEmpty()) {
      for (int i = 0; i < text.length(); ) {
        int next = text.offsetByCodePoints(i, 1);
        parts.add(text.substring(i, next));
        i = next;
      }
      if (parts.isEmpty()) {
        parts.add("");
      }
      return parts;
    }
    int from = 0;
    for (int at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, from)) {
      parts.add(text.substring(from, at));
      from = at + separator.length();
    }
    parts.add(text.substring(from));
    return parts;
  }
}
