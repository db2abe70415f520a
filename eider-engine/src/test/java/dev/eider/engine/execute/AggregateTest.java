// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.AggregateCall;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.SortKey;
import dev.eider.engine.plan.LogicalOperator;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Grouping against a map of boxed rows. */
class AggregateTest {
  private static final long PLENTY = 1L << 30;
  private static final List<LogicalType> TYPES =
      List.of(
          LogicalType.INTEGER,
          LogicalType.VARCHAR,
          LogicalType.DOUBLE,
          LogicalType.BIGINT,
          LogicalType.HUGEINT,
          LogicalType.BOOLEAN);

  private static LogicalOperator.Aggregate aggregate(
      LogicalOperator input,
      List<ColumnRef> keys,
      List<List<Integer>> sets,
      List<AggregateCall> calls) {
    List<LogicalOperator.Assignment> groups = new ArrayList<>();
    for (ColumnRef key : keys) {
      groups.add(new LogicalOperator.Assignment(PlanRunner.column(key.type()), key));
    }
    List<LogicalOperator.AggregateAssignment> aggregates = new ArrayList<>();
    for (AggregateCall call : calls) {
      aggregates.add(new LogicalOperator.AggregateAssignment(PlanRunner.column(call.type()), call));
    }
    return new LogicalOperator.Aggregate(input, groups, sets, aggregates, List.of());
  }

