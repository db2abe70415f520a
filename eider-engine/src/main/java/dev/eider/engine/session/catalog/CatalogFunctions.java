// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session.catalog;

import dev.eider.base.catalog.Catalog;
import dev.eider.base.catalog.Catalog.EntryKind;
import dev.eider.base.catalog.CatalogEntry;
import dev.eider.base.catalog.CatalogEntry.ColumnDefinition;
import dev.eider.base.catalog.CatalogEntry.IndexEntry;
import dev.eider.base.catalog.CatalogEntry.TableEntry;
import dev.eider.base.catalog.CatalogEntry.ViewEntry;
import dev.eider.base.error.EiderException;
import dev.eider.base.table.TableFunction;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.bind.Constraints;
import dev.eider.engine.bind.Databases;
import dev.eider.engine.sql.ast.QualifiedName;
import dev.eider.engine.sql.ast.SourceSpan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The table functions that tell about tables, columns, views, schemas and databases. */
public final class CatalogFunctions {
  private static final List<List<LogicalType>> NO_ARGUMENTS = List.of(List.of());
  private static final List<List<LogicalType>> ONE_TEXT = List.of(List.of(LogicalType.VARCHAR));
  private final CatalogView view;

  private CatalogFunctions(CatalogView view) {
    this.view = view;
  }

  /** All functions of this package. */
  public static List<TableFunction> of(CatalogView view) {
    CatalogFunctions made = new CatalogFunctions(view);
    List<TableFunction> functions = new ArrayList<>();
    made.add(functions);
    new EngineFunctions(view).add(functions);
    new SecretFunctions(view).add(functions);
    functions.add(new RangeFunction("range"));
    functions.add(new RangeFunction("generate_series"));
    functions.addAll(RepeatFunctions.all());
    return functions;
  }

