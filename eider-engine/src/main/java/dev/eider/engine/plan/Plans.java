// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.plan;

import dev.eider.engine.expr.AggregateCall;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.Expressions;
import dev.eider.engine.expr.SortKey;
import dev.eider.engine.expr.WindowCall;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Walks and rewrites plans. */
public final class Plans {
  private Plans() {}

  /** The operator over other inputs, as many as it has. */
  public static LogicalOperator withInputs(LogicalOperator op, List<LogicalOperator> inputs) {
    if (sameObjects(op.inputs(), inputs)) {
      return op;
    }
    return switch (op) {
      case LogicalOperator.SingleRow o -> o;
      case LogicalOperator.Empty o -> o;
      case LogicalOperator.Scan o -> o;
      case LogicalOperator.Values o -> o;
      case LogicalOperator.CteRead o -> o;
      case LogicalOperator.Filter o -> new LogicalOperator.Filter(inputs.getFirst(), o.predicate());
      case LogicalOperator.Project o ->
          new LogicalOperator.Project(inputs.getFirst(), o.assignments());
      case LogicalOperator.Aggregate o ->
          new LogicalOperator.Aggregate(
              inputs.getFirst(), o.groups(), o.groupingSets(), o.aggregates(), o.groupings());
      case LogicalOperator.Distinct o -> new LogicalOperator.Distinct(inputs.getFirst(), o.keys());
      case LogicalOperator.Sort o -> new LogicalOperator.Sort(inputs.getFirst(), o.keys());
      case LogicalOperator.Limit o ->
          new LogicalOperator.Limit(inputs.getFirst(), o.limit(), o.offset(), o.percent());
      case LogicalOperator.TopN o ->
          new LogicalOperator.TopN(inputs.getFirst(), o.keys(), o.limit(), o.offset());
      case LogicalOperator.Join o ->
          new LogicalOperator.Join(
              o.type(),
              inputs.get(0),
              inputs.get(1),
              o.conditions(),
              o.residual(),
              o.mark(),
              o.dependent());
      case LogicalOperator.SetOperation o ->
          new LogicalOperator.SetOperation(o.kind(), o.all(), inputs, o.output());
      case LogicalOperator.Window o -> new LogicalOperator.Window(inputs.getFirst(), o.windows());
      case LogicalOperator.Unnest o ->
          new LogicalOperator.Unnest(inputs.getFirst(), o.lists(), o.ordinality(), o.keepEmpty());
      case LogicalOperator.MaterializedCte o ->
          new LogicalOperator.MaterializedCte(o.cteId(), inputs.get(0), inputs.get(1));
      case LogicalOperator.RecursiveCte o ->
          new LogicalOperator.RecursiveCte(
              o.cteId(),
              o.recurringId(),
              inputs.get(0),
              inputs.get(1),
              o.all(),
              o.keys(),
              o.output());
      case LogicalOperator.Sample o ->
          new LogicalOperator.Sample(
              inputs.getFirst(), o.method(), o.percent(), o.amount(), o.seed());
      case LogicalOperator.Insert o ->
          new LogicalOperator.Insert(
              inputs.getFirst(), o.schema(), o.target(), o.returning(), o.output());
      case LogicalOperator.Update o ->
          new LogicalOperator.Update(
              inputs.getFirst(), o.target(), o.columns(), o.returning(), o.output());
      case LogicalOperator.Delete o ->
          new LogicalOperator.Delete(inputs.getFirst(), o.target(), o.returning(), o.output());
      case LogicalOperator.CreateTableAs o ->
          new LogicalOperator.CreateTableAs(
              inputs.getFirst(), o.database(), o.schema(), o.target(), o.output());
      case LogicalOperator.CopyTo o ->
          new LogicalOperator.CopyTo(
              inputs.getFirst(), o.format(), o.path(), o.columnNames(), o.options(), o.output());
    };
  }

  private static boolean sameObjects(List<LogicalOperator> a, List<LogicalOperator> b) {
    for (int i = 0; i < a.size(); i++) {
      if (a.get(i) != b.get(i)) {
        return false;
      }
    }
    return true;
  }

  /** The operator with each input replaced; the same object when none changed. */
  public static LogicalOperator mapInputs(LogicalOperator op, UnaryOperator<LogicalOperator> map) {
    List<LogicalOperator> inputs = op.inputs();
    if (inputs.isEmpty()) {
      return op;
    }
    List<LogicalOperator> mapped = new ArrayList<>(inputs.size());
    for (LogicalOperator input : inputs) {
      mapped.add(map.apply(input));
    }
    return withInputs(op, mapped);
  }

