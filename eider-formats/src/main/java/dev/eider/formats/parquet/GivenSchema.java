// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.formats.parquet;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.TableFunction.BindContext;
import dev.eider.base.table.TableFunction.ColumnCast;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.base.vector.FlatVector;
import dev.eider.formats.scan.TypeNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The option {@code schema} of {@code read_parquet}: which columns a table has, whatever files
 * have, for tables whose files were written under schemas that changed since.
 *
 * @param byId whether columns of files are known by their {@code field_id}, else by their names
 */
record GivenSchema(boolean byId, List<Column> columns) {
  /**
   * A column of the table.
   *
   * @param key the number or the name that files have it under
   * @param missing its value in files that do not have it
   */
  record Column(Object key, String name, LogicalType type, Value missing) {}

  GivenSchema {
    columns = List.copyOf(columns);
  }

  /** Reads a map of structs {@code {name, type, default_value}} by number or name. */
  static GivenSchema of(Value value, BindContext context) {
    if (!(value.type() instanceof LogicalType.MapOf map)) {
      throw EiderException.invalidInput(
          "'schema' expects a MAP of columns by field id or name, not " + value.type());
    }
    if (!(map.value() instanceof LogicalType.Struct struct)) {
      throw EiderException.invalidInput("'schema' expects a STRUCT as the value type of the map");
    }
    boolean byId = map.key().id() == TypeId.INTEGER || map.key().id() == TypeId.BIGINT;
    if (!byId && map.key().id() != TypeId.VARCHAR) {
      throw EiderException.invalidInput(
          "'schema' expects the value type of the map to be either INTEGER or VARCHAR, not "
              + map.key());
    }
    int name = field(struct, "name");
    int type = field(struct, "type");
    int missing = field(struct, "default_value");
    List<Column> columns = new ArrayList<>();
    for (Value entry : value.asList()) {
      List<Value> parts = entry.asList().get(1).asList();
      LogicalType columnType = TypeNames.parse(parts.get(type).asString(), context::namedType);
      Value key = entry.asList().getFirst();
      columns.add(
          new Column(
              byId ? (Object) Math.toIntExact(key.asLong()) : key.asString(),
              parts.get(name).asString(),
              columnType,
              cast(parts.get(missing), columnType, context)));
    }
    return new GivenSchema(byId, columns);
  }

  private static int field(LogicalType.Struct struct, String wanted) {
    for (int i = 0; i < struct.fields().size(); i++) {
      if (struct.fields().get(i).name().equalsIgnoreCase(wanted)) {
        return i;
      }
    }
    throw EiderException.binder(
        "'schema' expects structs of name, type and default_value; " + wanted + " is missing");
  }

  private static Value cast(Value value, LogicalType type, BindContext context) {
    if (value.isNull()) {
      return Value.nullOf(type);
    }
    if (value.type().equals(type)) {
      return value;
    }
    FlatVector source = FlatVector.allocate(value.type(), 1);
    source.setValue(0, value);
    FlatVector target = FlatVector.allocate(type, 1);
    ColumnCast cast = context.columnCast(value.type(), type);
    try {
      if (cast != null) {
        cast.cast(source, 1, target);
        return target.getValue(0);
      }
    } catch (EiderException e) {
      throw impossible(value, type, e);
    }
    throw impossible(value, type, null);
  }

  private static EiderException impossible(
      Value value, LogicalType type, @Nullable EiderException cause) {
    return new EiderException(
        dev.eider.base.error.ErrorType.BINDER,
        "Unable to cast Parquet schema default_value \"" + value.object() + "\" to " + type,
        cause);
  }

  /** For each column of the table the number of the file's column, -1 where it has none. */
  int[] mapping(ParquetFile file) {
    Map<Object, Integer> found = new HashMap<>();
    for (int i = 0; i < file.columns().size(); i++) {
      SchemaNode column = file.columns().get(i);
      Object key = byId ? file.footer().schema().get(column.element()).fieldId() : column.name();
      found.putIfAbsent(key, i);
    }
    int[] mapping = new int[columns.size()];
    for (int i = 0; i < mapping.length; i++) {
      mapping[i] = found.getOrDefault(columns.get(i).key(), -1);
    }
    return mapping;
  }
}
