// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.differential;

import java.util.List;

/** Kinds of value between which the generator distinguishes, with the column types of each. */
enum Category {
  BOOL("BOOLEAN"),
  INT(
      "TINYINT",
      "SMALLINT",
      "INTEGER",
      "INTEGER",
      "BIGINT",
      "HUGEINT",
      "UTINYINT",
      "USMALLINT",
      "UINTEGER",
      "UBIGINT",
      "UHUGEINT"),
  DEC("DECIMAL(4,1)", "DECIMAL(9,2)", "DECIMAL(18,3)", "DECIMAL(38,4)"),
  /** Floating point numbers whose arithmetic is the same everywhere. */
  DBL("DOUBLE", "DOUBLE", "FLOAT"),
  TEXT("VARCHAR"),
  BLOB("BLOB"),
  DATE("DATE"),
  TIME("TIME"),
  TS("TIMESTAMP", "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS"),
  TSTZ("TIMESTAMPTZ"),
  INTERVAL("INTERVAL"),
  UUID("UUID"),
  /**
   * Floating point results that may differ in the last digits, such as a sine or a variance: only
   * shown, never compared, cast or grouped by.
   */
  APPROX();

  private final List<String> columnTypes;

  Category(String... columnTypes) {
    this.columnTypes = List.of(columnTypes);
  }

  /** SQL types of columns; empty for what no column has. */
  List<String> columnTypes() {
    return columnTypes;
  }

  /** The categories that columns have. */
  static List<Category> ofColumns() {
    return List.of(BOOL, INT, DEC, DBL, TEXT, BLOB, DATE, TIME, TS, TSTZ, INTERVAL, UUID);
  }
}
