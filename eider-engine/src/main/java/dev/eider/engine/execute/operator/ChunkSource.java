// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.operator;

import dev.eider.base.vector.DataChunk;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.pipeline.Source;
import dev.eider.engine.execute.pipeline.WorkerContext;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A source of numbered parts, each of which yields chunks: workers take part after part. The base
 * of sources over finished sinks. Batch indexes are the parts' numbers.
 */
public abstract class ChunkSource implements Source {
  private final AtomicInteger next = new AtomicInteger();

  /** Number of parts; asked once, when the pipelines before are finished. */
  protected abstract int parts(QueryContext context);

  /** Opens parts for one worker. */
  protected abstract PartReader newReader(WorkerContext context);

  private int count;

  @Override
  public final int prepare(QueryContext context) {
    next.set(0);
    count = parts(context);
    return Math.max(1, count);
  }

  @Override
  public final double progress() {
    return count == 0 ? -1 : Math.min(1.0, (double) next.get() / count);
  }

  @Override
  public final Source.Worker newWorker(WorkerContext context) {
    return new PartWorker(newReader(context), context.query());
  }

  /** Reads parts, one after the other. */
  protected interface PartReader {
    /** Begins a part. */
    void open(int part);

    /** The next chunk of the part, or null at its end; valid until the next call. */
    @org.jspecify.annotations.Nullable
    DataChunk read();

    /** Frees what {@link #open} took; also after an error. */
    default void close() {}
  }

  private final class PartWorker implements Source.Worker {
    private final PartReader reader;
    private final QueryContext query;
    private int part = -1;
    private DataChunk chunk = Gatherer.NOTHING;

    PartWorker(PartReader reader, QueryContext query) {
      this.reader = reader;
      this.query = query;
    }

    @Override
    public Status next() {
      while (true) {
        query.checkInterrupted();
        if (part < 0) {
          int taken = next.getAndIncrement();
          if (taken >= count) {
            return Status.END;
          }
          part = taken;
          reader.open(part);
        }
        DataChunk read = reader.read();
        if (read != null) {
          chunk = read;
          return Status.CHUNK;
        }
        part = -1;
      }
    }

    @Override
    public DataChunk chunk() {
      return chunk;
    }

    @Override
    public long batchIndex() {
      return Math.max(0, part);
    }

    @Override
    public void close() {
      reader.close();
    }
  }
}
