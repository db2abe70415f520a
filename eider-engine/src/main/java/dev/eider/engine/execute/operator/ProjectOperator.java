// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.Vector;
import dev.eider.engine.eval.Evaluator;
import dev.eider.engine.execute.pipeline.Operator;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.expr.BoundExpr;
import java.util.List;

/** Computes columns. */
public final class ProjectOperator implements Operator {
  private final List<BoundExpr> expressions;

  public ProjectOperator(List<BoundExpr> expressions) {
    this.expressions = List.copyOf(expressions);
  }

  @Override
  public Operator.Worker newWorker(WorkerContext context) {
    return new ProjectWorker(Expressions.of(expressions, context));
  }

  private static final class ProjectWorker implements Operator.Worker {
    private final Evaluator[] evaluators;
    private final DataChunk output;

    ProjectWorker(Evaluator[] evaluators) {
      this.evaluators = evaluators;
      this.output = new DataChunk(new Vector[evaluators.length], 0);
    }

    @Override
    public Status process(DataChunk input, long batchIndex) {
      for (int i = 0; i < evaluators.length; i++) {
        output.setColumn(i, evaluators[i].evaluate(input));
      }
      output.setSize(input.size());
      return Status.NEXT;
    }

    @Override
    public DataChunk output() {
      return output;
    }
  }
}