  /**
   * The operator itself (not its inputs) with each of its expressions replaced. Columns it makes
   * keep their ids.
   */
  public static LogicalOperator mapExpressions(LogicalOperator op, UnaryOperator<BoundExpr> map) {
    return switch (op) {
      case LogicalOperator.SingleRow o -> o;
      case LogicalOperator.Empty o -> o;
      case LogicalOperator.CteRead o -> o;
      case LogicalOperator.SetOperation o -> o;
      case LogicalOperator.MaterializedCte o -> o;
      case LogicalOperator.RecursiveCte o -> o;
      case LogicalOperator.Sample o -> o;
      case LogicalOperator.Insert o -> o;
      case LogicalOperator.Update o -> o;
      case LogicalOperator.Delete o -> o;
      case LogicalOperator.CreateTableAs o -> o;
      case LogicalOperator.CopyTo o -> o;
      case LogicalOperator.Scan o -> {
        List<BoundExpr> filters = Expressions.mapAll(o.filters(), map);
        yield filters == o.filters() ? o : withFilters(o, filters);
      }
      case LogicalOperator.Values o -> {
        List<List<BoundExpr>> rows = new ArrayList<>(o.rows().size());
        o.rows().forEach(row -> rows.add(Expressions.mapAll(row, map)));
        yield new LogicalOperator.Values(rows, o.output());
      }
      case LogicalOperator.Filter o -> {
        BoundExpr predicate = map.apply(o.predicate());
        yield predicate == o.predicate() ? o : new LogicalOperator.Filter(o.input(), predicate);
      }
      case LogicalOperator.Project o -> {
        List<LogicalOperator.Assignment> assignments = mapAssignments(o.assignments(), map);
        yield assignments == o.assignments()
            ? o
            : new LogicalOperator.Project(o.input(), assignments);
      }
      case LogicalOperator.Aggregate o -> {
        List<LogicalOperator.AggregateAssignment> aggregates = new ArrayList<>();
        for (LogicalOperator.AggregateAssignment aggregate : o.aggregates()) {
          aggregates.add(
              new LogicalOperator.AggregateAssignment(
                  aggregate.column(), mapCall(aggregate.call(), map)));
        }
        yield new LogicalOperator.Aggregate(
            o.input(),
            mapAssignments(o.groups(), map),
            o.groupingSets(),
            aggregates,
            o.groupings());
      }
      case LogicalOperator.Distinct o -> {
        List<BoundExpr> keys = Expressions.mapAll(o.keys(), map);
        yield keys == o.keys() ? o : new LogicalOperator.Distinct(o.input(), keys);
      }
      case LogicalOperator.Sort o -> new LogicalOperator.Sort(o.input(), mapKeys(o.keys(), map));
      case LogicalOperator.TopN o ->
          new LogicalOperator.TopN(o.input(), mapKeys(o.keys(), map), o.limit(), o.offset());
      case LogicalOperator.Limit o ->
          new LogicalOperator.Limit(
              o.input(), mapNullable(o.limit(), map), mapNullable(o.offset(), map), o.percent());
      case LogicalOperator.Join o -> {
        List<LogicalOperator.JoinCondition> conditions = new ArrayList<>();
        for (LogicalOperator.JoinCondition condition : o.conditions()) {
          conditions.add(
              new LogicalOperator.JoinCondition(
                  map.apply(condition.left()),
                  condition.op(),
                  map.apply(condition.right()),
                  condition.nullSafe()));
        }
        yield new LogicalOperator.Join(
            o.type(),
            o.left(),
            o.right(),
            conditions,
            mapNullable(o.residual(), map),
            o.mark(),
            o.dependent());
      }
      case LogicalOperator.Window o -> {
        List<LogicalOperator.WindowAssignment> windows = new ArrayList<>();
        for (LogicalOperator.WindowAssignment window : o.windows()) {
          windows.add(
              new LogicalOperator.WindowAssignment(window.column(), mapCall(window.call(), map)));
        }
        yield new LogicalOperator.Window(o.input(), windows);
      }
      case LogicalOperator.Unnest o ->
          new LogicalOperator.Unnest(
              o.input(), mapAssignments(o.lists(), map), o.ordinality(), o.keepEmpty());
    };
  }

