// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session.explain;

/**
 * How plans are drawn as text.
 *
 * @param upperCase operators are named {@code HASH_JOIN}, not {@code Hash Join}
 */
public record TextOptions(boolean upperCase) {
  /** How they are drawn when nothing else is set. */
  public static final TextOptions DEFAULT = new TextOptions(false);

  /** An operator's name. */
  String name(String operator) {
    if (upperCase) {
      return operator;
    }
    StringBuilder text = new StringBuilder();
    boolean first = true;
    for (int i = 0; i < operator.length(); i++) {
      char c = operator.charAt(i);
      text.append(c == '_' ? ' ' : first ? Character.toUpperCase(c) : Character.toLowerCase(c));
      first = c == '_' || c == ' ';
    }
    return text.toString().replace("Cte", "CTE");
  }
}
