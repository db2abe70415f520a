// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session.catalog;

import dev.eider.base.catalog.CatalogEntry.ColumnDefinition;
import dev.eider.base.catalog.CatalogEntry.TableEntry;
import dev.eider.engine.bind.Constraints;
import dev.eider.engine.bind.ForeignKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The constraints of a table as {@code duckdb_constraints} lists them. */
final class ConstraintRows {
  private ConstraintRows() {}

  /** What there is to say about a constraint. */
  record Facts(
      String type,
      String text,
      @Nullable String expression,
      List<String> columns,
      String name,
      @Nullable String referencedTable,
      List<String> referencedColumns) {}

  /** The constraints in the order of their definition; those on NULL last. */
  static List<Facts> of(TableEntry table) {
    List<Facts> rows = new ArrayList<>();
    Map<String, Integer> names = new HashMap<>();
    for (String constraint : table.constraints()) {
      rows.add(facts(table, constraint, names));
    }
    for (ColumnDefinition column : table.columns()) {
      if (column.notNull()) {
        List<String> columns = List.of(column.name());
        rows.add(
            new Facts(
                "NOT NULL",
                "NOT NULL",
                null,
                columns,
                unique(table.name(), columns, "not_null", names),
                null,
                List.of()));
      }
    }
    return rows;
  }

  private static Facts facts(TableEntry table, String constraint, Map<String, Integer> names) {
    List<String> columns = Constraints.columnsOf(table, constraint);
    ForeignKey key = ForeignKey.parse(constraint);
    if (key != null) {
      List<String> both = new ArrayList<>(columns);
      both.addAll(key.referenced());
      return new Facts(
          "FOREIGN KEY",
          constraint,
          null,
          columns,
          unique(table.name(), both, "fkey", names),
          key.table(),
          key.referenced());
    }
    String type = constraint.substring(0, constraint.indexOf('(')).strip();
    String suffix =
        switch (type) {
          case "PRIMARY KEY" -> "pkey";
          case "UNIQUE" -> "key";
          default -> "check";
        };
    return new Facts(
        type,
        constraint,
        type.equals("CHECK") ? constraint.substring(6, constraint.length() - 1) : null,
        columns,
        unique(table.name(), columns, suffix, names),
        null,
        List.of());
  }

  /** A name made of table, columns and kind; the second of that name is numbered. */
  private static String unique(
      String table, List<String> columns, String suffix, Map<String, Integer> names) {
    String name = (table + "_" + String.join("_", columns) + "_" + suffix).toLowerCase(Locale.ROOT);
    int seen = names.merge(name, 1, Integer::sum);
    return seen == 1 ? name : name + "_" + (seen - 1);
  }
}
