// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.harness;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Says whether two answers are the same: as multisets of rows, floating-point values within a
 * relative 1e-9, everything else exactly. Where the query has an order, its key columns must also
 * come in the same sequence; rows with equal keys may change places.
 */
public final class AnswerComparator {
  static final double TOLERANCE = 1e-9;

  /**
   * Above this many rows that differ only in floating-point columns no exhaustive match is tried.
   */
  private static final int MATCHING_LIMIT = 2_000;

  private AnswerComparator() {}

  /**
   * Compares an answer with the expected one.
   *
   * @param orderedBy 0-based columns of the ORDER BY, empty if the query has none
   * @return the first difference in words, or null if there is none
   */
  public static @Nullable String difference(
      Answer expected, Answer actual, List<Integer> orderedBy) {
    int rows = expected.rows().size();
    if (actual.rows().size() != rows) {
      return "row count: expected " + rows + ", seen " + actual.rows().size();
    }
    if (rows == 0) {
      return null;
    }
    int columns = expected.rows().getFirst().size();
    for (int i = 0; i < rows; i++) {
      int wide = expected.rows().get(i).size();
      int seen = actual.rows().get(i).size();
      if (wide != columns || seen != columns) {
        return "column count in row " + i + ": expected " + wide + ", seen " + seen;
      }
    }
    boolean[] floating = floatingColumns(expected, actual, columns);
    for (int i = 0; i < rows; i++) {
      for (int column : orderedBy) {
        Cell wanted = expected.rows().get(i).get(column);
        Cell seen = actual.rows().get(i).get(column);
        if (!same(wanted, seen, floating[column])) {
          return "order: row "
              + i
              + ", column "
              + column
              + ": expected "
              + wanted
              + ", seen "
              + seen;
        }
      }
    }
    return multisetDifference(expected.rows(), actual.rows(), floating);
  }

  /** A column is compared with tolerance if any value of either side is a floating-point number. */
  private static boolean[] floatingColumns(Answer expected, Answer actual, int columns) {
    boolean[] floating = new boolean[columns];
    for (List<List<Cell>> rows : List.of(expected.rows(), actual.rows())) {
      for (List<Cell> row : rows) {
        for (int i = 0; i < columns; i++) {
          Cell cell = row.get(i);
          floating[i] |=
              cell.isFloating() || cell.kind() == 'T' && cell.isNumber() && isFraction(cell);
        }
      }
    }
    return floating;
  }

  private static boolean isFraction(Cell cell) {
    String text = cell.text();
    return text.indexOf('.') >= 0 || text.indexOf('e') >= 0 || text.indexOf('E') >= 0;
  }

  private static @Nullable String multisetDifference(
      List<List<Cell>> expected, List<List<Cell>> actual, boolean[] floating) {
    List<KeyedRow> left = keyed(expected, floating);
    List<KeyedRow> right = keyed(actual, floating);
    int start = 0;
    while (start < left.size()) {
      int end = start;
      String key = left.get(start).key;
      while (end < left.size() && left.get(end).key.equals(key)) {
        if (!right.get(end).key.equals(key)) {
          return "rows: expected " + left.get(end) + ", seen " + right.get(end);
        }
        end++;
      }
      String difference = groupDifference(left.subList(start, end), right.subList(start, end));
      if (difference != null) {
        return difference;
      }
      start = end;
    }
    return null;
  }

  /** Rows that agree in all exact columns: pairs them by their floating-point columns. */
  private static @Nullable String groupDifference(List<KeyedRow> left, List<KeyedRow> right) {
    int first = 0;
    while (first < left.size() && left.get(first).near(right.get(first))) {
      first++;
    }
    if (first == left.size()) {
      return null;
    }
    // Sorted side by side they differ: noise in a leading column may have changed the sequence.
    List<KeyedRow> open = new ArrayList<>(right);
    boolean matched = left.size() <= MATCHING_LIMIT;
    for (int i = 0; matched && i < left.size(); i++) {
      matched = removeNear(open, left.get(i));
    }
    return matched ? null : "rows: expected " + left.get(first) + ", seen " + right.get(first);
  }

  private static boolean removeNear(List<KeyedRow> open, KeyedRow wanted) {
    for (int i = 0; i < open.size(); i++) {
      if (wanted.near(open.get(i))) {
        open.remove(i);
        return true;
      }
    }
    return false;
  }

  private static List<KeyedRow> keyed(List<List<Cell>> rows, boolean[] floating) {
    List<KeyedRow> out = new ArrayList<>(rows.size());
    for (List<Cell> row : rows) {
      StringBuilder key = new StringBuilder();
      double[] numbers = new double[floating.length];
      for (int i = 0; i < floating.length; i++) {
        Cell cell = row.get(i);
        boolean number = floating[i] && cell.isNumber();
        numbers[i] = number ? cell.asDouble() : 0;
        key.append(number ? "#" : cell.exactKey()).append('\u0001');
      }
      out.add(new KeyedRow(key.toString(), numbers, row));
    }
    out.sort(KeyedRow.ORDER);
    return out;
  }

  private static boolean same(Cell left, Cell right, boolean floating) {
    return floating && left.isNumber() && right.isNumber()
        ? near(left.asDouble(), right.asDouble())
        : left.exactKey().equals(right.exactKey());
  }

  static boolean near(double left, double right) {
    return Double.compare(left, right) == 0
        || left == right
        || Double.isFinite(left)
            && Double.isFinite(right)
            && Math.abs(left - right) <= TOLERANCE * Math.max(Math.abs(left), Math.abs(right));
  }

  /** A row cut into what must be equal and what must be near. */
  private record KeyedRow(String key, double[] numbers, List<Cell> row) {
    static final Comparator<KeyedRow> ORDER =
        Comparator.comparing(KeyedRow::key).thenComparing(KeyedRow::numbers, KeyedRow::compare);

    private static int compare(double[] left, double[] right) {
      for (int i = 0; i < left.length; i++) {
        int order = Double.compare(left[i], right[i]);
        if (order != 0) {
          return order;
        }
      }
      return 0;
    }

    boolean near(KeyedRow other) {
      for (int i = 0; i < numbers.length; i++) {
        if (!AnswerComparator.near(numbers[i], other.numbers[i])) {
          return false;
        }
      }
      return true;
    }

    @Override
    public String toString() {
      return row.toString();
    }
  }
}