  private static List<Integer> all(int count) {
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(i);
    }
    return all;
  }

  /** count(*), count(c2), sum(c3), min(c0), max(c1), avg(c0) by the key columns. */
  private static List<String> reference(RowTable table, int[] keys) {
    Map<List<Value>, List<List<Value>>> groups = new LinkedHashMap<>();
    for (List<Value> row : table.rows) {
      List<Value> key = new ArrayList<>();
      for (int k : keys) {
        key.add(row.get(k));
      }
      groups.computeIfAbsent(key, unused -> new ArrayList<>()).add(row);
    }
    List<List<Value>> result = new ArrayList<>();
    for (Map.Entry<List<Value>, List<List<Value>>> group : groups.entrySet()) {
      List<Value> row = new ArrayList<>(group.getKey());
      long valid = 0;
      BigInteger sum = null;
      Integer min = null;
      String max = null;
      long total = 0;
      long totalCount = 0;
      for (List<Value> from : group.getValue()) {
        valid += from.get(2).isNull() ? 0 : 1;
        if (!from.get(3).isNull()) {
          BigInteger value = BigInteger.valueOf(from.get(3).asLong());
          sum = sum == null ? value : sum.add(value);
        }
        if (!from.get(0).isNull()) {
          int value = (int) from.get(0).asLong();
          min = min == null ? value : Math.min(min, value);
          total += value;
          totalCount++;
        }
        if (!from.get(1).isNull()) {
          String value = from.get(1).asString();
          max = max == null || value.compareTo(max) > 0 ? value : max;
        }
      }
      row.add(Value.of((long) group.getValue().size()));
      row.add(Value.of(valid));
      row.add(new Value(LogicalType.HUGEINT, sum));
      row.add(new Value(LogicalType.INTEGER, min));
      row.add(new Value(LogicalType.VARCHAR, max));
      row.add(
          totalCount == 0
              ? Value.nullOf(LogicalType.DOUBLE)
              : Value.of((double) total / totalCount));
      result.add(row);
    }
    return PlanRunner.sorted(result);
  }

  private static List<AggregateCall> calls(LogicalOperator.Scan scan) {
    List<ColumnRef> c = scan.output();
    return List.of(
        PlanRunner.call("count_star"),
        PlanRunner.call("count", c.get(2)),
        PlanRunner.call("sum", c.get(3)),
        PlanRunner.call("min", c.get(0)),
        PlanRunner.call("max", c.get(1)),
        PlanRunner.call("avg", c.get(0)));
  }

  private static void check(RowTable table, int[] keys, int threads, long limit, boolean spills) {
    LogicalOperator.Scan scan = PlanRunner.scan(table);
    List<ColumnRef> columns = new ArrayList<>();
    for (int key : keys) {
      columns.add(scan.output().get(key));
    }
    LogicalOperator plan = aggregate(scan, columns, List.of(all(keys.length)), calls(scan));
    try (PlanRunner runner = new PlanRunner(threads, limit)) {
      assertEquals(reference(table, keys), PlanRunner.sorted(runner.run(plan)));
      assertEquals(spills, runner.spill.made.get() > 0, "spill files were made");
    }
  }

  @ParameterizedTest
  @CsvSource({"1,5", "1,300", "1,90000", "4,5", "4,300", "4,90000"})
  void groupsByOneKeyOfEachType(int threads, int distinct) {
    RowTable table = PlanRunner.table(TYPES, 60_000, distinct, distinct, 5, 1000);
    for (int key = 0; key < TYPES.size(); key++) {
      check(table, new int[] {key}, threads, PLENTY, false);
    }
  }

  @ParameterizedTest
  @CsvSource({"1,4", "1,60", "1,5000", "3,4", "3,60", "3,5000"})
  void groupsBySeveralKeys(int threads, int distinct) {
    RowTable table = PlanRunner.table(TYPES, 40_000, distinct, distinct, 10, 3000);
    check(table, new int[] {0, 1}, threads, PLENTY, false);
    check(table, new int[] {2, 5, 0}, threads, PLENTY, false);
    check(table, new int[] {1, 4, 3, 2}, threads, PLENTY, false);
    check(table, new int[] {}, threads, PLENTY, false);
  }

  @ParameterizedTest
  @CsvSource({"1,0", "4,0", "1,1", "4,1"})
  void spillsWhatDoesNotFit(int threads, int key) {
    RowTable table = PlanRunner.table(TYPES, 150_000, 11, 120_000, 2, 5000);
    check(table, new int[] {key}, threads, 12L << 20, true);
  }

  @Test
  void noRowsGiveOneGroupWithoutKeysAndNoneWithKeys() {
    RowTable table = new RowTable(TYPES, List.of(), 10);
    LogicalOperator.Scan scan = PlanRunner.scan(table);
    try (PlanRunner runner = new PlanRunner(2, PLENTY)) {
      List<List<Value>> one =
          runner.run(aggregate(scan, List.of(), List.of(List.of()), calls(scan)));
      assertEquals(List.of("0|0|NULL|NULL|NULL|NULL|"), PlanRunner.sorted(one));
      assertTrue(
          runner
              .run(aggregate(scan, List.of(scan.output().get(0)), List.of(all(1)), calls(scan)))
              .isEmpty());
    }
  }

  @ParameterizedTest
  @CsvSource({"1,50", "4,50", "1,40000", "4,40000"})
  void distinctAndFilter(int threads, int distinct) {
    RowTable table = PlanRunner.table(TYPES, 50_000, 21, distinct, 10, 2000);
    LogicalOperator.Scan scan = PlanRunner.scan(table);
    List<ColumnRef> c = scan.output();
    BoundExpr filter =
        new BoundExpr.Compare(CompareOp.GT, c.get(0), new BoundExpr.Constant(Value.of(3)));
    List<AggregateCall> calls =
        List.of(
            PlanRunner.call("count", true, null, List.of(), c.get(1)),
            PlanRunner.call("sum", true, filter, List.of(), c.get(3)),
            PlanRunner.call("count_star", false, filter, List.of()));
    Map<Value, Set<Value>> texts = new LinkedHashMap<>();
    Map<Value, Set<Value>> numbers = new LinkedHashMap<>();
    Map<Value, Long> counts = new LinkedHashMap<>();
    for (List<Value> row : table.rows) {
      Value key = row.get(5);
      texts.computeIfAbsent(key, unused -> new HashSet<>());
      numbers.computeIfAbsent(key, unused -> new HashSet<>());
      counts.merge(key, 0L, Long::sum);
      if (!row.get(1).isNull()) {
        texts.get(key).add(row.get(1));
      }
      if (!row.get(0).isNull() && row.get(0).asLong() > 3) {
        counts.merge(key, 1L, Long::sum);
        if (!row.get(3).isNull()) {
          numbers.get(key).add(row.get(3));
        }
      }
    }
    List<List<Value>> expected = new ArrayList<>();
    for (Value key : texts.keySet()) {
      BigInteger sum = BigInteger.ZERO;
      for (Value number : numbers.get(key)) {
        sum = sum.add(BigInteger.valueOf(number.asLong()));
      }
      expected.add(
          List.of(
              key,
              Value.of((long) texts.get(key).size()),
              new Value(LogicalType.HUGEINT, sum),
              Value.of((long) counts.get(key))));
    }
    LogicalOperator plan = aggregate(scan, List.of(c.get(5)), List.of(all(1)), calls);
    try (PlanRunner runner = new PlanRunner(threads, PLENTY)) {
      assertEquals(PlanRunner.sorted(expected), PlanRunner.sorted(runner.run(plan)));
    }
  }

  @ParameterizedTest
  @CsvSource({"1", "4"})
  void groupingSets(int threads) {
    RowTable table = PlanRunner.table(TYPES, 20_000, 31, 12, 10, 2000);
    LogicalOperator.Scan scan = PlanRunner.scan(table);
    List<ColumnRef> c = scan.output();
    LogicalOperator.Aggregate base =
        aggregate(
            scan,
            List.of(c.get(0), c.get(5)),
            List.of(List.of(0, 1), List.of(1), List.of()),
            List.of(PlanRunner.call("count_star")));
    LogicalOperator plan =
        new LogicalOperator.Aggregate(
            scan,
            base.groups(),
            base.groupingSets(),
            base.aggregates(),
            List.of(
                new LogicalOperator.GroupingAssignment(
                    PlanRunner.column(LogicalType.BIGINT), List.of(0, 1))));
    Map<String, Long> counts = new LinkedHashMap<>();
    for (List<Value> row : table.rows) {
      String first = PlanRunner.text(List.of(row.get(0)));
      String second = PlanRunner.text(List.of(row.get(5)));
      counts.merge(first + second + "%0", 1L, Long::sum);
      counts.merge("NULL|" + second + "%2", 1L, Long::sum);
      counts.merge("NULL|NULL|" + "%3", 1L, Long::sum);
    }
    List<String> expected = new ArrayList<>();
    counts.forEach((key, count) ->
        expected.add(
            key.substring(0, key.indexOf('%'))
                + count
                + "|"
                + key.substring(key.indexOf('%') + 1)
                + "|"));
    expected.sort(String::compareTo);
    try (PlanRunner runner = new PlanRunner(threads, PLENTY)) {
      assertEquals(expected, PlanRunner.sorted(runner.run(plan)));
    }
  }

  @ParameterizedTest
  @CsvSource({"1", "4"})
  void orderedAggregatesSeeTheirRowsInOrder(int threads) {
    RowTable table = PlanRunner.table(TYPES, 5_000, 41, 100_000, 10, 300);
    LogicalOperator.Scan scan = PlanRunner.scan(table);
    List<ColumnRef> c = scan.output();
    AggregateCall sorted =
        PlanRunner.call("list", false, null, List.of(new SortKey(c.get(3), true, true)), c.get(0));
    AggregateCall plain = PlanRunner.call("list", c.get(0));
    Map<Value, List<List<Value>>> groups = new LinkedHashMap<>();
    for (List<Value> row : table.rows) {
      groups.computeIfAbsent(row.get(5), unused -> new ArrayList<>()).add(row);
    }
    List<List<Value>> expected = new ArrayList<>();
    groups.forEach((key, rows) -> {
      List<Value> inOrder = new ArrayList<>();
      rows.forEach(row -> inOrder.add(row.get(0)));
      rows.sort((a, b) -> {
        Value x = a.get(3);
        Value y = b.get(3);
        if (x.isNull() || y.isNull()) {
          return x.isNull() == y.isNull() ? 0 : x.isNull() ? -1 : 1;
        }
        return Long.compare(y.asLong(), x.asLong());
      });
      List<Value> byKey = new ArrayList<>();
      rows.forEach(row -> byKey.add(row.get(0)));
      LogicalType list = LogicalType.list(LogicalType.INTEGER);
      expected.add(List.of(key, new Value(list, byKey), new Value(list, inOrder)));
    });
    LogicalOperator plan =
        aggregate(scan, List.of(c.get(5)), List.of(all(1)), List.of(sorted, plain));
    try (PlanRunner runner = new PlanRunner(threads, PLENTY)) {
      assertEquals(PlanRunner.sorted(expected), PlanRunner.sorted(runner.run(plan)));
    }
  }

  @ParameterizedTest
  @CsvSource({"1,20", "4,20", "1,50000", "4,50000"})
  void distinctRows(int threads, int distinct) {
    RowTable table =
        PlanRunner.table(
            List.of(LogicalType.INTEGER, LogicalType.VARCHAR), 40_000, 51, distinct, 10, 1000);
    LogicalOperator.Scan scan = PlanRunner.scan(table);
    Set<List<Value>> expected = new HashSet<>(table.rows);
    try (PlanRunner runner = new PlanRunner(threads, PLENTY)) {
      assertEquals(
          PlanRunner.sorted(List.copyOf(expected)),
          PlanRunner.sorted(
              runner.run(new LogicalOperator.Distinct(scan, List.copyOf(scan.output())))));
    }
  }
}
