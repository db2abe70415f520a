// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.optimize;

import dev.eider.base.table.ScanFilter;
import dev.eider.base.table.Table;
import dev.eider.base.table.Table.FilterSupport;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.Plans;
import dev.eider.engine.plan.SimpleFilters;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells each table the conditions of its scan, so that it looks only for the files that can matter:
 * before anybody asks how many rows it has.
 */
final class NarrowTables {
  LogicalOperator apply(LogicalOperator plan) {
    return Plans.transform(plan, NarrowTables::rewrite);
  }

  private static LogicalOperator rewrite(LogicalOperator op) {
    if (!(op instanceof LogicalOperator.Scan scan)) {
      return op;
    }
    Map<Integer, Integer> numbers = new HashMap<>();
    for (int i = 0; i < scan.output().size(); i++) {
      numbers.put(scan.output().get(i).id(), scan.columns().get(i));
    }
    for (int i = 0; i < scan.filterOnly().size(); i++) {
      numbers.put(scan.filterOnly().get(i).id(), scan.filterOnlyColumns().get(i));
    }
    List<ScanFilter> known = new ArrayList<>();
    for (BoundExpr filter : scan.filters()) {
      add(scan.table(), filter, numbers, known);
    }
    Table narrowed = scan.table().narrowed(known);
    return narrowed == scan.table()
        ? op
        : new LogicalOperator.Scan(
            narrowed,
            scan.name(),
            scan.output(),
            scan.columns(),
            scan.filters(),
            scan.filterOnly(),
            scan.filterOnlyColumns(),
            scan.limit());
  }

  private static void add(
      Table table, BoundExpr condition, Map<Integer, Integer> numbers, List<ScanFilter> known) {
    if (condition instanceof BoundExpr.And and) {
      for (BoundExpr part : and.parts()) {
        add(table, part, numbers, known);
      }
      return;
    }
    ScanFilter simple = SimpleFilters.convert(condition, numbers);
    if (simple != null && table.supports(simple) != FilterSupport.NONE) {
      known.add(simple);
    }
  }
}
