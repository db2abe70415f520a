// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.SortKey;
import dev.eider.engine.plan.LogicalOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * ORDER BY against a stable sort of boxed rows: every type, direction, place of NULL; spilled too.
 */
class SortTest {
  private static final long PLENTY = 1L << 30;

  static final List<LogicalType> KEY_TYPES =
      List.of(
          LogicalType.BOOLEAN,
          LogicalType.TINYINT,
          LogicalType.INTEGER,
          LogicalType.DATE,
          LogicalType.BIGINT,
          LogicalType.UBIGINT,
          LogicalType.TIMESTAMP,
          LogicalType.decimal(12, 2),
          LogicalType.decimal(30, 4),
          LogicalType.HUGEINT,
          LogicalType.UHUGEINT,
          LogicalType.UUID,
          LogicalType.FLOAT,
          LogicalType.DOUBLE,
          LogicalType.VARCHAR,
          LogicalType.BLOB,
          LogicalType.INTERVAL,
          LogicalType.enumOf(List.of("z", "y", "x", "w")),
          LogicalType.list(LogicalType.INTEGER),
          LogicalType.array(LogicalType.DOUBLE, 2),
          LogicalType.struct(
              List.of(
                  new LogicalType.Field("a", LogicalType.INTEGER),
                  new LogicalType.Field("b", LogicalType.VARCHAR))));

