// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.optimize;

import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.Expressions;
import dev.eider.engine.plan.ColumnIds;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.LogicalOperator.Assignment;
import dev.eider.engine.plan.LogicalOperator.Join;
import dev.eider.engine.plan.Plans;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Leaves out columns that nobody reads, down into scans. The result's own columns stay. */
final class RemoveUnusedColumns {
  private final ColumnIds ids;

  /** Positions of CTE columns that are read, by CTE. */
  private final Map<Integer, Set<Integer>> readPositions = new HashMap<>();

  RemoveUnusedColumns(ColumnIds ids) {
    this.ids = ids;
  }

  LogicalOperator apply(LogicalOperator plan) {
    List<ColumnRef> output = plan.output();
    LogicalOperator pruned = prune(plan, Plans.outputIds(plan));
    return exactly(pruned, output);
  }

  /** The plan with exactly these columns, in this order. */
  private static LogicalOperator exactly(LogicalOperator plan, List<ColumnRef> output) {
    if (plan.output().equals(output)) {
      return plan;
    }
    List<Assignment> kept = new ArrayList<>();
    output.forEach(column -> kept.add(new Assignment(column, column)));
    return new LogicalOperator.Project(plan, kept);
  }

  private static Set<Integer> with(Set<Integer> wanted, LogicalOperator op) {
    Set<Integer> all = new HashSet<>(wanted);
    Plans.forEachExpression(op, expr -> Expressions.addColumns(expr, all));
    return all;
  }

  /** A plan that puts out at least the wanted ones of its columns. */
  private LogicalOperator prune(LogicalOperator op, Set<Integer> wanted) {
    return switch (op) {
      case LogicalOperator.Scan o -> scan(o, wanted);
      case LogicalOperator.Project o -> project(o, wanted);
      case LogicalOperator.Filter o ->
          new LogicalOperator.Filter(prune(o.input(), with(wanted, o)), o.predicate());
      case LogicalOperator.Aggregate o -> aggregate(o, wanted);
      case LogicalOperator.Window o -> window(o, wanted);
      case LogicalOperator.Join o -> join(o, wanted);
      case LogicalOperator.SetOperation o -> setOperation(o, wanted);
      case LogicalOperator.Distinct o ->
          new LogicalOperator.Distinct(prune(o.input(), with(wanted, o)), o.keys());
      case LogicalOperator.Sort o ->
          new LogicalOperator.Sort(prune(o.input(), with(wanted, o)), o.keys());
      case LogicalOperator.TopN o ->
          new LogicalOperator.TopN(
              prune(o.input(), with(wanted, o)), o.keys(), o.limit(), o.offset());
      case LogicalOperator.Limit o ->
          new LogicalOperator.Limit(prune(o.input(), wanted), o.limit(), o.offset(), o.percent());
      case LogicalOperator.Sample o ->
          new LogicalOperator.Sample(
              prune(o.input(), wanted), o.method(), o.percent(), o.amount(), o.seed());
      case LogicalOperator.Unnest o ->
          new LogicalOperator.Unnest(
              prune(o.input(), with(wanted, o)), o.lists(), o.ordinality(), o.keepEmpty());
      case LogicalOperator.MaterializedCte o -> cte(o, wanted);
      case LogicalOperator.RecursiveCte o ->
          new LogicalOperator.RecursiveCte(
              o.cteId(),
              o.recurringId(),
              exactly(prune(o.anchor(), Plans.outputIds(o.anchor())), o.anchor().output()),
              exactly(prune(o.step(), Plans.outputIds(o.step())), o.step().output()),
              o.all(),
              o.keys(),
              o.output());
      case LogicalOperator.CteRead o -> cteRead(o, wanted);
      case LogicalOperator.Values o -> values(o, wanted);
      case LogicalOperator.SingleRow o -> o;
      case LogicalOperator.Empty o -> {
        List<ColumnRef> kept = new ArrayList<>(o.output());
        kept.removeIf(column -> !wanted.contains(column.id()));
        yield new LogicalOperator.Empty(kept);
      }
      case LogicalOperator.Insert o -> allOf(o);
      case LogicalOperator.Update o -> allOf(o);
      case LogicalOperator.Delete o -> allOf(o);
      case LogicalOperator.CreateTableAs o -> allOf(o);
      case LogicalOperator.CopyTo o -> allOf(o);
    };
  }

