// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.json;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.json.JsonDocument;
import dev.eider.base.json.JsonPath;
import dev.eider.base.json.JsonText;
import dev.eider.base.json.JsonWriter;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.base.vector.BoolVector;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.engine.function.Argument;
import dev.eider.engine.function.BoundScalar;
import dev.eider.engine.function.BoundScalar.Stability;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.ScalarKernel;
import dev.eider.engine.function.ScalarKernel.NullHandling;
import dev.eider.engine.function.cast.ValueText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Functions that ask something of a document, or of what a path leads to in it: {@code
 * json_extract}, {@code json_type} and their like. A path with wildcards, or a list of paths, gives
 * a list.
 */
final class PathFunctions {
  private static final LogicalType PATHS = LogicalType.list(LogicalType.VARCHAR);

  private PathFunctions() {}

  /** What a function asks of a node. */
  @FunctionalInterface
  interface Question {
    /** Sets a row, perhaps to NULL. {@code node} is -1 only for a function that asks for it. */
    void answer(JsonDocument document, int node, FlatVector result, int row);
  }

  static void register(FunctionRegistry registry) {
    for (LogicalType json : List.of(LogicalType.VARCHAR, LogicalType.JSON)) {
      for (String name : List.of("json_extract", "json_extract_path")) {
        withPath(registry, name, json, LogicalType.JSON, true, PathFunctions::extract);
      }
      for (String name : List.of("json_extract_string", "json_extract_path_text", "->>")) {
        withPath(registry, name, json, LogicalType.VARCHAR, true, PathFunctions::extractText);
      }
      withPath(registry, "json_value", json, LogicalType.VARCHAR, true, PathFunctions::value);
      withPath(registry, "json_exists", json, LogicalType.BOOLEAN, false, PathFunctions::exists);
      whole(registry, "json_type", json, LogicalType.VARCHAR, PathFunctions::type);
      withPath(registry, "json_type", json, LogicalType.VARCHAR, false, PathFunctions::type);
      whole(registry, "json_array_length", json, LogicalType.UBIGINT, PathFunctions::length);
      withPath(
          registry, "json_array_length", json, LogicalType.UBIGINT, false, PathFunctions::length);
      whole(registry, "json_keys", json, PATHS, PathFunctions::keys);
      withPath(registry, "json_keys", json, PATHS, false, PathFunctions::keys);
      whole(registry, "json", json, LogicalType.JSON, PathFunctions::extract);
    }
  }

  // ---- the questions ---------------------------------------------------------------------------

  /** Questions that write text share a writer a kernel; each makes its own through this. */
  private static Question extract() {
    JsonWriter writer = new JsonWriter();
    return (document, node, result, row) -> {
      writer.clear();
      writer.value(document, node);
      writer.copyTo((StringVector) result, row);
    };
  }

  private static Question extractText() {
    Question written = extract();
    return (document, node, result, row) -> {
      switch (document.kind(node)) {
        case JsonDocument.NULL -> result.setNull(row);
        case JsonDocument.STRING -> {
          StringVector out = (StringVector) result;
          int from = document.start(node);
          int length = document.end(node) - from;
          if (document.isEscaped(node)) {
            int at = out.reserve(length);
            out.setOwn(row, at, document.unescape(node, out.ownBuffer(), at));
          } else {
            out.set(row, document.text(), from, length);
          }
        }
        default -> written.answer(document, node, result, row);
      }
    };
  }

  private static Question value() {
    Question written = extract();
    return (document, node, result, row) -> {
      if (document.kind(node) == JsonDocument.NULL || document.isContainer(node)) {
        result.setNull(row);
      } else {
        written.answer(document, node, result, row);
      }
    };
  }

  private static Question exists() {
    return (document, node, result, row) ->
        ((BoolVector) result).set(row, (byte) (node >= 0 ? 1 : 0));
  }

  private static Question type() {
    return (document, node, result, row) ->
        ((StringVector) result).set(row, JsonText.typeName(document, node));
  }

  private static Question length() {
    return (document, node, result, row) ->
        ((LongVector) result)
            .set(row, document.kind(node) == JsonDocument.ARRAY ? document.length(node) : 0);
  }

