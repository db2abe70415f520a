// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.QualifiedName;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Checks that the lists beside a star do not speak of one column twice. */
final class StarLists {
  private StarLists() {}

  static void check(
      Cursor cursor,
      List<QualifiedName> exclude,
      List<Expr.Replace> replace,
      List<Expr.Rename> rename) {
    Set<String> excluded = new HashSet<>();
    for (QualifiedName name : exclude) {
      if (!excluded.add(key(name))) {
        throw cursor.error("Duplicate entry \"" + text(name) + "\" in EXCLUDE list");
      }
    }
    Set<String> replaced = new HashSet<>();
    for (Expr.Replace entry : replace) {
      String column = entry.column().name();
      if (!replaced.add(column.toLowerCase(Locale.ROOT))) {
        throw cursor.error("Duplicate entry \"" + column + "\" in REPLACE list");
      }
      if (excluded.contains(column.toLowerCase(Locale.ROOT))) {
        throw cursor.error(
            "Column \"" + column + "\" cannot occur in both EXCLUDE and REPLACE list");
      }
    }
    for (Expr.Rename entry : rename) {
      if (excluded.contains(key(entry.from()))) {
        throw cursor.error(
            "Column \"" + text(entry.from()) + "\" cannot occur in both EXCLUDE and RENAME list");
      }
      if (replaced.contains(entry.from().name().toLowerCase(Locale.ROOT))) {
        throw cursor.error(
            "Column \"" + text(entry.from()) + "\" cannot occur in both REPLACE and RENAME list");
      }
    }
  }

  private static String key(QualifiedName name) {
    return text(name).toLowerCase(Locale.ROOT);
  }

  private static String text(QualifiedName name) {
    return String.join(".", name.parts());
  }
}
