// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.vector.DataChunk;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.pipeline.Source;
import dev.eider.engine.execute.pipeline.WorkerContext;
import dev.eider.engine.execute.row.StoredRows;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a recursion without keys, round by round: a round is run when the rows of the one
 * before have been read, so that a reader who stops early stops the recursion. One worker.
 */
final class RecursiveSource implements Source {
  private final RecursiveSink recursion;

  RecursiveSource(RecursiveSink recursion) {
    this.recursion = recursion;
  }

  @Override
  public int prepare(QueryContext context) {
    return 1;
  }

  @Override
  public Source.Worker newWorker(WorkerContext context) {
    return new RoundWorker(context.query());
  }

  private final class RoundWorker implements Source.Worker {
    private final QueryContext query;
    private StoredRows.@Nullable Reader reader;
    private int next;
    private DataChunk chunk = Gatherer.NOTHING;

    RoundWorker(QueryContext query) {
      this.query = query;
    }

    @Override
    public Status next() {
      query.checkInterrupted();
      StoredRows round = recursion.working();
      if (next >= round.chunkCount()) {
        if (!recursion.nextRound(query)) {
          return Status.END;
        }
        round = recursion.working();
        next = 0;
        reader = null;
      }
      StoredRows.Reader open = reader;
      if (open == null) {
        open = round.newReader();
        reader = open;
      }
      chunk = open.read(next++);
      return Status.CHUNK;
    }

    @Override
    public DataChunk chunk() {
      return chunk;
    }

    @Override
    public long batchIndex() {
      return 0;
    }
  }
}