  private static Question keys() {
    return (document, node, result, row) -> {
      ListVector lists = (ListVector) result;
      int count = document.kind(node) == JsonDocument.OBJECT ? document.length(node) : 0;
      int at = lists.appendChildren(count);
      lists.setList(row, at, count);
      StringVector names = (StringVector) lists.child();
      int key = node + 1;
      for (int i = 0; i < count; i++) {
        byte[] name = document.stringBytes(key);
        names.set(at + i, name, 0, name.length);
        key = document.next(key + 1);
      }
    };
  }

  // ---- binding ---------------------------------------------------------------------------------

  /** The overload over the whole document. */
  static void whole(
      FunctionRegistry registry,
      String name,
      LogicalType json,
      LogicalType returns,
      Supplier<Question> question) {
    registry.add(
        ScalarFunction.of(
            name,
            List.of(json),
            returns,
            json.id() != TypeId.JSON,
            () -> new WholeKernel(question.get())));
  }

  private static void withPath(
      FunctionRegistry registry,
      String name,
      LogicalType json,
      LogicalType returns,
      boolean indexes,
      Supplier<Question> question) {
    List<LogicalType> kinds =
        indexes ? List.of(LogicalType.BIGINT, LogicalType.VARCHAR) : List.of(LogicalType.VARCHAR);
    for (LogicalType kind : kinds) {
      registry.add(
          new ScalarFunction(
              name,
              List.of(json, kind),
              null,
              returns,
              (arguments, scope) -> one(name, json, kind, returns, question, arguments.get(1))));
    }
    registry.add(
        new ScalarFunction(
            name,
            List.of(json, PATHS),
            null,
            LogicalType.list(returns),
            (arguments, scope) -> many(name, json, returns, question, arguments.get(1))));
  }

  private static BoundScalar one(
      String name,
      LogicalType json,
      LogicalType kind,
      LogicalType returns,
      Supplier<Question> question,
      Argument path) {
    boolean found = !name.equals("json_exists");
    Value constant = path.constant();
    JsonPath known =
        constant == null || constant.isNull() ? null : path(constant, ErrorType.BINDER);
    boolean list = known != null && known.isWildcard();
    return new BoundScalar(
        name,
        List.of(json, kind),
        list ? LogicalType.list(returns) : returns,
        NullHandling.PROPAGATE,
        Stability.CONSISTENT,
        json.id() != TypeId.JSON || known == null,
        () ->
            list && known != null
                ? new WildcardKernel(known, question.get())
                : new PathKernel(known, question.get(), found),
        known == null || constant == null ? null : ValueText.toText(constant));
  }

  private static BoundScalar many(
      String name,
      LogicalType json,
      LogicalType returns,
      Supplier<Question> question,
      Argument argument) {
    Value constant = argument.constant();
    if (constant == null) {
      throw EiderException.binder(name + ": the list of JSON paths must be a constant");
    }
    List<JsonPath> paths = new ArrayList<>();
    if (!constant.isNull()) {
      for (Value value : constant.asList()) {
        if (value.isNull()) {
          throw EiderException.binder("JSON path cannot be NULL");
        }
        JsonPath path = path(value, ErrorType.BINDER);
        if (path.isWildcard()) {
          throw EiderException.binder(
              "Cannot have wildcards in JSON path when supplying multiple paths");
        }
        paths.add(path);
      }
    }
    boolean found = !name.equals("json_exists");
    return new BoundScalar(
        name,
        List.of(json, PATHS),
        LogicalType.list(returns),
        NullHandling.PROPAGATE,
        Stability.CONSISTENT,
        json.id() != TypeId.JSON,
        () -> new PathsKernel(paths, question.get(), found),
        ValueText.toText(constant));
  }

  private static JsonPath path(Value value, ErrorType error) {
    if (value.type().isIntegral()) {
      return JsonPath.index(((Number) value.get()).longValue());
    }
    return JsonPath.of(ValueText.toText(value), error);
  }

  // ---- kernels ---------------------------------------------------------------------------------

