// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.json;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.Table;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableFunction;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.formats.glob.FileGlob;
import dev.eider.formats.glob.RowsTable;
import java.util.List;
import java.util.Map;

/** The table functions of this package. */
public final class JsonReadFunctions {
  private static final List<List<LogicalType>> PATHS =
      List.of(List.of(LogicalType.VARCHAR), List.of(LogicalType.list(LogicalType.VARCHAR)));

  private JsonReadFunctions() {}

  /** {@code read_json} and its kin: of any layout or of lines, as columns or as whole objects. */
  public static List<TableFunction> all() {
    return List.of(
        new Read("read_json", JsonLayout.AUTO, false),
        new Read("read_json_auto", JsonLayout.AUTO, false),
        new Read("read_ndjson", JsonLayout.LINES, false),
        new Read("read_ndjson_auto", JsonLayout.LINES, false),
        new Read("read_json_objects", JsonLayout.AUTO, true),
        new Read("read_json_objects_auto", JsonLayout.AUTO, true),
        new Read("read_ndjson_objects", JsonLayout.LINES, true));
  }

  private record Read(String name, JsonLayout layout, boolean objects) implements TableFunction {
    @Override
    public List<List<LogicalType>> signatures() {
      return PATHS;
    }

    @Override
    public Map<String, LogicalType> namedParameters() {
      return objects ? JsonOptions.OBJECT_PARAMETERS : JsonOptions.PARAMETERS;
    }

    @Override
    public Table bind(List<Value> arguments, Map<String, Value> named, BindContext context) {
      JsonOptions options = new JsonOptions();
      options.layout = layout;
      options.objects = objects;
      options.take(named, context);
      if (arguments.get(0).isNull()) {
        throw EiderException.parser(
            "\"" + name + "\" reader cannot take NULL input as parameter", -1);
      }
      List<String> paths =
          FileGlob.of(context).paths(name, arguments.get(0), "json", options.files.allowEmpty());
      if (paths.isEmpty()) {
        return new RowsTable(
            "READ_JSON", List.of(new TableColumn("empty", LogicalType.BOOLEAN)), List::of);
      }
      return new ReadJson(paths, options, context).bind();
    }
  }
}
