// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.optimize;

import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.Expressions;
import dev.eider.engine.expr.WindowCall;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.LogicalOperator.Assignment;
import dev.eider.engine.plan.LogicalOperator.Join;
import dev.eider.engine.plan.LogicalOperator.JoinCondition;
import dev.eider.engine.plan.LogicalOperator.JoinType;
import dev.eider.engine.plan.Plans;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Moves conjuncts of filters down to where their columns come from: through projections, joins,
 * groups, window partitions, set operations, into scans. Outer joins whose NULL rows a filter
 * rejects become inner joins.
 */
final class PushFilters {
  LogicalOperator apply(LogicalOperator plan) {
    return push(plan, List.of());
  }

  private LogicalOperator push(LogicalOperator op, List<BoundExpr> filters) {
    return switch (op) {
      case LogicalOperator.Filter o -> filter(o, filters);
      case LogicalOperator.Project o -> project(o, filters);
      case LogicalOperator.Scan o -> scan(o, filters);
      case Join o -> join(o, filters);
      case LogicalOperator.Aggregate o -> aggregate(o, filters);
      case LogicalOperator.Distinct o -> distinct(o, filters);
      case LogicalOperator.Sort o -> new LogicalOperator.Sort(push(o.input(), filters), o.keys());
      case LogicalOperator.SetOperation o -> setOperation(o, filters);
      case LogicalOperator.Window o -> window(o, filters);
      case LogicalOperator.Unnest o -> unnest(o, filters);
      case LogicalOperator.MaterializedCte o ->
          new LogicalOperator.MaterializedCte(
              o.cteId(), push(o.definition(), List.of()), push(o.body(), filters));
      default -> above(Plans.mapInputs(op, input -> push(input, List.of())), filters);
    };
  }

  private static LogicalOperator above(LogicalOperator op, List<BoundExpr> filters) {
    return filters.isEmpty()
        ? op
        : new LogicalOperator.Filter(op, Expressions.and(List.copyOf(filters)));
  }

  private LogicalOperator filter(LogicalOperator.Filter o, List<BoundExpr> filters) {
    List<BoundExpr> all = new ArrayList<>(filters);
    List<BoundExpr> fixed = new ArrayList<>();
    for (BoundExpr part : Expressions.conjuncts(o.predicate())) {
      (Expressions.isVolatile(part) ? fixed : all).add(part);
    }
    if (fixed.isEmpty()) {
      return push(o.input(), all);
    }
    // What is volatile sees the rows that it saw before: later filters stay above it.
    all.removeAll(filters);
    return above(new LogicalOperator.Filter(push(o.input(), all), Expressions.and(fixed)), filters);
  }

  private static boolean readsOnly(BoundExpr expr, Set<Integer> ids) {
    return ids.containsAll(Expressions.columns(expr));
  }

  private LogicalOperator project(LogicalOperator.Project o, List<BoundExpr> filters) {
    Map<Integer, BoundExpr> values = new HashMap<>();
    for (Assignment assignment : o.assignments()) {
      values.put(assignment.column().id(), assignment.expr());
    }
    List<BoundExpr> below = new ArrayList<>();
    List<BoundExpr> kept = new ArrayList<>();
    for (BoundExpr filter : filters) {
      BoundExpr replaced = substitute(filter, values);
      if (Expressions.isVolatile(replaced)) {
        kept.add(filter);
      } else {
        below.add(replaced);
      }
    }
    return above(new LogicalOperator.Project(push(o.input(), below), o.assignments()), kept);
  }

  /** The expression with columns replaced by what they are. */
  static BoundExpr substitute(BoundExpr expr, Map<Integer, BoundExpr> values) {
    return Plans.replaceColumns(
        expr,
        column -> {
          BoundExpr value = values.get(((ColumnRef) column).id());
          return value == null ? column : value;
        });
  }

  private static LogicalOperator scan(LogicalOperator.Scan o, List<BoundExpr> filters) {
    if (filters.isEmpty()) {
      return o;
    }
    if (o.limit() >= 0) {
      return above(o, filters);
    }
    List<BoundExpr> all = new ArrayList<>(o.filters());
    List<BoundExpr> kept = new ArrayList<>();
    Set<Integer> own = Plans.outputIds(o);
    for (BoundExpr filter : filters) {
      if (Expressions.columns(filter).isEmpty() || !readsOnly(filter, own)) {
        kept.add(filter);
      } else if (!all.contains(filter)) {
        all.add(filter);
      }
    }
    return above(Plans.withFilters(o, all), kept);
  }