  /** Asks the root. */
  private static final class WholeKernel implements ScalarKernel {
    private final JsonInput input = new JsonInput();
    private final Question question;

    WholeKernel(Question question) {
      this.question = question;
    }

    @Override
    public void apply(Operand[] arguments, int count, FlatVector result, EvalContext context) {
      input.begin();
      for (int i = 0; i < count; i++) {
        if (!result.isNull(i)) {
          question.answer(input.load(arguments[0], i), 0, result, i);
        }
      }
    }
  }

  /** Asks where one path leads. */
  private static final class PathKernel implements ScalarKernel {
    private final JsonInput input = new JsonInput();
    private final @Nullable JsonPath constant;
    private final Question question;
    private final boolean found;

    /**
     * @param found whether the answer is NULL when the path leads nowhere
     */
    PathKernel(@Nullable JsonPath constant, Question question, boolean found) {
      this.constant = constant;
      this.question = question;
      this.found = found;
    }

    @Override
    public void apply(Operand[] arguments, int count, FlatVector result, EvalContext context) {
      input.begin();
      for (int i = 0; i < count; i++) {
        if (result.isNull(i)) {
          continue;
        }
        JsonDocument document = input.load(arguments[0], i);
        JsonPath path = constant;
        if (path == null) {
          path = row(arguments[1], i);
        }
        int node = path.find(document);
        if (node < 0 && found) {
          result.setNull(i);
        } else {
          question.answer(document, node, result, i);
        }
      }
    }

    private static JsonPath row(Operand argument, int row) {
      if (argument.vector() instanceof LongVector indexes) {
        return JsonPath.index(indexes.get(argument.index(row)));
      }
      String text = ((StringVector) argument.vector()).getString(argument.index(row));
      JsonPath path = JsonPath.of(text, ErrorType.INVALID_INPUT);
      if (path.isWildcard()) {
        throw EiderException.invalidInput(
            "JSON path cannot contain wildcards if the path is not a constant parameter");
      }
      return path;
    }
  }

  /** Asks everywhere a path with wildcards leads. */
  private static final class WildcardKernel implements ScalarKernel {
    private final JsonInput input = new JsonInput();
    private final JsonPath.Nodes nodes = new JsonPath.Nodes();
    private final JsonPath path;
    private final Question question;

    WildcardKernel(JsonPath path, Question question) {
      this.path = path;
      this.question = question;
    }

    @Override
    public void apply(Operand[] arguments, int count, FlatVector result, EvalContext context) {
      ListVector lists = (ListVector) result;
      input.begin();
      for (int i = 0; i < count; i++) {
        if (result.isNull(i)) {
          continue;
        }
        JsonDocument document = input.load(arguments[0], i);
        nodes.clear();
        path.findAll(document, nodes);
        int at = lists.appendChildren(nodes.size());
        lists.setList(i, at, nodes.size());
        for (int k = 0; k < nodes.size(); k++) {
          question.answer(document, nodes.get(k), lists.child(), at + k);
        }
      }
    }
  }

  /** Asks where each of some paths leads. */
  private static final class PathsKernel implements ScalarKernel {
    private final JsonInput input = new JsonInput();
    private final List<JsonPath> paths;
    private final Question question;
    private final boolean found;

    PathsKernel(List<JsonPath> paths, Question question, boolean found) {
      this.paths = paths;
      this.question = question;
      this.found = found;
    }

    @Override
    public void apply(Operand[] arguments, int count, FlatVector result, EvalContext context) {
      ListVector lists = (ListVector) result;
      input.begin();
      for (int i = 0; i < count; i++) {
        if (result.isNull(i)) {
          continue;
        }
        JsonDocument document = input.load(arguments[0], i);
        int at = lists.appendChildren(paths.size());
        lists.setList(i, at, paths.size());
        for (int k = 0; k < paths.size(); k++) {
          int node = paths.get(k).find(document);
          if (node < 0 && found) {
            lists.child().setNull(at + k);
          } else {
            question.answer(document, node, lists.child(), at + k);
          }
        }
      }
    }
  }
}
