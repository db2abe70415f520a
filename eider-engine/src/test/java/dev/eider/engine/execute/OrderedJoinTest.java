// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.LogicalOperator.JoinCondition;
import dev.eider.engine.plan.LogicalOperator.JoinType;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Joins by inequalities and ASOF joins over random rows against loops over boxed rows. */
class OrderedJoinTest {
  private static final List<LogicalType> TYPES =
      List.of(
          LogicalType.INTEGER,
          LogicalType.DOUBLE,
          LogicalType.VARCHAR,
          LogicalType.INTEGER,
          LogicalType.BIGINT);

  /** Memory that so many rows do not fit in. */
  private static final long LITTLE = 900 << 10;

  private static final int MANY_ROWS = 3500;

  private static final List<CompareOp> RANGES =
      List.of(CompareOp.LT, CompareOp.LE, CompareOp.GT, CompareOp.GE);

  /** A comparison of a left with a right column. */
  private record On(int left, CompareOp op, int right, boolean nullSafe) {}

  /** Rows of small numbers with NULLs and NaN; the last column is the row's number. */
  private static RowTable table(SplittableRandom random, int rows, int distinct) {
    List<List<Value>> all = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      List<Value> row = new ArrayList<>();
      for (int c = 0; c < 4; c++) {
        int k = random.nextInt(distinct);
        Object value =
            switch (c) {
              case 1 -> k % 9 == 0 ? Double.NaN : k % 7 == 0 ? -1 / 0.0 : k / 2.0;
              case 2 -> k % 2 == 0 ? "text that is not kept inline " + k : "t" + k;
              default -> k;
            };
        row.add(
            random.nextInt(10) == 0 ? Value.nullOf(TYPES.get(c)) : new Value(TYPES.get(c), value));
      }
      row.add(Value.of((long) i));
      all.add(row);
    }
    return new RowTable(TYPES, all, rows > 1000 ? 2500 : 50);
  }

  private static int compare(Value a, Value b) {
    return switch (a.get()) {
      case String text -> text.compareTo(b.asString());
      case Double number -> Double.compare(number, b.asDouble());
      default -> Long.compare(a.asLong(), b.asLong());
    };
  }

  private static boolean holds(List<On> all, List<Value> left, List<Value> right) {
    for (On on : all) {
      Value a = left.get(on.left);
      Value b = right.get(on.right);
      if (a.isNull() || b.isNull()) {
        if (on.nullSafe && a.isNull() && b.isNull()) {
          continue;
        }
        return false;
      }
      int order = compare(a, b);
      boolean passes =
          switch (on.op) {
            case EQ -> order == 0;
            case NE -> order != 0;
            case LT -> order < 0;
            case LE -> order <= 0;
            case GT -> order > 0;
            case GE -> order >= 0;
          };
      if (!passes) {
        return false;
      }
    }
    return true;
  }

  /** For ASOF: the better of two matches by the inequality; among equal keys any will do. */
  private static boolean isNearer(On by, List<Value> candidate, List<Value> best) {
    int order = compare(candidate.get(by.right), best.get(by.right));
    return by.op == CompareOp.GE || by.op == CompareOp.GT ? order > 0 : order < 0;
  }

  private static List<Value> both(@Nullable List<Value> left, @Nullable List<Value> right) {
    List<Value> row = new ArrayList<>();
    for (int side = 0; side < 2; side++) {
      List<Value> half = side == 0 ? left : right;
      for (int c = 0; c < TYPES.size(); c++) {
        row.add(half == null ? Value.nullOf(TYPES.get(c)) : half.get(c));
      }
    }
    return row;
  }

  private static List<String> naive(
      JoinType type, RowTable left, RowTable right, List<On> on, @Nullable On nearest) {
    List<List<Value>> result = new ArrayList<>();
    boolean[] found = new boolean[right.rows.size()];
    for (List<Value> a : left.rows) {
      List<Integer> matches = new ArrayList<>();
      for (int r = 0; r < found.length; r++) {
        List<Value> b = right.rows.get(r);
        if (holds(on, a, b)) {
          if (nearest == null || matches.isEmpty()) {
            matches.add(r);
          } else if (isNearer(nearest, b, right.rows.get(matches.get(0)))) {
            matches.set(0, r);
          }
        }
      }
      boolean keepsLeft =
          switch (type) {
            case LEFT, FULL, ASOF_LEFT, ASOF_FULL -> true;
            default -> false;
          };
      if (type == JoinType.SEMI || type == JoinType.ANTI) {
        if (matches.isEmpty() == (type == JoinType.ANTI)) {
          result.add(a);
        }
        continue;
      }
      for (int r : matches) {
        found[r] = true;
        result.add(both(a, right.rows.get(r)));
      }
      if (matches.isEmpty() && keepsLeft) {
        result.add(both(a, null));
      }
    }
    for (int r = 0; r < found.length; r++) {
      switch (type) {
        case RIGHT, FULL, ASOF_RIGHT, ASOF_FULL -> {
          if (!found[r]) {
            result.add(both(null, right.rows.get(r)));
          }
        }
        default -> {}
      }
    }
    return PlanRunner.sorted(result);
  }

  /** Conditions in the join, except the last ones, which are in the residual. */
  private static LogicalOperator join(
      JoinType type, RowTable left, RowTable right, List<On> on, int residual) {
    LogicalOperator a = PlanRunner.scan(left);
    LogicalOperator b = PlanRunner.scan(right);
    List<ColumnRef> leftColumns = a.output();
    List<ColumnRef> rightColumns = b.output();
    List<JoinCondition> conditions = new ArrayList<>();
    List<BoundExpr> rest = new ArrayList<>();
    for (int i = 0; i < on.size(); i++) {
      On one = on.get(i);
      ColumnRef x = leftColumns.get(one.left);
      ColumnRef y = rightColumns.get(one.right);
      if (i >= on.size() - residual) {
        rest.add(new BoundExpr.Compare(one.op, x, y));
      } else {
        conditions.add(new JoinCondition(x, one.op, y, one.nullSafe));
      }
    }
    BoundExpr predicate =
        rest.isEmpty() ? null : rest.size() == 1 ? rest.get(0) : new BoundExpr.And(rest);
    return new LogicalOperator.Join(type, a, b, conditions, predicate, null, false);
  }

  private static CompareOp anyRange(SplittableRandom random) {
    return RANGES.get(random.nextInt(4));
  }

  @ParameterizedTest
  @CsvSource({
    "1,1,200,170",
    "2,4,200,170",
    "3,4,3000,40",
    "4,2,50,3000",
    "8,1,600,4000",
    "5,1,3,9",
    "6,4,0,80",
    "7,4,80,0",
    "8,1,0,0",
    "9,4,300,400",
    "10,2,6,4500"
  })
  void inequalities(long seed, int threads, int leftRows, int rightRows) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < 4; round++) {
      int distinct = round % 2 == 0 ? 12 : 500;
      RowTable left = table(random, leftRows, distinct);
      RowTable right = table(random, rightRows, distinct);
      List<On> on = new ArrayList<>();
      int first = random.nextInt(3);
      on.add(new On(first, anyRange(random), first, false));
      if (round % 4 != 3) {
        int second = random.nextInt(4);
        on.add(new On(second, anyRange(random), second, false));
      }
      int residual = round % 3 == 2 ? 1 : 0;
      if (residual == 1) {
        on.add(new On(3, CompareOp.NE, 3, false));
      }
      for (JoinType type :
          List.of(
              JoinType.INNER,
              JoinType.LEFT,
              JoinType.RIGHT,
              JoinType.FULL,
              JoinType.SEMI,
              JoinType.ANTI)) {
        check(
            join(type, left, right, on, residual),
            naive(type, left, right, on, null),
            threads,
            rightRows,
            "seed " + seed + " " + type + " " + on);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1,1,200,170",
    "2,4,200,170",
    "3,4,3000,40",
    "4,2,50,3000",
    "8,1,600,4000",
    "5,4,0,80",
    "6,4,80,0",
    "7,1,0,0"
  })
  void nearestKey(long seed, int threads, int leftRows, int rightRows) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < 4; round++) {
      RowTable left = table(random, leftRows, 60);
      RowTable right = withoutTies(table(random, rightRows, 60), random);
      On nearest = new On(4, anyRange(random), 4, false);
      List<On> on = new ArrayList<>();
      if (round % 4 != 0) {
        on.add(new On(0, CompareOp.EQ, 0, round % 2 == 0));
      }
      if (round % 4 == 3) {
        on.add(new On(3, CompareOp.EQ, 3, false));
      }
      on.add(nearest);
      boolean further = round % 3 == 2;
      if (further) {
        on.add(new On(1, CompareOp.GE, 1, false));
      }
      for (JoinType type :
          List.of(JoinType.ASOF, JoinType.ASOF_LEFT, JoinType.ASOF_RIGHT, JoinType.ASOF_FULL)) {
        check(
            join(type, left, right, on, further ? 1 : 0),
            naive(type, left, right, on, nearest),
            threads,
            rightRows,
            "seed " + seed + " " + type + " " + on);
      }
    }
  }

  /** Runs a join with the right side in memory, and a large one block by block too. */
  private static void check(
      LogicalOperator plan, List<String> expected, int threads, int rightRows, String what) {
    try (PlanRunner runner = new PlanRunner(threads, 1L << 30)) {
      assertEquals(expected, PlanRunner.sorted(runner.run(plan)), what);
      assertEquals(0, runner.spill.made.get(), what);
    }
    if (rightRows >= MANY_ROWS) {
      try (PlanRunner runner = new PlanRunner(threads, LITTLE)) {
        assertEquals(expected, PlanRunner.sorted(runner.run(plan)), what + ", in blocks");
        assertTrue(runner.spill.made.get() > 0, what);
        runner.assertNothingLeft();
      }
    }
  }

  /** The rows with distinct numbers in random order, so that one row is nearest. */
  private static RowTable withoutTies(RowTable table, SplittableRandom random) {
    List<List<Value>> rows = new ArrayList<>();
    long next = -20;
    for (List<Value> row : table.rows) {
      List<Value> changed = new ArrayList<>(row);
      next += 1 + random.nextInt(3);
      changed.set(4, random.nextInt(12) == 0 ? Value.nullOf(LogicalType.BIGINT) : Value.of(next));
      rows.add(random.nextInt(rows.size() + 1), changed);
    }
    return new RowTable(TYPES, rows, 50);
  }
}
