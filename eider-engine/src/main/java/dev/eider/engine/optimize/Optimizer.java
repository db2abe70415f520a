// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.optimize;

import dev.eider.engine.function.EvalContext;
import dev.eider.engine.plan.ColumnIds;
import dev.eider.engine.plan.LogicalOperator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Runs the rules over one plan, in order. One thread, one statement. */
public final class Optimizer {
  /** Names of the rules that {@code disabled_optimizers} may switch off, in their order. */
  public static final List<String> RULES =
      List.of(
          "filter_pushdown",
          "expression_rewriter",
          "join_order",
          "statistics_propagation",
          "common_subexpressions",
          "unused_columns",
          "column_lifetime",
          "top_n",
          "limit_pushdown",
          "reorder_filter");

  private final ColumnIds ids;
  private final EvalContext eval;
  private final Set<String> disabled;

  /**
   * An optimizer for one statement.
   *
   * @param eval evaluates constants
   * @param disabled lower-case names of optional rules that are switched off
   */
  public Optimizer(ColumnIds ids, EvalContext eval, Set<String> disabled) {
    this.ids = ids;
    this.eval = eval;
    this.disabled = disabled;
  }

  /** The best plan the rules find. */
  public LogicalOperator optimize(LogicalOperator bound) {
    LogicalOperator plan = bound;
    plan = new FoldConstants(eval).apply(plan);
    plan = new RemoveSubqueries(ids).apply(plan);
    plan = new RemoveDependentJoins(ids).apply(plan);
    plan = rule("filter_pushdown", plan, new PushFilters()::apply);
    plan = rule("expression_rewriter", plan, new FoldConstants(eval)::apply);
    plan = rule("join_order", plan, new OrderJoins(eval)::apply);
    plan = rule("statistics_propagation", plan, new AnswerCountFromMetadata()::apply);
    plan = rule("common_subexpressions", plan, new ShareSubexpressions(ids)::apply);
    plan = rule("unused_columns", plan, new RemoveUnusedColumns(ids)::apply);
    plan = rule("column_lifetime", plan, new MergeProjections()::apply);
    plan = rule("unused_columns", plan, new PushParts(ids)::apply);
    plan = rule("top_n", plan, new UseTopN()::apply);
    plan = rule("limit_pushdown", plan, new PushLimit()::apply);
    plan = rule("reorder_filter", plan, new OrderConjuncts()::apply);
    return plan;
  }

  private LogicalOperator rule(
      String name, LogicalOperator plan, UnaryOperator<LogicalOperator> rule) {
    assert RULES.contains(name) : name;
    return disabled.contains(name.toLowerCase(Locale.ROOT)) ? plan : rule.apply(plan);
  }
}