  /** An operator that takes its input's columns by position. */
  private LogicalOperator allOf(LogicalOperator op) {
    LogicalOperator input = op.inputs().getFirst();
    return Plans.withInputs(
        op, List.of(exactly(prune(input, Plans.outputIds(input)), input.output())));
  }

  private static LogicalOperator scan(LogicalOperator.Scan o, Set<Integer> wanted) {
    Set<Integer> filtered = new HashSet<>();
    o.filters().forEach(filter -> Expressions.addColumns(filter, filtered));
    List<ColumnRef> output = new ArrayList<>();
    List<Integer> columns = new ArrayList<>();
    List<ColumnRef> filterOnly = new ArrayList<>(o.filterOnly());
    List<Integer> filterOnlyColumns = new ArrayList<>(o.filterOnlyColumns());
    for (int i = 0; i < o.output().size(); i++) {
      ColumnRef column = o.output().get(i);
      if (wanted.contains(column.id())) {
        output.add(column);
        columns.add(o.columns().get(i));
      } else if (filtered.contains(column.id())) {
        filterOnly.add(column);
        filterOnlyColumns.add(o.columns().get(i));
      }
    }
    return new LogicalOperator.Scan(
        o.table(),
        o.name(),
        output,
        columns,
        o.filters(),
        filterOnly,
        filterOnlyColumns,
        o.limit());
  }

  private LogicalOperator project(LogicalOperator.Project o, Set<Integer> wanted) {
    List<Assignment> kept = new ArrayList<>();
    Set<Integer> below = new HashSet<>();
    for (Assignment assignment : o.assignments()) {
      if (wanted.contains(assignment.column().id())) {
        kept.add(assignment);
        Expressions.addColumns(assignment.expr(), below);
      }
    }
    return new LogicalOperator.Project(prune(o.input(), below), kept);
  }

  private static LogicalOperator values(LogicalOperator.Values o, Set<Integer> wanted) {
    List<Integer> kept = new ArrayList<>();
    List<ColumnRef> output = new ArrayList<>();
    for (int i = 0; i < o.output().size(); i++) {
      if (wanted.contains(o.output().get(i).id())) {
        kept.add(i);
        output.add(o.output().get(i));
      }
    }
    if (kept.size() == o.output().size()) {
      return o;
    }
    List<List<BoundExpr>> rows = new ArrayList<>();
    for (List<BoundExpr> row : o.rows()) {
      List<BoundExpr> values = new ArrayList<>();
      kept.forEach(i -> values.add(row.get(i)));
      rows.add(values);
    }
    return new LogicalOperator.Values(rows, output);
  }

  private LogicalOperator aggregate(LogicalOperator.Aggregate o, Set<Integer> wanted) {
    List<LogicalOperator.AggregateAssignment> kept = new ArrayList<>();
    for (LogicalOperator.AggregateAssignment aggregate : o.aggregates()) {
      if (wanted.contains(aggregate.column().id())) {
        kept.add(aggregate);
      }
    }
    List<LogicalOperator.GroupingAssignment> groupings = new ArrayList<>(o.groupings());
    groupings.removeIf(grouping -> !wanted.contains(grouping.column().id()));
    LogicalOperator.Aggregate pruned =
        new LogicalOperator.Aggregate(o.input(), o.groups(), o.groupingSets(), kept, groupings);
    return new LogicalOperator.Aggregate(
        prune(o.input(), with(Set.of(), pruned)), o.groups(), o.groupingSets(), kept, groupings);
  }

