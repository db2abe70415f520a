// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.Vector;
import dev.eider.engine.eval.Evaluator;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.pipeline.Sink;
import dev.eider.engine.execute.pipeline.Source;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.execute.row.StoredRows;
import dev.eider.engine.expr.BoundExpr;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps all rows, in the order of batches, for whoever reads them later, perhaps several times: a
 * common table expression, or the side of a join that is complete before the other begins.
 */
public final class CollectSink implements Sink {
  private final CollectedRows rows;
  private final List<BoundExpr> computed;
  private final @Nullable Side side;

  /** Who uses the rows as soon as they are complete. */
  interface Side {
    /** All rows are there. Called once, by one thread. */
    void complete(QueryContext query);

    /** Frees what was made of the rows; the rows are freed after. */
    void release();
  }

  /** A sink for rows of these types; the component is the word for its memory and files. */
  public CollectSink(List<LogicalType> types, String component) {
    this(new CollectedRows(types, component), List.of(), null);
  }

  /**
   * A sink for one side of an operator.
   *
   * @param rows where the rows go; closed by this sink
   * @param computed expressions whose values follow the input's columns
   */
  CollectSink(CollectedRows rows, List<BoundExpr> computed, @Nullable Side side) {
    this.rows = rows;
    this.computed = computed;
    this.side = side;
  }

  @Override
  public Sink.Worker newWorker(WorkerContext context) {
    SpillingRows part = rows.newPart(context.query());
    Evaluator[] evaluators = Expressions.of(computed, context);
    Vector[] columns = new Vector[rows.types().size()];
    int inputs = columns.length - evaluators.length;
    return new Sink.Worker() {
      @Override
      public Sink.Status consume(DataChunk chunk, long batchIndex) {
        System.arraycopy(chunk.columns(), 0, columns, 0, inputs);
        for (int i = 0; i < evaluators.length; i++) {
          columns[inputs + i] = evaluators[i].evaluate(chunk);
        }
        part.append(columns, 0, chunk.size(), batchIndex);
        return Sink.Status.MORE;
      }

      @Override
      public void combine() {}
    };
  }

  @Override
  public void finish(QueryContext context) {
    rows.finish();
    if (side != null) {
      side.complete(context);
    }
  }

  /** The rows, after {@link #finish}. Owned by this sink. */
  public StoredRows rows() {
    return rows;
  }

  /** Reads the rows in order. */
  public Source source() {
    return new CollectionSource(this::rows);
  }

  @Override
  public void close() {
    if (side != null) {
      side.release();
    }
    rows.close();
  }
}
