// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.output;

/** Names in SQL text. */
public final class Identifiers {
  private Identifiers() {}

  /** The name as SQL takes it: between quotes unless it is plain lower case. */
  public static String quote(String name) {
    boolean plain = !name.isEmpty() && !Character.isDigit(name.charAt(0));
    for (int i = 0; plain && i < name.length(); i++) {
      char c = name.charAt(i);
      plain = c == '_' || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    }
    return plain ? name : '"' + name.replace("\"", "\"\"") + '"';
  }

  /** A text as an SQL literal. */
  public static String literal(String text) {
    return '\'' + text.replace("'", "''") + '\'';
  }
}
