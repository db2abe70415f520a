// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A table in FROM under its alias. {@code path} are the qualifiers it may also be named with,
 * outermost first.
 */
record TableBinding(String alias, List<String> path, List<BoundColumn> columns) {
  TableBinding {
    path = List.copyOf(path);
    columns = List.copyOf(columns);
  }

  /** A column as the table shows it. */
  record BoundColumn(String name, BoundExpr expr, boolean hidden) {}

  /** A binding over output columns, names made unique as the dialect does: a, a_1. */
  static TableBinding of(
      String alias, List<String> names, List<ColumnRef> output, List<String> columnAliases) {
    return of(alias, List.of(), names, output, columnAliases);
  }

  /** The same under qualifiers. */
  static TableBinding of(
      String alias,
      List<String> path,
      List<String> names,
      List<ColumnRef> output,
      List<String> columnAliases) {
    List<String> renamed = new ArrayList<>(names);
    for (int i = 0; i < columnAliases.size() && i < renamed.size(); i++) {
      renamed.set(i, columnAliases.get(i));
    }
    List<String> unique = uniqueNames(renamed);
    List<BoundColumn> columns = new ArrayList<>();
    for (int i = 0; i < output.size(); i++) {
      columns.add(new BoundColumn(unique.get(i), output.get(i), false));
    }
    return new TableBinding(alias, path, columns);
  }

  /** Names made unique without regard to case: the second {@code a} becomes {@code a_1}. */
  static List<String> uniqueNames(List<String> names) {
    Set<String> used = new HashSet<>();
    List<String> unique = new ArrayList<>();
    for (String name : names) {
      String candidate = name;
      for (int n = 1; !used.add(candidate.toLowerCase(Locale.ROOT)); n++) {
        candidate = name + "_" + n;
      }
      unique.add(candidate);
    }
    return unique;
  }

  @Nullable BoundColumn find(String name) {
    for (BoundColumn column : columns) {
      if (column.name().equalsIgnoreCase(name)) {
        return column;
      }
    }
    return null;
  }

  /** Whether {@code qualifiers} (outermost first) name this table. */
  boolean isNamed(List<String> qualifiers) {
    if (!qualifiers.getLast().equalsIgnoreCase(alias)) {
      return false;
    }
    int extra = qualifiers.size() - 1;
    if (extra == 0) {
      return true;
    }
    if (path.isEmpty() || extra > path.size()) {
      return false;
    }
    if (extra == 1) {
      return path.stream().anyMatch(part -> part.equalsIgnoreCase(qualifiers.getFirst()));
    }
    for (int i = 0; i < extra; i++) {
      if (!qualifiers.get(i).equalsIgnoreCase(path.get(path.size() - extra + i))) {
        return false;
      }
    }
    return true;
  }
}
