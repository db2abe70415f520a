// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session.catalog;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.Table;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableFunction;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** {@code repeat(value, n)} and {@code repeat_row(values..., num_rows := n)} in FROM. */
final class RepeatFunctions {
  private static final int MAX_COLUMNS = 16;

  private RepeatFunctions() {}

  static List<TableFunction> all() {
    return List.of(new Repeat(), new RepeatRow());
  }

  private static Table rows(String name, List<Value> row, List<String> names, long count) {
    if (count < 0 || count > Integer.MAX_VALUE) {
      throw EiderException.invalidInput(name + " cannot make " + count + " rows");
    }
    List<TableColumn> columns = new ArrayList<>();
    for (int i = 0; i < row.size(); i++) {
      columns.add(new TableColumn(names.get(i), row.get(i).type()));
    }
    return new RowsTable(name, columns, Collections.nCopies((int) count, row));
  }

  private static final class Repeat implements TableFunction {
    @Override
    public String name() {
      return "repeat";
    }

    @Override
    public List<List<LogicalType>> signatures() {
      return List.of(List.of(LogicalType.ANY, LogicalType.BIGINT));
    }

    @Override
    public Map<String, LogicalType> namedParameters() {
      return Map.of();
    }

    @Override
    public Table bind(List<Value> arguments, Map<String, Value> named, BindContext context) {
      if (arguments.get(1).isNull()) {
        throw EiderException.binder("Repeat second parameter cannot be NULL");
      }
      Value value = arguments.get(0);
      return rows(
          "repeat",
          List.of(value),
          List.of(String.valueOf(value.object())),
          arguments.get(1).asLong());
    }
  }

  private static final class RepeatRow implements TableFunction {
    @Override
    public String name() {
      return "repeat_row";
    }

    @Override
    public List<List<LogicalType>> signatures() {
      List<List<LogicalType>> all = new ArrayList<>();
      for (int n = 1; n <= MAX_COLUMNS; n++) {
        all.add(Collections.nCopies(n, LogicalType.ANY));
      }
      return all;
    }

    @Override
    public Map<String, LogicalType> namedParameters() {
      return Map.of("num_rows", LogicalType.BIGINT);
    }

    @Override
    public Table bind(List<Value> arguments, Map<String, Value> named, BindContext context) {
      Value count = named.get("num_rows");
      if (count == null || count.isNull() || count.asLong() < 0) {
        throw EiderException.binder("repeat_row requires num_rows to be specified");
      }
      List<String> names = new ArrayList<>();
      for (int i = 0; i < arguments.size(); i++) {
        names.add("column" + i);
      }
      return rows("repeat_row", arguments, names, count.asLong());
    }
  }
}
