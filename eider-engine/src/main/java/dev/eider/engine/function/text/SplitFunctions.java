// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.text;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.engine.function.FunctionRegistry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Taking text apart: {@code string_split}, {@code split_part}, parts of paths. */
final class SplitFunctions {
  private SplitFunctions() {}

  static void register(FunctionRegistry registry) {
    LogicalType list = LogicalType.list(LogicalType.VARCHAR);
    for (String name : List.of("string_split", "str_split", "split", "string_to_array")) {
      Kernels.add(
          registry,
          name,
          Kernels.TWO,
          list,
          () ->
              (arguments, count, result, context) -> {
                for (int i = 0; i < count; i++) {
                  if (!result.isNull(i)) {
                    RegexFunctions.setList(
                        (ListVector) result,
                        i,
                        split(
                            SearchFunctions.string(arguments[0], i),
                            SearchFunctions.string(arguments[1], i)));
                  }
                }
              });
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
    paths(registry);
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

  private static void paths(FunctionRegistry registry) {
    path(registry, "parse_filename", SplitFunctions::fileName);
    path(
        registry,
        "parse_dirname",
        path -> {
          int at = firstSeparator(path, 0);
          return at < 0 ? "" : at == 0 ? path.substring(0, 1) : path.substring(0, at);
        });
    path(
        registry,
        "parse_dirpath",
        path -> {
          int at = lastSeparator(path);
          return at < 0 ? "" : at == 0 ? path.substring(0, 1) : path.substring(0, at);
        });
    Kernels.toText(
        registry,
        "extension",
        LogicalType.VARCHAR,
        (text, result, row) -> {
          String file = fileName(text.text());
          int dot = file.lastIndexOf('.');
          result.set(row, dot < 0 ? "" : file.substring(dot + 1));
        });
    Kernels.add(
        registry,
        "parse_path",
        Kernels.ONE,
        LogicalType.list(LogicalType.VARCHAR),
        () ->
            (arguments, count, result, context) -> {
              for (int i = 0; i < count; i++) {
                if (!result.isNull(i)) {
                  RegexFunctions.setList(
                      (ListVector) result, i, components(SearchFunctions.string(arguments[0], i)));
                }
              }
            });
  }

  /** Text to text on strings. */
  private interface PathPart {
    String of(String path);
  }

  private static void path(FunctionRegistry registry, String name, PathPart part) {
    Kernels.toText(
        registry,
        name,
        LogicalType.VARCHAR,
        (text, result, row) -> result.set(row, part.of(text.text())));
  }

  private static boolean isSeparator(char c) {
    return c == '/' || c == '\\';
  }

  private static int firstSeparator(String path, int from) {
    for (int i = from; i < path.length(); i++) {
      if (isSeparator(path.charAt(i))) {
        return i;
      }
    }
    return -1;
  }

  private static int lastSeparator(String path) {
    for (int i = path.length() - 1; i >= 0; i--) {
      if (isSeparator(path.charAt(i))) {
        return i;
      }
    }
    return -1;
  }

  private static String fileName(String path) {
    return path.substring(lastSeparator(path) + 1);
  }

  private static List<@Nullable String> components(String path) {
    List<@Nullable String> parts = new ArrayList<>();
    int from = 0;
    for (int at = firstSeparator(path, 0); at >= 0; at = firstSeparator(path, from)) {
      if (at == 0) {
        parts.add(path.substring(0, 1));
      } else if (at > from) {
        parts.add(path.substring(from, at));
      }
      from = at + 1;
    }
    if (from < path.length()) {
      parts.add(path.substring(from));
    }
    return parts;
  }
}
