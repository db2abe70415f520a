// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet.write;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.formats.write.CopyOptions;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The numbers of FIELD_IDS for a column and what is in it. Names are compared without case.
 *
 * @param id the number, -1 for none
 */
record FieldIds(int id, Map<String, FieldIds> children) {
  static final FieldIds NONE = new FieldIds(-1, Map.of());

  /** The member of a struct that is the number of the struct itself. */
  private static final String OWN = "__duckdb_field_id";

  /** The numbers of what is in a column of that name. */
  FieldIds of(String name) {
    return children.getOrDefault(name.toLowerCase(Locale.ROOT), NONE);
  }

  /** The option's value: {@code 'auto'}, or a struct of numbers by column. */
  static FieldIds of(Value value, List<String> names, List<LogicalType> types) {
    if (value.get() instanceof String text && text.equalsIgnoreCase("auto")) {
      return new FieldIds(-1, numbered(names, types, new int[1]));
    }
    Map<String, LogicalType> columns = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).equals(OWN)) {
        throw EiderException.binder(
            "Cannot have a column named \"" + OWN + "\" when writing FIELD_IDS");
      }
      columns.put(names.get(i).toLowerCase(Locale.ROOT), types.get(i));
    }
    return new FieldIds(-1, read(value, columns, new HashSet<>()));
  }

  /** Ascending numbers, depth first. */
  private static Map<String, FieldIds> numbered(
      List<String> names, List<LogicalType> types, int[] next) {
    Map<String, FieldIds> numbers = new HashMap<>();
    for (int i = 0; i < names.size(); i++) {
      int id = next[0]++;
      Map<String, LogicalType> parts = parts(types.get(i));
      Map<String, FieldIds> children =
          numbered(List.copyOf(parts.keySet()), List.copyOf(parts.values()), next);
      numbers.put(names.get(i).toLowerCase(Locale.ROOT), new FieldIds(id, children));
    }
    return numbers;
  }

  private static Map<String, LogicalType> parts(LogicalType type) {
    Map<String, LogicalType> parts = new LinkedHashMap<>();
    switch (type) {
      case LogicalType.ListOf list -> parts.put("element", list.child());
      case LogicalType.MapOf map -> {
        parts.put("key", map.key());
        parts.put("value", map.value());
      }
      case LogicalType.Struct struct -> {
        for (int i = 0; i < struct.fields().size(); i++) {
          LogicalType.Field field = struct.fields().get(i);
          String name = field.name().isEmpty() ? "element" + (i + 1) : field.name();
          if (name.equals(OWN)) {
            throw EiderException.binder("Cannot have column named \"" + OWN + "\" with FIELD_IDS");
          }
          parts.put(name.toLowerCase(Locale.ROOT), field.type());
        }
      }
      default -> {}
    }
    return parts;
  }

  private static Map<String, FieldIds> read(
      Value value, Map<String, LogicalType> columns, Set<Integer> taken) {
    if (!(value.type() instanceof LogicalType.Struct struct)) {
      throw EiderException.binder(
          "Expected FIELD_IDS to be a STRUCT, e.g., {col1: 42, col2: {"
              + OWN
              + ": 43, nested_col: 44}, col3: 44}");
    }
    List<Value> items = value.asList();
    Map<String, FieldIds> numbers = new HashMap<>();
    for (int i = 0; i < items.size(); i++) {
      String name = struct.fields().get(i).name().toLowerCase(Locale.ROOT);
      if (name.equals(OWN)) {
        continue;
      }
      LogicalType type = columns.get(name);
      if (type == null) {
        throw EiderException.binder(
            "Column name \""
                + name
                + "\" specified in FIELD_IDS not found. Consider using WRITE_PARTITION_COLUMNS if"
                + " this column is a partition column. Available column names: ["
                + String.join(", ", columns.keySet())
                + "]");
      }
      numbers.put(name, one(name, items.get(i), type, taken));
    }
    return numbers;
  }

  private static FieldIds one(String name, Value item, LogicalType type, Set<Integer> taken) {
    if (!(item.type() instanceof LogicalType.Struct struct)) {
      return new FieldIds(number(item, taken), Map.of());
    }
    int id = -1;
    boolean nested = false;
    for (int i = 0; i < struct.fields().size(); i++) {
      if (struct.fields().get(i).name().equals(OWN)) {
        id = number(item.asList().get(i), taken);
      } else {
        nested = true;
      }
    }
    if (!nested) {
      return new FieldIds(id, Map.of());
    }
    Map<String, LogicalType> parts = parts(type);
    if (parts.isEmpty()) {
      throw EiderException.binder(
          "Column \""
              + name
              + "\" with type \""
              + type.id()
              + "\" cannot have a nested FIELD_IDS specification");
    }
    return new FieldIds(id, read(item, parts, taken));
  }

  private static int number(Value value, Set<Integer> taken) {
    int id;
    try {
      id =
          value.get() instanceof String text
              ? Integer.parseInt(text.strip())
              : Math.toIntExact(value.asLong());
    } catch (NumberFormatException | ArithmeticException | ClassCastException e) {
      throw EiderException.invalidInput(
          "Could not convert string '"
              + CopyOptions.shown(value)
              + "' to INT32: a field_id is a whole number of 32 bits");
    }
    if (!taken.add(id)) {
      throw EiderException.binder("Duplicate field_id " + id + " found in FIELD_IDS");
    }
    return id;
  }
}
