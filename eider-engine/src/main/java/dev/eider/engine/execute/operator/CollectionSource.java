// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.vector.DataChunk;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.execute.row.StoredRows;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads a finished collection in order: parts of some chunks each, so that workers can share it.
 */
public final class CollectionSource extends ChunkSource {
  /** Chunks a part: about the size of a morsel. */
  private static final int CHUNKS_PER_PART = 32;

  private final Supplier<StoredRows> rows;

  /** The supplier is asked when the pipeline starts. */
  public CollectionSource(Supplier<StoredRows> rows) {
    this.rows = rows;
  }

  @Override
  protected int parts(QueryContext context) {
    return (rows.get().chunkCount() + CHUNKS_PER_PART - 1) / CHUNKS_PER_PART;
  }

  @Override
  protected PartReader newReader(WorkerContext context) {
    return new Reader(rows.get());
  }

  private static final class Reader implements PartReader {
    private final StoredRows rows;
    private final StoredRows.Reader reader;
    private int next;
    private int end;

    Reader(StoredRows rows) {
      this.rows = rows;
      this.reader = rows.newReader();
    }

    @Override
    public void open(int part) {
      next = part * CHUNKS_PER_PART;
      end = Math.min(rows.chunkCount(), next + CHUNKS_PER_PART);
    }

    @Override
    public @Nullable DataChunk read() {
      return next < end ? reader.read(next++) : null;
    }
  }
}
