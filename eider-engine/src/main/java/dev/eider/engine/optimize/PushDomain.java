// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.optimize;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.eval.ExprTraits;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.Expressions;
import dev.eider.engine.expr.SortKey;
import dev.eider.engine.expr.WindowCall;
import dev.eider.engine.plan.ColumnIds;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.LogicalOperator.Assignment;
import dev.eider.engine.plan.LogicalOperator.Join;
import dev.eider.engine.plan.LogicalOperator.JoinCondition;
import dev.eider.engine.plan.LogicalOperator.JoinType;
import dev.eider.engine.plan.Plans;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Computes a correlated plan for all values of its correlated columns at once: the domain, the
 * distinct values that the other side of the dependent join has, is pushed down to where the plan
 * stops being correlated, and its columns are carried up with every row.
 *
 * <p>Where a filter equates every correlated column with an expression of an independent input,
 * that expression is the column's value and the domain is not needed.
 */
final class PushDomain {
  /** Aggregates that are 0 over no rows; all others are NULL. */
  private static final Set<String> ZERO_WHEN_EMPTY =
      Set.of(
          "count",
          "count_star",
          "approx_count_distinct",
          "regr_count",
          "count_if",
          "countif",
          "entropy");

  private final ColumnIds ids;
  private final List<ColumnRef> correlated;
  private final Set<Integer> correlatedIds = new HashSet<>();
  private final List<Integer> positions;
  private final List<ColumnRef> leftOutput;
  private final boolean eager;
  private int cteId = -1;

  /**
   * Makes a domain.
   *
   * @param correlated the columns of the left side that the right side reads
   * @param positions their positions in {@code leftOutput}
   * @param eager whether the right side may be computed also for values that the left side does not
   *     have: no when that could fail
   */
  PushDomain(
      ColumnIds ids,
      List<ColumnRef> correlated,
      List<Integer> positions,
      List<ColumnRef> leftOutput,
      boolean eager) {
    this.ids = ids;
    this.eager = eager;
    this.correlated = correlated;
    this.positions = positions;
    this.leftOutput = leftOutput;
    correlated.forEach(column -> correlatedIds.add(column.id()));
  }

  /** A plan with the columns that hold the values of the correlated ones, in order. */
  record Pushed(LogicalOperator plan, List<ColumnRef> columns) {}

  /** Whether the distinct values of the left side are read; then it must be materialized. */
  boolean isUsed() {
    return cteId >= 0;
  }

  int cteId() {
    return cteId;
  }

  /** The distinct values of the correlated columns. */
  private Pushed domain() {
    if (cteId < 0) {
      cteId = ids.cte();
    }
    List<ColumnRef> all = new ArrayList<>();
    leftOutput.forEach(column -> all.add(ids.copyOf(column)));
    List<Assignment> kept = new ArrayList<>();
    List<ColumnRef> columns = new ArrayList<>();
    for (int position : positions) {
      ColumnRef column = all.get(position);
      kept.add(new Assignment(column, column));
      columns.add(column);
    }
    LogicalOperator project =
        new LogicalOperator.Project(new LogicalOperator.CteRead(cteId, all), kept);
    return new Pushed(new LogicalOperator.Distinct(project, List.copyOf(columns)), columns);
  }

  /** Whether what the plan computes of correlated rows may fail for some of them. */
  static boolean canFail(LogicalOperator op, Set<Integer> correlated) {
    Set<Integer> free = Plans.freeColumns(op);
    free.retainAll(correlated);
    if (free.isEmpty()) {
      return false;
    }
    boolean[] found = {false};
    Plans.forEachExpression(op, expr -> found[0] |= ExprTraits.canFail(expr));
    return found[0] || op.inputs().stream().anyMatch(input -> canFail(input, correlated));
  }

  /** Whether the rows of a plan are others for other values: also when they are each time. */
  private boolean isCorrelated(LogicalOperator op) {
    Set<Integer> free = Plans.freeColumns(op);
    free.retainAll(correlatedIds);
    return !free.isEmpty() || (!op.inputs().isEmpty() && Plans.isVolatile(op));
  }

