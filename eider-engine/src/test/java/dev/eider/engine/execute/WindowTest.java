// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.AggregateCall;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.SortKey;
import dev.eider.engine.expr.WindowCall;
import dev.eider.engine.expr.WindowCall.BoundKind;
import dev.eider.engine.expr.WindowCall.Exclude;
import dev.eider.engine.expr.WindowCall.Frame;
import dev.eider.engine.expr.WindowCall.Kind;
import dev.eider.engine.expr.WindowCall.Unit;
import dev.eider.engine.plan.LogicalOperator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Window functions against {@link NaiveWindow}, over random windows, frames and rows. */
class WindowTest {
  private static final long PLENTY = 1L << 30;

  // Columns of the table.
  static final int PARTITION = 0;
  static final int ORDER = 1;
  static final int VALUE = 2;
  static final int TEXT = 3;
  static final int FLAG = 4;
  static final int OFFSET = 5;
  static final int LOW = 6;
  static final int HIGH = 7;
  static final int ID = 8;

  private static final List<LogicalType> TYPES =
      List.of(
          LogicalType.VARCHAR,
          LogicalType.INTEGER,
          LogicalType.INTEGER,
          LogicalType.VARCHAR,
          LogicalType.BOOLEAN,
          LogicalType.BIGINT,
          LogicalType.INTEGER,
          LogicalType.INTEGER,
          LogicalType.INTEGER);

