// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.Vector;
import dev.eider.engine.eval.Evaluator;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.execute.sort.RowOrdering;
import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.expr.SortKey;
import java.util.ArrayList;
import java.util.List;

/**
 * The columns of rows that a sink keeps: those of its input, and after them every other expression
 * it will need again (sort keys, arguments), each once. Filled by the sink's constructor, then
 * fixed.
 */
final class StoredRow {
  private final int inputs;
  private final List<LogicalType> types;
  private final List<BoundExpr> expressions = new ArrayList<>();

  StoredRow(List<LogicalType> inputTypes) {
    inputs = inputTypes.size();
    types = new ArrayList<>(inputTypes);
  }

  /** The column that holds an expression's value. */
  int column(BoundExpr expression) {
    if (expression instanceof BoundExpr.InputRef input) {
      return input.position();
    }
    int known = expressions.indexOf(expression);
    if (known >= 0 && !dev.eider.engine.expr.Expressions.isVolatile(expression)) {
      return inputs + known;
    }
    expressions.add(expression);
    types.add(expression.type());
    return types.size() - 1;
  }

  RowOrdering ordering(List<SortKey> keys) {
    int[] columns = new int[keys.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = column(keys.get(i).expr());
    }
    return RowOrdering.of(columns, keys);
  }

  List<LogicalType> types() {
    return types;
  }

  /** Computes the columns of chunks for one worker. */
  Worker newWorker(WorkerContext context) {
    return new Worker(context);
  }

  /** One worker's evaluators. */
  final class Worker {
    private final Evaluator[] evaluators;
    private final Vector[] columns = new Vector[types.size()];

    private Worker(WorkerContext context) {
      evaluators = Expressions.of(expressions, context);
    }

    /** The columns of a chunk; the array is reused. */
    Vector[] columns(DataChunk chunk) {
      for (int i = 0; i < inputs; i++) {
        columns[i] = chunk.column(i);
      }
      for (int i = 0; i < evaluators.length; i++) {
        columns[inputs + i] = evaluators[i].evaluate(chunk);
      }
      return columns;
    }
  }
}
