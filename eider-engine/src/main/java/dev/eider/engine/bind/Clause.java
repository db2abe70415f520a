// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

/** The clause an expression stands in, and what it may hold. */
enum Clause {
  SELECT("SELECT", true, true),
  WHERE("WHERE clause", false, false),
  GROUP_BY("GROUP BY clause", false, false),
  /** A key that is more than a name: aliases are not to be seen inside of it. */
  GROUP_BY_EXPRESSION("GROUP BY clause", false, false),
  HAVING("HAVING clause", true, false),
  QUALIFY("QUALIFY clause", true, true),
  ORDER_BY("ORDER BY clause", true, true),
  DISTINCT_ON("DISTINCT ON clause", true, true),
  JOIN_ON("JOIN clause", false, false),
  AGGREGATE("aggregate", false, false),
  WINDOW("window", true, false),
  VALUES("VALUES list", false, false),
  TABLE_FUNCTION("table function", false, false),
  /** Of a function that makes a table of constants: a name that means nothing else is a text. */
  TABLE_ARGUMENT("Table function", false, false),
  LIMIT("LIMIT clause", false, false),
  DEFAULT_VALUE("DEFAULT value", false, false),
  CHECK("CHECK constraint", false, false),
  UPDATE_SET("UPDATE", false, false),
  CONSTANT("constant", false, false);

  private final String text;
  private final boolean aggregates;
  private final boolean windows;

  Clause(String text, boolean aggregates, boolean windows) {
    this.text = text;
    this.aggregates = aggregates;
    this.windows = windows;
  }

  String text() {
    return text;
  }

  boolean allowsAggregates() {
    return aggregates;
  }

  boolean allowsWindows() {
    return windows;
  }
}