  static RowTable table(int rows, int partitions, int orders, long seed, int perTask) {
    SplittableRandom random = new SplittableRandom(seed);
    List<List<Value>> all = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      List<Value> row = new ArrayList<>();
      row.add(
          random.nextInt(60) == 0
              ? Value.nullOf(LogicalType.VARCHAR)
              : Value.of("partition number " + random.nextInt(partitions)));
      Value order =
          random.nextInt(12) == 0
              ? Value.nullOf(LogicalType.INTEGER)
              : Value.of(random.nextInt(orders));
      row.add(order);
      row.add(PlanRunner.random(LogicalType.INTEGER, random, 9, 25));
      row.add(PlanRunner.random(LogicalType.VARCHAR, random, 6, 10));
      row.add(PlanRunner.random(LogicalType.BOOLEAN, random, 2, 10));
      row.add(Value.of((long) random.nextInt(5)));
      row.add(order.isNull() ? order : Value.of((int) order.asLong() - random.nextInt(4)));
      row.add(order.isNull() ? order : Value.of((int) order.asLong() + random.nextInt(4)));
      row.add(Value.of(i));
      all.add(row);
    }
    return new RowTable(TYPES, all, perTask);
  }

  /** What a random call is made of. */
  private static WindowCall randomCall(
      List<ColumnRef> columns, SplittableRandom random, boolean mayPartition) {
    List<BoundExpr> partition =
        mayPartition && random.nextInt(4) > 0 ? List.of(columns.get(PARTITION)) : List.of();
    List<SortKey> order = new ArrayList<>();
    if (random.nextInt(5) > 0) {
      order.add(new SortKey(columns.get(ORDER), random.nextBoolean(), random.nextBoolean()));
    }
    return randomCall(columns, random, partition, order);
  }

  private static WindowCall randomCall(
      List<ColumnRef> columns,
      SplittableRandom random,
      List<BoundExpr> partition,
      List<SortKey> order) {
    Frame frame = frame(columns, random, order);
    ColumnRef value = columns.get(random.nextBoolean() ? VALUE : TEXT);
    List<SortKey> argumentOrder =
        random.nextInt(4) == 0
            ? List.of(new SortKey(columns.get(VALUE), random.nextBoolean(), random.nextBoolean()))
            : List.of();
    if (random.nextInt(2) == 0) {
      String[] names = {"count", "sum", "min", "max", "first", "last", "list", "avg", "median"};
      String name = names[random.nextInt(names.length)];
      boolean numeric = name.equals("sum") || name.equals("avg") || name.equals("median");
      BoundExpr argument = numeric ? columns.get(VALUE) : value;
      if (name.equals("median")) {
        argument = new BoundExpr.Cast(argument, LogicalType.DOUBLE, false);
      }
      AggregateCall call = PlanRunner.call(name, argument);
      return new WindowCall(
          null,
          call,
          List.of(argument),
          false,
          partition,
          order,
          frame,
          random.nextInt(3) == 0 ? columns.get(FLAG) : null,
          random.nextInt(4) == 0,
          argumentOrder,
          call.type());
    }
    Kind[] kinds = Kind.values();
    Kind kind = kinds[random.nextInt(kinds.length - 1)];
    List<BoundExpr> arguments = new ArrayList<>();
    LogicalType type = LogicalType.BIGINT;
    boolean ignoreNulls = false;
    switch (kind) {
      case ROW_NUMBER, RANK, DENSE_RANK -> {}
      case PERCENT_RANK, CUME_DIST -> type = LogicalType.DOUBLE;
      case NTILE -> arguments.add(new BoundExpr.Constant(Value.of(1L + random.nextInt(6))));
      case LEAD, LAG -> {
        arguments.add(value);
        if (random.nextBoolean()) {
          arguments.add(columns.get(OFFSET));
          if (random.nextBoolean()) {
            arguments.add(
                new BoundExpr.Constant(
                    value.type().equals(LogicalType.INTEGER)
                        ? Value.of(777)
                        : Value.of("default")));
          }
        }
      }
      case NTH_VALUE -> {
        arguments.add(value);
        arguments.add(columns.get(OFFSET));
      }
      case FIRST_VALUE, LAST_VALUE -> arguments.add(value);
      case FILL -> throw new AssertionError();
    }
    if (!arguments.isEmpty() && kind != Kind.NTILE) {
      type = value.type();
      ignoreNulls = random.nextBoolean();
    }
    return new WindowCall(
        kind,
        null,
        arguments,
        ignoreNulls,
        partition,
        order,
        frame,
        null,
        false,
        argumentOrder,
        type);
  }

  private static Frame frame(
      List<ColumnRef> columns, SplittableRandom random, List<SortKey> order) {
    if (random.nextInt(5) == 0) {
      return Frame.DEFAULT;
    }
    Unit unit = order.isEmpty() ? Unit.ROWS : Unit.values()[random.nextInt(Unit.values().length)];
    Exclude exclude =
        random.nextInt(2) == 0 ? Exclude.NO_OTHERS : Exclude.values()[random.nextInt(4)];
    BoundKind start = BoundKind.values()[random.nextInt(4)];
    BoundKind end = BoundKind.values()[1 + random.nextInt(4)];
    return new Frame(
        unit,
        start,
        bound(columns, random, unit, start, order),
        end,
        bound(columns, random, unit, end, order),
        exclude);
  }

  private static @Nullable BoundExpr bound(
      List<ColumnRef> columns,
      SplittableRandom random,
      Unit unit,
      BoundKind kind,
      List<SortKey> order) {
    if (kind != BoundKind.PRECEDING && kind != BoundKind.FOLLOWING) {
      return null;
    }
    if (unit != Unit.RANGE) {
      return random.nextBoolean()
          ? columns.get(OFFSET)
          : new BoundExpr.Constant(Value.of((long) random.nextInt(40)));
    }
    boolean lower = kind == BoundKind.PRECEDING ^ order.get(0).descending();
    return columns.get(lower ? LOW : HIGH);
  }

  private static void check(
      RowTable table, LogicalOperator.Scan scan, List<WindowCall> calls, PlanRunner runner) {
    List<LogicalOperator.WindowAssignment> assignments = new ArrayList<>();
    for (WindowCall call : calls) {
      assignments.add(new LogicalOperator.WindowAssignment(PlanRunner.column(call.type()), call));
    }
    LogicalOperator.Window plan = new LogicalOperator.Window(scan, assignments);
    Map<Value, List<Value>> byId = new HashMap<>();
    for (List<Value> row : runner.run(plan)) {
      byId.put(row.get(ID), row);
    }
    assertEquals(table.rows.size(), byId.size());
    for (int c = 0; c < calls.size(); c++) {
      List<Value> expected = new NaiveWindow(table.rows, scan.output(), calls.get(c)).results();
      for (int i = 0; i < expected.size(); i++) {
        Value actual = byId.get(Value.of(i)).get(TYPES.size() + c);
        if (!same(expected.get(i), actual)) {
          throw new AssertionError(
              "row "
                  + table.rows.get(i)
                  + " has "
                  + actual
                  + ", not "
                  + expected.get(i)
                  + " in "
                  + calls.get(c));
        }
      }
    }
  }

  private static boolean same(Value a, Value b) {
    if (!a.isNull() && !b.isNull() && a.get() instanceof Double x && b.get() instanceof Double y) {
      return Math.abs(x - y) < 1e-9;
    }
    return a.isNull() ? b.isNull() : !b.isNull() && a.get().equals(b.get());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void agreesWithTheDefinition(int threads) {
    SplittableRandom random = new SplittableRandom(99);
    try (PlanRunner runner = new PlanRunner(threads, PLENTY)) {
      for (int round = 0; round < 300; round++) {
        RowTable table =
            table(
                random.nextInt(round % 10 == 0 ? 400 : 150),
                1 + random.nextInt(6),
                1 + random.nextInt(60),
                round,
                1 + random.nextInt(90));
        LogicalOperator.Scan scan = PlanRunner.scan(table);
        check(table, scan, List.of(randomCall(scan.output(), random, true)), runner);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void severalWindowsInOnePlan(int threads) {
    SplittableRandom random = new SplittableRandom(5);
    RowTable table = table(400, 20, 20, 3, 50);
    LogicalOperator.Scan scan = PlanRunner.scan(table);
    try (PlanRunner runner = new PlanRunner(threads, PLENTY)) {
      for (int round = 0; round < 10; round++) {
        List<WindowCall> calls = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
          // A unique order: the second sort sees rows in the order of the first.
          List<BoundExpr> partition =
              random.nextBoolean() ? List.of(scan.output().get(PARTITION)) : List.of();
          List<SortKey> order =
              List.of(new SortKey(scan.output().get(ID), random.nextBoolean(), false));
          for (int k = 0; k < 2; k++) {
            WindowCall call;
            do {
              call = randomCall(scan.output(), random, partition, order);
            } while (call.frame().unit() == Unit.RANGE
                && (call.frame().startOffset() != null || call.frame().endOffset() != null));
            calls.add(call);
          }
        }
        check(table, scan, calls, runner);
      }
    }
  }

  /** Many partitions, so that blocks are cut; too little memory, so that runs are merged. */
  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void spills(int threads) {
    SplittableRandom random = new SplittableRandom(8);
    for (int round = 0; round < 2; round++) {
      RowTable table = table(14_000, 500, 20, round, 300);
      LogicalOperator.Scan scan = PlanRunner.scan(table);
      List<BoundExpr> partition = List.of(scan.output().get(PARTITION));
      List<SortKey> order = List.of(new SortKey(scan.output().get(ORDER), false, false));
      List<WindowCall> calls = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        calls.add(randomCall(scan.output(), random, partition, order));
      }
      try (PlanRunner runner = new PlanRunner(threads, PLENTY)) {
        check(table, scan, calls, runner);
        assertEquals(0, runner.spill.made.get());
      }
      try (PlanRunner runner = new PlanRunner(threads, 5L << 19)) {
        check(table, scan, calls, runner);
        assertTrue(runner.spill.made.get() > 1);
      }
    }
  }

  @Test
  void aLargePartitionUsesTheTree() {
    RowTable table = table(1_500, 1, 1_000, 4, 500);
    LogicalOperator.Scan scan = PlanRunner.scan(table);
    List<SortKey> order = List.of(new SortKey(scan.output().get(ORDER), false, true));
    List<WindowCall> calls = new ArrayList<>();
    for (String name : List.of("sum", "count", "first", "max")) {
      for (Exclude exclude : Exclude.values()) {
        AggregateCall call = PlanRunner.call(name, scan.output().get(VALUE));
        Frame frame =
            new Frame(
                Unit.ROWS,
                BoundKind.PRECEDING,
                new BoundExpr.Constant(Value.of(300L)),
                BoundKind.FOLLOWING,
                new BoundExpr.Constant(Value.of(77L)),
                exclude);
        calls.add(
            new WindowCall(
                null,
                call,
                List.of(scan.output().get(VALUE)),
                false,
                List.of(),
                order,
                frame,
                null,
                false,
                List.of(),
                call.type()));
      }
    }
    try (PlanRunner runner = new PlanRunner(2, PLENTY)) {
      check(table, scan, calls, runner);
    }
  }

  @Test
  void fillsGaps() {
    // Order key, value, expected.
    double[][] points = {
      {0, Double.NaN, 8},
      {1, 10, 10},
      {2, Double.NaN, 12},
      {4, Double.NaN, 16},
      {5, 18, 18},
      {6, Double.NaN, 20}
    };
    List<List<Value>> rows = new ArrayList<>();
    for (double[] point : points) {
      rows.add(
          List.of(
              Value.of(point[0]),
              Double.isNaN(point[1]) ? Value.nullOf(LogicalType.DOUBLE) : Value.of(point[1]),
              Value.of(point[2])));
    }
    RowTable table =
        new RowTable(List.of(LogicalType.DOUBLE, LogicalType.DOUBLE, LogicalType.DOUBLE), rows, 2);
    LogicalOperator.Scan scan = PlanRunner.scan(table);
    WindowCall fill =
        new WindowCall(
            Kind.FILL,
            null,
            List.of(scan.output().get(1)),
            false,
            List.of(),
            List.of(new SortKey(scan.output().get(0), false, false)),
            Frame.DEFAULT,
            null,
            false,
            List.of(),
            LogicalType.DOUBLE);
    try (PlanRunner runner = new PlanRunner(1, PLENTY)) {
      List<List<Value>> results =
          runner.run(
              new LogicalOperator.Window(
                  scan,
                  List.of(
                      new LogicalOperator.WindowAssignment(
                          PlanRunner.column(LogicalType.DOUBLE), fill))));
      for (List<Value> row : results) {
        assertEquals(row.get(2).asDouble(), row.get(3).asDouble(), 1e-9);
      }
    }
  }

  @Test
  void badOffsetsAreErrors() {
    RowTable table = table(50, 1, 5, 1, 10);
    LogicalOperator.Scan scan = PlanRunner.scan(table);
    List<SortKey> order = List.of(new SortKey(scan.output().get(ORDER), false, false));
    Object[][] cases = {
      {
        Unit.ROWS,
        Value.nullOf(LogicalType.BIGINT),
        "Invalid Input Error: Window ROWS PRECEDING expression cannot be NULL"
      },
      {Unit.GROUPS, Value.of(-1L), "Out of Range Error: Invalid GROUPS PRECEDING value"},
      {Unit.RANGE, Value.of(1000), "Out of Range Error: Invalid RANGE PRECEDING value"}
    };
    try (PlanRunner runner = new PlanRunner(2, PLENTY)) {
      for (Object[] one : cases) {
        AggregateCall call = PlanRunner.call("count", scan.output().get(VALUE));
        Frame frame =
            new Frame(
                (Unit) one[0],
                BoundKind.PRECEDING,
                new BoundExpr.Constant((Value) one[1]),
                BoundKind.CURRENT_ROW,
                null,
                Exclude.NO_OTHERS);
        WindowCall window =
            new WindowCall(
                null,
                call,
                List.of(scan.output().get(VALUE)),
                false,
                List.of(),
                order,
                frame,
                null,
                false,
                List.of(),
                call.type());
        LogicalOperator plan =
            new LogicalOperator.Window(
                scan,
                List.of(
                    new LogicalOperator.WindowAssignment(PlanRunner.column(call.type()), window)));
        EiderException error = assertThrows(EiderException.class, () -> runner.run(plan));
        assertEquals(one[2], error.getMessage());
      }
    }
  }
}