  // --- joins

  private LogicalOperator join(Join o, List<BoundExpr> filters) {
    Join join = withoutNullRows(o, filters);
    return switch (join.type()) {
      case INNER, CROSS -> inner(join, filters);
      case LEFT -> outer(join, filters, true);
      case RIGHT -> outer(join, filters, false);
      case SEMI, ANTI, MARK, SINGLE, ASOF, ASOF_LEFT -> leftOnly(join, filters);
      case FULL, POSITIONAL, RIGHT_SEMI, RIGHT_ANTI, ASOF_RIGHT, ASOF_FULL ->
          above(Plans.mapInputs(join, input -> push(input, List.of())), filters);
    };
  }

  /** An outer join becomes inner where a filter above rejects the NULLs that it adds. */
  private static Join withoutNullRows(Join join, List<BoundExpr> filters) {
    Set<Integer> left = Plans.outputIds(join.left());
    Set<Integer> right = Plans.outputIds(join.right());
    boolean rejectsRight = filters.stream().anyMatch(f -> Predicates.rejectsNull(f, right));
    boolean rejectsLeft = filters.stream().anyMatch(f -> Predicates.rejectsNull(f, left));
    JoinType type =
        switch (join.type()) {
          case LEFT -> rejectsRight ? JoinType.INNER : JoinType.LEFT;
          case RIGHT -> rejectsLeft ? JoinType.INNER : JoinType.RIGHT;
          case FULL ->
              rejectsLeft && rejectsRight
                  ? JoinType.INNER
                  : rejectsLeft ? JoinType.LEFT : rejectsRight ? JoinType.RIGHT : JoinType.FULL;
          case ASOF_LEFT -> rejectsRight ? JoinType.ASOF : JoinType.ASOF_LEFT;
          case ASOF_RIGHT -> rejectsLeft ? JoinType.ASOF : JoinType.ASOF_RIGHT;
          case ASOF_FULL ->
              rejectsLeft && rejectsRight
                  ? JoinType.ASOF
                  : rejectsLeft
                      ? JoinType.ASOF_LEFT
                      : rejectsRight ? JoinType.ASOF_RIGHT : JoinType.ASOF_FULL;
          case INNER, CROSS, SEMI, ANTI, RIGHT_SEMI, RIGHT_ANTI -> join.type();
          case MARK, SINGLE, POSITIONAL, ASOF -> join.type();
        };
    return type == join.type()
        ? join
        : new Join(
            type,
            join.left(),
            join.right(),
            join.conditions(),
            join.residual(),
            join.mark(),
            join.dependent());
  }

  private LogicalOperator inner(Join o, List<BoundExpr> filters) {
    Set<Integer> left = Plans.outputIds(o.left());
    Set<Integer> right = Plans.outputIds(o.right());
    Set<BoundExpr> all = new LinkedHashSet<>(filters);
    o.conditions().forEach(c -> all.add(Predicates.predicate(c)));
    BoundExpr residual = o.residual();
    List<BoundExpr> fixed = new ArrayList<>();
    if (residual != null) {
      for (BoundExpr part : Expressions.conjuncts(residual)) {
        if (Expressions.isVolatile(part)) {
          fixed.add(part);
        } else {
          all.add(part);
        }
      }
    }
    all.addAll(ImpliedFilters.of(all, left, right));
    List<BoundExpr> toLeft = new ArrayList<>();
    List<BoundExpr> toRight = new ArrayList<>();
    List<JoinCondition> conditions = new ArrayList<>();
    List<BoundExpr> rest = new ArrayList<>(fixed);
    List<BoundExpr> over = new ArrayList<>();
    for (BoundExpr part : all) {
      Set<Integer> used = Expressions.columns(part);
      if (used.isEmpty()) {
        over.add(part);
      } else if (left.containsAll(used)) {
        toLeft.add(part);
      } else if (right.containsAll(used)) {
        toRight.add(part);
      } else {
        JoinCondition condition = Predicates.joinCondition(part, left, right);
        if (condition != null) {
          conditions.add(condition);
        } else {
          rest.addAll(commonOfDisjuncts(part, left, right, toLeft, toRight));
        }
      }
    }
    boolean cross = conditions.isEmpty() && rest.isEmpty();
    return above(
        new Join(
            cross ? JoinType.CROSS : JoinType.INNER,
            push(o.left(), toLeft),
            push(o.right(), toRight),
            conditions,
            rest.isEmpty() ? null : Expressions.and(rest),
            null,
            o.dependent()),
        over);
  }

