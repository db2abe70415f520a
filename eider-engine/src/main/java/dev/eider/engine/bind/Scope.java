// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.engine.expr.BoundExpr;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tables of one FROM clause, left to right, and which columns USING made one. */
final class Scope {
  private final List<TableBinding> tables = new ArrayList<>();
  private final List<UsingColumn> using = new ArrayList<>();

  /**
   * Columns of one name joined by USING: {@code value} stands for the bare name; {@code members}
   * are the tables whose columns it merges, the first one shows it in {@code *}.
   */
  record UsingColumn(String name, BoundExpr value, List<TableBinding> members) {
    UsingColumn {
      members = List.copyOf(members);
    }
  }

  void add(TableBinding table) {
    tables.add(table);
  }

  /** Takes over everything of another scope, to the right of what is here. */
  void addAll(Scope other) {
    tables.addAll(other.tables);
    using.addAll(other.using);
  }

  List<TableBinding> tables() {
    return tables;
  }

  List<UsingColumn> usingColumns() {
    return using;
  }

  boolean isEmpty() {
    return tables.isEmpty();
  }

  /** Records a USING column; earlier ones it includes are replaced. */
  void addUsing(UsingColumn column) {
    using.removeIf(old ->
        old.name().equalsIgnoreCase(column.name()) && column.members().containsAll(old.members()));
    using.add(column);
  }

  @Nullable UsingColumn findUsing(String name, TableBinding member) {
    for (UsingColumn column : using) {
      if (column.name().equalsIgnoreCase(name)) {
        for (TableBinding table : column.members()) {
          if (table == member) {
            return column;
          }
        }
      }
    }
    return null;
  }

  /** The tables that have a column of that name. */
  List<TableBinding> tablesWith(String column) {
    List<TableBinding> found = new ArrayList<>();
    for (TableBinding table : tables) {
      if (table.find(column) != null) {
        found.add(table);
      }
    }
    return found;
  }

  /** The tables that these qualifiers name. */
  List<TableBinding> tablesNamed(List<String> qualifiers) {
    List<TableBinding> found = new ArrayList<>();
    for (TableBinding table : tables) {
      if (table.isNamed(qualifiers)) {
        found.add(table);
      }
    }
    return found;
  }
}
