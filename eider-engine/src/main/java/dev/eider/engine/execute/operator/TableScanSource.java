// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.table.ChunkReader;
import dev.eider.base.table.ReadAhead;
import dev.eider.base.table.ScanRequest;
import dev.eider.base.table.Table;
import dev.eider.base.table.TableScan;
import dev.eider.base.vector.DataChunk;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.pipeline.Source;
import dev.eider.engine.execute.pipeline.WorkerContext;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Reads a table: each worker takes tasks in row order and decodes them with a reader of its own.
 * The batch index is the task's. {@code scan} is written by {@link #prepare}, before any worker
 * starts.
 */
public final class TableScanSource implements Source {
  private final Table table;
  private final ScanRequest request;
  private final LateContext contexts;
  private @Nullable TableScan scan;
  private @Nullable ReadAhead readAhead;

  /**
   * A scan.
   *
   * @param contexts what the predicates among the filters evaluate with
   */
  public TableScanSource(Table table, ScanRequest request, LateContext contexts) {
    this.table = table;
    this.request = request;
    this.contexts = contexts;
  }

  @Override
  public int prepare(QueryContext context) {
    contexts.set(context);
    TableScan opened = table.scan(request, context);
    scan = opened;
    readAhead = context.fetcher().readAhead(opened);
    return Math.max(1, opened.maxTasks());
  }

  @Override
  public Source.Worker newWorker(WorkerContext context) {
    return new ScanWorker(
        context.query(), Objects.requireNonNull(readAhead), Objects.requireNonNull(scan));
  }

  @Override
  public double progress() {
    TableScan open = scan;
    return open == null ? 0 : open.progress();
  }

  @Override
  public void close() {
    if (readAhead != null) {
      readAhead.close();
      readAhead = null;
    }
    if (scan != null) {
      scan.close();
      scan = null;
    }
  }

  private static final class ScanWorker implements Source.Worker {
    private final QueryContext query;
    private final ReadAhead readAhead;
    private final ChunkReader reader;
    private ReadAhead.@Nullable Claim claim;
    private boolean started;
    private long batchIndex;

    /** When this worker began to wait, or 0. */
    private long waitingSince;

    ScanWorker(QueryContext query, ReadAhead readAhead, TableScan scan) {
      this.query = query;
      this.readAhead = readAhead;
      this.reader = scan.newReader();
    }

    @Override
    public Status next() {
      if (waitingSince != 0) {
        query.addWaited(query.env().nanoTime() - waitingSince);
        waitingSince = 0;
      }
      Status status = step();
      if (status == Status.BLOCKED) {
        waitingSince = Math.max(1, query.env().nanoTime());
      }
      return status;
    }

    private Status step() {
      while (true) {
        query.checkInterrupted();
        ReadAhead.Claim current = claim;
        if (current == null) {
          current = readAhead.claim();
          if (current == null) {
            return Status.END;
          }
          claim = current;
          batchIndex = current.task().index();
        }
        if (!started) {
          if (!current.bytes().ready().isDone()) {
            return Status.BLOCKED;
          }
          reader.start(current.task(), current.bytes());
          started = true;
        }
        switch (reader.next()) {
          case CHUNK -> {
            return Status.CHUNK;
          }
          case BLOCKED -> {
            return Status.BLOCKED;
          }
          case END -> endTask();
        }
      }
    }

    private void endTask() {
      ReadAhead.Claim current = claim;
      claim = null;
      started = false;
      if (current != null) {
        current.bytes().close();
      }
    }

    @Override
    public DataChunk chunk() {
      return reader.chunk();
    }

    @Override
    public long batchIndex() {
      return batchIndex;
    }

    @Override
    public CompletableFuture<?> blockedOn() {
      ReadAhead.Claim current = claim;
      return current != null && !started ? current.bytes().ready() : reader.blockedOn();
    }

    @Override
    public void close() {
      reader.close();
      endTask();
    }
  }
}
