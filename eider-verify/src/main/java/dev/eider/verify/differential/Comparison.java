// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.differential;

import dev.eider.verify.differential.Difference.Kind;
import dev.eider.verify.engine.SqlFailure;
import dev.eider.verify.engine.SqlResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Judges whether two answers agree: columns, types, rows or the class of the error. */
final class Comparison {
  private static final double DOUBLE_TOLERANCE = 1e-6;
  private static final double FLOAT_TOLERANCE = 1e-4;
  private static final double ABSOLUTE_TOLERANCE = 1e-9;

  /** Up to here rows that do not pair up in sorted order are matched each with each. */
  private static final int MAX_MATCHING_ROWS = 500;

  private Comparison() {}

  /** The difference, null for agreement. */
  static @Nullable Difference of(Answer left, Answer right, boolean ordered) {
    if (left instanceof Answer.Silence || right instanceof Answer.Silence) {
      boolean both = left instanceof Answer.Silence && right instanceof Answer.Silence;
      return both ? null : new Difference(Kind.TIMEOUT, describe(left), describe(right));
    }
    if (left instanceof Answer.Failure failed && failed.failure().isInternal()) {
      return new Difference(Kind.INTERNAL, describe(left), describe(right));
    }
    if (left instanceof Answer.Rows mine && right instanceof Answer.Rows theirs) {
      return rows(mine.result(), theirs.result(), ordered);
    }
    if (left instanceof Answer.Failure mine && right instanceof Answer.Failure theirs) {
      boolean same = sameClass(mine.failure(), theirs.failure());
      return same ? null : new Difference(Kind.ERROR_CLASS, describe(left), describe(right));
    }
    Kind kind = left instanceof Answer.Failure ? Kind.ONLY_LEFT_FAILS : Kind.ONLY_RIGHT_FAILS;
    return new Difference(kind, describe(left), describe(right));
  }

  private static boolean sameClass(SqlFailure left, SqlFailure right) {
    return left.errorClass().equals(right.errorClass());
  }

  static String describe(Answer answer) {
    return switch (answer) {
      case Answer.Silence silence -> "no answer in time";
      case Answer.Failure failure -> failure.failure().text();
      case Answer.Rows rows -> describe(rows.result());
    };
  }

  private static String describe(SqlResult result) {
    StringBuilder text = new StringBuilder();
    text.append(result.rowCount()).append(" rows of ").append(result.columnTypes());
    for (int i = 0; i < Math.min(10, result.rowCount()); i++) {
      text.append("\n  ").append(result.rows().get(i));
    }
    return text.toString();
  }

  private static @Nullable Difference rows(SqlResult left, SqlResult right, boolean ordered) {
    String leftText = describe(left);
    String rightText = describe(right);
    if (left.columnCount() != right.columnCount()) {
      return new Difference(Kind.COLUMN_COUNT, leftText, rightText);
    }
    if (!left.columnTypes().equals(right.columnTypes())) {
      return new Difference(
          Kind.COLUMN_TYPE, left.columnTypes().toString(), right.columnTypes().toString());
    }
    if (left.rowCount() != right.rowCount()) {
      return new Difference(Kind.ROW_COUNT, leftText, rightText);
    }
    List<String> types = left.columnTypes();
    if (ordered) {
      int at = firstDifference(left.rows(), right.rows(), types);
      if (at < 0) {
        return null;
      }
      Kind kind = sameBag(left, right, types) ? Kind.ORDER : Kind.VALUE;
      return differentRow(kind, left.rows().get(at), right.rows().get(at), at);
    }
    if (sameBag(left, right, types)) {
      return null;
    }
    List<List<@Nullable String>> mine = sorted(left.rows(), types);
    List<List<@Nullable String>> theirs = sorted(right.rows(), types);
    int at = firstDifference(mine, theirs, types);
    return differentRow(Kind.VALUE, mine.get(at), theirs.get(at), at);
  }

  private static Difference differentRow(
      Kind kind, List<@Nullable String> left, List<@Nullable String> right, int row) {
    String place = "row " + (row + 1) + ": ";
    return new Difference(kind, place + left, place + right);
  }

  private static boolean sameBag(SqlResult left, SqlResult right, List<String> types) {
    List<List<@Nullable String>> mine = sorted(left.rows(), types);
    List<List<@Nullable String>> theirs = sorted(right.rows(), types);
    if (firstDifference(mine, theirs, types) < 0) {
      return true;
    }
    return mine.size() <= MAX_MATCHING_ROWS && matchEach(mine, theirs, types);
  }

  /** Rows with rounded numbers can sort differently though each has its partner. */
  private static boolean matchEach(
      List<List<@Nullable String>> left, List<List<@Nullable String>> right, List<String> types) {
    List<List<@Nullable String>> open = new ArrayList<>(right);
    for (List<@Nullable String> row : left) {
      boolean found = false;
      for (int i = 0; i < open.size() && !found; i++) {
        if (sameRow(row, open.get(i), types)) {
          open.remove(i);
          found = true;
        }
      }
      if (!found) {
        return false;
      }
    }
    return true;
  }

  private static List<List<@Nullable String>> sorted(
      List<List<@Nullable String>> rows, List<String> types) {
    List<List<@Nullable String>> sorted = new ArrayList<>(rows);
    sorted.sort(Comparator.comparing(row -> sortKey(row, types)));
    return sorted;
  }

  /** Exact columns first, so that approximate ones decide among equals only. */
  private static String sortKey(List<@Nullable String> row, List<String> types) {
    StringBuilder exact = new StringBuilder();
    StringBuilder approximate = new StringBuilder();
    for (int i = 0; i < row.size(); i++) {
      (isFloating(types.get(i)) ? approximate : exact).append(row.get(i)).append('\u0001');
    }
    return exact.append(approximate).toString();
  }

  private static boolean isFloating(String type) {
    return type.equals("DOUBLE") || type.equals("FLOAT");
  }

  private static int firstDifference(
      List<List<@Nullable String>> left, List<List<@Nullable String>> right, List<String> types) {
    for (int i = 0; i < left.size(); i++) {
      if (!sameRow(left.get(i), right.get(i), types)) {
        return i;
      }
    }
    return -1;
  }

  private static boolean sameRow(
      List<@Nullable String> left, List<@Nullable String> right, List<String> types) {
    for (int i = 0; i < types.size(); i++) {
      if (!sameCell(left.get(i), right.get(i), types.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean sameCell(@Nullable String left, @Nullable String right, String type) {
    if (left == null || right == null) {
      return left == null && right == null;
    }
    if (left.equals(right)) {
      return true;
    }
    if (!isFloating(type)) {
      return false;
    }
    try {
      double mine = Double.parseDouble(left);
      double theirs = Double.parseDouble(right);
      double tolerance = type.equals("FLOAT") ? FLOAT_TOLERANCE : DOUBLE_TOLERANCE;
      double largest = Math.max(Math.abs(mine), Math.abs(theirs));
      return Math.abs(mine - theirs) <= tolerance * largest + ABSOLUTE_TOLERANCE;
    } catch (NumberFormatException special) {
      return false;
    }
  }
}
