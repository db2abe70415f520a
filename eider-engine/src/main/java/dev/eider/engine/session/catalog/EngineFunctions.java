// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session.catalog;

import dev.eider.base.catalog.Catalog;
import dev.eider.base.catalog.Catalog.EntryKind;
import dev.eider.base.catalog.CatalogEntry;
import dev.eider.base.table.TableFunction;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import dev.eider.engine.function.AggregateFunction;
import dev.eider.engine.function.ScalarFunction;
import dev.eider.engine.optimize.Optimizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The table functions that tell about functions, types, settings and the engine itself. */
final class EngineFunctions {
  private static final List<List<LogicalType>> NO_ARGUMENTS = List.of(List.of());
  private final CatalogView view;

  EngineFunctions(CatalogView view) {
    this.view = view;
  }

  void add(List<TableFunction> functions) {
    functions.add(new AllTypesFunction());
    functions.add(new VectorTypesFunction());
    functions.add(
        new RowsFunction(
            "duckdb_functions",
            NO_ARGUMENTS,
            List.of(
                "database_name VARCHAR",
                "database_oid VARCHAR",
                "schema_name VARCHAR",
                "function_name VARCHAR",
                "alias_of VARCHAR",
                "function_type VARCHAR",
                "description VARCHAR",
                "comment VARCHAR",
                "tags MAP",
                "return_type VARCHAR",
                "parameters VARCHAR[]",
                "parameter_types VARCHAR[]",
                "varargs VARCHAR",
                "macro_definition VARCHAR",
                "has_side_effects BOOLEAN",
                "internal BOOLEAN",
                "function_oid BIGINT",
                "examples VARCHAR[]",
                "stability VARCHAR",
                "categories VARCHAR[]"),
            arguments -> functions()));
    functions.add(
        new RowsFunction(
            "duckdb_types",
            NO_ARGUMENTS,
            List.of(
                "database_name VARCHAR",
                "database_oid BIGINT",
                "schema_name VARCHAR",
                "schema_oid BIGINT",
                "type_oid BIGINT",
                "type_name VARCHAR",
                "type_size BIGINT",
                "logical_type VARCHAR",
                "type_category VARCHAR",
                "comment VARCHAR",
                "tags MAP",
                "internal BOOLEAN",
                "labels VARCHAR[]"),
            arguments -> types()));
    functions.add(
        new RowsFunction(
            "duckdb_settings",
            NO_ARGUMENTS,
            List.of(
                "name VARCHAR",
                "value VARCHAR",
                "description VARCHAR",
                "input_type VARCHAR",
                "scope VARCHAR",
                "aliases VARCHAR[]"),
            arguments -> settings()));
    functions.add(
        new RowsFunction(
            "duckdb_variables",
            NO_ARGUMENTS,
            List.of("name VARCHAR", "value VARCHAR", "type VARCHAR"),
            arguments -> variables()));
    functions.add(
        new RowsFunction(
            "duckdb_prepared_statements",
            NO_ARGUMENTS,
            List.of(
                "name VARCHAR",
                "statement VARCHAR",
                "parameter_types VARCHAR[]",
                "result_types VARCHAR[]"),
            arguments -> prepared()));
    functions.add(
        new RowsFunction(
            "duckdb_optimizers",
            NO_ARGUMENTS,
            List.of("name VARCHAR"),
            arguments -> Optimizer.RULES.stream().map(rule -> List.of(Value.of(rule))).toList()));
    functions.add(
        new RowsFunction(
            "duckdb_memory",
            NO_ARGUMENTS,
            List.of("tag VARCHAR", "memory_usage_bytes BIGINT", "temporary_storage_bytes BIGINT"),
            arguments -> memory()));
    functions.add(
        new RowsFunction(
            "duckdb_extensions",
            NO_ARGUMENTS,
            List.of(
                "extension_name VARCHAR",
                "loaded BOOLEAN",
                "installed BOOLEAN",
                "install_path VARCHAR",
                "description VARCHAR",
                "aliases VARCHAR[]",
                "extension_version VARCHAR",
                "install_mode VARCHAR",
                "installed_from VARCHAR"),
            arguments -> List.of()));
    functions.add(
        new RowsFunction(
            "duckdb_keywords",
            NO_ARGUMENTS,
            List.of("keyword_name VARCHAR", "keyword_category VARCHAR"),
            arguments -> List.of()));
    functions.add(
        new RowsFunction(
            "pragma_version",
            NO_ARGUMENTS,
            List.of("library_version VARCHAR", "source_id VARCHAR", "codename VARCHAR"),
            arguments ->
                List.of(List.of(Value.of(view.version()), Value.of(""), Value.of("Eider")))));
    functions.add(
        new RowsFunction(
            "pragma_collations",
            NO_ARGUMENTS,
            List.of("collname VARCHAR"),
            arguments ->
                List.of(
                    List.of(Value.of("binary")),
                    List.of(Value.of("noaccent")),
                    List.of(Value.of("nocase")))));
    functions.add(
        new RowsFunction(
            "pragma_user_agent",
            NO_ARGUMENTS,
            List.of("user_agent VARCHAR"),
            arguments -> List.of(List.of(Value.of("eider/" + view.version())))));
  }