  private void add(List<TableFunction> functions) {
    functions.add(
        new RowsFunction(
            "duckdb_tables",
            NO_ARGUMENTS,
            List.of(
                "database_name VARCHAR",
                "database_oid BIGINT",
                "schema_name VARCHAR",
                "schema_oid BIGINT",
                "table_name VARCHAR",
                "table_oid BIGINT",
                "comment VARCHAR",
                "tags MAP",
                "internal BOOLEAN",
                "temporary BOOLEAN",
                "has_primary_key BOOLEAN",
                "estimated_size BIGINT",
                "column_count BIGINT",
                "index_count BIGINT",
                "check_constraint_count BIGINT",
                "sql VARCHAR"),
            arguments -> tables()));
    functions.add(
        new RowsFunction(
            "duckdb_views",
            NO_ARGUMENTS,
            List.of(
                "database_name VARCHAR",
                "database_oid BIGINT",
                "schema_name VARCHAR",
                "schema_oid BIGINT",
                "view_name VARCHAR",
                "view_oid BIGINT",
                "comment VARCHAR",
                "tags MAP",
                "internal BOOLEAN",
                "temporary BOOLEAN",
                "column_count BIGINT",
                "sql VARCHAR",
                "is_bound BOOLEAN"),
            arguments -> views()));
    functions.add(
        new RowsFunction(
            "duckdb_columns",
            NO_ARGUMENTS,
            List.of(
                "database_name VARCHAR",
                "database_oid BIGINT",
                "schema_name VARCHAR",
                "schema_oid BIGINT",
                "table_name VARCHAR",
                "table_oid BIGINT",
                "column_name VARCHAR",
                "column_index INTEGER",
                "comment VARCHAR",
                "internal BOOLEAN",
                "column_default VARCHAR",
                "is_nullable BOOLEAN",
                "data_type VARCHAR",
                "data_type_id BIGINT",
                "character_maximum_length INTEGER",
                "numeric_precision INTEGER",
                "numeric_precision_radix INTEGER",
                "numeric_scale INTEGER"),
            arguments -> columns()));
    functions.add(
        new RowsFunction(
            "duckdb_schemas",
            NO_ARGUMENTS,
            List.of(
                "oid BIGINT",
                "database_name VARCHAR",
                "database_oid BIGINT",
                "schema_name VARCHAR",
                "comment VARCHAR",
                "tags MAP",
                "internal BOOLEAN",
                "sql VARCHAR"),
            arguments -> schemas()));
    functions.add(
        new RowsFunction(
            "duckdb_databases",
            NO_ARGUMENTS,
            List.of(
                "database_name VARCHAR",
                "database_oid BIGINT",
                "path VARCHAR",
                "comment VARCHAR",
                "tags MAP",
                "internal BOOLEAN",
                "type VARCHAR",
                "readonly BOOLEAN",
                "encrypted BOOLEAN",
                "cipher VARCHAR"),
            arguments -> databases()));
    functions.add(
        new RowsFunction(
            "duckdb_constraints",
            NO_ARGUMENTS,
            List.of(
                "database_name VARCHAR",
                "database_oid BIGINT",
                "schema_name VARCHAR",
                "schema_oid BIGINT",
                "table_name VARCHAR",
                "table_oid BIGINT",
                "constraint_index BIGINT",
                "constraint_type VARCHAR",
                "constraint_text VARCHAR",
                "expression VARCHAR",
                "constraint_column_indexes BIGINT[]",
                "constraint_column_names VARCHAR[]",
                "constraint_name VARCHAR",
                "referenced_table VARCHAR",
                "referenced_column_names VARCHAR[]"),
            arguments -> constraints()));
    functions.add(
        new RowsFunction(
            "duckdb_sequences",
            NO_ARGUMENTS,
            List.of(
                "database_name VARCHAR",
                "database_oid BIGINT",
                "schema_name VARCHAR",
                "schema_oid BIGINT",
                "sequence_name VARCHAR",
                "sequence_oid BIGINT",
                "comment VARCHAR",
                "tags MAP",
                "temporary BOOLEAN",
                "start_value BIGINT",
                "min_value BIGINT",
                "max_value BIGINT",
                "increment_by BIGINT",
                "cycle BOOLEAN",
                "last_value BIGINT",
                "sql VARCHAR"),
            arguments -> sequences()));
    functions.add(
        new RowsFunction(
            "duckdb_indexes",
            NO_ARGUMENTS,
            List.of(
                "database_name VARCHAR",
                "database_oid BIGINT",
                "schema_name VARCHAR",
                "schema_oid BIGINT",
                "index_name VARCHAR",
                "index_oid BIGINT",
                "table_name VARCHAR",
                "table_oid BIGINT",
                "comment VARCHAR",
                "tags MAP",
                "is_unique BOOLEAN",
                "is_primary BOOLEAN",
                "expressions VARCHAR",
                "sql VARCHAR"),
            arguments -> indexes()));
    functions.add(
        new RowsFunction(
            "duckdb_dependencies",
            NO_ARGUMENTS,
            List.of(
                "classid BIGINT",
                "objid BIGINT",
                "objsubid INTEGER",
                "refclassid BIGINT",
                "refobjid BIGINT",
                "refobjsubid INTEGER",
                "deptype VARCHAR"),
            arguments -> dependencies()));
    functions.add(
        new RowsFunction(
            "pragma_table_info",
            ONE_TEXT,
            List.of(
                "cid INTEGER",
                "name VARCHAR",
                "type VARCHAR",
                "notnull BOOLEAN",
                "dflt_value VARCHAR",
                "pk BOOLEAN"),
            arguments -> tableInfo(arguments.getFirst())));
    functions.add(
        new RowsFunction(
            "pragma_show",
            ONE_TEXT,
            List.of(
                "column_name VARCHAR",
                "column_type VARCHAR",
                "null VARCHAR",
                "key VARCHAR",
                "default VARCHAR",
                "extra VARCHAR"),
            arguments -> show(arguments.getFirst())));
    functions.add(
        new RowsFunction(
            "pragma_database_list",
            NO_ARGUMENTS,
            List.of("seq BIGINT", "name VARCHAR", "file VARCHAR"),
            arguments -> databaseList()));
  }

  private interface EntryVisitor<T> {
    void visit(Place place, T entry);
  }

  private record Place(Catalog catalog, long databaseOid, String schema, long schemaOid, long oid) {
    List<Value> head() {
      return List.of(
          Value.of(catalog.name()), Value.of(databaseOid), Value.of(schema), Value.of(schemaOid));
    }
  }

  private void forEach(EntryKind kind, EntryVisitor<CatalogEntry> visitor) {
    long oid = 1_000 + kind.ordinal() * 1_000_000L;
    long database = 0;
    for (Catalog catalog : view.databases().all()) {
      database++;
      long schemaOid = 0;
      for (String schema : catalog.schemas()) {
        schemaOid++;
        List<CatalogEntry> entries = new ArrayList<>(catalog.list(kind, schema));
        entries.sort(Comparator.comparing(entry -> entry.name().toLowerCase(Locale.ROOT)));
        for (CatalogEntry entry : entries) {
          visitor.visit(
              new Place(catalog, database, schema, database * 100 + schemaOid, oid++), entry);
        }
      }
    }
  }

