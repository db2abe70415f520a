// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.FlatVector;
import dev.eider.base.vector.Vector;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.row.ChunkCollection;
import dev.eider.engine.execute.row.MemoryShare;
import java.util.List;

/**
 * Rows of one worker that go to disk when its operator holds more than the arbiter grants. The
 * share is the operator's. One thread at a time while rows are added.
 */
final class SpillingRows implements AutoCloseable {
  private final QueryContext query;
  private final MemoryShare share;
  private final String component;
  private final ChunkCollection rows;
  private long asked;

  SpillingRows(List<LogicalType> types, String component, MemoryShare share, QueryContext query) {
    this.query = query;
    this.share = share;
    this.component = component;
    rows = new ChunkCollection(types, share.memory());
  }

  /** The rows added so far. */
  ChunkCollection rows() {
    return rows;
  }

  /** Copies rows {@code [from, from + count)} of the columns; batches ascend. */
  void append(Vector[] columns, int from, int count, long batch) {
    added(rows.tryAppend(columns, from, count, batch));
  }

  /** Copies the rows {@code selection[0, count)} of flat columns. */
  void appendSelected(FlatVector[] columns, int[] selection, int count, long batch) {
    added(rows.tryAppendSelected(columns, selection, count, batch));
  }

  private void added(boolean granted) {
    boolean spills = !granted;
    if (granted && rows.bytesInMemory() - asked >= MemoryShare.ASK_EVERY) {
      asked = rows.bytesInMemory();
      spills = share.mustSpill(asked);
    }
    if (spills) {
      spill();
    }
  }

  /** Writes what is in memory. */
  void spill() {
    if (rows.bytesInMemory() > 0) {
      rows.spill(query.spill(), component);
    }
    asked = 0;
  }

  @Override
  public void close() {
    rows.close();
  }
}