  private static Value text(@Nullable String text) {
    return text == null ? Value.nullOf(LogicalType.VARCHAR) : Value.of(text);
  }

  private static Value texts(List<String> texts) {
    List<Value> values = new ArrayList<>();
    texts.forEach(t -> values.add(Value.of(t)));
    return new Value(LogicalType.list(LogicalType.VARCHAR), values);
  }

  private static Value emptyMap() {
    return new Value(LogicalType.map(LogicalType.VARCHAR, LogicalType.VARCHAR), List.of());
  }

  private List<List<Value>> functions() {
    List<List<Value>> rows = new ArrayList<>();
    for (String name : view.functions().scalarNames()) {
      for (ScalarFunction f : view.functions().scalars(name)) {
        rows.add(
            function(name, "scalar", f.returnType(), f.parameters(), f.varargs(), rows.size()));
      }
    }
    for (String name : view.functions().aggregateNames()) {
      for (AggregateFunction f : view.functions().aggregates(name)) {
        rows.add(
            function(name, "aggregate", f.returnType(), f.parameters(), f.varargs(), rows.size()));
      }
    }
    for (TableFunction f : view.tableFunctions()) {
      for (List<LogicalType> signature : f.signatures()) {
        rows.add(function(f.name(), "table", null, signature, null, rows.size()));
      }
    }
    for (Catalog catalog : view.databases().all()) {
      for (String schema : catalog.schemas()) {
        for (EntryKind kind : List.of(EntryKind.MACRO, EntryKind.TABLE_MACRO)) {
          for (CatalogEntry entry : catalog.list(kind, schema)) {
            macros(catalog, schema, (CatalogEntry.MacroEntry) entry, rows);
          }
        }
      }
    }
    return rows;
  }

  private static List<Value> function(
      String name,
      String kind,
      @Nullable LogicalType result,
      List<LogicalType> parameters,
      @Nullable LogicalType varargs,
      int oid) {
    List<String> names = new ArrayList<>();
    List<String> types = new ArrayList<>();
    for (int i = 0; i < parameters.size(); i++) {
      names.add("col" + i);
      types.add(parameters.get(i).toString());
    }
    return List.of(
        Value.of("system"),
        Value.of("0"),
        Value.of("main"),
        Value.of(name),
        text(null),
        Value.of(kind),
        text(null),
        text(null),
        emptyMap(),
        text(result == null ? null : result.toString()),
        texts(names),
        texts(types),
        text(varargs == null ? null : varargs.toString()),
        text(null),
        Value.of(false),
        Value.of(true),
        Value.of((long) oid),
        texts(List.of()),
        kind.equals("table") ? text(null) : Value.of("CONSISTENT"),
        texts(List.of()));
  }

  private static void macros(
      Catalog catalog, String schema, CatalogEntry.MacroEntry macro, List<List<Value>> rows) {
    for (CatalogEntry.MacroOverload overload : macro.overloads()) {
      rows.add(
          List.of(
              Value.of(catalog.name()),
              Value.of("1"),
              Value.of(schema),
              Value.of(macro.name()),
              text(null),
              Value.of(macro.tableMacro() ? "table_macro" : "macro"),
              text(null),
              text(null),
              emptyMap(),
              text(null),
              texts(overload.parameters()),
              texts(overload.parameters().stream().map(p -> "").toList()),
              text(null),
              Value.of(overload.bodySql()),
              Value.nullOf(LogicalType.BOOLEAN),
              Value.of(false),
              Value.of((long) rows.size()),
              texts(List.of()),
              text(null),
              texts(List.of())));
    }
  }