  private static Value text(@Nullable String text) {
    return text == null ? Value.nullOf(LogicalType.VARCHAR) : Value.of(text);
  }

  private static Value emptyMap() {
    return new Value(LogicalType.map(LogicalType.VARCHAR, LogicalType.VARCHAR), List.of());
  }

  private static List<Value> row(List<Value> head, Object... rest) {
    List<Value> row = new ArrayList<>(head);
    for (Object part : rest) {
      row.add(
          switch (part) {
            case Value value -> value;
            case String text -> Value.of(text);
            case Long number -> Value.of(number);
            case Integer number -> Value.of(number);
            case Boolean flag -> Value.of(flag);
            default -> throw new IllegalArgumentException(String.valueOf(part));
          });
    }
    return row;
  }

  private List<List<Value>> tables() {
    List<List<Value>> rows = new ArrayList<>();
    forEach(
        EntryKind.RELATION,
        (place, entry) -> {
          if (entry instanceof TableEntry table) {
            long checks = table.constraints().stream().filter(c -> c.startsWith("CHECK")).count();
            rows.add(
                row(
                    place.head(),
                    table.name(),
                    place.oid(),
                    text(null),
                    emptyMap(),
                    false,
                    table.temporary(),
                    table.constraints().stream().anyMatch(c -> c.startsWith("PRIMARY KEY")),
                    table.table().stats().rows(),
                    (long) table.columns().size(),
                    indexCount(place, table),
                    checks,
                    CreateTexts.table(place.schema(), table)));
          }
        });
    return rows;
  }

  /** The keys of a table; each counts as an index, as in the dialect. */
  private static long indexCount(Place place, TableEntry table) {
    long keys =
        table.constraints().stream()
            .filter(c -> c.startsWith("PRIMARY KEY") || c.startsWith("UNIQUE"))
            .count();
    return keys
        + place.catalog().list(EntryKind.INDEX, place.schema()).stream()
            .filter(
                e -> e instanceof IndexEntry index && index.table().equalsIgnoreCase(table.name()))
            .count();
  }

  private Map<String, Long> tableOids() {
    Map<String, Long> oids = new HashMap<>();
    forEach(EntryKind.RELATION, (place, entry) -> oids.put(key(place, entry.name()), place.oid()));
    return oids;
  }

  private static String key(Place place, String name) {
    return (place.databaseOid() + "." + place.schemaOid() + "." + name).toLowerCase(Locale.ROOT);
  }

  private List<List<Value>> indexes() {
    Map<String, Long> tables = tableOids();
    List<List<Value>> rows = new ArrayList<>();
    forEach(
        EntryKind.INDEX,
        (place, entry) -> {
          if (entry instanceof IndexEntry index) {
            rows.add(
                row(
                    place.head(),
                    index.name(),
                    place.oid(),
                    index.table(),
                    tables.getOrDefault(key(place, index.table()), 0L),
                    text(null),
                    emptyMap(),
                    index.unique(),
                    false,
                    CreateTexts.indexExpressions(index),
                    CreateTexts.index(place.schema(), index)));
          }
        });
    return rows;
  }

  /** An index depends on its table, and goes with it. */
  private List<List<Value>> dependencies() {
    Map<String, Long> tables = tableOids();
    List<List<Value>> rows = new ArrayList<>();
    forEach(
        EntryKind.INDEX,
        (place, entry) -> {
          if (entry instanceof IndexEntry index) {
            long table = tables.getOrDefault(key(place, index.table()), 0L);
            rows.add(row(List.of(), 0L, table, 0, 0L, place.oid(), 0, "a"));
          }
        });
    return rows;
  }

  private List<List<Value>> views() {
    List<List<Value>> rows = new ArrayList<>();
    forEach(
        EntryKind.RELATION,
        (place, entry) -> {
          if (entry instanceof ViewEntry v) {
            rows.add(
                row(
                    place.head(),
                    v.name(),
                    place.oid(),
                    text(null),
                    emptyMap(),
                    false,
                    v.temporary(),
                    (long) v.columnNames().size(),
                    CreateTexts.view(place.schema(), v),
                    true));
          }
        });
    return rows;
  }

