// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.engine.sql.ast.Expr;
import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.TableRef;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;

/** Looks for uses of names in what was parsed. */
final class AstReferences {
  private AstReferences() {}

  /** Whether some FROM clause in the query names {@code table} (alone or as recurring.table). */
  static boolean mentions(Query query, String table) {
    return search(query, table);
  }

  /** Adds the lower-case last names of all column references in the tree. */
  static void addColumns(Object node, Set<String> names) {
    switch (node) {
      case Expr.ColumnRef column -> names.add(column.names().getLast().toLowerCase(Locale.ROOT));
      case Collection<?> list -> list.forEach(element -> addColumns(element, names));
      case Record record -> {
        for (RecordComponent component : record.getClass().getRecordComponents()) {
          try {
            Object part = component.getAccessor().invoke(record);
            if (part != null) {
              addColumns(part, names);
            }
          } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
          }
        }
      }
      default -> {}
    }
  }

  private static boolean search(Object node, String table) {
    return switch (node) {
      case TableRef.NamedTable named ->
          !named.isFile()
              && named.name().name().equalsIgnoreCase(table)
              && (named.name().isSimple()
                  || named.name().parts().getFirst().equalsIgnoreCase("recurring"));
      case Collection<?> list -> {
        for (Object element : list) {
          if (search(element, table)) {
            yield true;
          }
        }
        yield false;
      }
      case Record record -> searchParts(record, table);
      default -> false;
    };
  }

  /** The tree is records all through, so their components are the children. */
  private static boolean searchParts(Record record, String table) {
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      try {
        Object part = component.getAccessor().invoke(record);
        if (part != null && search(part, table)) {
          return true;
        }
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
    return false;
  }
}
