// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The field names in the text of a struct type. */
final class StructNames {
  private StructNames() {}

  /** Names of {@code STRUCT(a INTEGER, "b c" VARCHAR)}; empty names for a text without fields. */
  static String[] parse(String typeName, int count) throws SQLException {
    int open = typeName.indexOf('(');
    String[] names = new String[count];
    if (open < 0 || !typeName.endsWith(")")) {
      java.util.Arrays.fill(names, "");
      return names;
    }
    List<String> found = new ArrayList<>();
    int depth = 0;
    int from = open + 1;
    boolean quoted = false;
    for (int i = from; i < typeName.length(); i++) {
      char c = typeName.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (!quoted && (c == '(' || c == '[')) {
        depth++;
      } else if (!quoted && depth > 0 && (c == ')' || c == ']')) {
        depth--;
      } else if (!quoted && depth == 0 && (c == ',' || c == ')')) {
        found.add(name(typeName.substring(from, i).strip()));
        from = i + 1;
      }
    }
    if (found.size() != count) {
      throw SqlErrors.argument(
          typeName + " has " + found.size() + " fields, " + count + " values were given");
    }
    return found.toArray(names);
  }

  private static String name(String field) {
    if (field.startsWith("\"")) {
      int end = 1;
      while (end < field.length() && (field.charAt(end) != '"' || field.startsWith("\"\"", end))) {
        end += field.startsWith("\"\"", end) ? 2 : 1;
      }
      return field.substring(1, Math.min(end, field.length())).replace("\"\"", "\"");
    }
    int space = field.indexOf(' ');
    return space < 0 ? field : field.substring(0, space);
  }
}
