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
          "statistics_propagation",
          "empty_result_pullup",
          "join_order",
          "common_subexpressions",
          "unused_columns",
          "column_lifetime",
          "top_n",
          "limit_pushdown",
          "reorder_filter");

  /**
   * Names of the dialect's passes in its order: what {@code disabled_optimizers} may name. Those
   * that are no rule here are never on.
   */
  public static final List<String> KNOWN =
      List.of(
          "expression_rewriter",
          "filter_pullup",
          "filter_pushdown",
          "empty_result_pullup",
          "cte_filter_pusher",
          "regex_range",
          "in_clause",
          "join_order",
          "deliminator",
          "unnest_rewriter",
          "unused_columns",
          "statistics_propagation",
          "common_subexpressions",
          "common_aggregate",
          "column_lifetime",
          "limit_pushdown",
          "row_group_pruner",
          "top_n",
          "top_n_window_elimination",
          "build_side_probe_side",
          "compressed_materialization",
          "duplicate_groups",
          "reorder_filter",
          "sampling_pushdown",
          "join_filter_pushdown",
          "extension",
          "materialized_cte",
          "aggregate_function_rewriter",
          "late_materialization",
          "cte_inlining",
          "common_subplan",
          "join_elimination",
          "window_self_join",
          "projection_pullup",
          "outer_join_simplification",
          "window_rewriter",
          "partitioned_execution",
          "partial_aggregate_pushdown",
          "remote_pushdown",
          "grouping_sets",
          "type_pushdown",
          "scalar_fn_pushdown",
          "distinct_aggregate_rewrite",
          "aggregate_reuse",
          "projection_placement",
          "redundant_order_keys");

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
    plan = new NarrowTables().apply(plan);
    plan = rule("statistics_propagation", plan, new UseStatistics(eval)::apply);
    plan = rule("empty_result_pullup", plan, new PruneEmpty()::apply);
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