  private List<List<Value>> columns() {
    List<List<Value>> rows = new ArrayList<>();
    forEach(
        EntryKind.RELATION,
        (place, entry) -> {
          switch (entry) {
            case TableEntry table -> {
              int index = 1;
              for (ColumnDefinition column : table.columns()) {
                rows.add(
                    column(
                        place,
                        table.name(),
                        index++,
                        column.name(),
                        column.type(),
                        !column.notNull(),
                        column.generatedSql() != null
                            ? "CAST(" + column.generatedSql() + " AS " + column.type() + ")"
                            : column.defaultSql()));
              }
            }
            case ViewEntry v -> {
              for (int i = 0; i < v.columnNames().size(); i++) {
                LogicalType type =
                    i < v.columnTypes().size() ? v.columnTypes().get(i) : LogicalType.VARCHAR;
                rows.add(column(place, v.name(), i + 1, v.columnNames().get(i), type, true, null));
              }
            }
            default -> {}
          }
        });
    return rows;
  }

  private static List<Value> column(
      Place place,
      String table,
      int index,
      String name,
      LogicalType type,
      boolean nullable,
      @Nullable String defaultText) {
    Value none = Value.nullOf(LogicalType.INTEGER);
    Object precision = none;
    Object radix = none;
    Object scale = none;
    switch (type.id()) {
      case DECIMAL -> {
        precision = ((LogicalType.Decimal) type).width();
        radix = 10;
        scale = ((LogicalType.Decimal) type).scale();
      }
      case TINYINT, UTINYINT -> precision = 8;
      case SMALLINT, USMALLINT -> precision = 16;
      case INTEGER, UINTEGER -> precision = 32;
      case BIGINT, UBIGINT -> precision = 64;
      case HUGEINT, UHUGEINT -> precision = 128;
      case FLOAT -> precision = 24;
      case DOUBLE -> precision = 53;
      default -> {}
    }
    if (precision instanceof Integer && radix == none) {
      radix = 2;
      scale = 0;
    }
    return row(
        place.head(),
        table,
        place.oid(),
        name,
        index,
        text(null),
        false,
        text(defaultText),
        nullable,
        type.toString(),
        (long) type.id().ordinal(),
        none,
        precision,
        radix,
        scale);
  }

  private List<List<Value>> schemas() {
    List<List<Value>> rows = new ArrayList<>();
    long database = 0;
    for (Catalog catalog : view.databases().all()) {
      database++;
      long schemaOid = 0;
      for (String schema : catalog.schemas()) {
        schemaOid++;
        rows.add(
            row(
                List.of(),
                database * 100 + schemaOid,
                catalog.name(),
                database,
                schema,
                text(null),
                emptyMap(),
                schema.equalsIgnoreCase(Databases.MAIN),
                text(null)));
      }
    }
    for (String schema : List.of("information_schema", "main", "pg_catalog")) {
      rows.add(row(List.of(), 0L, "system", 0L, schema, text(null), emptyMap(), true, text(null)));
    }
    return rows;
  }

  private List<List<Value>> databases() {
    List<List<Value>> rows = new ArrayList<>();
    long database = 0;
    for (Catalog catalog : view.databases().all()) {
      database++;
      rows.add(
          row(
              List.of(),
              catalog.name(),
              database,
              text(null),
              text(null),
              emptyMap(),
              catalog.name().equals(Databases.TEMP),
              "duckdb",
              false,
              false,
              text(null)));
    }
    rows.add(
        row(
            List.of(),
            "system",
            0L,
            text(null),
            text(null),
            emptyMap(),
            true,
            "duckdb",
            false,
            false,
            text(null)));
    return rows;
  }

  private List<List<Value>> databaseList() {
    List<List<Value>> rows = new ArrayList<>();
    long sequence = 0;
    for (Catalog catalog : view.databases().all()) {
      if (!catalog.name().equals(Databases.TEMP)) {
        rows.add(row(List.of(), sequence++, catalog.name(), text(null)));
      }
    }
    return rows;
  }

  private List<List<Value>> constraints() {
    List<List<Value>> rows = new ArrayList<>();
    forEach(
        EntryKind.RELATION,
        (place, entry) -> {
          if (entry instanceof TableEntry table) {
            ConstraintRows.of(table)
                .forEach(c -> rows.add(constraint(place, table, rows.size(), c)));
          }
        });
    return rows;
  }