  /** Adds the columns that projections only pass on, with what they are below. */
  public static void addRenames(LogicalOperator plan, Map<Integer, ColumnRef> renames) {
    if (plan instanceof LogicalOperator.Project project) {
      for (LogicalOperator.Assignment assignment : project.assignments()) {
        if (assignment.expr() instanceof ColumnRef source) {
          renames.put(assignment.column().id(), source);
        }
      }
    }
    plan.inputs().forEach(input -> addRenames(input, renames));
  }

  /** The scan with other filters. */
  public static LogicalOperator.Scan withFilters(
      LogicalOperator.Scan scan, List<BoundExpr> filters) {
    return new LogicalOperator.Scan(
        scan.table(),
        scan.name(),
        scan.output(),
        scan.columns(),
        filters,
        scan.filterOnly(),
        scan.filterOnlyColumns(),
        scan.limit());
  }

  private static @Nullable BoundExpr mapNullable(
      @Nullable BoundExpr expr, UnaryOperator<BoundExpr> map) {
    return expr == null ? null : map.apply(expr);
  }

  /** Each assignment's expression mapped; the same list when none changed. */
  public static List<LogicalOperator.Assignment> mapAssignments(
      List<LogicalOperator.Assignment> assignments, UnaryOperator<BoundExpr> map) {
    boolean changed = false;
    List<LogicalOperator.Assignment> mapped = new ArrayList<>(assignments.size());
    for (LogicalOperator.Assignment assignment : assignments) {
      BoundExpr expr = map.apply(assignment.expr());
      changed |= expr != assignment.expr();
      mapped.add(new LogicalOperator.Assignment(assignment.column(), expr));
    }
    return changed ? mapped : assignments;
  }

  /** Each key's expression mapped. */
  public static List<SortKey> mapKeys(List<SortKey> keys, UnaryOperator<BoundExpr> map) {
    List<SortKey> mapped = new ArrayList<>(keys.size());
    for (SortKey key : keys) {
      mapped.add(new SortKey(map.apply(key.expr()), key.descending(), key.nullsFirst()));
    }
    return mapped;
  }

  /** The call with each of its expressions mapped. */
  public static AggregateCall mapCall(AggregateCall call, UnaryOperator<BoundExpr> map) {
    return new AggregateCall(
        call.function(),
        Expressions.mapAll(call.arguments(), map),
        call.distinct(),
        mapNullable(call.filter(), map),
        mapKeys(call.orderBy(), map));
  }

  /** The call with each of its expressions mapped. */
  public static WindowCall mapCall(WindowCall call, UnaryOperator<BoundExpr> map) {
    WindowCall.Frame frame = call.frame();
    return new WindowCall(
        call.kind(),
        call.aggregate() == null ? null : mapCall(call.aggregate(), map),
        Expressions.mapAll(call.arguments(), map),
        call.ignoreNulls(),
        Expressions.mapAll(call.partitionBy(), map),
        mapKeys(call.orderBy(), map),
        new WindowCall.Frame(
            frame.unit(),
            frame.start(),
            mapNullable(frame.startOffset(), map),
            frame.end(),
            mapNullable(frame.endOffset(), map),
            frame.exclude()),
        mapNullable(call.filter(), map),
        call.distinct(),
        mapKeys(call.argumentOrder(), map),
        call.type());
  }

  /** Calls {@code visitor} with each expression of the operator itself. */
  public static void forEachExpression(LogicalOperator op, Consumer<BoundExpr> visitor) {
    mapExpressions(
        op,
        expr -> {
          visitor.accept(expr);
          return expr;
        });
  }

  /** Rewrites bottom up: inputs first, then the operator itself. Does not enter subqueries. */
  public static LogicalOperator transform(LogicalOperator op, UnaryOperator<LogicalOperator> rule) {
    return rule.apply(mapInputs(op, input -> transform(input, rule)));
  }

  /** Calls {@code visitor} with the operator and everything below it, subquery plans left out. */
  public static void walk(LogicalOperator op, Consumer<LogicalOperator> visitor) {
    visitor.accept(op);
    op.inputs().forEach(input -> walk(input, visitor));
  }

