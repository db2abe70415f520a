// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.optimize;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.BoundExpr.SubqueryKind;
import dev.eider.engine.expr.Expressions;
import dev.eider.engine.plan.ColumnIds;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.LogicalOperator.Join;
import dev.eider.engine.plan.LogicalOperator.JoinCondition;
import dev.eider.engine.plan.LogicalOperator.JoinType;
import dev.eider.engine.plan.Plans;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Turns subquery expressions into joins: a scalar subquery into a SINGLE join, EXISTS and IN into
 * SEMI or ANTI joins where they stand alone in a WHERE, else into a MARK join whose column takes
 * their place. A correlated one becomes a dependent join, for {@link RemoveDependentJoins}.
 */
final class RemoveSubqueries {
  private final ColumnIds ids;

  RemoveSubqueries(ColumnIds ids) {
    this.ids = ids;
  }

  LogicalOperator apply(LogicalOperator plan) {
    LogicalOperator op = Plans.mapInputs(plan, this::apply);
    boolean[] found = {false};
    Plans.forEachExpression(op, expr -> found[0] |= Expressions.hasSubquery(expr));
    if (!found[0]) {
      return op;
    }
    return switch (op) {
      case LogicalOperator.Filter filter -> filter(filter);
      case Join join -> join(join);
      case LogicalOperator.Project o -> over(o, o.input());
      case LogicalOperator.Aggregate o -> over(o, o.input());
      case LogicalOperator.Window o -> restore(over(o, o.input()), o.output());
      case LogicalOperator.Sort o -> restore(over(o, o.input()), o.output());
      case LogicalOperator.Distinct o -> restore(over(o, o.input()), o.output());
      case LogicalOperator.Unnest o -> restore(over(o, o.input()), o.output());
      default ->
          throw EiderException.notImplemented("a subquery in " + op.getClass().getSimpleName());
    };
  }

  /** The operator over its input joined with the subqueries of its expressions. */
  private LogicalOperator over(LogicalOperator op, LogicalOperator input) {
    LogicalOperator[] source = {input};
    LogicalOperator rewritten = Plans.mapExpressions(op, expr -> replace(expr, source));
    return Plans.withInputs(rewritten, List.of(source[0]));
  }

  /** Exactly these columns of a plan that puts out more. */
  private static LogicalOperator restore(LogicalOperator plan, List<ColumnRef> output) {
    if (plan.output().equals(output)) {
      return plan;
    }
    List<LogicalOperator.Assignment> kept = new ArrayList<>();
    output.forEach(column -> kept.add(new LogicalOperator.Assignment(column, column)));
    return new LogicalOperator.Project(plan, kept);
  }

  private LogicalOperator filter(LogicalOperator.Filter filter) {
    List<BoundExpr> plain = new ArrayList<>();
    List<BoundExpr> open = new ArrayList<>();
    for (BoundExpr part : Expressions.conjuncts(filter.predicate())) {
      (Expressions.hasSubquery(part) ? open : plain).add(part);
    }
    LogicalOperator plan = filter.input();
    if (!plain.isEmpty()) {
      plan = new LogicalOperator.Filter(plan, Expressions.and(plain));
    }
    List<BoundExpr> rest = new ArrayList<>();
    for (BoundExpr part : open) {
      LogicalOperator joined = semiOrAnti(plan, part);
      if (joined != null) {
        plan = joined;
        continue;
      }
      LogicalOperator[] source = {plan};
      rest.add(replace(part, source));
      plan = source[0];
    }
    if (!rest.isEmpty()) {
      plan = new LogicalOperator.Filter(plan, Expressions.and(rest));
    }
    return restore(plan, filter.output());
  }

  /** The conjunct as a SEMI or ANTI join of {@code plan}, or null when it is not one. */
  private @org.jspecify.annotations.Nullable LogicalOperator semiOrAnti(
      LogicalOperator plan, BoundExpr part) {
    boolean negated = false;
    BoundExpr inner = part;
    while (inner instanceof BoundExpr.Not not) {
      negated = !negated;
      inner = not.child();
    }
    if (!(inner instanceof BoundExpr.Subquery subquery)) {
      return null;
    }
    boolean not = negated != subquery.negated();
    LogicalOperator right = apply((LogicalOperator) subquery.plan());
    switch (subquery.kind()) {
      case EXISTS -> {
        return join(not ? JoinType.ANTI : JoinType.SEMI, plan, right, List.of(), null, null);
      }
      case ANY -> {
        // NOT IN is not an anti join: a NULL on either side makes it unknown.
        if (not || subquery.left().stream().anyMatch(Expressions::hasSubquery)) {
          return null;
        }
        return join(
            JoinType.SEMI, plan, right, conditions(subquery, right), ofRows(subquery, right), null);
      }
      case SCALAR, ALL -> {
        return null;
      }
    }
    return null;
  }

