// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.catalog;

import dev.eider.base.table.MutableTable;
import dev.eider.base.type.LogicalType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A named thing in a schema. Names keep the case they were made with and compare without case. */
public sealed interface CatalogEntry {
  String name();

  /** A table with its storage. {@code sql} is the CREATE TABLE text as users expect to see it. */
  record TableEntry(
      String name,
      List<ColumnDefinition> columns,
      List<String> constraints,
      boolean temporary,
      MutableTable table)
      implements CatalogEntry {
    public TableEntry {
      columns = List.copyOf(columns);
      constraints = List.copyOf(constraints);
    }
  }

  /** One column of a table: {@code defaultSql} and {@code generatedSql} are expression texts. */
  record ColumnDefinition(
      String name,
      LogicalType type,
      boolean notNull,
      @Nullable String defaultSql,
      @Nullable String generatedSql,
      @Nullable String collation) {
    /** A column of binary collation. */
    public ColumnDefinition(
        String name,
        LogicalType type,
        boolean notNull,
        @Nullable String defaultSql,
        @Nullable String generatedSql) {
      this(name, type, notNull, defaultSql, generatedSql, null);
    }
  }

  /** A view: the query text, and the column names it was given or had when it was made. */
  record ViewEntry(
      String name,
      String querySql,
      List<String> columnNames,
      List<LogicalType> columnTypes,
      boolean temporary)
      implements CatalogEntry {
    public ViewEntry {
      columnNames = List.copyOf(columnNames);
      columnTypes = List.copyOf(columnTypes);
    }
  }

  /** A scalar or table macro: one overload a parameter list, each with its body's text. */
  record MacroEntry(
      String name, boolean tableMacro, List<MacroOverload> overloads, boolean temporary)
      implements CatalogEntry {
    public MacroEntry {
      overloads = List.copyOf(overloads);
    }
  }

  /** One overload: parameter names, default expression texts (null where there is none). */
  record MacroOverload(List<String> parameters, List<@Nullable String> defaults, String bodySql) {}

  /** A named type. */
  record TypeEntry(String name, LogicalType type, boolean temporary) implements CatalogEntry {}

  /**
   * An index of a table of the same schema. {@code expressions} are texts: quoted names of columns,
   * or expressions in parentheses.
   */
  record IndexEntry(
      String name, String table, boolean unique, List<String> expressions, boolean temporary)
      implements CatalogEntry {
    public IndexEntry {
      expressions = List.copyOf(expressions);
    }
  }

  /** A sequence; its counter is shared by all who hold the entry. */
  record SequenceEntry(String name, SequenceCounter counter, boolean temporary)
      implements CatalogEntry {}
}
