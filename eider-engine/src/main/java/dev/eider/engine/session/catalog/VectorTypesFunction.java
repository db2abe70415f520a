// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session.catalog;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.Table;
import dev.eider.base.table.TableColumn;
import dev.eider.base.table.TableFunction;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.function.cast.ValueCasts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * {@code test_vector_types(a, ...)}: a column of the type of each argument, with the rows that the
 * reference has in its kinds of vectors: plain, constant, reordered and a sequence. Here they are
 * all plain, so that {@code all_flat} says nothing new.
 */
final class VectorTypesFunction implements TableFunction {
  private static final int ARGUMENTS_MAX = 8;
  private static final List<String> SEQUENCE = List.of("3", "5", "7");

  @Override
  public String name() {
    return "test_vector_types";
  }

  @Override
  public List<List<LogicalType>> signatures() {
    List<List<LogicalType>> signatures = new ArrayList<>();
    List<LogicalType> types = new ArrayList<>();
    for (int i = 0; i < ARGUMENTS_MAX; i++) {
      types.add(LogicalType.ANY);
      signatures.add(List.copyOf(types));
    }
    return signatures;
  }

  @Override
  public Map<String, LogicalType> namedParameters() {
    return Map.of("all_flat", LogicalType.BOOLEAN);
  }

  @Override
  public Table bind(List<Value> arguments, Map<String, Value> named, BindContext context) {
    List<TableColumn> columns = new ArrayList<>();
    List<List<Value>> byColumn = new ArrayList<>();
    for (Value argument : arguments) {
      String suffix = columns.isEmpty() ? "" : Integer.toString(columns.size() + 1);
      columns.add(new TableColumn("test_vector" + suffix, argument.type()));
      byColumn.add(rows(argument.type()));
    }
    List<List<Value>> rows = new ArrayList<>();
    for (int i = 0; i < byColumn.getFirst().size(); i++) {
      List<Value> row = new ArrayList<>();
      for (List<Value> column : byColumn) {
        row.add(column.get(i));
      }
      rows.add(row);
    }
    return new RowsTable(name(), columns, rows);
  }

  private static List<Value> rows(LogicalType type) {
    List<Value> plain = three(type, false);
    List<Value> sequence = three(type, true);
    List<Value> rows = new ArrayList<>(plain);
    for (int i = 0; i < 3; i++) {
      rows.add(plain.getFirst());
    }
    rows.addAll(plain.subList(1, 3));
    rows.addAll(sequence);
    return rows;
  }

  /** A low value, a high one and NULL; three numbers of a sequence where there are any. */
  private static List<Value> three(LogicalType type, boolean sequence) {
    if (type instanceof LogicalType.ListOf list) {
      List<Value> elements = three(list.child(), sequence);
      return List.of(
          new Value(type, elements.subList(0, 2)),
          new Value(type, List.of()),
          new Value(type, elements.subList(2, 3)));
    }
    if (type instanceof LogicalType.Struct struct) {
      List<Value> rows = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        List<Value> fields = new ArrayList<>();
        for (LogicalType.Field field : struct.fields()) {
          fields.add(three(field.type(), sequence).get(i));
        }
        rows.add(new Value(type, fields));
      }
      return rows;
    }
    if (sequence && type.isIntegral()) {
      List<Value> numbers = new ArrayList<>();
      SEQUENCE.forEach(text -> numbers.add(ValueCasts.cast(Value.of(text), type)));
      return numbers;
    }
    List<Value> extremes = AllTypesFunction.extremes(type);
    if (extremes.isEmpty()) {
      throw EiderException.notImplemented("test_vector_types of " + type);
    }
    return List.of(extremes.get(0), extremes.get(1), Value.nullOf(type));
  }
}