  /**
   * {@code (l = 1 AND r = 2) OR (l = 3 AND r = 4)} lets {@code l = 1 OR l = 3} go left and {@code r
   * = 2 OR r = 4} go right; the whole stays a condition of the join.
   */
  private static List<BoundExpr> commonOfDisjuncts(
      BoundExpr part,
      Set<Integer> left,
      Set<Integer> right,
      List<BoundExpr> toLeft,
      List<BoundExpr> toRight) {
    if (part instanceof BoundExpr.Or or) {
      addImplied(or, left, toLeft);
      addImplied(or, right, toRight);
    }
    return List.of(part);
  }

  private static void addImplied(BoundExpr.Or or, Set<Integer> side, List<BoundExpr> into) {
    List<BoundExpr> disjuncts = new ArrayList<>();
    for (BoundExpr disjunct : or.parts()) {
      List<BoundExpr> own = new ArrayList<>();
      for (BoundExpr conjunct : Expressions.conjuncts(disjunct)) {
        if (readsOnly(conjunct, side) && !Expressions.columns(conjunct).isEmpty()) {
          own.add(conjunct);
        }
      }
      if (own.isEmpty()) {
        return;
      }
      disjuncts.add(Expressions.and(own));
    }
    into.add(new BoundExpr.Or(disjuncts));
  }

  private LogicalOperator outer(Join o, List<BoundExpr> filters, boolean leftPreserved) {
    Set<Integer> left = Plans.outputIds(o.left());
    Set<Integer> right = Plans.outputIds(o.right());
    Set<Integer> preserved = leftPreserved ? left : right;
    Set<Integer> other = leftPreserved ? right : left;
    List<BoundExpr> toPreserved = new ArrayList<>();
    List<BoundExpr> toOther = new ArrayList<>();
    List<BoundExpr> kept = new ArrayList<>();
    for (BoundExpr filter : filters) {
      boolean own = !Expressions.columns(filter).isEmpty() && readsOnly(filter, preserved);
      (own ? toPreserved : kept).add(filter);
    }
    List<BoundExpr> rest = new ArrayList<>();
    BoundExpr residual = o.residual();
    if (residual != null) {
      for (BoundExpr part : Expressions.conjuncts(residual)) {
        boolean own =
            !Expressions.columns(part).isEmpty()
                && readsOnly(part, other)
                && !Expressions.isVolatile(part);
        (own ? toOther : rest).add(part);
      }
    }
    // A constant that a join key must equal holds on the other side too.
    for (BoundExpr implied : ImpliedFilters.across(toPreserved, o.conditions(), leftPreserved)) {
      toOther.add(implied);
    }
    return above(
        new Join(
            o.type(),
            push(o.left(), leftPreserved ? toPreserved : toOther),
            push(o.right(), leftPreserved ? toOther : toPreserved),
            o.conditions(),
            rest.isEmpty() ? null : Expressions.and(rest),
            o.mark(),
            o.dependent()),
        kept);
  }

  private LogicalOperator leftOnly(Join o, List<BoundExpr> filters) {
    Set<Integer> left = Plans.outputIds(o.left());
    Set<Integer> right = Plans.outputIds(o.right());
    List<BoundExpr> toLeft = new ArrayList<>();
    List<BoundExpr> toRight = new ArrayList<>();
    List<BoundExpr> kept = new ArrayList<>();
    for (BoundExpr filter : filters) {
      boolean own = !Expressions.columns(filter).isEmpty() && readsOnly(filter, left);
      (own ? toLeft : kept).add(filter);
    }
    List<BoundExpr> rest = new ArrayList<>();
    BoundExpr residual = o.residual();
    boolean movable =
        switch (o.type()) {
          case SEMI, ANTI, SINGLE -> true;
          case INNER, LEFT, RIGHT, FULL, CROSS, MARK, POSITIONAL -> false;
          case RIGHT_SEMI, RIGHT_ANTI -> false;
          case ASOF, ASOF_LEFT, ASOF_RIGHT, ASOF_FULL -> false;
        };
    if (residual != null) {
      for (BoundExpr part : Expressions.conjuncts(residual)) {
        boolean own =
            movable
                && !Expressions.columns(part).isEmpty()
                && readsOnly(part, right)
                && !Expressions.isVolatile(part);
        (own ? toRight : rest).add(part);
      }
    }
    if (o.type() == JoinType.SEMI || o.type() == JoinType.ANTI || o.type() == JoinType.SINGLE) {
      toRight.addAll(ImpliedFilters.across(toLeft, o.conditions(), true));
    }
    return above(
        new Join(
            o.type(),
            push(o.left(), toLeft),
            push(o.right(), toRight),
            o.conditions(),
            rest.isEmpty() ? null : Expressions.and(rest),
            o.mark(),
            o.dependent()),
        kept);
  }