  private List<List<Value>> types() {
    List<List<Value>> rows = new ArrayList<>();
    for (TypeId id : TypeId.values()) {
      switch (id) {
        case SQLNULL, ANY, INTEGER_LITERAL, STRING_LITERAL, LAMBDA -> {}
        default ->
            rows.add(
                type(
                    "system",
                    "main",
                    rows.size(),
                    id.name().toLowerCase(Locale.ROOT),
                    id,
                    true,
                    null));
      }
    }
    for (Catalog catalog : view.databases().all()) {
      for (String schema : catalog.schemas()) {
        for (CatalogEntry entry : catalog.list(EntryKind.TYPE, schema)) {
          CatalogEntry.TypeEntry type = (CatalogEntry.TypeEntry) entry;
          rows.add(
              type(
                  catalog.name(),
                  schema,
                  rows.size(),
                  type.name(),
                  type.type().id(),
                  false,
                  type.type() instanceof LogicalType.EnumOf e ? e.values() : null));
        }
      }
    }
    return rows;
  }

  private static List<Value> type(
      String database,
      String schema,
      int oid,
      String name,
      TypeId id,
      boolean internal,
      @Nullable List<String> labels) {
    return List.of(
        Value.of(database),
        Value.of(0L),
        Value.of(schema),
        Value.of(0L),
        Value.of((long) oid),
        Value.of(name),
        Value.nullOf(LogicalType.BIGINT),
        Value.of(id.name()),
        text(category(id)),
        text(null),
        emptyMap(),
        Value.of(internal),
        labels == null ? Value.nullOf(LogicalType.list(LogicalType.VARCHAR)) : texts(labels));
  }

  private static @Nullable String category(TypeId id) {
    return switch (id) {
      case BOOLEAN -> "BOOLEAN";
      case TINYINT,
          SMALLINT,
          INTEGER,
          BIGINT,
          HUGEINT,
          UTINYINT,
          USMALLINT,
          UINTEGER,
          UBIGINT,
          UHUGEINT,
          BIGNUM,
          DECIMAL,
          FLOAT,
          DOUBLE ->
          "NUMERIC";
      case VARCHAR, JSON, BLOB, BIT -> "STRING";
      case DATE,
          TIME,
          TIME_NS,
          TIME_TZ,
          TIMESTAMP_S,
          TIMESTAMP_MS,
          TIMESTAMP,
          TIMESTAMP_NS,
          TIMESTAMP_TZ,
          INTERVAL ->
          "DATETIME";
      case LIST, ARRAY, STRUCT, MAP, UNION -> "COMPOSITE";
      default -> null;
    };
  }

  private List<List<Value>> settings() {
    List<List<Value>> rows = new ArrayList<>();
    for (CatalogView.SettingRow s : view.settings()) {
      rows.add(
          List.of(
              Value.of(s.name()),
              Value.of(s.value()),
              Value.of(s.description()),
              Value.of(s.type()),
              Value.of(s.scope()),
              texts(List.of())));
    }
    return rows;
  }

  private List<List<Value>> variables() {
    List<List<Value>> rows = new ArrayList<>();
    for (Map.Entry<String, Value> variable : view.variables().entrySet()) {
      rows.add(
          List.of(
              Value.of(variable.getKey()),
              Value.of(String.valueOf(variable.getValue().object())),
              Value.of(variable.getValue().type().toString())));
    }
    return rows;
  }

  private List<List<Value>> prepared() {
    List<List<Value>> rows = new ArrayList<>();
    for (CatalogView.PreparedRow p : view.prepared()) {
      rows.add(
          List.of(
              Value.of(p.name()),
              Value.of(p.statement()),
              textsOrNull(p.parameterTypes()),
              textsOrNull(p.resultTypes())));
    }
    return rows;
  }

  private static Value textsOrNull(List<String> texts) {
    return texts.isEmpty() ? Value.nullOf(LogicalType.list(LogicalType.VARCHAR)) : texts(texts);
  }

  private List<List<Value>> memory() {
    List<List<Value>> rows = new ArrayList<>();
    for (Map.Entry<String, Long> part : view.memory().entrySet()) {
      rows.add(List.of(Value.of(part.getKey()), Value.of(part.getValue()), Value.of(0L)));
    }
    return rows;
  }
}
