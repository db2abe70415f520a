// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.TableRef;
import java.lang.reflect.RecordComponent;
import java.util.Collection;

/** Looks for uses of a table name in a parsed query. */
final class AstReferences {
  private AstReferences() {}

  /** Whether some FROM clause in the query names {@code table} (alone or as recurring.table). */
  static boolean mentions(Query query, String table) {
    return search(query, table);
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
