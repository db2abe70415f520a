// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.differential;

import dev.eider.verify.differential.Scope.Column;
import java.util.ArrayList;
import java.util.List;

/**
 * A table of random columns and rows. The first column is {@code id}, different in every row.
 *
 * @param name as in SQL
 * @param columns names and categories
 * @param isLarge more rows than a vector holds; not to be multiplied by joins
 * @param statements what creates and fills it
 */
record RandomTable(String name, List<Column> columns, boolean isLarge, List<String> statements) {
  private static final int LARGE_ROWS = 5_000;
  private static final int ROWS_PER_INSERT = 50;

  /**
   * A small table with literal rows.
   *
   * @param extremes values at the borders of the types too, so that arithmetic overflows
   */
  static RandomTable small(String name, boolean extremes, Chance chance) {
    List<Column> columns = new ArrayList<>(List.of(new Column("id", Category.INT)));
    List<String> types = new ArrayList<>(List.of("INTEGER"));
    int columnCount = chance.between(4, 9);
    for (int i = 1; i <= columnCount; i++) {
      // The first columns are what most productions want.
      Category category =
          switch (i) {
            case 1 -> Category.INT;
            case 2 -> Category.TEXT;
            case 3 -> chance.pick(List.of(Category.DATE, Category.TS, Category.DBL));
            default -> chance.pick(Category.ofColumns());
          };
      columns.add(new Column("c" + i, category));
      types.add(chance.pick(category.columnTypes()));
    }
    List<String> statements = new ArrayList<>();
    StringBuilder create = new StringBuilder("CREATE TABLE " + name + "(");
    for (int i = 0; i < columns.size(); i++) {
      create
          .append(i == 0 ? "" : ", ")
          .append(columns.get(i).sql())
          .append(' ')
          .append(types.get(i));
    }
    statements.add(create.append(')').toString());
    int rowCount = chance.pick(List.of(0, 1, 2, 7, 20, 35));
    for (int from = 0; from < rowCount; from += ROWS_PER_INSERT) {
      List<String> rows = new ArrayList<>();
      for (int row = from; row < Math.min(rowCount, from + ROWS_PER_INSERT); row++) {
        List<String> cells = new ArrayList<>(List.of(Integer.toString(row)));
        for (int i = 1; i < columns.size(); i++) {
          cells.add(RandomCell.of(columns.get(i).category(), types.get(i), extremes, chance));
        }
        rows.add("(" + String.join(", ", cells) + ")");
      }
      statements.add("INSERT INTO " + name + " VALUES " + String.join(", ", rows));
    }
    return new RandomTable(name, columns, false, statements);
  }

  /** A table of many rows, computed from their number. */
  static RandomTable large(String name, Chance chance) {
    int groups = chance.pick(List.of(2, 7, 97, 1_500));
    String sql =
        "CREATE TABLE "
            + name
            + " AS SELECT i::INTEGER AS id, ((i * 7919) % "
            + groups
            + ")::INTEGER AS c1, CASE WHEN i % 13 = 0 THEN NULL ELSE 's' || (i * 31 % "
            + chance.pick(List.of(3, 23, 400))
            + ") END AS c2, DATE '2000-01-01' + (i % 400)::INTEGER AS c3, CASE WHEN i % 11 = 0 THEN"
            + " NULL ELSE ((i * 37) % 101) / 4 END AS c4, (i % 1000)::DECIMAL(9,2) AS c5, i % 3 = 0"
            + " AS c6 FROM range("
            + LARGE_ROWS
            + ") r(i)";
    List<Column> columns =
        List.of(
            new Column("id", Category.INT),
            new Column("c1", Category.INT),
            new Column("c2", Category.TEXT),
            new Column("c3", Category.DATE),
            new Column("c4", Category.DBL),
            new Column("c5", Category.DEC),
            new Column("c6", Category.BOOL));
    return new RandomTable(name, columns, true, List.of(sql));
  }

  /** The table's columns as seen under an alias. */
  Scope scope(String alias) {
    List<Column> seen = new ArrayList<>();
    for (Column column : columns) {
      seen.add(new Column(alias + "." + column.sql(), column.category()));
    }
    return new Scope(seen, List.of(alias + ".id"));
  }
}
