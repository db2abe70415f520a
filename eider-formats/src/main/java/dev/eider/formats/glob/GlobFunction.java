// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.glob;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.Table;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableFunction;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@code glob(pattern)}: the names of the files that match, as a table with the column file. */
public final class GlobFunction implements TableFunction {
  @Override
  public String name() {
    return "glob";
  }

  @Override
  public List<List<LogicalType>> signatures() {
    return List.of(List.of(LogicalType.VARCHAR), List.of(LogicalType.list(LogicalType.VARCHAR)));
  }

  @Override
  public Map<String, LogicalType> namedParameters() {
    return Map.of();
  }

  @Override
  public Table bind(List<Value> arguments, Map<String, Value> named, BindContext context) {
    FileGlob glob = FileGlob.of(context);
    Value argument = arguments.get(0);
    if (argument.isNull()) {
      throw EiderException.parser("glob cannot take NULL as parameter", -1);
    }
    List<List<Value>> rows = new ArrayList<>();
    List<Value> patterns =
        argument.type().id() == TypeId.LIST ? argument.asList() : List.of(argument);
    for (Value pattern : patterns) {
      for (String file : glob.find(pattern.asString(), "")) {
        rows.add(List.of(Value.of(file)));
      }
    }
    return new RowsTable("GLOB", List.of(new TableColumn("file", LogicalType.VARCHAR)), () -> rows);
  }
}
