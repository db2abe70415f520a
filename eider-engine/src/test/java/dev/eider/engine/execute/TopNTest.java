// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.table.RuntimeFilter;
import dev.eider.base.table.ScanFilter;
import dev.eider.base.table.Table;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.base.vector.FlatVector;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.SortKey;
import dev.eider.engine.plan.LogicalOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A top-n is a stable sort, cut. */
class TopNTest {
  private static final long PLENTY = 1L << 30;

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void isASortCut(int threads) {
    SplittableRandom random = new SplittableRandom(23);
    try (PlanRunner runner = new PlanRunner(threads, PLENTY)) {
      for (int round = 0; round < 60; round++) {
        List<LogicalType> types = new ArrayList<>();
        int keys = 1 + random.nextInt(3);
        for (int i = 0; i < keys; i++) {
          types.add(SortTest.KEY_TYPES.get(random.nextInt(SortTest.KEY_TYPES.size())));
        }
        int rows = random.nextInt(20_000);
        RowTable table = SortTest.table(types, rows, round, 1 + random.nextInt(900));
        boolean descending = random.nextBoolean();
        boolean nullsFirst = random.nextBoolean();
        int limit = 1 + random.nextInt(round % 3 == 0 ? 6_000 : 50);
        int offset = round % 2 == 0 ? 0 : random.nextInt(3_000);
        LogicalOperator.Scan scan = PlanRunner.scan(table);
        List<SortKey> order = new ArrayList<>();
        for (int i = 0; i < keys; i++) {
          order.add(new SortKey(scan.output().get(i), descending ^ i % 2 == 1, nullsFirst));
        }
        List<List<Value>> sorted = SortTest.expected(table.rows, keys, descending, nullsFirst);
        assertEquals(
            sorted.subList(Math.min(rows, offset), Math.min(rows, offset + limit)),
            runner.run(new LogicalOperator.TopN(scan, order, limit, offset)),
            types + " round " + round);
      }
    }
  }

  @Test
  void aLargeLimitSorts() {
    RowTable table = SortTest.table(List.of(LogicalType.INTEGER), 300_000, 4, 20_000);
    LogicalOperator.Scan scan = PlanRunner.scan(table);
    List<SortKey> order = List.of(new SortKey(scan.output().get(0), false, false));
    List<List<Value>> sorted = SortTest.expected(table.rows, 1, false, false);
    try (PlanRunner runner = new PlanRunner(2, PLENTY)) {
      assertEquals(
          sorted.subList(100_000, 250_000),
          runner.run(new LogicalOperator.TopN(scan, order, 150_000, 100_000)));
      assertEquals(List.of(), runner.run(new LogicalOperator.TopN(scan, order, 0, 5)));
      assertEquals(List.of(), runner.run(new LogicalOperator.TopN(scan, order, 10, 1_000_000)));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void tellsTheScanItsBound(boolean descending) {
    RowTable table =
        PlanRunner.table(
            List.of(LogicalType.BIGINT, LogicalType.INTEGER), 20_000, 9, 5_000, 10, 400);
    table.runtimeSupport = Table.FilterSupport.PRUNING;
    LogicalOperator.Scan scan = PlanRunner.scan(table);
    BoundExpr everything = new BoundExpr.Constant(Value.TRUE);
    LogicalOperator filtered = new LogicalOperator.Filter(scan, everything);
    List<SortKey> order = List.of(new SortKey(scan.output().get(0), descending, false));
    try (PlanRunner runner = new PlanRunner(1, PLENTY)) {
      List<List<Value>> rows = runner.run(new LogicalOperator.TopN(filtered, order, 10, 0));
      assertEquals(SortTest.expected(table.rows, 1, descending, false).subList(0, 10), rows);
      RuntimeFilter filter = null;
      for (ScanFilter seen : table.seenFilters) {
        if (seen instanceof ScanFilter.Runtime runtime && runtime.column() == 0) {
          filter = runtime.filter();
        }
      }
      assertNotNull(filter);
      assertTrue(filter.isActive());
      assertTrue(filter.rejectsNull());
      Value bound = descending ? filter.min() : filter.max();
      assertNotNull(bound);
      Value last = rows.get(9).get(0);
      assertTrue(descending ? bound.asLong() <= last.asLong() : bound.asLong() >= last.asLong());
      FlatVector column = FlatVector.allocate(LogicalType.BIGINT, 4);
      column.setValue(0, bound);
      column.setValue(1, Value.of(bound.asLong() + 1));
      column.setValue(2, Value.of(bound.asLong() - 1));
      column.setNull(3);
      int[] selection = {0, 1, 2, 3};
      assertEquals(2, filter.filter(column, selection, 4));
      assertEquals(0, selection[0]);
      assertEquals(descending ? 1 : 2, selection[1]);
    }
  }
}
