// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.DataChunk;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.SortKey;
import dev.eider.engine.plan.LogicalOperator;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scans, filters, limits, order of results, errors and cancelling. */
class PipelineTest {
  private static final List<LogicalType> TYPES =
      List.of(LogicalType.INTEGER, LogicalType.VARCHAR, LogicalType.DOUBLE);
  private static final long PLENTY = 1L << 30;

  private static List<String> texts(List<List<Value>> rows) {
    List<String> texts = new ArrayList<>();
    for (List<Value> row : rows) {
      texts.add(PlanRunner.text(row));
    }
    return texts;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void keepsTheOrderOfTheTable(int threads) {
    RowTable table = PlanRunner.table(TYPES, 50_000, 1, 1000, 10, 700);
    table.blockEvery = 13;
    try (PlanRunner runner = new PlanRunner(threads, PLENTY)) {
      assertEquals(texts(table.rows), texts(runner.run(PlanRunner.scan(table))));
    }
    assertEquals(0, table.openScans.get());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void filters(int threads) {
    RowTable table = PlanRunner.table(TYPES, 20_000, 2, 1000, 10, 900);
    LogicalOperator.Scan scan = PlanRunner.scan(table);
    BoundExpr small =
        new BoundExpr.Compare(
            CompareOp.LT, scan.output().get(0), new BoundExpr.Constant(Value.of(17)));
    List<List<Value>> expected = new ArrayList<>();
    for (List<Value> row : table.rows) {
      if (!row.get(0).isNull() && row.get(0).asLong() < 17) {
        expected.add(row);
      }
    }
    try (PlanRunner runner = new PlanRunner(threads, PLENTY)) {
      assertEquals(texts(expected), texts(runner.run(new LogicalOperator.Filter(scan, small))));
      // The same as a filter of the scan, which this table does not evaluate.
      LogicalOperator.Scan pushed =
          new LogicalOperator.Scan(
              table,
              "rows",
              scan.output(),
              scan.columns(),
              List.of(small),
              List.of(),
              List.of(),
              -1);
      assertEquals(texts(expected), texts(runner.run(pushed)));
    }
  }

  private static LogicalOperator.Limit limit(LogicalOperator input, long limit, long offset) {
    return new LogicalOperator.Limit(
        input,
        new BoundExpr.Constant(Value.of(limit)),
        new BoundExpr.Constant(Value.of(offset)),
        false);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void limitTakesTheFirstRowsAndStopsTheScan(int threads) {
    for (boolean top : new boolean[] {true, false}) {
      RowTable table = PlanRunner.table(TYPES, 100_000, 3, 1000, 10, 100);
      try (PlanRunner runner = new PlanRunner(threads, PLENTY)) {
        LogicalOperator plan = limit(PlanRunner.scan(table), 250, 120);
        if (!top) {
          // A limit inside a plan collects; one at the top is counted by the reader's end.
          plan = new LogicalOperator.Filter(plan, new BoundExpr.Constant(Value.TRUE));
        }
        assertEquals(texts(table.rows.subList(120, 370)), texts(runner.run(plan)));
      }
      assertTrue(table.tasksTaken.get() < 200, "tasks: " + table.tasksTaken.get());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void unionKeepsTheOrderOfItsInputs(int threads) {
    RowTable first = PlanRunner.table(TYPES, 5_000, 4, 1000, 10, 300);
    RowTable second = PlanRunner.table(TYPES, 7_000, 5, 1000, 10, 400);
    List<ColumnRef> output = new ArrayList<>();
    for (LogicalType type : TYPES) {
      output.add(PlanRunner.column(type));
    }
    LogicalOperator union =
        new LogicalOperator.SetOperation(
            LogicalOperator.SetKind.UNION,
            true,
            List.of(PlanRunner.scan(first), PlanRunner.scan(second)),
            output);
    List<String> expected = texts(first.rows);
    expected.addAll(texts(second.rows));
    try (PlanRunner runner = new PlanRunner(threads, PLENTY)) {
      assertEquals(expected, texts(runner.run(union)));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void theFirstErrorEndsTheQuery(int threads) {
    RowTable table = PlanRunner.table(TYPES, 100_000, 6, 1000, 10, 500);
    table.failAt = 60_000;
    try (PlanRunner runner = new PlanRunner(threads, PLENTY)) {
      LogicalOperator.Scan scan = PlanRunner.scan(table);
      LogicalOperator sort =
          new LogicalOperator.Sort(scan, List.of(new SortKey(scan.output().get(0), false, false)));
      EiderException error = assertThrows(EiderException.class, () -> runner.run(sort));
      assertEquals("Invalid Input Error: row 60000 is bad", error.getMessage());
      runner.assertNothingLeft();
      // The executor is as good as new.
      table.failAt = -1;
      assertEquals(100_000, runner.run(PlanRunner.scan(table)).size());
    }
    assertEquals(0, table.openScans.get());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void cancelEndsTheQuery(int threads) {
    RowTable table = PlanRunner.table(TYPES, 300_000, 7, 1000, 0, 500);
    try (PlanRunner runner = new PlanRunner(threads, PLENTY)) {
      try (ResultStream stream = runner.start(PlanRunner.scan(table))) {
        DataChunk chunk = stream.next();
        assertTrue(chunk != null && chunk.size() > 0);
        stream.cancel();
        EiderException error =
            assertThrows(
                EiderException.class,
                () -> {
                  while (stream.next() != null) {
                    // What was ready may still come.
                  }
                });
        assertEquals(ErrorType.INTERRUPT, error.type());
      }
      runner.assertNothingLeft();
      assertTrue(table.tasksTaken.get() < 600);
    }
    assertEquals(0, table.openScans.get());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void closingEarlyStopsTheScan(int threads) {
    RowTable table = PlanRunner.table(TYPES, 500_000, 8, 1000, 0, 500);
    try (PlanRunner runner = new PlanRunner(threads, PLENTY)) {
      try (ResultStream stream = runner.start(PlanRunner.scan(table))) {
        assertTrue(stream.next() != null);
      }
      runner.assertNothingLeft();
    }
    assertEquals(0, table.openScans.get());
    assertTrue(table.tasksTaken.get() < 1000);
  }
}