  private static List<Value> constraint(
      Place place, TableEntry table, long index, ConstraintRows.Facts facts) {
    List<Value> numbers = new ArrayList<>();
    for (String name : facts.columns()) {
      for (int i = 0; i < table.columns().size(); i++) {
        if (table.columns().get(i).name().equalsIgnoreCase(name)) {
          numbers.add(Value.of((long) i));
        }
      }
    }
    return row(
        place.head(),
        table.name(),
        place.oid(),
        index,
        facts.type(),
        facts.text(),
        text(facts.expression()),
        new Value(LogicalType.list(LogicalType.BIGINT), numbers),
        texts(facts.columns()),
        facts.name(),
        text(facts.referencedTable()),
        texts(facts.referencedColumns()));
  }

  private static Value texts(List<String> texts) {
    return new Value(LogicalType.list(LogicalType.VARCHAR), texts.stream().map(Value::of).toList());
  }

  private List<List<Value>> sequences() {
    List<List<Value>> rows = new ArrayList<>();
    forEach(
        EntryKind.SEQUENCE,
        (place, entry) -> {
          CatalogEntry.SequenceEntry s = (CatalogEntry.SequenceEntry) entry;
          rows.add(
              row(
                  place.head(),
                  s.name(),
                  place.oid(),
                  text(null),
                  emptyMap(),
                  s.temporary(),
                  s.counter().start(),
                  s.counter().min(),
                  s.counter().max(),
                  s.counter().increment(),
                  s.counter().cycle(),
                  Value.nullOf(LogicalType.BIGINT),
                  CreateTexts.sequence(s)));
        });
    return rows;
  }

  private CatalogEntry relation(String name) {
    List<String> parts = new ArrayList<>();
    for (String part : name.split("\\.")) {
      parts.add(part.replace("\"", ""));
    }
    Databases.Found found =
        view.databases().find(EntryKind.RELATION, new QualifiedName(parts, SourceSpan.NONE));
    if (found == null) {
      throw EiderException.catalog("Table with name " + name + " does not exist!");
    }
    return found.entry();
  }

  private List<List<Value>> tableInfo(Value name) {
    List<List<Value>> rows = new ArrayList<>();
    switch (relation(name.asString())) {
      case TableEntry table -> {
        List<String> keys = primaryKey(table);
        for (int i = 0; i < table.columns().size(); i++) {
          ColumnDefinition column = table.columns().get(i);
          rows.add(
              row(
                  List.of(),
                  i,
                  column.name(),
                  column.type().toString(),
                  column.notNull(),
                  text(column.defaultSql()),
                  keys.stream().anyMatch(column.name()::equalsIgnoreCase)));
        }
      }
      case ViewEntry v -> {
        for (int i = 0; i < v.columnNames().size(); i++) {
          rows.add(
              row(
                  List.of(),
                  i,
                  v.columnNames().get(i),
                  v.columnTypes().get(i).toString(),
                  false,
                  text(null),
                  false));
        }
      }
      default -> throw EiderException.catalog(name.asString() + " is not a table");
    }
    return rows;
  }

  /** The columns of a table's primary key. */
  static List<String> primaryKey(TableEntry table) {
    for (String constraint : table.constraints()) {
      if (constraint.startsWith("PRIMARY KEY")) {
        return Constraints.columnsOf(table, constraint);
      }
    }
    return List.of();
  }

  private List<List<Value>> show(Value name) {
    List<List<Value>> rows = new ArrayList<>();
    if (relation(name.asString()) instanceof TableEntry table) {
      List<String> keys = primaryKey(table);
      for (ColumnDefinition column : table.columns()) {
        boolean key = keys.stream().anyMatch(column.name()::equalsIgnoreCase);
        rows.add(
            row(
                List.of(),
                column.name(),
                column.type().toString(),
                column.notNull() ? "NO" : "YES",
                key ? text("PRI") : text(null),
                text(column.defaultSql()),
                text(null)));
      }
    } else if (relation(name.asString()) instanceof ViewEntry v) {
      for (int i = 0; i < v.columnNames().size(); i++) {
        rows.add(
            row(
                List.of(),
                v.columnNames().get(i),
                v.columnTypes().get(i).toString(),
                "YES",
                text(null),
                text(null),
                text(null)));
      }
    }
    return rows;
  }

  /** Named parameters of nothing. */
  static Map<String, LogicalType> none() {
    return Map.of();
  }
}