  private LogicalOperator window(LogicalOperator.Window o, Set<Integer> wanted) {
    List<LogicalOperator.WindowAssignment> kept = new ArrayList<>();
    for (LogicalOperator.WindowAssignment window : o.windows()) {
      if (wanted.contains(window.column().id())) {
        kept.add(window);
      }
    }
    if (kept.isEmpty()) {
      return prune(o.input(), wanted);
    }
    LogicalOperator.Window pruned = new LogicalOperator.Window(o.input(), kept);
    return new LogicalOperator.Window(prune(o.input(), with(wanted, pruned)), kept);
  }

  private LogicalOperator join(Join o, Set<Integer> wanted) {
    Set<Integer> all = with(wanted, o);
    return Plans.withInputs(o, List.of(prune(o.left(), all), prune(o.right(), all)));
  }

  private LogicalOperator setOperation(LogicalOperator.SetOperation o, Set<Integer> wanted) {
    boolean unionAll = o.kind() == LogicalOperator.SetKind.UNION && o.all();
    List<Integer> kept = new ArrayList<>();
    List<ColumnRef> output = new ArrayList<>();
    for (int i = 0; i < o.output().size(); i++) {
      if (!unionAll || wanted.contains(o.output().get(i).id())) {
        kept.add(i);
        output.add(o.output().get(i));
      }
    }
    List<LogicalOperator> inputs = new ArrayList<>();
    for (LogicalOperator input : o.inputs()) {
      List<ColumnRef> columns = new ArrayList<>();
      Set<Integer> own = new HashSet<>();
      for (int i : kept) {
        columns.add(input.output().get(i));
        own.add(input.output().get(i).id());
      }
      inputs.add(exactly(prune(input, own), columns));
    }
    return new LogicalOperator.SetOperation(o.kind(), o.all(), inputs, output);
  }

  // --- common table expressions: the body says what it reads, then the definition is pruned

  private LogicalOperator cteRead(LogicalOperator.CteRead o, Set<Integer> wanted) {
    Set<Integer> positions = readPositions.computeIfAbsent(o.cteId(), id -> new TreeSet<>());
    for (int i = 0; i < o.output().size(); i++) {
      if (wanted.contains(o.output().get(i).id())) {
        positions.add(i);
      }
    }
    return o;
  }

  private LogicalOperator cte(LogicalOperator.MaterializedCte o, Set<Integer> wanted) {
    LogicalOperator body = prune(o.body(), wanted);
    Set<Integer> read = readPositions.getOrDefault(o.cteId(), Set.of());
    List<ColumnRef> output = o.definition().output();
    if (read.size() == output.size() || read.isEmpty()) {
      return new LogicalOperator.MaterializedCte(
          o.cteId(), exactly(prune(o.definition(), Plans.outputIds(o.definition())), output), body);
    }
    List<Integer> kept = List.copyOf(new TreeSet<>(read));
    List<ColumnRef> columns = new ArrayList<>();
    Set<Integer> own = new HashSet<>();
    for (int i : kept) {
      columns.add(output.get(i));
      own.add(output.get(i).id());
    }
    LogicalOperator narrowed =
        Plans.transform(
            body,
            op -> {
              if (op instanceof LogicalOperator.CteRead r && r.cteId() == o.cteId()) {
                List<ColumnRef> narrow = new ArrayList<>();
                kept.forEach(i -> narrow.add(r.output().get(i)));
                return new LogicalOperator.CteRead(r.cteId(), narrow);
              }
              return op;
            });
    return new LogicalOperator.MaterializedCte(
        o.cteId(), exactly(prune(o.definition(), own), columns), narrowed);
  }

  /** A column nobody reads, for operators that need one. */
  ColumnRef spare() {
    return ids.column("spare", dev.eider.base.type.LogicalType.INTEGER);
  }
}