  /**
   * Replaces column references everywhere in a plan, also inside the plans of subqueries. Columns
   * that operators make are not touched: the map is for ids that come from outside.
   */
  public static LogicalOperator replaceColumns(
      LogicalOperator plan, UnaryOperator<BoundExpr> columnMap) {
    LogicalOperator mapped = mapInputs(plan, input -> replaceColumns(input, columnMap));
    return mapExpressions(mapped, expr -> replaceColumns(expr, columnMap));
  }

  /** Replaces column references in an expression, also inside the plans of its subqueries. */
  public static BoundExpr replaceColumns(BoundExpr expr, UnaryOperator<BoundExpr> columnMap) {
    if (expr instanceof ColumnRef) {
      return columnMap.apply(expr);
    }
    if (expr instanceof BoundExpr.Subquery subquery) {
      LogicalOperator plan = replaceColumns((LogicalOperator) subquery.plan(), columnMap);
      List<BoundExpr> left =
          Expressions.mapAll(subquery.left(), child -> replaceColumns(child, columnMap));
      return plan == subquery.plan() && left == subquery.left()
          ? subquery
          : new BoundExpr.Subquery(
              subquery.kind(), plan, left, subquery.op(), subquery.negated(), subquery.type());
    }
    return Expressions.mapChildren(expr, child -> replaceColumns(child, columnMap));
  }

  /** Adds what {@link Expressions#addColumns} does and the free columns of subquery plans. */
  public static void addColumns(BoundExpr expr, Set<Integer> ids) {
    Expressions.addColumns(expr, ids);
    Expressions.walk(
        expr,
        e -> {
          if (e instanceof BoundExpr.Subquery subquery) {
            ids.addAll(freeColumns((LogicalOperator) subquery.plan()));
          }
        });
  }

  /** The ids an expression reads, with those its subqueries read from outside themselves. */
  public static Set<Integer> columns(BoundExpr expr) {
    Set<Integer> ids = new HashSet<>();
    addColumns(expr, ids);
    return ids;
  }

  /** The ids a plan reads and no operator in it makes: its correlated columns. */
  public static Set<Integer> freeColumns(LogicalOperator plan) {
    Set<Integer> read = new HashSet<>();
    Set<Integer> made = new HashSet<>();
    walk(
        plan,
        op -> {
          forEachExpression(op, expr -> addColumns(expr, read));
          addMade(op, made);
        });
    read.removeAll(made);
    return read;
  }

  /** Whether the plan inserts, updates or deletes rows. */
  public static boolean changesData(LogicalOperator plan) {
    boolean[] found = {false};
    walk(
        plan,
        op ->
            found[0] |=
                op instanceof LogicalOperator.Insert
                    || op instanceof LogicalOperator.Update
                    || op instanceof LogicalOperator.Delete);
    return found[0];
  }

  /** Whether something in the plan, subqueries included, gives another value each time. */
  public static boolean isVolatile(LogicalOperator plan) {
    boolean[] found = {false};
    walk(plan, op -> forEachExpression(op, expr -> found[0] |= isVolatile(expr)));
    return found[0];
  }

  /** Whether something in the expression, subqueries included, gives another value each time. */
  public static boolean isVolatile(BoundExpr expr) {
    return Expressions.contains(
        expr,
        e ->
            Expressions.isVolatile(e)
                || (e instanceof BoundExpr.Subquery subquery
                    && isVolatile((LogicalOperator) subquery.plan())));
  }

  /** The plan with one more column, its rows' numbers. */
  public static LogicalOperator numbered(LogicalOperator plan, ColumnRef number) {
    WindowCall call =
        new WindowCall(
            WindowCall.Kind.ROW_NUMBER,
            null,
            List.of(),
            false,
            List.of(),
            List.of(),
            WindowCall.Frame.DEFAULT,
            null,
            false,
            List.of(),
            number.type());
    return new LogicalOperator.Window(
        plan, List.of(new LogicalOperator.WindowAssignment(number, call)));
  }

  private static void addMade(LogicalOperator op, Set<Integer> made) {
    for (ColumnRef column : op.output()) {
      made.add(column.id());
    }
    if (op instanceof LogicalOperator.Scan scan) {
      scan.filterOnly().forEach(column -> made.add(column.id()));
    }
  }

  /** The ids of the output columns. */
  public static Set<Integer> outputIds(LogicalOperator op) {
    Set<Integer> ids = new HashSet<>();
    op.output().forEach(column -> ids.add(column.id()));
    return ids;
  }
}
