// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.lower;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.engine.execute.OperatorNode;
import dev.eider.engine.execute.OperatorNode.Detail;
import dev.eider.engine.execute.hash.JoinFilter;
import dev.eider.engine.execute.operator.HashJoin;
import dev.eider.engine.execute.operator.NestedLoopJoin;
import dev.eider.engine.execute.operator.RangeJoin;
import dev.eider.engine.execute.operator.UnionSource;
import dev.eider.engine.execute.pipeline.Chain;
import dev.eider.engine.execute.pipeline.Pipeline;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.expr.ExprText;
import dev.eider.engine.expr.Expressions;
import dev.eider.engine.optimize.JoinMethod;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.LogicalOperator.JoinCondition;
import dev.eider.engine.plan.LogicalOperator.JoinType;
import dev.eider.engine.plan.Plans;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the algorithm of a join: hash when there is an equality, else nested loops; positional
 * and as-of joins have their own. The right input is always the one that is collected, so its
 * pipelines come first and runtime filters are ready when the left input's scans begin.
 */
final class JoinLowering {
  private final Lowering lowering;

  JoinLowering(Lowering lowering) {
    this.lowering = lowering;
  }

  Lowered lower(LogicalOperator.Join join) {
    if (join.dependent()) {
      throw EiderException.notImplemented("this kind of correlated subquery");
    }
    return switch (join.type()) {
      case POSITIONAL -> new PairLowering(lowering).positional(join);
      case ASOF, ASOF_LEFT, ASOF_RIGHT, ASOF_FULL -> new PairLowering(lowering).asOf(join);
      default ->
          switch (JoinMethod.choose(join, lowering.context().eval())) {
            case HASH -> hash(join);
            case INEQUALITIES -> range(join, 2);
            case MERGE -> range(join, 1);
            case LOOP -> nestedLoop(join);
          };
    };
  }

  static BoundExpr asExpr(JoinCondition condition) {
    return condition.nullSafe() && condition.op() == CompareOp.EQ
        ? new BoundExpr.DistinctFrom(true, condition.left(), condition.right())
        : new BoundExpr.Compare(condition.op(), condition.left(), condition.right());
  }

  static @Nullable BoundExpr and(List<BoundExpr> parts) {
    return parts.isEmpty() ? null : parts.size() == 1 ? parts.get(0) : new BoundExpr.And(parts);
  }

  static String text(JoinCondition condition) {
    return ExprText.inner(condition.left())
        + " "
        + (condition.nullSafe() ? "IS NOT DISTINCT FROM" : condition.op().text())
        + " "
        + ExprText.inner(condition.right());
  }

  private Lowered hash(LogicalOperator.Join join) {
    List<JoinCondition> equal = new ArrayList<>();
    List<BoundExpr> others = new ArrayList<>();
    List<Detail> details = new ArrayList<>();
    details.add(Detail.of("Join Type", join.type().name()));
    List<String> texts = new ArrayList<>();
    for (JoinCondition condition : join.conditions()) {
      texts.add(text(condition));
      if (condition.op() == CompareOp.EQ) {
        equal.add(condition);
      } else {
        others.add(asExpr(condition));
      }
    }
    if (join.residual() != null) {
      others.add(join.residual());
      texts.add(ExprText.top(join.residual()));
    }
    if (!texts.isEmpty()) {
      details.add(Detail.of("Conditions", texts));
    }
    Lowered right = lowering.ordered(lowering.operator(join.right()), join.right().output());
    int number = lowering.number();
    JoinFilter @Nullable [] filters = filters(join, equal);
    // The build pipeline is closed before the left side is lowered, so that it runs first; the join
    // itself is made when both column lists are known.
    int at = lowering.reservePipeline();
    Lowered left = lowering.ordered(lowering.operator(join.left()), join.left().output());
    lowering.forget(filters);
    Positions leftPositions = new Positions(left.columns());
    Positions rightPositions = new Positions(right.columns());
    List<BoundExpr> leftKeys = new ArrayList<>();
    List<BoundExpr> rightKeys = new ArrayList<>();
    boolean[] nullSafe = new boolean[equal.size()];
    for (int i = 0; i < nullSafe.length; i++) {
      leftKeys.add(leftPositions.apply(equal.get(i).left()));
      rightKeys.add(rightPositions.apply(equal.get(i).right()));
      nullSafe[i] = equal.get(i).nullSafe();
    }
    Positions both = new Positions(left.columns(), right.columns());
    HashJoin hash =
        new HashJoin(
            join.type(),
            left.types(),
            right.types(),
            leftKeys,
            rightKeys,
            nullSafe,
            both.applyNullable(and(others)),
            filters,
            Plans.isVolatile(join.left()));
    lowering.setPipeline(at, new Pipeline("JOIN BUILD", right.chain(), hash.buildSink(), number));
    Chain probe = left.chain().then(hash.probe(), number);
    Chain rest = Chain.of(hash.rest(), number);
    return new Lowered(
        Chain.of(new UnionSource(List.of(probe, rest), true), -1),
        join.output(),
        new OperatorNode(number, "HASH_JOIN", details, Lowering.inputs(left, right)));
  }

  /** Filters for the left side's scans; null when left rows without a match are put out. */
  private JoinFilter @Nullable [] filters(LogicalOperator.Join join, List<JoinCondition> equal) {
    switch (join.type()) {
      case INNER, SEMI, RIGHT, RIGHT_SEMI, RIGHT_ANTI -> {}
      default -> {
        return null;
      }
    }
    JoinFilter[] filters = new JoinFilter[equal.size()];
    for (int i = 0; i < filters.length; i++) {
      filters[i] = new JoinFilter();
      JoinCondition condition = equal.get(i);
      if (!condition.nullSafe()
          && condition.left() instanceof ColumnRef column
          && reachesScan(join.left(), column)) {
        lowering.announce(column.id(), filters[i]);
      }
    }
    return filters;
  }

