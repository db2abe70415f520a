// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.lower;

import dev.eider.base.table.ScanFilter;
import dev.eider.base.table.Table;
import dev.eider.base.table.Table.FilterSupport;
import dev.eider.engine.eval.PredicateFactories;
import dev.eider.engine.execute.operator.LateContext;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.ExprText;
import dev.eider.engine.plan.SimpleFilters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Splits the conditions of a scan: those the table evaluates exactly, those it may use to leave out
 * parts, and those that the engine evaluates above the scan.
 */
final class ScanFilters {
  private final Table table;
  private final Map<Integer, Integer> tableColumns;
  private final LateContext contexts;
  private final List<ScanFilter> pushed = new ArrayList<>();
  private final List<BoundExpr> kept = new ArrayList<>();

  /**
   * An empty split.
   *
   * @param tableColumns the table's column number by column id
   */
  ScanFilters(Table table, Map<Integer, Integer> tableColumns, LateContext contexts) {
    this.table = table;
    this.tableColumns = tableColumns;
    this.contexts = contexts;
  }

  List<ScanFilter> pushed() {
    return pushed;
  }

  /** What stays for the engine; still with column ids. */
  List<BoundExpr> kept() {
    return kept;
  }

  void add(BoundExpr condition) {
    if (condition instanceof BoundExpr.And and) {
      for (BoundExpr part : and.parts()) {
        add(part);
      }
      return;
    }
    ScanFilter simple = SimpleFilters.convert(condition, tableColumns);
    if (simple != null) {
      FilterSupport support = table.supports(simple);
      if (support != FilterSupport.NONE) {
        pushed.add(simple);
      }
      if (support == FilterSupport.EXACT) {
        return;
      }
    }
    ScanFilter predicate =
        PredicateFactories.predicate(condition, tableColumns, contexts, ExprText.top(condition));
    if (table.supports(predicate) == FilterSupport.EXACT) {
      pushed.add(predicate);
    } else {
      kept.add(condition);
    }
  }
}
