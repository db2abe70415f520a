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
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.ListVector;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.StringVector;
import dev.eider.base.vector.StructVector;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.Operand;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.function.ScalarKernel;
import java.util.List;

/**
 * The rows of {@code json_each} and {@code json_tree} as a list of structs, which a FROM clause
 * unnests.
 */
final class RowsFunctions {
  /** The fields of a row. */
  private static final List<LogicalType.Field> FIELDS =
      List.of(
          new LogicalType.Field("key", LogicalType.VARCHAR),
          new LogicalType.Field("value", LogicalType.JSON),
          new LogicalType.Field("type", LogicalType.VARCHAR),
          new LogicalType.Field("atom", LogicalType.JSON),
          new LogicalType.Field("id", LogicalType.UBIGINT),
          new LogicalType.Field("parent", LogicalType.UBIGINT),
          new LogicalType.Field("fullkey", LogicalType.VARCHAR),
          new LogicalType.Field("path", LogicalType.VARCHAR),
          new LogicalType.Field("json", LogicalType.JSON),
          new LogicalType.Field("root", LogicalType.VARCHAR),
          new LogicalType.Field("rowid", LogicalType.BIGINT));

  private RowsFunctions() {}

  static void register(FunctionRegistry registry) {
    LogicalType rows = LogicalType.list(LogicalType.struct(FIELDS));
    for (LogicalType json : List.of(LogicalType.VARCHAR, LogicalType.JSON)) {
      for (String name : List.of("json_each", "json_tree")) {
        boolean tree = name.equals("json_tree");
        for (List<LogicalType> parameters :
            List.of(List.of(json), List.of(json, LogicalType.VARCHAR))) {
          registry.add(ScalarFunction.of(name, parameters, rows, true, () -> new RowsKernel(tree)));
        }
      }
    }
  }

  private static final class RowsKernel implements ScalarKernel {
    private final boolean tree;
    private final JsonInput input = new JsonInput();
    private final JsonWriter writer = new JsonWriter();
    private final StringBuilder path = new StringBuilder();

    RowsKernel(boolean tree) {
      this.tree = tree;
    }

    @Override
    public void apply(Operand[] arguments, int count, FlatVector result, EvalContext context) {
      ListVector lists = (ListVector) result;
      input.begin();
      for (int i = 0; i < count; i++) {
        if (result.isNull(i)) {
          continue;
        }
        String root = "$";
        if (arguments.length > 1) {
          root = ((StringVector) arguments[1].vector()).getString(arguments[1].index(i));
        }
        JsonPath start = JsonPath.of(root, ErrorType.BINDER);
        if (start.isWildcard()) {
          throw EiderException.binder("Wildcard JSON path not supported in json_each/json_tree");
        }
        if (start.isPointer()) {
          throw EiderException.binder("JSON path must start with '$' for json_each/json_tree");
        }
        if (!root.startsWith("$")) {
          root = "$.\"" + root + '"';
        }
        JsonDocument document = input.load(arguments[0], i);
        int node = start.find(document);
        int first = lists.childSize();
        if (node >= 0) {
          rows(document, node, root, lists);
        }
        complete(document, root, lists, first);
        lists.setList(i, first, lists.childSize() - first);
      }
    }

    private void rows(JsonDocument document, int node, String root, ListVector lists) {
      path.setLength(0);
      path.append(root);
      boolean container = document.isContainer(node);
      if (tree || !container) {
        add(document, node, -1, -1, -1, path.length(), lists);
      }
      if (container) {
        children(document, node, lists);
      }
    }

    private void children(JsonDocument document, int parent, ListVector lists) {
      boolean object = document.kind(parent) == JsonDocument.OBJECT;
      int end = document.next(parent);
      int length = path.length();
      int index = 0;
      for (int child = parent + 1; child < end; child = document.next(child)) {
        int key = -1;
        if (object) {
          key = child++;
          member(document.string(key));
        } else {
          path.append('[').append(index).append(']');
        }
        add(document, child, key, object ? -1 : index, tree ? parent : -1, length, lists);
        if (tree && document.isContainer(child)) {
          children(document, child, lists);
        }
        path.setLength(length);
        index++;
      }
    }

    /** Adds the step to a member; a name that is no plain word is quoted. */
    private void member(String name) {
      path.append('.');
      boolean plain = !name.isEmpty() && isLetter(name.charAt(0));
      for (int i = 1; i < name.length() && plain; i++) {
        char c = name.charAt(i);
        plain = isLetter(c) || c >= '0' && c <= '9' || c == '_';
      }
      if (plain) {
        path.append(name);
      } else {
        path.append('"').append(name.replace("\\", "\\\\").replace("\"", "\\\"")).append('"');
      }
    }

    private static boolean isLetter(char c) {
      return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }

    private void add(
        JsonDocument document,
        int node,
        int key,
        int index,
        int parent,
        int pathLength,
        ListVector lists) {
      int row = lists.appendChildren(1);
      StructVector struct = (StructVector) lists.child();
      StringVector keys = (StringVector) struct.child(0);
      if (key >= 0) {
        keys.set(row, document.string(key));
      } else if (index >= 0) {
        keys.set(row, Integer.toString(index));
      } else {
        keys.setNull(row);
      }
      writer.clear();
      writer.value(document, node);
      writer.copyTo((StringVector) struct.child(1), row);
      ((StringVector) struct.child(2)).set(row, JsonText.typeName(document, node));
      if (document.isContainer(node) || document.kind(node) == JsonDocument.NULL) {
        struct.child(3).setNull(row);
      } else {
        writer.copyTo((StringVector) struct.child(3), row);
      }
      ((LongVector) struct.child(4)).set(row, node);
      if (parent < 0) {
        struct.child(5).setNull(row);
      } else {
        ((LongVector) struct.child(5)).set(row, parent);
      }
      ((StringVector) struct.child(6)).set(row, path.toString());
      ((StringVector) struct.child(7)).set(row, path.substring(0, pathLength));
    }

    /** Sets what is the same for all rows of a document. */
    private void complete(JsonDocument document, String root, ListVector lists, int first) {
      StructVector struct = (StructVector) lists.child();
      writer.clear();
      writer.value(document, 0);
      for (int row = first; row < lists.childSize(); row++) {
        if (row == first) {
          writer.copyTo((StringVector) struct.child(8), row);
          ((StringVector) struct.child(9)).set(row, root);
        } else {
          struct.child(8).copyRow(struct.child(8), first, row);
          struct.child(9).copyRow(struct.child(9), first, row);
        }
        ((LongVector) struct.child(10)).set(row, row - first);
      }
    }
  }
}
