// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.table.MutableTable;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.base.vector.LongVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.pipeline.Sink;
import dev.eider.engine.execute.pipeline.Source;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.execute.row.StoredRows;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * UPDATE and DELETE: collects row ids (the first column) with their new values, and changes the
 * table when everything was read, so that the scan never sees its own changes.
 */
public final class ChangeSink implements Sink {
  private final MutableTable table;
  private final int @Nullable [] columns;
  private final NotNullCheck check;
  private final int returnFrom;
  private final CollectSink rows;
  private long changed;

  /**
   * A change.
   *
   * @param types of the input: row id, new values, and perhaps rows to put out
   * @param columns numbers of the columns updated; null: delete
   * @param returnFrom the first input column that is put out afterwards, -1: the number of rows
   */
  public ChangeSink(
      MutableTable table,
      List<LogicalType> types,
      int @Nullable [] columns,
      NotNullCheck check,
      int returnFrom) {
    this.table = table;
    this.columns = columns;
    this.check = check;
    this.returnFrom = returnFrom;
    this.rows = new CollectSink(types, "CHANGE");
  }

  @Override
  public Sink.Worker newWorker(WorkerContext context) {
    return rows.newWorker(context);
  }

  @Override
  public void finish(QueryContext context) {
    rows.finish(context);
    StoredRows all = rows.rows();
    StoredRows.Reader reader = all.newReader();
    int[] targets = columns;
    if (targets != null) {
      for (int i = 0; i < all.chunkCount(); i++) {
        check.check(reader.read(i), 1);
      }
    }
    for (int i = 0; i < all.chunkCount(); i++) {
      DataChunk chunk = reader.read(i);
      LongVector ids = (LongVector) chunk.flat(0);
      if (targets == null) {
        changed += table.delete(ids, chunk.size());
      } else {
        Vector[] values = new Vector[targets.length];
        System.arraycopy(chunk.columns(), 1, values, 0, values.length);
        table.update(ids, targets, new DataChunk(values, chunk.size()));
        changed += chunk.size();
      }
    }
  }

  /** The rows to put out, or their number. */
  public Source source() {
    return returnFrom < 0 ? WriteSink.countSource(() -> changed) : rows.source();
  }

  @Override
  public void close() {
    rows.close();
  }
}