  /** A table of key columns and a last column with the row's number. */
  static RowTable table(List<LogicalType> keys, int rows, long seed, int perTask) {
    SplittableRandom random = new SplittableRandom(seed);
    List<LogicalType> types = new ArrayList<>(keys);
    types.add(LogicalType.INTEGER);
    List<List<Value>> all = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      List<Value> row = new ArrayList<>();
      for (LogicalType type : keys) {
        row.add(OddValues.random(type, random, 12));
      }
      row.add(Value.of(i));
      all.add(row);
    }
    return new RowTable(types, all, perTask);
  }

  private static LogicalOperator.Sort sort(
      LogicalOperator.Scan scan, int keys, boolean descending, boolean nullsFirst) {
    List<SortKey> order = new ArrayList<>();
    for (int i = 0; i < keys; i++) {
      order.add(new SortKey(scan.output().get(i), descending ^ i % 2 == 1, nullsFirst));
    }
    return new LogicalOperator.Sort(scan, order);
  }

  static List<List<Value>> expected(
      List<List<Value>> rows, int keys, boolean descending, boolean nullsFirst) {
    List<List<Value>> sorted = new ArrayList<>(rows);
    sorted.sort((a, b) -> {
      for (int i = 0; i < keys; i++) {
        int result = OddValues.compare(a.get(i), b.get(i), descending ^ i % 2 == 1, nullsFirst);
        if (result != 0) {
          return result;
        }
      }
      return 0;
    });
    return sorted;
  }

  /** Compares by the row numbers, which tells the most. */
  private static void check(List<List<Value>> expected, List<List<Value>> actual, String what) {
    assertEquals(expected.size(), actual.size(), what);
    for (int i = 0; i < expected.size(); i++) {
      int last = expected.get(i).size() - 1;
      if (!expected.get(i).get(last).equals(actual.get(i).get(last))) {
        throw new AssertionError(
            what + ": row " + i + " is " + actual.get(i) + ", not " + expected.get(i));
      }
    }
    assertEquals(expected, actual, what);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void sortsEveryType(int threads) {
    try (PlanRunner runner = new PlanRunner(threads, PLENTY)) {
      for (int t = 0; t < KEY_TYPES.size(); t++) {
        RowTable table = table(List.of(KEY_TYPES.get(t)), 3_000, t, 170);
        for (int mode = 0; mode < 4; mode++) {
          boolean descending = (mode & 1) != 0;
          boolean nullsFirst = (mode & 2) != 0;
          LogicalOperator.Scan scan = PlanRunner.scan(table);
          check(
              expected(table.rows, 1, descending, nullsFirst),
              runner.run(sort(scan, 1, descending, nullsFirst)),
              KEY_TYPES.get(t) + " " + mode);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void sortsBySeveralKeys(int threads) {
    SplittableRandom random = new SplittableRandom(7);
    try (PlanRunner runner = new PlanRunner(threads, PLENTY)) {
      for (int round = 0; round < 40; round++) {
        List<LogicalType> types = new ArrayList<>();
        int keys = 2 + random.nextInt(3);
        for (int i = 0; i < keys; i++) {
          types.add(KEY_TYPES.get(random.nextInt(KEY_TYPES.size())));
        }
        int rows = random.nextInt(4) == 0 ? random.nextInt(3) : random.nextInt(6_000);
        RowTable table = table(types, rows, round, 1 + random.nextInt(900));
        boolean descending = random.nextBoolean();
        boolean nullsFirst = random.nextBoolean();
        check(
            expected(table.rows, keys, descending, nullsFirst),
            runner.run(sort(PlanRunner.scan(table), keys, descending, nullsFirst)),
            types + " round " + round);
      }
    }
  }

  /** Enough rows that the workers split ranges together. */
  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void sortsManyRows(int threads) {
    List<List<LogicalType>> cases =
        List.of(
            List.of(LogicalType.BIGINT),
            List.of(LogicalType.DOUBLE),
            List.of(LogicalType.VARCHAR),
            List.of(LogicalType.BOOLEAN, LogicalType.VARCHAR),
            List.of(LogicalType.BOOLEAN, LogicalType.HUGEINT, LogicalType.INTEGER),
            List.of(LogicalType.BOOLEAN));
    try (PlanRunner runner = new PlanRunner(threads, PLENTY)) {
      for (int i = 0; i < cases.size(); i++) {
        RowTable table = table(cases.get(i), 200_000, i, 5_000);
        int keys = cases.get(i).size();
        check(
            expected(table.rows, keys, false, false),
            runner.run(sort(PlanRunner.scan(table), keys, false, false)),
            cases.get(i).toString());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void spills(int threads) {
    SplittableRandom random = new SplittableRandom(17);
    for (int round = 0; round < 8; round++) {
      List<LogicalType> types = new ArrayList<>();
      types.add(KEY_TYPES.get(random.nextInt(KEY_TYPES.size())));
      types.add(LogicalType.VARCHAR);
      types.add(KEY_TYPES.get(random.nextInt(KEY_TYPES.size())));
      RowTable table = table(types, 50_000, round, 700);
      boolean descending = random.nextBoolean();
      try (PlanRunner runner = new PlanRunner(threads, 3L << 20)) {
        check(
            expected(table.rows, 2, descending, true),
            runner.run(sort(PlanRunner.scan(table), 2, descending, true)),
            types + " round " + round);
        assertTrue(runner.spill.made.get() > 1, "nothing was spilled");
      }
    }
  }

  @Test
  void sortsByExpressionsAndKeepsOnlyItsInput() {
    RowTable table = table(List.of(LogicalType.INTEGER, LogicalType.INTEGER), 5_000, 3, 300);
    LogicalOperator.Scan scan = PlanRunner.scan(table);
    BoundExpr less =
        new BoundExpr.Compare(
            dev.eider.base.table.ScanFilter.CompareOp.LT,
            scan.output().get(0),
            scan.output().get(1));
    List<List<Value>> expected = new ArrayList<>(table.rows);
    expected.sort((a, b) -> {
      int x = rank(a);
      int y = rank(b);
      return Integer.compare(x, y);
    });
    try (PlanRunner runner = new PlanRunner(2, PLENTY)) {
      check(
          expected,
          runner.run(new LogicalOperator.Sort(scan, List.of(new SortKey(less, false, false)))),
          "by expression");
    }
  }

  private static int rank(List<Value> row) {
    if (row.get(0).isNull() || row.get(1).isNull()) {
      return 2;
    }
    return row.get(0).asLong() < row.get(1).asLong() ? 1 : 0;
  }

  @Test
  void withoutKeysTheInputOrderStays() {
    RowTable table = table(List.of(LogicalType.VARCHAR), 10_000, 5, 333);
    try (PlanRunner runner = new PlanRunner(4, PLENTY)) {
      check(
          table.rows,
          runner.run(new LogicalOperator.Sort(PlanRunner.scan(table), List.of())),
          "no keys");
    }
  }
}
