// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql;

import dev.eider.engine.sql.ast.QualifiedName;
import dev.eider.engine.sql.ast.Query;
import dev.eider.engine.sql.ast.TableRef;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** DESCRIBE, SUMMARIZE and SHOW. */
final class ShowParser {
  private final Parsers p;
  private final Cursor c;

  ShowParser(Parsers parsers) {
    this.p = parsers;
    this.c = parsers.cursor;
  }

  TableRef show() {
    int first = c.position();
    boolean show = c.at(Keyword.SHOW);
    boolean summarize = c.at(Keyword.SUMMARIZE);
    c.advance();
    TableRef.ShowKind kind = summarize ? TableRef.ShowKind.SUMMARIZE : TableRef.ShowKind.DESCRIBE;
    if (p.queries.atQueryStartOrParenthesis(0)) {
      return ref(kind, p.queries.query(), null, false, first);
    }
    if (!summarize && c.at(Keyword.TABLES, Keyword.FROM)) {
      c.advance();
      c.advance();
      QualifiedName schema = p.expressions.qualifiedNameOrString();
      if (schema.parts().size() > 2) {
        throw c.error(
            "Expected \"SHOW TABLES FROM database\", \"SHOW TABLES FROM schema\", or \"SHOW TABLES"
                + " FROM database.schema\"");
      }
      return ref(TableRef.ShowKind.TABLES_FROM, null, schema, false, first);
    }
    if (!summarize && c.at(Keyword.ALL)) {
      c.advance();
      c.accept(Keyword.TABLES);
      return ref(TableRef.ShowKind.ALL_TABLES, null, null, false, first);
    }
    if (c.atString()) {
      int nameAt = c.position();
      String file = c.string();
      return ref(kind, null, QualifiedName.of(file, c.span(nameAt)), true, first);
    }
    if (!c.atName(0)) {
      if (summarize) {
        throw c.error("Expected table name with SUMMARIZE");
      }
      return ref(
          show ? TableRef.ShowKind.TABLES : TableRef.ShowKind.ALL_TABLES, null, null, false, first);
    }
    QualifiedName name = p.expressions.qualifiedNameOrString();
    TableRef.@Nullable ShowKind special =
        name.isSimple()
            ? special(name.name(), show)
            : show ? TableRef.ShowKind.SETTING_OR_TABLE : null;
    if (special == null) {
      return ref(kind, null, name, false, first);
    }
    boolean named = special == TableRef.ShowKind.SETTING_OR_TABLE;
    return ref(special, null, named ? name : null, false, first);
  }

  private static TableRef.@Nullable ShowKind special(String name, boolean show) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "tables" -> TableRef.ShowKind.TABLES;
      case "databases" -> TableRef.ShowKind.DATABASES;
      case "schemas" -> TableRef.ShowKind.SCHEMAS;
      case "variables" -> TableRef.ShowKind.VARIABLES;
      default -> show ? TableRef.ShowKind.SETTING_OR_TABLE : null;
    };
  }

  private TableRef ref(
      TableRef.ShowKind kind,
      @Nullable Query query,
      @Nullable QualifiedName name,
      boolean isFile,
      int first) {
    return new TableRef.Show(kind, query, name, isFile, null, c.span(first));
  }
}
