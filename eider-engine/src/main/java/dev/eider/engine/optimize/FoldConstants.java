// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.optimize;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import dev.eider.engine.eval.ConstantFolder;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.Expressions;
import dev.eider.engine.function.EvalContext;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.Plans;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Computes what does not depend on rows, and simplifies AND, OR and NOT around it.
 *
 * <p>A constant that fails stays as it is, so that the error comes only if a row reaches it. The
 * exception are constant conditions of CASE outside of TRY: the branch they choose is a matter of
 * the plan, as in the dialect, and their error is one of the statement.
 */
final class FoldConstants {
  private final EvalContext eval;
  private final boolean insideTry;

  FoldConstants(EvalContext eval) {
    this(eval, false);
  }

  private FoldConstants(EvalContext eval, boolean insideTry) {
    this.eval = eval;
    this.insideTry = insideTry;
  }

  LogicalOperator apply(LogicalOperator plan) {
    LogicalOperator inputs = Plans.mapInputs(plan, this::apply);
    LogicalOperator folded = Plans.mapExpressions(inputs, this::fold);
    return switch (folded) {
      case LogicalOperator.Filter filter -> simplify(filter);
      case LogicalOperator.Project project when project.input() instanceof LogicalOperator.Empty ->
          new LogicalOperator.Empty(project.output());
      case LogicalOperator.Limit limit when isZero(limit) ->
          new LogicalOperator.Empty(limit.output());
      default -> folded;
    };
  }

  private static boolean isZero(LogicalOperator.Limit limit) {
    return limit.limit() instanceof BoundExpr.Constant count
        && !count.value().isNull()
        && count.value().asDouble() == 0;
  }

  private static LogicalOperator simplify(LogicalOperator.Filter filter) {
    BoundExpr predicate = asFilter(filter.predicate());
    if (predicate instanceof BoundExpr.Constant constant) {
      Value value = constant.value();
      return !value.isNull() && value.asBoolean()
          ? filter.input()
          : new LogicalOperator.Empty(filter.output());
    }
    return predicate == filter.predicate()
        ? filter
        : new LogicalOperator.Filter(filter.input(), predicate);
  }

  /** A predicate that lets the same rows through: where NULL and FALSE are the same. */
  private static BoundExpr asFilter(BoundExpr predicate) {
    return switch (predicate) {
      case BoundExpr.And and -> {
        List<BoundExpr> parts = new ArrayList<>();
        and.parts().forEach(part -> parts.add(asFilter(part)));
        yield parts.equals(and.parts()) ? and : and(new BoundExpr.And(parts));
      }
      case BoundExpr.Call call when isAnyText(call, "~~") || isAnyText(call, "~~*") ->
          new BoundExpr.IsNull(call.arguments().getFirst(), true);
      case BoundExpr.Call call when isAnyText(call, "!~~") || isAnyText(call, "!~~*") ->
          new BoundExpr.Constant(Value.FALSE);
      case BoundExpr.Not not
          when not.child() instanceof BoundExpr.Call call
              && (isAnyText(call, "~~") || isAnyText(call, "~~*")) ->
          new BoundExpr.Constant(Value.FALSE);
      default -> predicate;
    };
  }

  /** {@code x LIKE '%'}, or another of the operators of LIKE. */
  private static boolean isAnyText(BoundExpr.Call call, String operator) {
    return call.function().name().equals(operator)
        && call.arguments().size() == 2
        && call.arguments().get(1) instanceof BoundExpr.Constant pattern
        && pattern.value().object() instanceof String text
        && !text.isEmpty()
        && text.chars().allMatch(c -> c == '%');
  }

  BoundExpr fold(BoundExpr expr) {
    if (expr instanceof BoundExpr.Subquery subquery) {
      LogicalOperator plan = apply((LogicalOperator) subquery.plan());
      return new BoundExpr.Subquery(
          subquery.kind(),
          plan,
          Expressions.mapAll(subquery.left(), this::fold),
          subquery.op(),
          subquery.negated(),
          subquery.type());
    }
    FoldConstants inner =
        expr instanceof BoundExpr.Try && !insideTry ? new FoldConstants(eval, true) : this;
    BoundExpr mapped = Expressions.mapChildren(expr, inner::fold);
    return switch (mapped) {
      case BoundExpr.Constant c -> c;
      case BoundExpr.ColumnRef c -> c;
      case BoundExpr.Lambda c -> c;
      case BoundExpr.And and -> and(and);
      case BoundExpr.Or or -> or(or);
      case BoundExpr.Not not -> not(not);
      case BoundExpr.Case c -> caseWhen(c);
      default -> evaluate(mapped);
    };
  }

  private BoundExpr evaluate(BoundExpr expr) {
    boolean[] constant = {true};
    Expressions.forEachChild(expr, child -> constant[0] &= isConstant(child));
    if (!constant[0] || Expressions.isVolatile(expr) || expr instanceof BoundExpr.Parameter) {
      return expr;
    }
    try {
      return new BoundExpr.Constant(ConstantFolder.evaluate(expr, eval));
    } catch (EiderException e) {
      // The error belongs to the row that meets it, if one does.
      return expr;
    }
  }