  private BoundExpr replace(BoundExpr expr, List<ColumnRef> values) {
    return Plans.replaceColumns(expr, column -> substitute(column, values));
  }

  private BoundExpr substitute(BoundExpr column, List<ColumnRef> values) {
    int index = correlated.indexOf(column);
    return index >= 0 ? values.get(index) : column;
  }

  private static Pushed cross(LogicalOperator plan, Pushed domain) {
    if (plan instanceof LogicalOperator.SingleRow) {
      return domain;
    }
    return new Pushed(
        new Join(JoinType.CROSS, domain.plan(), plan, List.of(), null, null, false),
        domain.columns());
  }

  /**
   * The plan computed for all values.
   *
   * @param nullWhenMissing no row for some value means a row of NULLs to whoever reads the result
   */
  Pushed push(LogicalOperator op, boolean nullWhenMissing) {
    if (!isCorrelated(op)) {
      return cross(op, domain());
    }
    return switch (op) {
      case LogicalOperator.Filter o -> filter(o);
      case LogicalOperator.Project o -> project(o, nullWhenMissing);
      case LogicalOperator.Aggregate o -> aggregate(o, nullWhenMissing);
      case LogicalOperator.Distinct o -> {
        Pushed input = push(o.input(), false);
        List<BoundExpr> keys = new ArrayList<>(input.columns());
        o.keys().forEach(key -> keys.add(replace(key, input.columns())));
        yield new Pushed(new LogicalOperator.Distinct(input.plan(), keys), input.columns());
      }
      case LogicalOperator.Sort o -> {
        Pushed input = push(o.input(), nullWhenMissing);
        yield new Pushed(
            new LogicalOperator.Sort(
                input.plan(), Plans.mapKeys(o.keys(), e -> replace(e, input.columns()))),
            input.columns());
      }
      case LogicalOperator.Limit o -> limit(o, nullWhenMissing);
      case LogicalOperator.Join o -> join(o);
      case LogicalOperator.SetOperation o -> setOperation(o);
      case LogicalOperator.Window o -> window(o);
      case LogicalOperator.Unnest o -> {
        Pushed input = push(o.input(), false);
        yield new Pushed(
            new LogicalOperator.Unnest(
                input.plan(),
                Plans.mapAssignments(o.lists(), e -> replace(e, input.columns())),
                o.ordinality(),
                o.keepEmpty()),
            input.columns());
      }
      case LogicalOperator.MaterializedCte o -> {
        if (isCorrelated(o.definition())) {
          yield new CorrelatedCtes(this, ids, correlated).materialized(o, nullWhenMissing);
        }
        Pushed body = push(o.body(), nullWhenMissing);
        yield new Pushed(
            new LogicalOperator.MaterializedCte(o.cteId(), o.definition(), body.plan()),
            body.columns());
      }
      case LogicalOperator.Sample o -> {
        Pushed input = push(o.input(), false);
        yield new Pushed(
            new LogicalOperator.Sample(input.plan(), o.method(), o.percent(), o.amount(), o.seed()),
            input.columns());
      }
      case LogicalOperator.RecursiveCte o -> new CorrelatedCtes(this, ids, correlated).recursive(o);
      case LogicalOperator.Empty o -> cross(o, domain());
      case LogicalOperator.SingleRow o -> domain();
      default ->
          throw EiderException.notImplemented(
              "a correlated subquery with " + op.getClass().getSimpleName());
    };
  }

  // --- filters: the place where the domain may turn out to be known

  private Pushed filter(LogicalOperator.Filter o) {
    if (eager && !isCorrelated(o.input())) {
      Pushed known = withoutDomain(o);
      if (known != null) {
        return known;
      }
    }
    Pushed input = push(o.input(), false);
    return new Pushed(
        new LogicalOperator.Filter(input.plan(), replace(o.predicate(), input.columns())),
        input.columns());
  }

