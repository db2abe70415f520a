// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.eval.Evaluator;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.expr.BoundExpr;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Literal rows: VALUES, the single row of a SELECT without FROM, and no rows at all. */
public final class ValuesSource extends ChunkSource {
  private final List<List<BoundExpr>> rows;
  private final List<LogicalType> types;

  /** Rows of expressions without columns. With no types a row is a row without columns. */
  public ValuesSource(List<List<BoundExpr>> rows, List<LogicalType> types) {
    this.rows = List.copyOf(rows);
    this.types = List.copyOf(types);
  }

  @Override
  protected int parts(QueryContext context) {
    return rows.isEmpty() ? 0 : 1;
  }

  @Override
  protected PartReader newReader(WorkerContext context) {
    return new ValuesReader(context);
  }

  private final class ValuesReader implements PartReader {
    private final WorkerContext context;
    private final DataChunk chunk = DataChunk.allocate(types, Vector.CAPACITY);
    private int done;

    ValuesReader(WorkerContext context) {
      this.context = context;
    }

    @Override
    public void open(int part) {
      done = 0;
    }

    @Override
    public @Nullable DataChunk read() {
      if (done == rows.size()) {
        return null;
      }
      DataChunk one = new DataChunk(new Vector[0], 1);
      chunk.reset();
      int count = Math.min(Vector.CAPACITY, rows.size() - done);
      for (int row = 0; row < count; row++) {
        List<BoundExpr> cells = rows.get(done + row);
        for (int i = 0; i < types.size(); i++) {
          FlatVector target = chunk.flat(i);
          if (cells.get(i) instanceof BoundExpr.Constant constant) {
            target.setValue(row, constant.value());
          } else {
            Vector value = Evaluator.of(cells.get(i), context.eval()).evaluate(one);
            target.copyRow(value.flatten(1), 0, row);
          }
        }
      }
      chunk.setSize(count);
      done += count;
      return chunk;
    }
  }
}
