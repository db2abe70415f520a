// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.ScanFilter;
import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.table.Table.FilterSupport;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.LogicalOperator.JoinCondition;
import dev.eider.engine.plan.LogicalOperator.JoinType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every join type against loops over boxed rows. */
class JoinTest {
  private static final long PLENTY = 1L << 30;
  private static final List<LogicalType> TYPES =
      List.of(LogicalType.INTEGER, LogicalType.VARCHAR, LogicalType.BIGINT);
  private static final List<JoinType> KINDS =
      List.of(
          JoinType.INNER,
          JoinType.LEFT,
          JoinType.RIGHT,
          JoinType.FULL,
          JoinType.SEMI,
          JoinType.ANTI,
          JoinType.MARK);

  /** One condition: columns of both sides, the operator, whether NULL equals NULL. */
  private record On(int left, CompareOp op, int right, boolean nullSafe) {
    static On eq(int column) {
      return new On(column, CompareOp.EQ, column, false);
    }
  }

  /** TRUE, FALSE or null for unknown. */
  private static @Nullable Boolean test(List<On> on, List<Value> left, List<Value> right) {
    boolean unknown = false;
    for (On one : on) {
      Value a = left.get(one.left);
      Value b = right.get(one.right);
      if (one.nullSafe) {
        if (a.isNull() != b.isNull() || (!a.isNull() && !a.equals(b))) {
          return false;
        }
      } else if (a.isNull() || b.isNull()) {
        unknown = true;
      } else {
        int order =
            a.get() instanceof String text
                ? text.compareTo(b.asString())
                : Long.compare(a.asLong(), b.asLong());
        boolean holds =
            switch (one.op) {
              case EQ -> order == 0;
              case NE -> order != 0;
              case LT -> order < 0;
              case LE -> order <= 0;
              case GT -> order > 0;
              case GE -> order >= 0;
            };
        if (!holds) {
          return false;
        }
      }
    }
    return unknown ? null : Boolean.TRUE;
  }

  private static List<Value> nulls() {
    List<Value> nulls = new ArrayList<>();
    for (LogicalType type : TYPES) {
      nulls.add(Value.nullOf(type));
    }
    return nulls;
  }

  private static List<String> reference(JoinType type, RowTable left, RowTable right, List<On> on) {
    List<List<Value>> result = new ArrayList<>();
    boolean[] found = new boolean[right.rows.size()];
    for (List<Value> a : left.rows) {
      boolean matched = false;
      boolean unknown = false;
      for (int r = 0; r < found.length; r++) {
        Boolean holds = test(on, a, right.rows.get(r));
        unknown |= holds == null;
        if (holds != null && holds) {
          matched = true;
          found[r] = true;
          if (type.ordinal() < JoinType.SEMI.ordinal()) {
            List<Value> row = new ArrayList<>(a);
            row.addAll(right.rows.get(r));
            result.add(row);
          }
        }
      }
      List<Value> row = new ArrayList<>(a);
      switch (type) {
        case LEFT, FULL -> {
          if (!matched) {
            row.addAll(nulls());
            result.add(row);
          }
        }
        case SEMI -> {
          if (matched) {
            result.add(row);
          }
        }
        case ANTI -> {
          if (!matched) {
            result.add(row);
          }
        }
        case MARK -> {
          row.add(matched ? Value.TRUE : unknown ? Value.nullOf(LogicalType.BOOLEAN) : Value.FALSE);
          result.add(row);
        }
        default -> {}
      }
    }
    if (type == JoinType.RIGHT || type == JoinType.FULL) {
      for (int r = 0; r < found.length; r++) {
        if (!found[r]) {
          List<Value> row = nulls();
          row.addAll(right.rows.get(r));
          result.add(row);
        }
      }
    }
    return PlanRunner.sorted(result);
  }

