// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.lower;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.engine.execute.OperatorNode;
import dev.eider.engine.execute.OperatorNode.Detail;
import dev.eider.engine.execute.operator.AsOfJoin;
import dev.eider.engine.execute.operator.CollectSink;
import dev.eider.engine.execute.operator.PositionalSource;
import dev.eider.engine.execute.operator.UnionSource;
import dev.eider.engine.execute.pipeline.Chain;
import dev.eider.engine.execute.pipeline.Pipeline;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.ExprText;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.LogicalOperator.JoinCondition;
import java.util.ArrayList;
import java.util.List;

/** Joins that pair each row with at most one other: by position, or by the nearest key. */
final class PairLowering {
  private final Lowering lowering;

  PairLowering(Lowering lowering) {
    this.lowering = lowering;
  }

  Lowered positional(LogicalOperator.Join join) {
    Lowered left = lowering.ordered(lowering.operator(join.left()), join.left().output());
    CollectSink leftRows = new CollectSink(left.types(), "POSITIONAL_JOIN");
    lowering.addPipeline(new Pipeline("COLLECT", left.chain(), leftRows, -1));
    Lowered right = lowering.ordered(lowering.operator(join.right()), join.right().output());
    CollectSink rightRows = new CollectSink(right.types(), "POSITIONAL_JOIN");
    lowering.addPipeline(new Pipeline("COLLECT", right.chain(), rightRows, -1));
    int number = lowering.number();
    return new Lowered(
        Chain.of(new PositionalSource(leftRows, rightRows, left.types(), right.types()), number),
        join.output(),
        new OperatorNode(number, "POSITIONAL_JOIN", List.of(), Lowering.inputs(left, right)));
  }

  Lowered asOf(LogicalOperator.Join join) {
    Lowered right = lowering.ordered(lowering.operator(join.right()), join.right().output());
    int at = lowering.reservePipeline();
    Lowered left = lowering.ordered(lowering.operator(join.left()), join.left().output());
    Positions leftPositions = new Positions(left.columns());
    Positions rightPositions = new Positions(right.columns());
    List<JoinCondition> equal = new ArrayList<>();
    List<BoundExpr> leftKeys = new ArrayList<>();
    List<BoundExpr> rightKeys = new ArrayList<>();
    List<BoundExpr> further = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    JoinCondition nearest = null;
    for (JoinCondition condition : join.conditions()) {
      texts.add(JoinLowering.text(condition));
      if (condition.op() == CompareOp.EQ) {
        equal.add(condition);
        leftKeys.add(leftPositions.apply(condition.left()));
        rightKeys.add(rightPositions.apply(condition.right()));
      } else if (condition.op() == CompareOp.NE) {
        further.add(JoinLowering.asExpr(condition));
      } else if (nearest != null) {
        throw EiderException.binder("Multiple ASOF JOIN inequalities");
      } else {
        nearest = condition;
      }
    }
    if (nearest == null) {
      throw EiderException.binder("Missing ASOF JOIN inequality");
    }
    if (join.residual() != null) {
      further.add(join.residual());
      texts.add(ExprText.top(join.residual()));
    }
    boolean[] nullSafe = new boolean[equal.size()];
    for (int i = 0; i < nullSafe.length; i++) {
      nullSafe[i] = equal.get(i).nullSafe();
    }
    int number = lowering.number();
    AsOfJoin asOf =
        new AsOfJoin(
            join.type(),
            left.types(),
            right.types(),
            leftKeys,
            rightKeys,
            nullSafe,
            leftPositions.apply(nearest.left()),
            nearest.op(),
            rightPositions.apply(nearest.right()),
            new Positions(left.columns(), right.columns())
                .applyNullable(JoinLowering.and(further)));
    lowering.setPipeline(at, new Pipeline("JOIN BUILD", right.chain(), asOf.buildSink(), number));
    Chain chain = left.chain().then(asOf.probe(), number);
    chain = Chain.of(new UnionSource(List.of(chain, Chain.of(asOf.rest(), number)), true), -1);
    // With a further condition the rows of a group are tried one after the other.
    String name = further.isEmpty() ? "ASOF_JOIN" : "NESTED_LOOP_JOIN";
    return new Lowered(
        chain,
        join.output(),
        new OperatorNode(
            number,
            name,
            List.of(
                Detail.of(
                    "Join Type",
                    join.type() == LogicalOperator.JoinType.ASOF
                        ? "INNER"
                        : join.type().name().substring("ASOF_".length())),
                Detail.of("Conditions", texts)),
            Lowering.inputs(left, right)));
  }
}