  /** Whether leaving out rows of the scan that yields this column leaves out output rows only. */
  private static boolean reachesScan(LogicalOperator plan, ColumnRef column) {
    return switch (plan) {
      case LogicalOperator.Scan scan -> scan.limit() < 0 && scan.output().contains(column);
      case LogicalOperator.Filter filter -> reachesScan(filter.input(), column);
      case LogicalOperator.Project project ->
          project.assignments().stream().noneMatch(a -> Expressions.isVolatile(a.expr()))
              && reachesScan(project.input(), column);
      case LogicalOperator.Join join ->
          switch (join.type()) {
            case INNER, CROSS ->
                reachesScan(join.left(), column) || reachesScan(join.right(), column);
            case LEFT, SEMI, ANTI, MARK, SINGLE -> reachesScan(join.left(), column);
            default -> false;
          };
      default -> false;
    };
  }

  /** A join by its first one or two inequalities; all other conditions are tried on the pairs. */
  private Lowered range(LogicalOperator.Join join, int inequalities) {
    List<JoinCondition> ranges = new ArrayList<>();
    List<BoundExpr> others = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    for (JoinCondition condition : join.conditions()) {
      texts.add(text(condition));
      if (ranges.size() < inequalities && JoinMethod.isRange(condition)) {
        ranges.add(condition);
      } else {
        others.add(asExpr(condition));
      }
    }
    if (join.residual() != null) {
      others.add(join.residual());
      texts.add(ExprText.top(join.residual()));
    }
    Lowered right = lowering.ordered(lowering.operator(join.right()), join.right().output());
    int at = lowering.reservePipeline();
    Lowered left = lowering.ordered(lowering.operator(join.left()), join.left().output());
    int number = lowering.number();
    Positions leftPositions = new Positions(left.columns());
    Positions rightPositions = new Positions(right.columns());
    List<BoundExpr> leftKeys = new ArrayList<>();
    List<CompareOp> ops = new ArrayList<>();
    List<BoundExpr> rightKeys = new ArrayList<>();
    for (JoinCondition condition : ranges) {
      leftKeys.add(leftPositions.apply(condition.left()));
      ops.add(condition.op());
      rightKeys.add(rightPositions.apply(condition.right()));
    }
    RangeJoin ranged =
        new RangeJoin(
            join.type(),
            left.types(),
            right.types(),
            leftKeys,
            ops,
            rightKeys,
            new Positions(left.columns(), right.columns()).applyNullable(and(others)));
    lowering.setPipeline(at, new Pipeline("JOIN BUILD", right.chain(), ranged.buildSink(), number));
    Chain chain = left.chain().then(ranged.probe(), number);
    chain = Chain.of(new UnionSource(List.of(chain, Chain.of(ranged.rest(), number)), true), -1);
    return new Lowered(
        chain,
        join.output(),
        new OperatorNode(
            number,
            inequalities == 2 ? "IE_JOIN" : "PIECEWISE_MERGE_JOIN",
            List.of(Detail.of("Join Type", join.type().name()), Detail.of("Conditions", texts)),
            Lowering.inputs(left, right)));
  }

  private Lowered nestedLoop(LogicalOperator.Join join) {
    if (join.type() == JoinType.RIGHT_SEMI || join.type() == JoinType.RIGHT_ANTI) {
      throw EiderException.internal(join.type() + " join without an equality");
    }
    List<BoundExpr> conditions = new ArrayList<>();
    List<Detail> details = new ArrayList<>();
    details.add(Detail.of("Join Type", join.type().name()));
    List<String> texts = new ArrayList<>();
    for (JoinCondition condition : join.conditions()) {
      conditions.add(asExpr(condition));
      texts.add(text(condition));
    }
    if (join.residual() != null) {
      conditions.add(join.residual());
      texts.add(ExprText.top(join.residual()));
    }
    if (!texts.isEmpty()) {
      details.add(Detail.of("Conditions", texts));
    }
    Lowered right = lowering.ordered(lowering.operator(join.right()), join.right().output());
    int at = lowering.reservePipeline();
    Lowered left = lowering.ordered(lowering.operator(join.left()), join.left().output());
    int number = lowering.number();
    BoundExpr condition =
        new Positions(left.columns(), right.columns()).applyNullable(and(conditions));
    NestedLoopJoin loop = new NestedLoopJoin(join.type(), left.types(), right.types(), condition);
    lowering.setPipeline(at, new Pipeline("JOIN BUILD", right.chain(), loop.buildSink(), number));
    Chain chain = left.chain().then(loop.probe(), number);
    if (loop.hasRest()) {
      chain = Chain.of(new UnionSource(List.of(chain, Chain.of(loop.rest(), number)), true), -1);
    }
    boolean semiOfSeveral =
        (join.type() == JoinType.SEMI || join.type() == JoinType.ANTI)
            && join.conditions().size() > 1;
    String name =
        condition == null
            ? "CROSS_PRODUCT"
            : join.conditions().isEmpty() || semiOfSeveral
                ? "BLOCKWISE_NL_JOIN"
                : "NESTED_LOOP_JOIN";
    return new Lowered(
        chain,
        join.output(),
        new OperatorNode(number, name, details, Lowering.inputs(left, right)));
  }
}