  /** The filter without a join with the domain, when it equates each correlated column. */
  private @Nullable Pushed withoutDomain(LogicalOperator.Filter o) {
    Map<Integer, BoundExpr> equal = new HashMap<>();
    Set<Integer> nullSafe = new HashSet<>();
    List<BoundExpr> rest = new ArrayList<>();
    for (BoundExpr part : Expressions.conjuncts(o.predicate())) {
      if (part instanceof BoundExpr.Compare c && c.op() == CompareOp.EQ) {
        if (c.left() instanceof ColumnRef column && isKey(column, c.right(), equal)) {
          equal.put(column.id(), c.right());
          continue;
        }
        if (c.right() instanceof ColumnRef column && isKey(column, c.left(), equal)) {
          equal.put(column.id(), c.left());
          continue;
        }
      }
      if (part instanceof BoundExpr.DistinctFrom same
          && same.not()
          && same.right() instanceof ColumnRef column
          && isKey(column, same.left(), equal)) {
        equal.put(column.id(), same.left());
        nullSafe.add(column.id());
        continue;
      }
      rest.add(part);
    }
    List<Assignment> assignments = new ArrayList<>();
    o.input().output().forEach(c -> assignments.add(new Assignment(c, c)));
    List<ColumnRef> columns = new ArrayList<>();
    List<BoundExpr> conditions = new ArrayList<>();
    for (ColumnRef column : correlated) {
      BoundExpr value = equal.get(column.id());
      if (value == null) {
        return null;
      }
      ColumnRef made = ids.copyOf(column);
      columns.add(made);
      assignments.add(new Assignment(made, value));
      if (!nullSafe.contains(column.id())) {
        conditions.add(new BoundExpr.IsNull(made, true));
      }
    }
    LogicalOperator plan = new LogicalOperator.Project(o.input(), assignments);
    rest.forEach(part -> conditions.add(replace(part, columns)));
    return new Pushed(
        conditions.isEmpty() ? plan : new LogicalOperator.Filter(plan, Expressions.and(conditions)),
        columns);
  }

  private boolean isKey(ColumnRef column, BoundExpr value, Map<Integer, BoundExpr> equal) {
    if (!correlatedIds.contains(column.id()) || equal.containsKey(column.id())) {
      return false;
    }
    Set<Integer> used = Expressions.columns(value);
    boolean own = used.stream().noneMatch(correlatedIds::contains);
    return own && value.type().equals(column.type()) && !Expressions.isVolatile(value);
  }

  private Pushed project(LogicalOperator.Project o, boolean nullWhenMissing) {
    boolean strict = nullWhenMissing && isNullOverNothing(o);
    Pushed input = push(o.input(), strict);
    List<Assignment> assignments =
        new ArrayList<>(Plans.mapAssignments(o.assignments(), e -> replace(e, input.columns())));
    input.columns().forEach(column -> assignments.add(new Assignment(column, column)));
    return new Pushed(new LogicalOperator.Project(input.plan(), assignments), input.columns());
  }

  /** Whether each column is NULL when all columns of the input are. */
  private static boolean isNullOverNothing(LogicalOperator.Project o) {
    Set<Integer> below = Plans.outputIds(o.input());
    for (Assignment assignment : o.assignments()) {
      if (!Predicates.isNullThen(assignment.expr(), below)) {
        return false;
      }
    }
    return true;
  }

