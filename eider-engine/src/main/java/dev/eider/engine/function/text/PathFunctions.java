// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.text;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.StringVector;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.ScalarKernel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parts of paths, and paths put together. */
final class PathFunctions {
  private static final LogicalType TEXT = LogicalType.VARCHAR;

  private PathFunctions() {}

  static void register(FunctionRegistry registry) {
    for (String name : List.of("parse_dirname", "parse_dirpath", "parse_filename")) {
      add(registry, name, List.of(TEXT));
      add(registry, name, List.of(TEXT, TEXT));
    }
    add(registry, "parse_filename", List.of(TEXT, LogicalType.BOOLEAN));
    add(registry, "parse_filename", List.of(TEXT, LogicalType.BOOLEAN, TEXT));
    add(registry, "parse_path", List.of(TEXT));
    add(registry, "parse_path", List.of(TEXT, TEXT));
    registry.add(
        new ScalarFunction(
            "path_join",
            List.of(TEXT),
            TEXT,
            TEXT,
            (arguments, scope) -> {
              List<LogicalType> types = new ArrayList<>();
              for (int i = 0; i < arguments.size(); i++) {
                types.add(TEXT);
              }
              return new BoundScalar(
                  "path_join",
                  types,
                  TEXT,
                  ScalarKernel.NullHandling.PROPAGATE,
                  BoundScalar.Stability.CONSISTENT,
                  true,
                  () -> PathFunctions::joinRows,
                  null);
            }));
  }

  private static void add(FunctionRegistry registry, String name, List<LogicalType> types) {
    LogicalType returns = name.equals("parse_path") ? LogicalType.list(TEXT) : TEXT;
    registry.add(
        new ScalarFunction(
            name,
            types,
            null,
            returns,
            (arguments, scope) ->
                Kernels.special(
                    name,
                    types,
                    returns,
                    () ->
                        (operands, count, result, context) ->
                            rows(name, operands, count, result, context))));
  }

  private static void rows(
      String name, Operand[] operands, int count, FlatVector result, EvalContext context) {
    for (int i = 0; i < count; i++) {
      if (operands[0].isNull(i)) {
        result.setNull(i);
        continue;
      }
      String path = SearchFunctions.string(operands[0], i);
      // An option that is NULL counts as not given.
      String separators = "/\\";
      boolean trim = false;
      for (int k = 1; k < operands.length; k++) {
        if (operands[k].isNull(i)) {
          continue;
        }
        if (operands[k].vector() instanceof BoolVector flags) {
          trim = flags.get(operands[k].index(i)) != 0;
        } else {
          separators = separators(SearchFunctions.string(operands[k], i));
        }
      }
      switch (name) {
        case "parse_dirname" ->
            ((StringVector) result).set(i, prefix(path, first(path, 0, separators)));
        case "parse_dirpath" -> ((StringVector) result).set(i, directory(path, separators));
        case "parse_filename" -> ((StringVector) result).set(i, fileName(path, separators, trim));
        default -> RegexFunctions.setList((ListVector) result, i, components(path, separators));
      }
    }
  }

  private static String separators(String option) {
    return switch (option) {
      case "system" -> java.io.File.separator;
      case "forward_slash" -> "/";
      case "backslash" -> "\\";
      default -> "/\\";
    };
  }

  private static int first(String path, int from, String separators) {
    for (int i = from; i < path.length(); i++) {
      if (separators.indexOf(path.charAt(i)) >= 0) {
        return i;
      }
    }
    return -1;
  }

  private static int last(String path, String separators) {
    for (int i = path.length() - 1; i >= 0; i--) {
      if (separators.indexOf(path.charAt(i)) >= 0) {
        return i;
      }
    }
    return -1;
  }

  /** What stands before {@code at}; a separator at the very front stays. */
  private static String prefix(String path, int at) {
    return at < 0 ? "" : path.substring(0, Math.max(1, at));
  }

  private static String directory(String path, String separators) {
    int at = last(path, separators);
    return at < 0 ? "" : path.substring(0, at == 0 && path.length() == 1 ? 1 : at);
  }

  private static String fileName(String path, String separators, boolean trim) {
    String file = path.substring(last(path, separators) + 1);
    int dot = trim ? file.lastIndexOf('.') : -1;
    return dot < 0 ? file : file.substring(0, dot);
  }

  private static List<@Nullable String> components(String path, String separators) {
    List<@Nullable String> parts = new ArrayList<>();
    int from = 0;
    for (int at = first(path, 0, separators); at >= 0; at = first(path, from, separators)) {
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

  // --- path_join

  private static void joinRows(
      Operand[] operands, int count, FlatVector result, EvalContext context) {
    for (int i = 0; i < count; i++) {
      if (!result.isNull(i)) {
        Plain path = Plain.of(SearchFunctions.string(operands[0], i));
        for (int k = 1; k < operands.length; k++) {
          path = path.join(Plain.of(SearchFunctions.string(operands[k], i)));
        }
        ((StringVector) result).set(i, path.text());
      }
    }
  }

  /** A path with {@code .} and {@code ..} resolved; {@code base} is its scheme, host and root. */
  private record Plain(String base, List<String> segments, boolean trailing) {
    static Plain of(String path) {
      int scheme = path.indexOf("://");
      int start = 0;
      if (scheme > 1 && path.indexOf('/') > scheme) {
        int host = path.indexOf('/', scheme + 3);
        start = host < 0 ? path.length() : host + 1;
      } else if (path.startsWith("/")) {
        start = 1;
      }
      List<String> segments = new ArrayList<>();
      for (String segment : SplitFunctions.split(path.substring(start), "/")) {
        if (segment != null && !segment.isEmpty() && !segment.equals(".")) {
          append(segments, segment, start > 0);
        }
      }
      return new Plain(path.substring(0, start), segments, path.endsWith("/"));
    }

    private static void append(List<String> segments, String segment, boolean rooted) {
      if (!segment.equals("..") || (segments.isEmpty() && !rooted)) {
        segments.add(segment);
      } else if (!segments.isEmpty() && segments.getLast().equals("..")) {
        segments.add(segment);
      } else if (!segments.isEmpty()) {
        segments.removeLast();
      }
    }

    Plain join(Plain right) {
      if (right.base.isEmpty()) {
        List<String> joined = new ArrayList<>(segments);
        for (String segment : right.segments) {
          append(joined, segment, !base.isEmpty());
        }
        return new Plain(base, joined, right.trailing);
      }
      boolean inside =
          right.base.equals(base)
              && right.segments.size() >= segments.size()
              && right.segments.subList(0, segments.size()).equals(segments);
      if (!inside) {
        throw EiderException.invalidInput(
            "Path: cannot join incompatible paths: \""
                + right.text()
                + "\" onto \""
                + text()
                + "\"");
      }
      return right;
    }

    String text() {
      String text = base + String.join("/", segments);
      if (trailing && !segments.isEmpty()) {
        text += "/";
      }
      return text.isEmpty() ? "." : text;
    }
  }
}
