// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.Vector;
import dev.eider.engine.eval.FilterEvaluator;
import dev.eider.engine.execute.pipeline.Operator;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.expr.BoundExpr;

/** Keeps the rows for which a predicate is true. */
public final class FilterOperator implements Operator {
  private final BoundExpr predicate;

  public FilterOperator(BoundExpr predicate) {
    this.predicate = predicate;
  }

  @Override
  public Operator.Worker newWorker(WorkerContext context) {
    return new FilterWorker(FilterEvaluator.of(predicate, context.eval()));
  }

  private static final class FilterWorker implements Operator.Worker {
    private final FilterEvaluator evaluator;
    private final int[] selection = new int[Vector.CAPACITY];
    private final Gatherer gatherer = new Gatherer();
    private DataChunk output = Gatherer.NOTHING;

    FilterWorker(FilterEvaluator evaluator) {
      this.evaluator = evaluator;
    }

    @Override
    public Status process(DataChunk input, long batchIndex) {
      int count = evaluator.select(input, selection);
      if (count == input.size()) {
        output = input;
      } else if (count == 0) {
        output = Gatherer.NOTHING;
      } else {
        output = gatherer.gather(input, selection, count);
      }
      return Status.NEXT;
    }

    @Override
    public DataChunk output() {
      return output;
    }
  }
}
