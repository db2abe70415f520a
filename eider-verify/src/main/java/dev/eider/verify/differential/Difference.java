// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.differential;

/**
 * Two engines that do not agree on a query.
 *
 * @param kind a short name, equal for differences of the same sort
 * @param left what the engine under test says
 * @param right what the oracle says
 */
record Difference(Kind kind, String left, String right) {
  /** Sorts of difference. */
  enum Kind {
    COLUMN_COUNT,
    COLUMN_TYPE,
    ROW_COUNT,
    VALUE,
    ORDER,
    ERROR_CLASS,
    ONLY_LEFT_FAILS,
    ONLY_RIGHT_FAILS,
    INTERNAL,
    TIMEOUT
  }

  /** One line for lists. */
  String headline() {
    return kind + ": " + first(left) + " | " + first(right);
  }

  private static String first(String text) {
    String line = text.lines().findFirst().orElse("");
    return line.length() > 120 ? line.substring(0, 120) + "…" : line;
  }
}
