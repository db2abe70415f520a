// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute;

import dev.eider.base.error.EiderException;
import dev.eider.base.table.FetchCounts;
import dev.eider.base.type.LogicalType;
import dev.eider.base.vector.DataChunk;
import dev.eider.engine.execute.pipeline.OperatorProfile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a query, pulled by one thread, which works on the query while it waits. Workers stop
 * when enough chunks lie ready (see {@link ResultSink}). {@link #cancel()} may be called by any
 * thread; whoever opened the stream closes it.
 */
public final class ResultStream implements AutoCloseable {
  private final PhysicalPlan plan;
  private final QueryRun run;
  private boolean ended;

  ResultStream(PhysicalPlan plan, QueryRun run) {
    this.plan = plan;
    this.run = run;
  }

  public List<String> names() {
    return plan.names();
  }

  public List<LogicalType> types() {
    return plan.types();
  }

  /**
   * The next chunk of at least one row, or null after the last. It belongs to the caller.
   *
   * @throws EiderException the query's first error, after all its workers have ended
   */
  public @Nullable DataChunk next() {
    if (ended) {
      return null;
    }
    run.start();
    while (true) {
      DataChunk chunk = plan.result().poll();
      if (chunk != null) {
        return chunk;
      }
      if (run.help()) {
        EiderException error = run.error();
        if (error != null) {
          ended = true;
          throw error;
        }
        DataChunk last = plan.result().poll();
        ended = last == null;
        return last;
      }
    }
  }

  /** Stops the query: the reader gets INTERRUPT. */
  public void cancel() {
    run.cancel();
  }

  /** How much is done, 0 to 1, or -1 when unknown. Any thread. */
  public double progress() {
    return run.progress();
  }

  /** Bytes read from outside so far. */
  public long bytesRead() {
    return run.bytesRead();
  }

  /** What was fetched from stores; to be asked before the stream is closed. */
  public FetchCounts fetched() {
    return run.fetched();
  }

  /** Nanoseconds that workers of scans waited for bytes, all together. */
  public long waitedNanos() {
    return run.waitedNanos();
  }

  /** Counters by operator; complete after the last chunk. */
  public OperatorProfile profile() {
    return run.profile();
  }

  /** The operators of the plan, whose numbers {@link #profile()} uses. */
  public OperatorNode root() {
    return plan.root();
  }

  /** Ends the query, if need be before its end, and frees what it holds. */
  @Override
  public void close() {
    ended = true;
    run.close();
  }
}