  private Pushed aggregate(LogicalOperator.Aggregate o, boolean nullWhenMissing) {
    Pushed input = push(o.input(), false);
    int own = o.groups().size();
    List<Assignment> groups =
        new ArrayList<>(Plans.mapAssignments(o.groups(), e -> replace(e, input.columns())));
    List<ColumnRef> columns = new ArrayList<>();
    List<Integer> added = new ArrayList<>();
    for (ColumnRef column : input.columns()) {
      ColumnRef group = ids.copyOf(column);
      columns.add(group);
      added.add(groups.size());
      groups.add(new Assignment(group, column));
    }
    boolean emptySet = false;
    List<List<Integer>> sets = new ArrayList<>();
    for (List<Integer> set : o.groupingSets()) {
      emptySet |= set.isEmpty();
      List<Integer> extended = new ArrayList<>(set);
      extended.addAll(added);
      sets.add(extended);
    }
    List<LogicalOperator.AggregateAssignment> aggregates = new ArrayList<>();
    for (LogicalOperator.AggregateAssignment aggregate : o.aggregates()) {
      aggregates.add(
          new LogicalOperator.AggregateAssignment(
              aggregate.column(),
              Plans.mapCall(aggregate.call(), e -> replace(e, input.columns()))));
    }
    LogicalOperator plan =
        new LogicalOperator.Aggregate(input.plan(), groups, sets, aggregates, o.groupings());
    boolean zero =
        o.aggregates().stream().anyMatch(a -> ZERO_WHEN_EMPTY.contains(a.call().function().name()));
    if (!emptySet || (nullWhenMissing && !zero && own == 0 && sets.size() == 1)) {
      return new Pushed(plan, columns);
    }
    return withEmptyGroups(o, plan, columns);
  }

