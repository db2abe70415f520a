// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.lower;

import dev.eider.base.error.EiderException;
import dev.eider.engine.execute.OperatorNode;
import dev.eider.engine.execute.OperatorNode.Detail;
import dev.eider.engine.execute.operator.CollectSink;
import dev.eider.engine.execute.operator.CollectionSource;
import dev.eider.engine.execute.operator.RecursiveSink;
import dev.eider.engine.execute.pipeline.Chain;
import dev.eider.engine.execute.pipeline.Pipeline;
import dev.eider.engine.execute.row.StoredRows;
import dev.eider.engine.plan.LogicalOperator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Common table expressions that are computed once, and recursive ones. */
final class CteLowering {
  private final Lowering lowering;

  CteLowering(Lowering lowering) {
    this.lowering = lowering;
  }

  Lowered materialized(LogicalOperator.MaterializedCte cte) {
    LogicalOperator plan = cte.definition();
    Lowered definition = lowering.ordered(lowering.operator(plan), plan.output());
    CollectSink rows = new CollectSink(definition.types(), "CTE");
    int number = lowering.number();
    lowering.addPipeline(new Pipeline("CTE", definition.chain(), rows, number));
    lowering.ctes().put(cte.cteId(), rows::rows);
    Lowered body = lowering.operator(cte.body());
    return new Lowered(
        body.chain(),
        body.columns(),
        new OperatorNode(
            number,
            "CTE",
            List.of(Detail.of("Table Index", "" + cte.cteId())),
            Lowering.inputs(definition, body)));
  }

  Lowered read(LogicalOperator.CteRead read) {
    Supplier<StoredRows> rows = lowering.ctes().get(read.cteId());
    if (rows == null) {
      throw EiderException.internal("common table expression " + read.cteId() + " is not known");
    }
    int number = lowering.number();
    return new Lowered(
        Chain.of(new CollectionSource(rows), number),
        read.output(),
        new OperatorNode(
            number, "CTE_SCAN", List.of(Detail.of("CTE Index", "" + read.cteId())), List.of()));
  }

  Lowered recursive(LogicalOperator.RecursiveCte cte) {
    Lowered anchor = lowering.ordered(lowering.operator(cte.anchor()), cte.anchor().output());
    int number = lowering.number();
    int stepNumbers = lowering.nextNumber();
    // Lowered once for its description and its numbers, which every round uses again.
    Lowering first =
        lowering.nested(stepNumbers, round(cte, CteLowering::noRows, CteLowering::noRows));
    OperatorNode stepNode = first.operator(cte.step()).node();
    lowering.skipNumbers(first.nextNumber());
    int[] keys = new int[cte.keys().size()];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = cte.keys().get(i);
    }
    RecursiveSink sink =
        new RecursiveSink(
            anchor.types(),
            cte.all(),
            keys,
            cte.recurringId() >= 0,
            (working, soFar) -> step(cte, stepNumbers, round(cte, working, soFar)));
    lowering.addPipeline(new Pipeline("RECURSIVE CTE", anchor.chain(), sink, number));
    return new Lowered(
        Chain.of(sink.source(), number),
        cte.output(),
        new OperatorNode(
            number,
            "REC_CTE",
            List.of(Detail.of("Table Index", "" + cte.cteId())),
            List.of(anchor.node(), stepNode)));
  }

  private static Map<Integer, Supplier<StoredRows>> round(
      LogicalOperator.RecursiveCte cte, Supplier<StoredRows> working, Supplier<StoredRows> soFar) {
    return cte.recurringId() < 0
        ? Map.of(cte.cteId(), working)
        : Map.of(cte.cteId(), working, cte.recurringId(), soFar);
  }

  private static StoredRows noRows() {
    throw new IllegalStateException("no round is running");
  }

  private RecursiveSink.Step step(
      LogicalOperator.RecursiveCte cte, int numbers, Map<Integer, Supplier<StoredRows>> round) {
    Lowering nested = lowering.nested(numbers, round);
    Lowered step = nested.ordered(nested.operator(cte.step()), cte.step().output());
    CollectSink rows = new CollectSink(step.types(), "RECURSIVE_CTE");
    nested.addPipeline(new Pipeline("STEP", step.chain(), rows, -1));
    return new RecursiveSink.Step(nested.pipelines(), rows);
  }
}