  // --- grouping operators

  private LogicalOperator aggregate(LogicalOperator.Aggregate o, List<BoundExpr> filters) {
    Map<Integer, BoundExpr> groups = new HashMap<>();
    boolean oneSet = o.groupingSets().size() == 1;
    if (oneSet) {
      for (int position : o.groupingSets().getFirst()) {
        Assignment group = o.groups().get(position);
        groups.put(group.column().id(), group.expr());
      }
    }
    List<BoundExpr> below = new ArrayList<>();
    List<BoundExpr> kept = new ArrayList<>();
    for (BoundExpr filter : filters) {
      Set<Integer> used = Expressions.columns(filter);
      if (!used.isEmpty() && groups.keySet().containsAll(used)) {
        below.add(substitute(filter, groups));
      } else {
        kept.add(filter);
      }
    }
    return above(
        new LogicalOperator.Aggregate(
            push(o.input(), below), o.groups(), o.groupingSets(), o.aggregates(), o.groupings()),
        kept);
  }

  private LogicalOperator distinct(LogicalOperator.Distinct o, List<BoundExpr> filters) {
    Set<Integer> keys = new HashSet<>();
    for (BoundExpr key : o.keys()) {
      if (key instanceof ColumnRef column) {
        keys.add(column.id());
      }
    }
    List<BoundExpr> below = new ArrayList<>();
    List<BoundExpr> kept = new ArrayList<>();
    for (BoundExpr filter : filters) {
      (readsOnly(filter, keys) ? below : kept).add(filter);
    }
    return above(new LogicalOperator.Distinct(push(o.input(), below), o.keys()), kept);
  }

  private LogicalOperator window(LogicalOperator.Window o, List<BoundExpr> filters) {
    Set<Integer> partition = null;
    for (LogicalOperator.WindowAssignment window : o.windows()) {
      WindowCall call = window.call();
      Set<Integer> own = new HashSet<>();
      for (BoundExpr key : call.partitionBy()) {
        if (key instanceof ColumnRef column) {
          own.add(column.id());
        }
      }
      if (partition == null) {
        partition = own;
      } else {
        partition.retainAll(own);
      }
    }
    Set<Integer> keys = partition == null ? Set.of() : partition;
    List<BoundExpr> below = new ArrayList<>();
    List<BoundExpr> kept = new ArrayList<>();
    for (BoundExpr filter : filters) {
      Set<Integer> used = Expressions.columns(filter);
      (!used.isEmpty() && keys.containsAll(used) ? below : kept).add(filter);
    }
    return above(new LogicalOperator.Window(push(o.input(), below), o.windows()), kept);
  }

  private LogicalOperator unnest(LogicalOperator.Unnest o, List<BoundExpr> filters) {
    Set<Integer> own = Plans.outputIds(o.input());
    List<BoundExpr> below = new ArrayList<>();
    List<BoundExpr> kept = new ArrayList<>();
    for (BoundExpr filter : filters) {
      (readsOnly(filter, own) ? below : kept).add(filter);
    }
    return above(
        new LogicalOperator.Unnest(
            push(o.input(), below), o.lists(), o.ordinality(), o.keepEmpty()),
        kept);
  }

  private LogicalOperator setOperation(LogicalOperator.SetOperation o, List<BoundExpr> filters) {
    List<LogicalOperator> inputs = new ArrayList<>();
    for (LogicalOperator input : o.inputs()) {
      Map<Integer, BoundExpr> values = new HashMap<>();
      for (int i = 0; i < o.output().size(); i++) {
        values.put(o.output().get(i).id(), input.output().get(i));
      }
      List<BoundExpr> own = new ArrayList<>();
      filters.forEach(filter -> own.add(substitute(filter, values)));
      inputs.add(push(input, own));
    }
    return new LogicalOperator.SetOperation(o.kind(), o.all(), inputs, o.output());
  }

  /** Whether a plan has a filter at its top; for tests. */
  static @Nullable BoundExpr predicate(LogicalOperator plan) {
    return plan instanceof LogicalOperator.Filter filter ? filter.predicate() : null;
  }
}
