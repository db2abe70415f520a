// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.SortKey;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.LogicalOperator.Assignment;
import dev.eider.engine.plan.LogicalOperator.SetKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Set operations, unnest, common table expressions, samples, DISTINCT ON, VALUES, sorting. */
class OperatorsTest {
  private static final long PLENTY = 1L << 30;
  private static final List<LogicalType> PAIR = List.of(LogicalType.INTEGER, LogicalType.VARCHAR);

  private static List<ColumnRef> columns(List<LogicalType> types) {
    List<ColumnRef> columns = new ArrayList<>();
    for (LogicalType type : types) {
      columns.add(PlanRunner.column(type));
    }
    return columns;
  }

  private static List<String> texts(List<List<Value>> rows) {
    List<String> texts = new ArrayList<>();
    rows.forEach(row -> texts.add(PlanRunner.text(row)));
    return texts;
  }

  @ParameterizedTest
  @CsvSource({"1,EXCEPT", "4,EXCEPT", "1,INTERSECT", "4,INTERSECT", "4,UNION"})
  void setOperations(int threads, SetKind kind) {
    RowTable left = PlanRunner.table(PAIR, 3_000, 1, 60, 10, 200);
    RowTable right = PlanRunner.table(PAIR, 2_000, 2, 50, 10, 200);
    for (boolean all : new boolean[] {false, true}) {
      Map<List<Value>, int[]> counts = new LinkedHashMap<>();
      left.rows.forEach(row -> counts.computeIfAbsent(row, key -> new int[2])[0]++);
      right.rows.forEach(row -> counts.computeIfAbsent(row, key -> new int[2])[1]++);
      List<List<Value>> expected = new ArrayList<>();
      counts.forEach((row, count) -> {
        int copies =
            switch (kind) {
              case UNION -> all ? count[0] + count[1] : 1;
              case EXCEPT -> all ? count[0] - count[1] : count[0] > 0 && count[1] == 0 ? 1 : 0;
              case INTERSECT ->
                  all ? Math.min(count[0], count[1]) : count[0] > 0 && count[1] > 0 ? 1 : 0;
            };
        for (int i = 0; i < copies; i++) {
          expected.add(row);
        }
      });
      LogicalOperator plan =
          new LogicalOperator.SetOperation(
              kind, all, List.of(PlanRunner.scan(left), PlanRunner.scan(right)), columns(PAIR));
      try (PlanRunner runner = new PlanRunner(threads, PLENTY)) {
        assertEquals(PlanRunner.sorted(expected), PlanRunner.sorted(runner.run(plan)));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void unnest(int threads) {
    LogicalType list = LogicalType.list(LogicalType.INTEGER);
    List<List<Value>> rows = new ArrayList<>();
    List<List<Value>> expected = new ArrayList<>();
    List<List<Value>> expectedKept = new ArrayList<>();
    java.util.SplittableRandom random = new java.util.SplittableRandom(3);
    for (int i = 0; i < 700; i++) {
      int length = random.nextInt(12) - 1;
      Value lists = Value.nullOf(list);
      List<Value> items = new ArrayList<>();
      if (length >= 0) {
        for (int k = 0; k < length; k++) {
          items.add(k % 5 == 3 ? Value.nullOf(LogicalType.INTEGER) : Value.of(i * 100 + k));
        }
        lists = new Value(list, items);
      }
      rows.add(List.of(Value.of(i), lists));
      for (int k = 0; k < length; k++) {
        List<Value> row = List.of(Value.of(i), lists, items.get(k), Value.of((long) k + 1));
        expected.add(row);
        expectedKept.add(row);
      }
      if (length <= 0) {
        expectedKept.add(
            List.of(
                Value.of(i),
                lists,
                Value.nullOf(LogicalType.INTEGER),
                Value.nullOf(LogicalType.BIGINT)));
      }
    }
    RowTable table = new RowTable(List.of(LogicalType.INTEGER, list), rows, 90);
    for (boolean keep : new boolean[] {false, true}) {
      LogicalOperator.Scan scan = PlanRunner.scan(table);
      LogicalOperator plan =
          new LogicalOperator.Unnest(
              scan,
              List.of(new Assignment(PlanRunner.column(LogicalType.INTEGER), scan.output().get(1))),
              PlanRunner.column(LogicalType.BIGINT),
              keep);
      try (PlanRunner runner = new PlanRunner(threads, PLENTY)) {
        assertEquals(texts(keep ? expectedKept : expected), texts(runner.run(plan)));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void materializedCteIsReadTwice(int threads) {
    RowTable table = PlanRunner.table(PAIR, 5_000, 4, 1000, 10, 200);
    List<ColumnRef> first = columns(PAIR);
    List<ColumnRef> second = columns(PAIR);
    LogicalOperator plan =
        new LogicalOperator.MaterializedCte(
            7,
            PlanRunner.scan(table),
            new LogicalOperator.SetOperation(
                SetKind.UNION,
                true,
                List.of(
                    new LogicalOperator.CteRead(7, first), new LogicalOperator.CteRead(7, second)),
                columns(PAIR)));
    List<List<Value>> expected = new ArrayList<>(table.rows);
    expected.addAll(table.rows);
    try (PlanRunner runner = new PlanRunner(threads, PLENTY)) {
      assertEquals(texts(expected), texts(runner.run(plan)));
    }
    assertEquals(25, table.tasksTaken.get());
  }

  /** Nodes reachable from node 0 over random edges. */
  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void recursiveUnionFindsWhatIsReachable(int threads) {
    List<LogicalType> types = List.of(LogicalType.INTEGER, LogicalType.INTEGER);
    RowTable edges = PlanRunner.table(types, 500, 5, 400, 0, 60);
    java.util.Set<Long> reached = new java.util.TreeSet<>(List.of(0L));
    boolean grew = true;
    while (grew) {
      grew = false;
      for (List<Value> edge : edges.rows) {
        if (reached.contains(edge.get(0).asLong())) {
          grew |= reached.add(edge.get(1).asLong());
        }
      }
    }
    ColumnRef start = PlanRunner.column(LogicalType.INTEGER);
    LogicalOperator anchor =
        new LogicalOperator.Values(
            List.of(List.of(new BoundExpr.Constant(Value.of(0)))), List.of(start));
    ColumnRef node = PlanRunner.column(LogicalType.INTEGER);
    LogicalOperator.Scan scan = PlanRunner.scan(edges);
    LogicalOperator join =
        new LogicalOperator.Join(
            LogicalOperator.JoinType.INNER,
            new LogicalOperator.CteRead(9, List.of(node)),
            scan,
            List.of(
                new LogicalOperator.JoinCondition(node, CompareOp.EQ, scan.output().get(0), false)),
            null,
            null,
            false);
    ColumnRef target = PlanRunner.column(LogicalType.INTEGER);
    LogicalOperator step =
        new LogicalOperator.Project(join, List.of(new Assignment(target, scan.output().get(1))));
    LogicalOperator plan =
        new LogicalOperator.RecursiveCte(
            9, -1, anchor, step, false, List.of(), List.of(PlanRunner.column(LogicalType.INTEGER)));
    List<List<Value>> expected = new ArrayList<>();
    reached.forEach(id -> expected.add(List.of(Value.of(id.intValue()))));
    try (PlanRunner runner = new PlanRunner(threads, PLENTY)) {
      assertEquals(PlanRunner.sorted(expected), PlanRunner.sorted(runner.run(plan)));
      edges.failAt = 100;
      assertThrows(EiderException.class, () -> runner.run(plan));
      runner.assertNothingLeft();
    }
    assertEquals(0, edges.openScans.get());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void distinctOnKeepsTheFirstRow(int threads) {
    RowTable table = PlanRunner.table(PAIR, 6_000, 6, 300, 10, 200);
    Map<Value, List<Value>> first = new LinkedHashMap<>();
    table.rows.forEach(row -> first.putIfAbsent(row.get(0), row));
    LogicalOperator.Scan scan = PlanRunner.scan(table);
    LogicalOperator plan = new LogicalOperator.Distinct(scan, List.of(scan.output().get(0)));
    try (PlanRunner runner = new PlanRunner(threads, PLENTY)) {
      assertEquals(texts(List.copyOf(first.values())), texts(runner.run(plan)));
    }
  }

  @ParameterizedTest
  @CsvSource({"1,-1,0", "4,-1,0", "1,17,5", "4,17,5"})
  void sorts(int threads, long limit, long offset) {
    RowTable table = PlanRunner.table(PAIR, 8_000, 7, 200, 10, 300);
    List<List<Value>> expected = new ArrayList<>(table.rows);
    expected.sort((a, b) -> {
      int byText = order(b.get(1), a.get(1), true);
      return byText != 0 ? byText : order(a.get(0), b.get(0), true);
    });
    LogicalOperator.Scan scan = PlanRunner.scan(table);
    List<SortKey> keys =
        List.of(
            new SortKey(scan.output().get(1), true, true),
            new SortKey(scan.output().get(0), false, false));
    LogicalOperator plan =
        limit < 0
            ? new LogicalOperator.Sort(scan, keys)
            : new LogicalOperator.TopN(scan, keys, limit, offset);
    if (limit >= 0) {
      expected = expected.subList((int) offset, (int) (offset + limit));
    }
    try (PlanRunner runner = new PlanRunner(threads, PLENTY)) {
      assertEquals(texts(expected), texts(runner.run(plan)));
    }
  }

  /** Ascending with NULL as the greatest. */
  private static int order(Value a, Value b, boolean nullsGreatest) {
    if (a.isNull() || b.isNull()) {
      int order = Boolean.compare(a.isNull(), b.isNull());
      return nullsGreatest ? order : -order;
    }
    return a.get() instanceof String text
        ? text.compareTo(b.asString())
        : Long.compare(a.asLong(), b.asLong());
  }

  @Test
  void samplesAreRepeatableAndOfTheirSize() {
    RowTable table = PlanRunner.table(PAIR, 20_000, 8, 1_000_000, 0, 700);
    for (LogicalOperator.SampleMethod method : LogicalOperator.SampleMethod.values()) {
      LogicalOperator percent =
          new LogicalOperator.Sample(PlanRunner.scan(table), method, true, 20, 42);
      LogicalOperator rows =
          new LogicalOperator.Sample(
              PlanRunner.scan(table), LogicalOperator.SampleMethod.RESERVOIR, false, 123, 42);
      List<List<Value>> first;
      try (PlanRunner runner = new PlanRunner(1, PLENTY)) {
        first = runner.run(percent);
        assertTrue(first.size() > 2_000 && first.size() < 6_500, method + " " + first.size());
        assertEquals(123, runner.run(rows).size());
      }
      try (PlanRunner runner = new PlanRunner(4, PLENTY)) {
        assertEquals(texts(first), texts(runner.run(percent)));
      }
    }
  }

  @Test
  void valuesAndTheSingleRow() {
    List<List<BoundExpr>> rows = new ArrayList<>();
    List<List<Value>> expected = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      rows.add(List.of(new BoundExpr.Constant(Value.of(i))));
      expected.add(List.of(Value.of(i)));
    }
    try (PlanRunner runner = new PlanRunner(2, PLENTY)) {
      assertEquals(
          texts(expected),
          texts(
              runner.run(new LogicalOperator.Values(rows, columns(List.of(LogicalType.INTEGER))))));
      LogicalOperator one =
          new LogicalOperator.Project(
              new LogicalOperator.SingleRow(),
              List.of(
                  new Assignment(
                      PlanRunner.column(LogicalType.INTEGER),
                      new BoundExpr.Constant(Value.of(5)))));
      assertEquals(List.of("5|"), texts(runner.run(one)));
      assertTrue(
          runner.run(new LogicalOperator.Empty(columns(List.of(LogicalType.INTEGER)))).isEmpty());
    }
  }

  @Test
  void distinctOnSpillsAndKeepsTheFirstRowsInOrder() {
    RowTable table = PlanRunner.table(PAIR, 100_000, 9, 1_000_000, 0, 5_000);
    LogicalOperator.Scan scan = PlanRunner.scan(table);
    LogicalOperator plan = new LogicalOperator.Distinct(scan, List.of(scan.output().get(0)));
    List<String> expected;
    try (PlanRunner runner = new PlanRunner(1, PLENTY)) {
      expected = texts(runner.run(plan));
      runner.assertNothingLeft();
    }
    try (PlanRunner runner = new PlanRunner(1, 1L << 20)) {
      assertEquals(expected, texts(runner.run(plan)));
      assertTrue(runner.spill.made.get() > 0);
      runner.assertNothingLeft();
    }
  }

  @Test
  void tooLittleMemoryIsOneClearError() {
    RowTable table = PlanRunner.table(PAIR, 100_000, 9, 1_000_000, 0, 5_000);
    LogicalOperator.Scan scan = PlanRunner.scan(table);
    // All columns: an aggregation, whose partitions must each fit.
    LogicalOperator plan = new LogicalOperator.Distinct(scan, List.copyOf(scan.output()));
    try (PlanRunner runner = new PlanRunner(2, 1L << 15)) {
      EiderException error = assertThrows(EiderException.class, () -> runner.run(plan));
      assertTrue(error.getMessage().startsWith("Out of Memory Error: failed to allocate"));
      runner.assertNothingLeft();
    }
  }
}