  /** One row also for values without rows: what an aggregate without GROUP BY answers. */
  private Pushed withEmptyGroups(
      LogicalOperator.Aggregate o, LogicalOperator plan, List<ColumnRef> columns) {
    Pushed domain = domain();
    List<JoinCondition> conditions = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      conditions.add(
          new JoinCondition(domain.columns().get(i), CompareOp.EQ, columns.get(i), true));
    }
    // Aggregates get other ids below the join: above it a zero takes the place of a NULL.
    Map<Integer, ColumnRef> inner = new HashMap<>();
    List<LogicalOperator.AggregateAssignment> renamed = new ArrayList<>();
    LogicalOperator.Aggregate made = (LogicalOperator.Aggregate) plan;
    for (LogicalOperator.AggregateAssignment aggregate : made.aggregates()) {
      ColumnRef copy = ids.copyOf(aggregate.column());
      inner.put(aggregate.column().id(), copy);
      renamed.add(new LogicalOperator.AggregateAssignment(copy, aggregate.call()));
    }
    LogicalOperator below =
        new LogicalOperator.Aggregate(
            made.input(), made.groups(), made.groupingSets(), renamed, made.groupings());
    LogicalOperator joined =
        new Join(JoinType.LEFT, domain.plan(), below, conditions, null, null, false);
    List<Assignment> assignments = new ArrayList<>();
    o.groups().forEach(group -> assignments.add(new Assignment(group.column(), group.column())));
    for (LogicalOperator.AggregateAssignment aggregate : o.aggregates()) {
      ColumnRef copy = java.util.Objects.requireNonNull(inner.get(aggregate.column().id()));
      BoundExpr value = copy;
      if (ZERO_WHEN_EMPTY.contains(aggregate.call().function().name())) {
        value =
            new BoundExpr.Coalesce(
                List.of(
                    copy,
                    new BoundExpr.Cast(new BoundExpr.Constant(Value.of(0L)), copy.type(), false)),
                copy.type());
      }
      assignments.add(new Assignment(aggregate.column(), value));
    }
    o.groupings().forEach(g -> assignments.add(new Assignment(g.column(), g.column())));
    domain.columns().forEach(column -> assignments.add(new Assignment(column, column)));
    return new Pushed(new LogicalOperator.Project(joined, assignments), domain.columns());
  }

  /** LIMIT for each value: a row number over it. */
  private Pushed limit(LogicalOperator.Limit o, boolean nullWhenMissing) {
    if (o.percent()) {
      throw EiderException.notImplemented("LIMIT with a percentage in a correlated subquery");
    }
    List<SortKey> order = List.of();
    LogicalOperator below = o.input();
    List<LogicalOperator.Project> projects = new ArrayList<>();
    while (below instanceof LogicalOperator.Project project
        && project.input() instanceof LogicalOperator.Sort) {
      projects.add(project);
      below = project.input();
    }
    if (below instanceof LogicalOperator.Sort sort) {
      order = sort.keys();
      below = sort.input();
    }
    boolean oneRow = below instanceof LogicalOperator.Aggregate a && a.groups().isEmpty();
    Pushed input = push(below, nullWhenMissing && oneRow);
    ColumnRef number = ids.column("row_number", LogicalType.BIGINT);
    WindowCall call =
        new WindowCall(
            WindowCall.Kind.ROW_NUMBER,
            null,
            List.of(),
            false,
            List.copyOf(input.columns()),
            Plans.mapKeys(order, e -> replace(e, input.columns())),
            WindowCall.Frame.DEFAULT,
            null,
            false,
            List.of(),
            LogicalType.BIGINT);
    LogicalOperator plan =
        new LogicalOperator.Window(
            input.plan(), List.of(new LogicalOperator.WindowAssignment(number, call)));
    List<BoundExpr> conditions = new ArrayList<>();
    BoundExpr offset = o.offset();
    long skip = offset == null ? 0 : count(offset);
    BoundExpr limit = o.limit();
    if (skip > 0) {
      conditions.add(
          new BoundExpr.Compare(CompareOp.GT, number, new BoundExpr.Constant(Value.of(skip))));
    }
    if (limit != null) {
      conditions.add(
          new BoundExpr.Compare(
              CompareOp.LE, number, new BoundExpr.Constant(Value.of(skip + count(limit)))));
    }
    if (!conditions.isEmpty()) {
      plan = new LogicalOperator.Filter(plan, Expressions.and(conditions));
    }
    for (int i = projects.size() - 1; i >= 0; i--) {
      List<Assignment> kept =
          new ArrayList<>(
              Plans.mapAssignments(
                  projects.get(i).assignments(), e -> replace(e, input.columns())));
      input.columns().forEach(column -> kept.add(new Assignment(column, column)));
      plan = new LogicalOperator.Project(plan, kept);
    }
    return new Pushed(plan, input.columns());
  }

  private static long count(BoundExpr expr) {
    if (expr instanceof BoundExpr.Constant constant && !constant.value().isNull()) {
      return constant.value().asLong();
    }
    throw EiderException.notImplemented("LIMIT that is not a constant in a correlated subquery");
  }

  private Pushed join(Join o) {
    boolean leftCorrelated = isCorrelated(o.left());
    boolean rightCorrelated = isCorrelated(o.right());
    boolean inner = o.type() == JoinType.INNER || o.type() == JoinType.CROSS;
    boolean conditionsCorrelated = !leftCorrelated && !rightCorrelated;
    if (inner && !leftCorrelated && !conditionsCorrelated && !o.dependent()) {
      Pushed right = push(o.right(), false);
      return new Pushed(
          rebuild(o, o.left(), right.plan(), right.columns(), List.of()), right.columns());
    }
    Pushed left = push(o.left(), false);
    if (!rightCorrelated) {
      if (o.type() == JoinType.RIGHT || o.type() == JoinType.FULL) {
        return bothSides(o, left);
      }
      return new Pushed(
          rebuild(o, left.plan(), o.right(), left.columns(), List.of()), left.columns());
    }
    if (o.dependent()) {
      // The inner dependent join reads the values from its left side now.
      LogicalOperator right =
          Plans.replaceColumns(o.right(), column -> substitute(column, left.columns()));
      return new Pushed(rebuild(o, left.plan(), right, left.columns(), List.of()), left.columns());
    }
    return bothSides(o, left);
  }

  private Pushed bothSides(Join o, Pushed left) {
    Pushed right = push(o.right(), false);
    List<JoinCondition> equal = new ArrayList<>();
    for (int i = 0; i < correlated.size(); i++) {
      equal.add(
          new JoinCondition(left.columns().get(i), CompareOp.EQ, right.columns().get(i), true));
    }
    LogicalOperator joined = rebuild(o, left.plan(), right.plan(), left.columns(), equal);
    if (o.type() != JoinType.RIGHT && o.type() != JoinType.FULL) {
      return new Pushed(joined, left.columns());
    }
    List<Assignment> assignments = new ArrayList<>();
    joined.output().forEach(c -> assignments.add(new Assignment(c, c)));
    List<ColumnRef> columns = new ArrayList<>();
    for (int i = 0; i < correlated.size(); i++) {
      ColumnRef column = ids.copyOf(correlated.get(i));
      columns.add(column);
      assignments.add(
          new Assignment(
              column,
              new BoundExpr.Coalesce(
                  List.of(left.columns().get(i), right.columns().get(i)), column.type())));
    }
    return new Pushed(new LogicalOperator.Project(joined, assignments), columns);
  }

  private LogicalOperator rebuild(
      Join o,
      LogicalOperator left,
      LogicalOperator right,
      List<ColumnRef> values,
      List<JoinCondition> more) {
    Set<Integer> leftIds = Plans.outputIds(left);
    Set<Integer> rightIds = Plans.outputIds(right);
    List<JoinCondition> conditions = new ArrayList<>(more);
    List<BoundExpr> rest = new ArrayList<>();
    List<BoundExpr> predicates = new ArrayList<>();
    o.conditions().forEach(c -> predicates.add(Predicates.predicate(c)));
    BoundExpr residual = o.residual();
    if (residual != null) {
      predicates.addAll(Expressions.conjuncts(residual));
    }
    for (int i = 0; i < predicates.size(); i++) {
      BoundExpr predicate = replace(predicates.get(i), values);
      JoinCondition condition = Predicates.joinCondition(predicate, leftIds, rightIds);
      if (condition == null) {
        rest.add(predicate);
      } else {
        conditions.add(condition);
      }
    }
    JoinType type = o.type();
    if (type == JoinType.CROSS && !(conditions.isEmpty() && rest.isEmpty())) {
      type = JoinType.INNER;
    }
    return new Join(
        type,
        left,
        right,
        conditions,
        rest.isEmpty() ? null : Expressions.and(rest),
        o.mark(),
        o.dependent());
  }

  private Pushed setOperation(LogicalOperator.SetOperation o) {
    List<LogicalOperator> inputs = new ArrayList<>();
    for (LogicalOperator input : o.inputs()) {
      Pushed pushed = push(input, false);
      List<Assignment> ordered = new ArrayList<>();
      input.output().forEach(c -> ordered.add(new Assignment(c, c)));
      pushed.columns().forEach(c -> ordered.add(new Assignment(c, c)));
      inputs.add(new LogicalOperator.Project(pushed.plan(), ordered));
    }
    List<ColumnRef> output = new ArrayList<>(o.output());
    List<ColumnRef> columns = new ArrayList<>();
    for (ColumnRef column : correlated) {
      ColumnRef made = ids.copyOf(column);
      columns.add(made);
      output.add(made);
    }
    return new Pushed(new LogicalOperator.SetOperation(o.kind(), o.all(), inputs, output), columns);
  }

  private Pushed window(LogicalOperator.Window o) {
    Pushed input = push(o.input(), false);
    List<LogicalOperator.WindowAssignment> windows = new ArrayList<>();
    for (LogicalOperator.WindowAssignment window : o.windows()) {
      WindowCall call = Plans.mapCall(window.call(), e -> replace(e, input.columns()));
      List<BoundExpr> partition = new ArrayList<>(call.partitionBy());
      partition.addAll(input.columns());
      windows.add(
          new LogicalOperator.WindowAssignment(
              window.column(),
              new WindowCall(
                  call.kind(),
                  call.aggregate(),
                  call.arguments(),
                  call.ignoreNulls(),
                  partition,
                  call.orderBy(),
                  call.frame(),
                  call.filter(),
                  call.distinct(),
                  call.argumentOrder(),
                  call.type())));
    }
    return new Pushed(new LogicalOperator.Window(input.plan(), windows), input.columns());
  }
}
