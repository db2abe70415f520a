// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.eval;

import dev.eider.base.table.ScanFilter;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.Vector;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.function.EvalContext;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Makes the engine's predicates usable by scans, which know no expressions. */
public final class PredicateFactories {
  private PredicateFactories() {}

  /**
   * A predicate over table columns.
   *
   * @param predicate over {@link BoundExpr.ColumnRef}s
   * @param tableColumns the number of the table's column for each column id of the predicate
   * @param contexts makes the context of one worker
   * @param text the predicate for people
   */
  public static ScanFilter.Predicate predicate(
      BoundExpr predicate,
      Map<Integer, Integer> tableColumns,
      Supplier<EvalContext> contexts,
      String text) {
    TreeMap<Integer, Integer> used = new TreeMap<>();
    collect(predicate, tableColumns, used);
    int[] columns = new int[used.size()];
    Map<Integer, Integer> positions = new HashMap<>();
    int next = 0;
    for (Map.Entry<Integer, Integer> entry : used.entrySet()) {
      columns[next] = entry.getKey();
      positions.put(entry.getKey(), next++);
    }
    BoundExpr lowered = lower(predicate, tableColumns, positions);
    return new ScanFilter.Predicate(columns, factory(lowered, contexts), text);
  }

  /** A factory for a lowered predicate, whose positions are those of the columns handed in. */
  public static ScanFilter.PredicateFactory factory(
      BoundExpr lowered, Supplier<EvalContext> contexts) {
    return () -> new ChunkPredicate(FilterEvaluator.of(lowered, contexts.get()));
  }

  private static void collect(
      BoundExpr expr, Map<Integer, Integer> tableColumns, Map<Integer, Integer> used) {
    if (expr instanceof BoundExpr.ColumnRef column) {
      Integer number = tableColumns.get(column.id());
      if (number != null) {
        used.put(number, column.id());
      }
    }
    for (BoundExpr child : ExprTraits.children(expr)) {
      collect(child, tableColumns, used);
    }
  }

  private static BoundExpr lower(
      BoundExpr expr, Map<Integer, Integer> tableColumns, Map<Integer, Integer> positions) {
    if (expr instanceof BoundExpr.ColumnRef column) {
      Integer number = tableColumns.get(column.id());
      Integer position = number == null ? null : positions.get(number);
      return position == null ? column : new BoundExpr.InputRef(position, column.type());
    }
    return ExprRewriter.mapChildren(expr, child -> lower(child, tableColumns, positions));
  }

  private static final class ChunkPredicate implements ScanFilter.RowPredicate {
    private final FilterEvaluator filter;

    ChunkPredicate(FilterEvaluator filter) {
      this.filter = filter;
    }

    @Override
    public int select(Vector[] columns, int count, int[] selection) {
      return filter.select(new DataChunk(columns, count), selection);
    }
  }
}