  private static boolean isConstant(BoundExpr expr) {
    return expr instanceof BoundExpr.Constant
        || (expr instanceof BoundExpr.Lambda lambda && lambda.captures().isEmpty());
  }

  private static boolean isTrue(BoundExpr expr) {
    return expr instanceof BoundExpr.Constant c
        && !c.value().isNull()
        && c.value().object() instanceof Boolean b
        && b;
  }

  private static boolean isFalse(BoundExpr expr) {
    return expr instanceof BoundExpr.Constant c
        && !c.value().isNull()
        && c.value().object() instanceof Boolean b
        && !b;
  }

  private static BoundExpr and(BoundExpr.And and) {
    Set<BoundExpr> parts = new LinkedHashSet<>();
    for (BoundExpr part : Expressions.conjuncts(and)) {
      if (isFalse(part)) {
        return new BoundExpr.Constant(Value.FALSE);
      }
      if (!isTrue(part)) {
        parts.add(part);
      }
    }
    return parts.isEmpty()
        ? new BoundExpr.Constant(Value.TRUE)
        : allNull(parts)
            ? new BoundExpr.Constant(Value.nullOf(LogicalType.BOOLEAN))
            : Expressions.and(List.copyOf(parts));
  }

  private static boolean allNull(Set<BoundExpr> parts) {
    for (BoundExpr part : parts) {
      if (!(part instanceof BoundExpr.Constant c && c.value().isNull())) {
        return false;
      }
    }
    return true;
  }

  private static BoundExpr or(BoundExpr.Or or) {
    Set<BoundExpr> parts = new LinkedHashSet<>();
    for (BoundExpr part : or.parts()) {
      if (isTrue(part)) {
        return new BoundExpr.Constant(Value.TRUE);
      }
      if (part instanceof BoundExpr.Or inner) {
        parts.addAll(inner.parts());
      } else if (!isFalse(part)) {
        parts.add(part);
      }
    }
    if (parts.isEmpty()) {
      return new BoundExpr.Constant(Value.FALSE);
    }
    if (allNull(parts)) {
      return new BoundExpr.Constant(Value.nullOf(LogicalType.BOOLEAN));
    }
    return parts.size() == 1 ? parts.iterator().next() : factor(new ArrayList<>(parts));
  }

  /** {@code (a AND b) OR (a AND c)} is {@code a AND (b OR c)}. */
  private static BoundExpr factor(List<BoundExpr> parts) {
    List<BoundExpr> common = new ArrayList<>(Expressions.conjuncts(parts.getFirst()));
    for (BoundExpr part : parts.subList(1, parts.size())) {
      common.retainAll(Expressions.conjuncts(part));
    }
    common.removeIf(Expressions::isVolatile);
    if (common.isEmpty()) {
      return new BoundExpr.Or(parts);
    }
    List<BoundExpr> rest = new ArrayList<>();
    for (BoundExpr part : parts) {
      List<BoundExpr> own = new ArrayList<>(Expressions.conjuncts(part));
      own.removeAll(common);
      if (own.isEmpty()) {
        return Expressions.and(common);
      }
      rest.add(Expressions.and(own));
    }
    common.add(new BoundExpr.Or(rest));
    return Expressions.and(common);
  }

  private static BoundExpr not(BoundExpr.Not not) {
    return switch (not.child()) {
      case BoundExpr.Constant c ->
          c.value().isNull() ? c : new BoundExpr.Constant(Value.of(!c.value().asBoolean()));
      case BoundExpr.Not inner -> inner.child();
      case BoundExpr.IsNull isNull -> new BoundExpr.IsNull(isNull.child(), !isNull.negated());
      case BoundExpr.Compare compare ->
          new BoundExpr.Compare(compare.op().negate(), compare.left(), compare.right());
      case BoundExpr.In in -> new BoundExpr.In(in.child(), in.items(), !in.negated());
      case BoundExpr.DistinctFrom d -> new BoundExpr.DistinctFrom(!d.not(), d.left(), d.right());
      default -> not;
    };
  }

  private BoundExpr caseWhen(BoundExpr.Case c) {
    List<BoundExpr.When> whens = new ArrayList<>();
    BoundExpr otherwise = c.otherwise();
    for (BoundExpr.When when : c.whens()) {
      if (!insideTry
          && !(when.condition() instanceof BoundExpr.Constant)
          && ConstantFolder.isConstant(when.condition())) {
        // It failed before, or it would be a constant by now.
        ConstantFolder.evaluate(when.condition(), eval);
      }
      if (isTrue(when.condition())) {
        otherwise = when.result();
        break;
      }
      if (when.condition() instanceof BoundExpr.Constant) {
        continue;
      }
      whens.add(when);
    }
    return whens.isEmpty()
        ? otherwise
        : whens.size() == c.whens().size() && otherwise == c.otherwise()
            ? c
            : new BoundExpr.Case(whens, otherwise, c.type());
  }
}