  private static List<JoinCondition> conditions(
      BoundExpr.Subquery subquery, LogicalOperator right) {
    List<JoinCondition> conditions = new ArrayList<>();
    CompareOp op = java.util.Objects.requireNonNull(subquery.op());
    if (subquery.left().size() > 1 && op != CompareOp.EQ) {
      return conditions;
    }
    for (int i = 0; i < subquery.left().size(); i++) {
      conditions.add(new JoinCondition(subquery.left().get(i), op, right.output().get(i), false));
    }
    return conditions;
  }

  /** A comparison of rows that is no conjunction; null for others. */
  private static @org.jspecify.annotations.Nullable BoundExpr ofRows(
      BoundExpr.Subquery subquery, LogicalOperator right) {
    CompareOp op = java.util.Objects.requireNonNull(subquery.op());
    List<BoundExpr> values = subquery.left();
    if (values.size() < 2 || op == CompareOp.EQ) {
      return null;
    }
    if (op == CompareOp.NE) {
      List<BoundExpr> differences = new ArrayList<>();
      for (int i = 0; i < values.size(); i++) {
        differences.add(new BoundExpr.Compare(op, values.get(i), right.output().get(i)));
      }
      return new BoundExpr.Or(differences);
    }
    // The first field that differs decides; the operator itself counts for the last one.
    CompareOp strict = op == CompareOp.LE ? CompareOp.LT : op == CompareOp.GE ? CompareOp.GT : op;
    int last = values.size() - 1;
    BoundExpr result = new BoundExpr.Compare(op, values.get(last), right.output().get(last));
    for (int i = last - 1; i >= 0; i--) {
      BoundExpr value = values.get(i);
      ColumnRef field = right.output().get(i);
      BoundExpr equal = new BoundExpr.Compare(CompareOp.EQ, value, field);
      result =
          new BoundExpr.Or(
              List.of(
                  new BoundExpr.Compare(strict, value, field),
                  new BoundExpr.And(List.of(equal, result))));
    }
    return result;
  }

  private static LogicalOperator join(
      JoinType type,
      LogicalOperator left,
      LogicalOperator right,
      List<JoinCondition> conditions,
      @org.jspecify.annotations.Nullable BoundExpr residual,
      @org.jspecify.annotations.Nullable ColumnRef mark) {
    // A left operand without columns is no join key: it stays a predicate over the right side.
    List<JoinCondition> keys = new ArrayList<>();
    List<BoundExpr> rest = new ArrayList<>();
    if (residual != null) {
      rest.add(residual);
    }
    Set<Integer> leftIds = Plans.outputIds(left);
    for (JoinCondition condition : conditions) {
      Set<Integer> used = Expressions.columns(condition.left());
      if (!used.isEmpty() && leftIds.containsAll(used) || type == JoinType.MARK) {
        keys.add(condition);
      } else {
        rest.add(new BoundExpr.Compare(condition.op(), condition.left(), condition.right()));
      }
    }
    return new Join(
        type,
        left,
        right,
        keys,
        rest.isEmpty() ? null : Expressions.and(rest),
        mark,
        dependsOn(left, right));
  }

  private static boolean dependsOn(LogicalOperator left, LogicalOperator right) {
    Set<Integer> free = Plans.freeColumns(right);
    free.retainAll(Plans.outputIds(left));
    return !free.isEmpty();
  }

