// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session.catalog;

import dev.eider.base.catalog.CatalogEntry.ColumnDefinition;
import dev.eider.base.catalog.CatalogEntry.IndexEntry;
import dev.eider.base.catalog.CatalogEntry.SequenceEntry;
import dev.eider.base.catalog.CatalogEntry.TableEntry;
import dev.eider.base.catalog.CatalogEntry.ViewEntry;
import dev.eider.engine.bind.ForeignKey;
import java.util.ArrayList;
import java.util.List;

/** The CREATE statements that make entries again. */
public final class CreateTexts {
  private CreateTexts() {}

  /** CREATE TABLE. */
  public static String table(String schema, TableEntry table) {
    List<String> parts = new ArrayList<>();
    for (ColumnDefinition column : table.columns()) {
      StringBuilder part =
          new StringBuilder(quote(column.name())).append(' ').append(column.type());
      if (column.generatedSql() != null) {
        part.append(" GENERATED ALWAYS AS(").append(column.generatedSql()).append(')');
      }
      if (column.defaultSql() != null) {
        part.append(" DEFAULT(").append(column.defaultSql()).append(')');
      }
      if (column.notNull() && !isKey(table, column)) {
        part.append(" NOT NULL");
      }
      String inline = inlineKey(table, column);
      if (!inline.isEmpty()) {
        part.append(' ').append(inline);
      }
      parts.add(part.toString());
    }
    for (String constraint : table.constraints()) {
      if (!isInline(constraint)) {
        parts.add(constraint);
      }
    }
    return "CREATE "
        + (table.temporary() ? "TEMP " : "")
        + "TABLE "
        + qualified(schema, table.name())
        + "("
        + String.join(", ", parts)
        + ");";
  }

  private static boolean isKey(TableEntry table, ColumnDefinition column) {
    return CatalogFunctions.primaryKey(table).stream().anyMatch(column.name()::equalsIgnoreCase);
  }

  private static boolean isInline(String constraint) {
    return !constraint.startsWith("CHECK")
        && !constraint.startsWith(ForeignKey.START)
        && constraint.indexOf(',') < 0;
  }

  private static String inlineKey(TableEntry table, ColumnDefinition column) {
    List<String> keys = new ArrayList<>();
    for (String constraint : table.constraints()) {
      if (isInline(constraint)) {
        String name =
            constraint
                .substring(constraint.indexOf('(') + 1, constraint.length() - 1)
                .replace("\"", "");
        if (name.equalsIgnoreCase(column.name())) {
          keys.add(constraint.substring(0, constraint.indexOf('(')));
        }
      }
    }
    return String.join(" ", keys);
  }

  /** CREATE INDEX. */
  public static String index(String schema, IndexEntry index) {
    return "CREATE "
        + (index.unique() ? "UNIQUE " : "")
        + "INDEX "
        + quote(index.name())
        + " ON "
        + qualified(schema, index.table())
        + "("
        + String.join(", ", index.expressions())
        + ");";
  }

  /** The expressions of an index as a list, those that are no columns in quotes. */
  static String indexExpressions(IndexEntry index) {
    List<String> parts = new ArrayList<>();
    for (String expression : index.expressions()) {
      parts.add(
          expression.startsWith("(") ? "'" + expression.replace("'", "''") + "'" : expression);
    }
    return "[" + String.join(", ", parts) + "]";
  }

  /** CREATE VIEW. */
  public static String view(String schema, ViewEntry view) {
    return "CREATE "
        + (view.temporary() ? "TEMP " : "")
        + "VIEW "
        + qualified(schema, view.name())
        + " AS "
        + view.querySql()
        + ";";
  }

  /** CREATE SEQUENCE. */
  public static String sequence(SequenceEntry sequence) {
    return "CREATE SEQUENCE "
        + quote(sequence.name())
        + " INCREMENT BY "
        + sequence.counter().increment()
        + " MINVALUE "
        + sequence.counter().min()
        + " MAXVALUE "
        + sequence.counter().max()
        + " START "
        + sequence.counter().start()
        + (sequence.counter().cycle() ? " CYCLE;" : " NO CYCLE;");
  }

  private static String qualified(String schema, String name) {
    return schema.equalsIgnoreCase("main") ? quote(name) : quote(schema) + "." + quote(name);
  }

  /** A name as SQL needs it. */
  public static String quote(String name) {
    boolean plain = !name.isEmpty() && !Character.isDigit(name.charAt(0));
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      plain &= (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    }
    return plain ? name : '"' + name.replace("\"", "\"\"") + '"';
  }
}
