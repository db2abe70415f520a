// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider;

import dev.eider.base.catalog.CatalogEntry;
import dev.eider.base.type.LogicalType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the catalog knows of a table or view.
 *
 * @param sql a CREATE statement that makes it
 */
public record TableInfo(
    String database,
    String schema,
    String name,
    boolean view,
    boolean temporary,
    List<Column> columns,
    List<String> constraints,
    String sql) {
  public TableInfo {
    columns = List.copyOf(columns);
    constraints = List.copyOf(constraints);
  }

  /** One column. */
  public record Column(
      String name,
      LogicalType type,
      boolean notNull,
      @Nullable String defaultSql,
      boolean generated) {}

  static @Nullable TableInfo of(String database, String schema, CatalogEntry entry) {
    return switch (entry) {
      case CatalogEntry.TableEntry table -> table(database, schema, table);
      case CatalogEntry.ViewEntry view -> view(database, schema, view);
      case CatalogEntry.MacroEntry macro -> null;
      case CatalogEntry.TypeEntry type -> null;
      case CatalogEntry.SequenceEntry sequence -> null;
      case CatalogEntry.IndexEntry index -> null;
    };
  }

  private static TableInfo table(String database, String schema, CatalogEntry.TableEntry table) {
    List<Column> columns = new ArrayList<>();
    StringBuilder sql =
        new StringBuilder(table.temporary() ? "CREATE TEMP TABLE " : "CREATE TABLE ");
    qualified(schema, table.name(), sql);
    String between = "(";
    for (CatalogEntry.ColumnDefinition column : table.columns()) {
      columns.add(
          new Column(
              column.name(),
              column.type(),
              column.notNull(),
              column.defaultSql(),
              column.generatedSql() != null));
      sql.append(between).append(name(column.name())).append(' ').append(column.type());
      if (column.generatedSql() != null) {
        sql.append(" GENERATED ALWAYS AS (").append(column.generatedSql()).append(')');
      }
      if (column.defaultSql() != null) {
        sql.append(" DEFAULT(").append(column.defaultSql()).append(')');
      }
      if (column.notNull()) {
        sql.append(" NOT NULL");
      }
      between = ", ";
    }
    for (String constraint : table.constraints()) {
      sql.append(between).append(constraint);
    }
    sql.append(");");
    return new TableInfo(
        database,
        schema,
        table.name(),
        false,
        table.temporary(),
        columns,
        table.constraints(),
        sql.toString());
  }

  private static TableInfo view(String database, String schema, CatalogEntry.ViewEntry view) {
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < view.columnTypes().size(); i++) {
      columns.add(
          new Column(view.columnNames().get(i), view.columnTypes().get(i), false, null, false));
    }
    StringBuilder sql = new StringBuilder(view.temporary() ? "CREATE TEMP VIEW " : "CREATE VIEW ");
    qualified(schema, view.name(), sql);
    sql.append(" AS ").append(view.querySql().strip());
    if (sql.charAt(sql.length() - 1) != ';') {
      sql.append(';');
    }
    return new TableInfo(
        database, schema, view.name(), true, view.temporary(), columns, List.of(), sql.toString());
  }

  private static void qualified(String schema, String name, StringBuilder sql) {
    if (!schema.equals("main")) {
      sql.append(name(schema)).append('.');
    }
    sql.append(name(name));
  }

  private static String name(String name) {
    boolean plain = !name.isEmpty() && !Character.isDigit(name.charAt(0));
    for (int i = 0; plain && i < name.length(); i++) {
      char c = name.charAt(i);
      plain = c == '_' || (c < 128 && Character.isLetterOrDigit(c));
    }
    return plain ? name : Sql.quoteName(name);
  }

  /** The columns of the primary key, empty without one. */
  public List<String> primaryKey() {
    for (String constraint : constraints) {
      String upper = constraint.toUpperCase(Locale.ROOT);
      int open = constraint.indexOf('(');
      if (upper.startsWith("PRIMARY KEY") && open >= 0) {
        List<String> names = new ArrayList<>();
        for (String part : constraint.substring(open + 1, constraint.lastIndexOf(')')).split(",")) {
          String name = part.strip();
          names.add(
              name.startsWith("\"")
                  ? name.substring(1, name.length() - 1).replace("\"\"", "\"")
                  : name);
        }
        return names;
      }
    }
    return List.of();
  }
}
