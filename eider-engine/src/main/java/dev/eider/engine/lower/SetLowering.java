// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.lower;

import dev.eider.base.table.ScanFilter.CompareOp;
import dev.eider.base.type.Value;
import dev.eider.engine.execute.OperatorNode;
import dev.eider.engine.execute.operator.AggregateSink;
import dev.eider.engine.execute.operator.ProjectOperator;
import dev.eider.engine.execute.operator.SetCountOperator;
import dev.eider.engine.execute.operator.UnionSource;
import dev.eider.engine.execute.pipeline.Chain;
import dev.eider.engine.execute.pipeline.Pipeline;
import dev.eider.engine.expr.AggregateCall;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.function.aggregate.CoreAggregates;
import dev.eider.engine.plan.LogicalOperator;
import dev.eider.engine.plan.LogicalOperator.SetKind;
import java.util.ArrayList;
import java.util.List;

/**
 * UNION ALL reads its inputs one after the other. EXCEPT and INTERSECT count how often each row
 * occurs on either side (grouping treats NULLs as equal, as set operations do) and then decide.
 */
final class SetLowering {
  private final Lowering lowering;

  SetLowering(Lowering lowering) {
    this.lowering = lowering;
  }

  Lowered lower(LogicalOperator.SetOperation set) {
    List<Lowered> inputs = new ArrayList<>();
    for (LogicalOperator input : set.inputs()) {
      inputs.add(lowering.ordered(lowering.operator(input), input.output()));
    }
    if (set.kind() == SetKind.UNION) {
      Lowered union = union(inputs, set.output());
      return set.all() ? union : lowering.distinctRows(union);
    }
    Lowered result = inputs.get(0);
    for (int i = 1; i < inputs.size(); i++) {
      result = pair(set, result, inputs.get(i));
    }
    return result;
  }

  private Lowered union(List<Lowered> inputs, List<ColumnRef> output) {
    List<Chain> chains = new ArrayList<>();
    List<OperatorNode> nodes = new ArrayList<>();
    for (Lowered input : inputs) {
      chains.add(input.chain());
      nodes.add(input.node());
    }
    int number = lowering.number();
    return new Lowered(
        Chain.of(new UnionSource(chains, false), number),
        output,
        new OperatorNode(number, "UNION", List.of(), nodes));
  }

  private Lowered pair(LogicalOperator.SetOperation set, Lowered left, Lowered right) {
    int columns = set.output().size();
    List<BoundExpr> groups = new ArrayList<>();
    int[] all = new int[columns];
    for (int i = 0; i < columns; i++) {
      groups.add(new BoundExpr.InputRef(i, set.output().get(i).type()));
      all[i] = i;
    }
    Value none = Value.of(0);
    BoundExpr side = new BoundExpr.InputRef(columns, none.type());
    List<AggregateCall> counts = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      BoundExpr isSide =
          new BoundExpr.Compare(CompareOp.EQ, side, new BoundExpr.Constant(Value.of(i)));
      counts.add(
          new AggregateCall(CoreAggregates.countRows(), List.of(), false, isSide, List.of()));
    }
    Chain both =
        Chain.of(
            new UnionSource(List.of(tagged(left, groups, 0), tagged(right, groups, 1)), false), -1);
    int number = lowering.number();
    AggregateSink sink = new AggregateSink(groups, List.of(all), counts);
    lowering.addPipeline(new Pipeline(set.kind().name(), both, sink, number));
    boolean intersect = set.kind() == SetKind.INTERSECT;
    Chain chain =
        Chain.of(sink.source(List.of()), -1)
            .then(new SetCountOperator(intersect, set.all(), columns), number);
    return new Lowered(
        chain,
        set.output(),
        new OperatorNode(
            number,
            set.kind().name() + (set.all() ? "_ALL" : ""),
            List.of(),
            Lowering.inputs(left, right)));
  }

  private static Chain tagged(Lowered input, List<BoundExpr> columns, int side) {
    List<BoundExpr> expressions = new ArrayList<>(columns);
    expressions.add(new BoundExpr.Constant(Value.of(side)));
    return input.chain().then(new ProjectOperator(expressions), -1);
  }
}
