// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.catalog.Catalog;
import dev.eider.base.catalog.Catalog.EntryKind;
import dev.eider.base.catalog.CatalogEntry;
import dev.eider.base.catalog.CatalogEntry.TableEntry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A FOREIGN KEY constraint: the columns of its table, and the key of another table of the same
 * database whose values they take. The catalog keeps it as text.
 *
 * @param schema the schema of the table that is referred to
 */
public record ForeignKey(
    List<String> columns, String schema, String table, List<String> referenced) {
  /** How texts of foreign keys begin. */
  public static final String START = "FOREIGN KEY (";

  private static final String REFERENCES = ") REFERENCES ";

  public ForeignKey {
    columns = List.copyOf(columns);
    referenced = List.copyOf(referenced);
  }

  /** The text of the constraint. */
  public String text() {
    String target =
        schema.equalsIgnoreCase(Databases.MAIN) ? quote(table) : quote(schema) + "." + quote(table);
    return START + quoted(columns) + REFERENCES + target + "(" + quoted(referenced) + ")";
  }

  /** The foreign key of a constraint's text; null for another constraint. */
  public static @Nullable ForeignKey parse(String constraint) {
    if (!constraint.startsWith(START)) {
      return null;
    }
    int columnsEnd = closing(constraint, START.length() - 1);
    int targetStart = columnsEnd + REFERENCES.length();
    int listStart = unquoted(constraint, '(', targetStart);
    List<String> target = split(constraint.substring(targetStart, listStart), '.');
    return new ForeignKey(
        split(constraint.substring(START.length(), columnsEnd), ','),
        target.size() == 1 ? Databases.MAIN : target.getFirst(),
        target.getLast(),
        split(constraint.substring(listStart + 1, constraint.length() - 1), ','));
  }

  /** The foreign keys of a table. */
  public static List<ForeignKey> of(TableEntry table) {
    List<ForeignKey> keys = new ArrayList<>();
    for (String constraint : table.constraints()) {
      ForeignKey key = parse(constraint);
      if (key != null) {
        keys.add(key);
      }
    }
    return keys;
  }

  /** A foreign key with the table that has it. */
  public record Referrer(String schema, TableEntry table, ForeignKey key) {}

  /** The foreign keys of any table that refer to this one. */
  public static List<Referrer> referrers(Catalog catalog, String schema, String table) {
    List<Referrer> referrers = new ArrayList<>();
    for (String other : catalog.schemas()) {
      for (CatalogEntry entry : catalog.list(EntryKind.RELATION, other)) {
        if (entry instanceof TableEntry candidate) {
          for (ForeignKey key : of(candidate)) {
            if (key.schema.equalsIgnoreCase(schema) && key.table.equalsIgnoreCase(table)) {
              referrers.add(new Referrer(other, candidate, key));
            }
          }
        }
      }
    }
    return referrers;
  }

  /** Names of a list that constraints keep: quoted where they need it. */
  static List<String> split(String list, char separator) {
    List<String> names = new ArrayList<>();
    StringBuilder name = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < list.length(); i++) {
      char c = list.charAt(i);
      if (c == '"') {
        if (quoted && i + 1 < list.length() && list.charAt(i + 1) == '"') {
          name.append('"');
          i++;
        } else {
          quoted = !quoted;
        }
      } else if (c == separator && !quoted) {
        names.add(name.toString().strip());
        name.setLength(0);
      } else {
        name.append(c);
      }
    }
    names.add(name.toString().strip());
    return names;
  }

  private static int closing(String text, int open) {
    return unquoted(text, ')', open);
  }

  private static int unquoted(String text, char wanted, int from) {
    boolean quoted = false;
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (c == wanted && !quoted) {
        return i;
      }
    }
    throw new IllegalArgumentException("no " + wanted + " in " + text);
  }

  static String quoted(List<String> names) {
    List<String> quoted = new ArrayList<>();
    names.forEach(name -> quoted.add(quote(name)));
    return String.join(", ", quoted);
  }

  static String quote(String name) {
    boolean plain = !name.isEmpty();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      plain &= Character.isLetterOrDigit(c) || c == '_';
    }
    return plain ? name : '"' + name.replace("\"", "\"\"") + '"';
  }
}
