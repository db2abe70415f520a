// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session.catalog;

import dev.eider.base.table.Table;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableFunction;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A table function whose rows are made when it is bound. */
public final class RowsFunction implements TableFunction {
  private final String name;
  private final List<List<LogicalType>> signatures;
  private final List<TableColumn> columns;
  private final Function<List<Value>, List<List<Value>>> rows;

  /**
   * A function.
   *
   * @param columns pairs of a name and a type name, for instance {@code "oid BIGINT"}
   * @param rows makes the rows from the arguments
   */
  public RowsFunction(
      String name,
      List<List<LogicalType>> signatures,
      List<String> columns,
      Function<List<Value>, List<List<Value>>> rows) {
    this.name = name;
    this.signatures = List.copyOf(signatures);
    this.columns = columns.stream().map(RowsFunction::column).toList();
    this.rows = rows;
  }

  private static TableColumn column(String text) {
    int space = text.indexOf(' ');
    String type = text.substring(space + 1);
    return new TableColumn(
        text.substring(0, space),
        switch (type) {
          case "BIGINT" -> LogicalType.BIGINT;
          case "INTEGER" -> LogicalType.INTEGER;
          case "BOOLEAN" -> LogicalType.BOOLEAN;
          case "VARCHAR[]" -> LogicalType.list(LogicalType.VARCHAR);
          case "BIGINT[]" -> LogicalType.list(LogicalType.BIGINT);
          case "MAP" -> LogicalType.map(LogicalType.VARCHAR, LogicalType.VARCHAR);
          default -> LogicalType.VARCHAR;
        });
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<List<LogicalType>> signatures() {
    return signatures;
  }

  @Override
  public Map<String, LogicalType> namedParameters() {
    return Map.of();
  }

  @Override
  public Table bind(List<Value> arguments, Map<String, Value> named, BindContext context) {
    List<List<Value>> typed = new ArrayList<>();
    for (List<Value> row : rows.apply(arguments)) {
      List<Value> values = new ArrayList<>();
      for (int i = 0; i < columns.size(); i++) {
        Value value = row.get(i);
        values.add(value.isNull() ? Value.nullOf(columns.get(i).type()) : value);
      }
      typed.add(values);
    }
    return new RowsTable(name, columns, typed);
  }
}