  /** The expression with columns in place of its subqueries, which are joined to the source. */
  private BoundExpr replace(BoundExpr expr, LogicalOperator[] source) {
    if (!(expr instanceof BoundExpr.Subquery subquery)) {
      return Expressions.mapChildren(expr, child -> replace(child, source));
    }
    List<BoundExpr> left = Expressions.mapAll(subquery.left(), child -> replace(child, source));
    LogicalOperator right = apply((LogicalOperator) subquery.plan());
    if (subquery.kind() == SubqueryKind.SCALAR) {
      source[0] = join(JoinType.SINGLE, source[0], right, List.of(), null, null);
      return right.output().getFirst();
    }
    ColumnRef mark = ids.column("mark", LogicalType.BOOLEAN);
    List<JoinCondition> conditions = List.of();
    BoundExpr rows = null;
    if (subquery.kind() != SubqueryKind.EXISTS) {
      BoundExpr.Subquery replaced =
          new BoundExpr.Subquery(
              subquery.kind(), right, left, subquery.op(), subquery.negated(), subquery.type());
      conditions = conditions(replaced, right);
      rows = ofRows(replaced, right);
    }
    source[0] = join(JoinType.MARK, source[0], right, conditions, rows, mark);
    // EXISTS is never NULL, whatever conditions decorrelation adds to its join.
    BoundExpr value =
        subquery.kind() == SubqueryKind.EXISTS
            ? new BoundExpr.DistinctFrom(true, mark, new BoundExpr.Constant(Value.TRUE))
            : mark;
    return subquery.negated() ? new BoundExpr.Not(value) : value;
  }

  /**
   * Subqueries in ON: above an inner join, else on the side they belong to, or over pairs of values
   * where they belong to both.
   */
  private LogicalOperator join(Join join) {
    BoundExpr residual = join.residual();
    List<BoundExpr> plain = new ArrayList<>();
    List<BoundExpr> open = new ArrayList<>();
    if (residual != null) {
      for (BoundExpr part : Expressions.conjuncts(residual)) {
        (Expressions.hasSubquery(part) ? open : plain).add(part);
      }
    }
    if (join.type() == JoinType.INNER || join.type() == JoinType.CROSS) {
      LogicalOperator below =
          new Join(
              join.conditions().isEmpty() && plain.isEmpty() ? JoinType.CROSS : JoinType.INNER,
              join.left(),
              join.right(),
              join.conditions(),
              plain.isEmpty() ? null : Expressions.and(plain),
              null,
              join.dependent());
      return filter(new LogicalOperator.Filter(below, Expressions.and(open)));
    }
    boolean pairwise =
        switch (join.type()) {
          case LEFT, RIGHT, FULL, SEMI, ANTI -> !join.dependent();
          case INNER, CROSS, RIGHT_SEMI, RIGHT_ANTI, MARK, SINGLE, POSITIONAL -> false;
          case ASOF, ASOF_LEFT, ASOF_RIGHT, ASOF_FULL -> false;
        };
    Set<Integer> leftIds = Plans.outputIds(join.left());
    Set<Integer> rightIds = Plans.outputIds(join.right());
    if (open.stream().anyMatch(part -> readsBoth(part, leftIds, rightIds))) {
      if (!pairwise) {
        throw EiderException.notImplemented(
            "a subquery in the ON of this kind of join that refers to both sides");
      }
      return restore(apply(new PairSubqueries(ids).rewrite(join)), join.output());
    }
    LogicalOperator[] left = {join.left()};
    LogicalOperator[] right = {join.right()};
    for (BoundExpr part : open) {
      plain.add(replaceOnSides(part, left, right, rightIds));
    }
    LogicalOperator made =
        new Join(
            join.type(),
            left[0],
            right[0],
            join.conditions(),
            Expressions.and(plain),
            join.mark(),
            join.dependent());
    return restore(made, join.output());
  }

  /** The columns that a subquery reads from outside itself. */
  private static Set<Integer> reads(BoundExpr.Subquery subquery) {
    Set<Integer> read = Plans.freeColumns((LogicalOperator) subquery.plan());
    subquery.left().forEach(operand -> Plans.addColumns(operand, read));
    return read;
  }

  /** Whether a subquery in the expression reads columns of both sides. */
  private static boolean readsBoth(BoundExpr expr, Set<Integer> left, Set<Integer> right) {
    return Expressions.contains(
        expr,
        e ->
            e instanceof BoundExpr.Subquery subquery
                && reads(subquery).stream().anyMatch(left::contains)
                && reads(subquery).stream().anyMatch(right::contains));
  }

  /** The expression with columns in place of its subqueries, each joined to the side it reads. */
  private BoundExpr replaceOnSides(
      BoundExpr expr, LogicalOperator[] left, LogicalOperator[] right, Set<Integer> rightIds) {
    if (expr instanceof BoundExpr.Subquery subquery) {
      boolean readsRight = reads(subquery).stream().anyMatch(rightIds::contains);
      return replace(expr, readsRight ? right : left);
    }
    return Expressions.mapChildren(expr, child -> replaceOnSides(child, left, right, rightIds));
  }
}
