// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.optimize;

import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.type.Value;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.plan.LogicalOperator.Join;
import dev.eider.engine.plan.LogicalOperator.JoinCondition;
import dev.eider.engine.plan.LogicalOperator.JoinType;

/** How a join that pairs rows by conditions is carried out. */
public enum JoinMethod {
  /** A hash table of the right side. */
  HASH,
  /** Sorted by two inequalities. */
  INEQUALITIES,
  /** Sorted by one inequality. */
  MERGE,
  /** Every pair is tried. */
  LOOP;

  /** Below this number of rows on a side trying all pairs costs less than sorting. */
  private static final long LOOP_BELOW = 5;

  /** Below this number of rows on a side the second sort of two inequalities does not pay. */
  private static final long MERGE_BELOW = 1000;

  /**
   * The method for a join: by equality where there is one, else by one or two inequalities where
   * both sides are estimated to have enough rows.
   */
  public static JoinMethod choose(Join join, EvalContext settings) {
    int ranges = 0;
    boolean equality = false;
    for (JoinCondition condition : join.conditions()) {
      equality |= condition.op() == CompareOp.EQ;
      ranges += isRange(condition) ? 1 : 0;
    }
    boolean onlyOne = join.conditions().size() == 1 && join.residual() == null;
    boolean merge =
        switch (join.type()) {
          case INNER, LEFT, RIGHT, FULL -> ranges > 0;
          case SEMI, ANTI -> ranges > 0 && onlyOne;
          case CROSS, MARK, SINGLE, POSITIONAL, RIGHT_SEMI, RIGHT_ANTI -> false;
          case ASOF, ASOF_LEFT, ASOF_RIGHT, ASOF_FULL -> false;
        };
    boolean inequalities =
        ranges > 1 && (merge || join.type() == JoinType.SEMI || join.type() == JoinType.ANTI);
    Value preferred = settings.setting("prefer_range_joins");
    boolean prefersRange =
        inequalities && preferred != null && !preferred.isNull() && preferred.asBoolean();
    if (equality && !prefersRange) {
      return HASH;
    }
    if (!merge && !inequalities) {
      return LOOP;
    }
    Cardinality cardinality = new Cardinality();
    double fewer = Math.min(cardinality.rows(join.left()), cardinality.rows(join.right()));
    if (fewer < threshold(settings, "nested_loop_join_threshold", LOOP_BELOW)) {
      return LOOP;
    }
    boolean large = fewer >= threshold(settings, "merge_join_threshold", MERGE_BELOW);
    return inequalities && (large || !merge) ? INEQUALITIES : merge ? MERGE : LOOP;
  }

  /** Whether a condition is an inequality with a direction. */
  public static boolean isRange(JoinCondition condition) {
    return switch (condition.op()) {
      case LT, LE, GT, GE -> true;
      case EQ, NE -> false;
    };
  }

  private static long threshold(EvalContext settings, String name, long otherwise) {
    Value value = settings.setting(name);
    return value == null || value.isNull() ? otherwise : value.asLong();
  }
}
