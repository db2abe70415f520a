// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.sql.SqlParser;
import dev.eider.engine.sql.ast.Expr;
import java.util.ArrayList;
import java.util.List;

/** Compares aggregate calls over a table of a few rows with the reference; collects differences. */
public final class AggregateCalls {
  private final List<String> columns;
  private final List<String> types;
  private final String table;
  private final AggregateText own;
  private final List<String> wrong;
  private int calls;

  /**
   * A table.
   *
   * @param types the columns' types as in SQL; they are called x, y and z
   * @param rows one row an element, its values as SQL separated by semicolons
   */
  public AggregateCalls(List<String> wrong, List<String> types, List<String> rows) {
    this.wrong = wrong;
    this.types = types;
    this.columns = List.of("x", "y", "z").subList(0, types.size());
    StringBuilder from = new StringBuilder("(SELECT * FROM (VALUES ");
    List<LogicalType> logical = new ArrayList<>();
    for (String type : types) {
      logical.add(CallText.type(((Expr.Cast) SqlParser.parseExpression("NULL::" + type)).type()));
    }
    List<List<Value>> values = new ArrayList<>();
    for (int r = 0; r < Math.max(1, rows.size()); r++) {
      String[] cells = rows.isEmpty() ? new String[types.size()] : rows.get(r).split(";");
      List<Value> row = new ArrayList<>();
      from.append(r == 0 ? "(" : ", (");
      for (int c = 0; c < cells.length; c++) {
        String cell = "CAST(" + (cells[c] == null ? "NULL" : cells[c].strip()) + " AS ";
        from.append(c == 0 ? "" : ", ").append(cell).append(types.get(c)).append(')');
        row.add(CallText.value(cell + types.get(c) + ")"));
      }
      from.append(')');
      if (!rows.isEmpty()) {
        values.add(row);
      }
    }
    from.append(") t(").append(String.join(", ", columns)).append(')');
    table = from.append(rows.isEmpty() ? " WHERE 1 = 0) t" : ") t").toString();
    own = new AggregateText(columns, logical, values);
  }

  /** Compares the calls. */
  public void check(String... list) {
    for (String call : list) {
      calls++;
      String expected = Oracle.text("SELECT " + call + " FROM " + table);
      List<String> actual;
      try {
        actual = own.texts(call);
      } catch (RuntimeException | AssertionError e) {
        actual = List.of("? " + e + " at " + e.getStackTrace()[0]);
      }
      for (String text : actual) {
        boolean sameError =
            expected.startsWith("! Binder Error: No function matches")
                && text.startsWith("! Binder Error: No function matches");
        if (!alike(expected, text) && !sameError) {
          wrong.add(
              call + " of " + types + "\n    expected " + expected + "\n    actual   " + text);
        }
      }
    }
  }

  /** Equal, or numbers that differ in the last few of their digits. */
  static boolean alike(String a, String b) {
    if (a.equals(b)) {
      return true;
    }
    try {
      double x = Double.parseDouble(a);
      double y = Double.parseDouble(b);
      return a.contains(".") && Math.abs(x - y) <= 1e-9 * Math.max(Math.abs(x), Math.abs(y));
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** Fails when something differed. */
  public static void assertNoneDiffers(List<String> wrong) {
    assertTrue(
        wrong.isEmpty(),
        () -> wrong.size() + " differences in calls:\n" + String.join("\n", wrong));
  }
}