  private static LogicalOperator join(
      JoinType type, LogicalOperator left, LogicalOperator right, List<On> on, boolean residual) {
    List<ColumnRef> a = left.output();
    List<ColumnRef> b = right.output();
    List<JoinCondition> conditions = new ArrayList<>();
    BoundExpr rest = null;
    for (On one : on) {
      if (residual && one.op != CompareOp.EQ) {
        rest = new BoundExpr.Compare(one.op, a.get(one.left), b.get(one.right));
      } else {
        conditions.add(new JoinCondition(a.get(one.left), one.op, b.get(one.right), one.nullSafe));
      }
    }
    ColumnRef mark = type == JoinType.MARK ? PlanRunner.column(LogicalType.BOOLEAN) : null;
    return new LogicalOperator.Join(type, left, right, conditions, rest, mark, false);
  }

  private static void check(
      RowTable left, RowTable right, List<On> on, int threads, boolean residual) {
    for (JoinType type : KINDS) {
      try (PlanRunner runner = new PlanRunner(threads, PLENTY)) {
        LogicalOperator plan =
            join(type, PlanRunner.scan(left), PlanRunner.scan(right), on, residual);
        assertEquals(
            reference(type, left, right, on),
            PlanRunner.sorted(runner.run(plan)),
            () -> type + " " + on);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1,20,0", "1,400,10", "4,20,10", "4,400,0", "4,3000,5"})
  void equalities(int threads, int distinct, int nullPercent) {
    RowTable left = PlanRunner.table(TYPES, 900, distinct, distinct, nullPercent, 100);
    RowTable right = PlanRunner.table(TYPES, 700, distinct + 1, distinct, nullPercent, 100);
    check(left, right, List.of(On.eq(0)), threads, false);
    check(left, right, List.of(On.eq(1)), threads, false);
    check(left, right, List.of(On.eq(0), On.eq(2)), threads, false);
    check(left, right, List.of(On.eq(1), new On(0, CompareOp.EQ, 0, true)), threads, false);
    check(left, right, List.of(new On(1, CompareOp.EQ, 1, true)), threads, false);
  }

  @ParameterizedTest
  @CsvSource({"1,20,0", "4,20,15", "1,200,15"})
  void equalitiesAndOtherConditions(int threads, int distinct, int nullPercent) {
    RowTable left = PlanRunner.table(TYPES, 500, distinct, distinct, nullPercent, 60);
    RowTable right = PlanRunner.table(TYPES, 400, distinct + 1, distinct, nullPercent, 60);
    for (boolean residual : new boolean[] {false, true}) {
      check(left, right, List.of(On.eq(0), new On(2, CompareOp.LT, 2, false)), threads, residual);
      check(left, right, List.of(On.eq(1), new On(0, CompareOp.NE, 0, false)), threads, residual);
    }
  }

  @ParameterizedTest
  @CsvSource({"1,300,10", "4,300,10", "1,30,20", "2,3,0"})
  void nestedLoops(int threads, int rows, int nullPercent) {
    RowTable left = PlanRunner.table(TYPES, rows, rows, 100, nullPercent, 150);
    RowTable right = PlanRunner.table(TYPES, 120, rows + 1, 100, nullPercent, 70);
    check(left, right, List.of(new On(0, CompareOp.LT, 0, false)), threads, false);
    check(
        left,
        right,
        List.of(new On(0, CompareOp.GE, 0, false), new On(1, CompareOp.NE, 1, false)),
        threads,
        false);
    check(left, right, List.of(), threads, false);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void emptySides(int threads) {
    RowTable some = PlanRunner.table(TYPES, 50, 1, 10, 10, 20);
    RowTable none = new RowTable(TYPES, List.of(), 20);
    for (List<On> on : List.of(List.of(On.eq(0)), List.of(new On(0, CompareOp.LT, 0, false)))) {
      check(some, none, on, threads, false);
      check(none, some, on, threads, false);
      check(none, none, on, threads, false);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void manyRowsUseAParallelBuild(int threads) {
    RowTable left = PlanRunner.table(TYPES, 2_000, 5, 150_000, 1, 300);
    RowTable right = PlanRunner.table(TYPES, 140_000, 6, 150_000, 1, 5_000);
    try (PlanRunner runner = new PlanRunner(threads, PLENTY)) {
      for (JoinType type : List.of(JoinType.INNER, JoinType.FULL, JoinType.SEMI)) {
        LogicalOperator plan =
            join(type, PlanRunner.scan(left), PlanRunner.scan(right), List.of(On.eq(0)), false);
        assertEquals(byKey(type, left, right), PlanRunner.sorted(runner.run(plan)));
      }
    }
  }

  /** The reference for one equality on column 0, by a map. */
  private static List<String> byKey(JoinType type, RowTable left, RowTable right) {
    java.util.Map<Value, List<Integer>> rows = new java.util.HashMap<>();
    for (int r = 0; r < right.rows.size(); r++) {
      rows.computeIfAbsent(right.rows.get(r).get(0), key -> new ArrayList<>()).add(r);
    }
    boolean[] found = new boolean[right.rows.size()];
    List<List<Value>> result = new ArrayList<>();
    for (List<Value> a : left.rows) {
      List<Integer> matches = a.get(0).isNull() ? null : rows.get(a.get(0));
      if (matches == null) {
        if (type == JoinType.FULL || type == JoinType.LEFT) {
          List<Value> row = new ArrayList<>(a);
          row.addAll(nulls());
          result.add(row);
        } else if (type == JoinType.ANTI) {
          result.add(a);
        }
        continue;
      }
      if (type == JoinType.SEMI) {
        result.add(a);
      } else if (type != JoinType.ANTI) {
        for (int r : matches) {
          found[r] = true;
          List<Value> row = new ArrayList<>(a);
          row.addAll(right.rows.get(r));
          result.add(row);
        }
      }
    }
    if (type == JoinType.RIGHT || type == JoinType.FULL) {
      for (int r = 0; r < found.length; r++) {
        if (!found[r]) {
          List<Value> row = nulls();
          row.addAll(right.rows.get(r));
          result.add(row);
        }
      }
    }
    return PlanRunner.sorted(result);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void spillsBothSides(int threads) {
    RowTable left = PlanRunner.table(TYPES, 60_000, 7, 50_000, 3, 2_000);
    RowTable right = PlanRunner.table(TYPES, 80_000, 8, 50_000, 3, 2_000);
    for (JoinType type :
        List.of(
            JoinType.INNER,
            JoinType.LEFT,
            JoinType.RIGHT,
            JoinType.FULL,
            JoinType.SEMI,
            JoinType.ANTI)) {
      try (PlanRunner runner = new PlanRunner(threads, 6L << 20)) {
        LogicalOperator plan =
            join(type, PlanRunner.scan(left), PlanRunner.scan(right), List.of(On.eq(0)), false);
        assertEquals(byKey(type, left, right), PlanRunner.sorted(runner.run(plan)), type::toString);
        assertTrue(runner.spill.made.get() > 0, "nothing was spilled");
      }
    }
  }

  /** RIGHT_SEMI and RIGHT_ANTI are SEMI and ANTI with the sides exchanged. */
  private static void checkRight(
      RowTable left, RowTable right, List<On> on, int threads, long memory, boolean residual) {
    List<On> exchanged = new ArrayList<>();
    on.forEach(o -> exchanged.add(new On(o.right, o.op.flip(), o.left, o.nullSafe)));
    for (JoinType type : List.of(JoinType.RIGHT_SEMI, JoinType.RIGHT_ANTI)) {
      JoinType plain = type == JoinType.RIGHT_SEMI ? JoinType.SEMI : JoinType.ANTI;
      List<String> expected =
          on.size() == 1 && on.get(0).equals(On.eq(0))
              ? byKey(plain, right, left)
              : reference(plain, right, left, exchanged);
      try (PlanRunner runner = new PlanRunner(threads, memory)) {
        LogicalOperator plan =
            join(type, PlanRunner.scan(left), PlanRunner.scan(right), on, residual);
        assertEquals(expected, PlanRunner.sorted(runner.run(plan)), () -> type + " " + on);
        assertEquals(memory < PLENTY, runner.spill.made.get() > 0, "spilled");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1,20,0", "4,400,10", "4,3000,5"})
  void rightSemiAndAnti(int threads, int distinct, int nullPercent) {
    RowTable left = PlanRunner.table(TYPES, 900, 31, distinct, nullPercent, 100);
    RowTable right = PlanRunner.table(TYPES, 500, 32, distinct, nullPercent, 100);
    RowTable none = new RowTable(TYPES, List.of(), 20);
    On less = new On(2, CompareOp.LT, 2, false);
    for (List<On> on :
        List.of(
            List.of(On.eq(0)),
            List.of(new On(1, CompareOp.EQ, 1, true)),
            List.of(On.eq(0), less))) {
      checkRight(left, right, on, threads, PLENTY, false);
      checkRight(left, right, on, threads, PLENTY, true);
      checkRight(none, right, on, threads, PLENTY, false);
      checkRight(left, none, on, threads, PLENTY, false);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void rightSemiAndAntiSpill(int threads) {
    RowTable left = PlanRunner.table(TYPES, 60_000, 7, 50_000, 3, 2_000);
    RowTable right = PlanRunner.table(TYPES, 80_000, 8, 50_000, 3, 2_000);
    checkRight(left, right, List.of(On.eq(0)), threads, 6L << 20, false);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void oneLeftRowMayHaveManyMatches(int threads) {
    RowTable left = PlanRunner.table(TYPES, 7, 9, 2, 0, 3);
    RowTable right = PlanRunner.table(TYPES, 9_000, 10, 2, 0, 1_000);
    check(left, right, List.of(On.eq(0)), threads, false);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void joinsOfJoins(int threads) {
    RowTable a = PlanRunner.table(TYPES, 400, 11, 30, 5, 50);
    RowTable b = PlanRunner.table(TYPES, 300, 12, 30, 5, 50);
    RowTable c = PlanRunner.table(TYPES, 200, 13, 30, 5, 50);
    RowTable ab = new RowTable(TYPES, new ArrayList<>(), 50);
    try (PlanRunner runner = new PlanRunner(threads, PLENTY)) {
      LogicalOperator inner =
          join(JoinType.FULL, PlanRunner.scan(a), PlanRunner.scan(b), List.of(On.eq(0)), false);
      LogicalOperator outer =
          join(JoinType.FULL, inner, PlanRunner.scan(c), List.of(On.eq(1)), false);
      // The reference: the first join's rows cut to the left columns, joined again.
      for (List<Value> row : runner.run(inner)) {
        ab.rows.add(row.subList(0, 3));
      }
      List<String> expected = reference(JoinType.FULL, ab, c, List.of(On.eq(1)));
      List<List<Value>> cut = new ArrayList<>();
      for (List<Value> row : runner.run(outer)) {
        List<Value> some = new ArrayList<>(row.subList(0, 3));
        some.addAll(row.subList(6, 9));
        cut.add(some);
      }
      assertEquals(expected, PlanRunner.sorted(cut));
    }
  }

  @Test
  void singleJoinRefusesASecondMatch() {
    RowTable left = PlanRunner.table(TYPES, 20, 14, 5, 0, 7);
    RowTable right = PlanRunner.table(TYPES, 50, 15, 5, 0, 7);
    try (PlanRunner runner = new PlanRunner(2, PLENTY)) {
      for (List<On> on : List.of(List.of(On.eq(0)), List.<On>of())) {
        LogicalOperator plan =
            join(JoinType.SINGLE, PlanRunner.scan(left), PlanRunner.scan(right), on, false);
        EiderException error = assertThrows(EiderException.class, () -> runner.run(plan));
        assertTrue(error.getMessage().startsWith("Invalid Input Error: More than one row"));
      }
    }
  }

  @Test
  void buildKeysReachTheProbeScan() {
    RowTable left =
        new RowTable(TYPES, PlanRunner.table(TYPES, 500, 16, 1000, 10, 100).rows, 100) {};
    left.runtimeSupport = FilterSupport.PRUNING;
    RowTable right = PlanRunner.table(TYPES, 20, 17, 1000, 10, 100);
    try (PlanRunner runner = new PlanRunner(2, PLENTY)) {
      LogicalOperator plan =
          join(
              JoinType.INNER,
              PlanRunner.scan(left),
              PlanRunner.scan(right),
              List.of(On.eq(0)),
              false);
      assertEquals(
          reference(JoinType.INNER, left, right, List.of(On.eq(0))),
          PlanRunner.sorted(runner.run(plan)));
    }
    assertEquals(1, left.seenFilters.size());
    ScanFilter.Runtime filter = (ScanFilter.Runtime) left.seenFilters.get(0);
    assertEquals(0, filter.column());
    assertTrue(filter.filter().isActive());
    assertTrue(left.rowsAfterFilters.get() < 250, "rows: " + left.rowsAfterFilters.get());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void positional(int threads) {
    RowTable left = PlanRunner.table(TYPES, 5_000, 18, 1000, 10, 300);
    RowTable right = PlanRunner.table(TYPES, 3_000, 19, 1000, 10, 500);
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      List<Value> row = new ArrayList<>(left.rows.get(i));
      row.addAll(i < 3_000 ? right.rows.get(i) : nulls());
      expected.add(PlanRunner.text(row));
    }
    try (PlanRunner runner = new PlanRunner(threads, PLENTY)) {
      LogicalOperator plan =
          join(
              JoinType.POSITIONAL, PlanRunner.scan(left), PlanRunner.scan(right), List.of(), false);
      List<String> rows = new ArrayList<>();
      runner.run(plan).forEach(row -> rows.add(PlanRunner.text(row)));
      assertEquals(expected, rows);
    }
  }

  @ParameterizedTest
  @CsvSource({"GE", "GT", "LE", "LT"})
  void asOf(CompareOp op) {
    RowTable left = PlanRunner.table(TYPES, 600, 20, 200, 10, 100);
    // Keys of the right side are unique, so that the nearest row is.
    List<List<Value>> unique = new ArrayList<>();
    java.util.Set<List<Value>> seen = new java.util.HashSet<>();
    for (List<Value> row : PlanRunner.table(TYPES, 300, 21, 200, 10, 100).rows) {
      if (seen.add(List.of(row.get(0), row.get(2)))) {
        unique.add(row);
      }
    }
    RowTable right = new RowTable(TYPES, unique, 50);
    for (boolean keepLeft : new boolean[] {false, true}) {
      List<List<Value>> expected = new ArrayList<>();
      for (List<Value> a : left.rows) {
        List<Value> best = null;
        for (List<Value> b : right.rows) {
          Boolean holds = test(List.of(On.eq(0), new On(2, op, 2, false)), a, b);
          if (holds != null && holds) {
            long now = b.get(2).asLong();
            boolean up = op == CompareOp.GE || op == CompareOp.GT;
            if (best == null || (up ? now > best.get(2).asLong() : now < best.get(2).asLong())) {
              best = b;
            }
          }
        }
        if (best != null || keepLeft) {
          List<Value> row = new ArrayList<>(a);
          row.addAll(best == null ? nulls() : best);
          expected.add(row);
        }
      }
      try (PlanRunner runner = new PlanRunner(3, PLENTY)) {
        LogicalOperator plan =
            join(
                keepLeft ? JoinType.ASOF_LEFT : JoinType.ASOF,
                PlanRunner.scan(left),
                PlanRunner.scan(right),
                List.of(On.eq(0), new On(2, op, 2, false)),
                false);
        assertEquals(PlanRunner.sorted(expected), PlanRunner.sorted(runner.run(plan)));
      }
    }
  }
}
