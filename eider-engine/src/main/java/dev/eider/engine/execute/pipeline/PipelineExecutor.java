// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.pipeline;

import dev.eider.base.vector.DataChunk;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Runs one pipeline with several workers, once.
 *
 * <p>A worker takes chunks through the operators into the sink until the source ends, the sink has
 * enough, or the query stops. When something is not there yet the worker parks: it gives its thread
 * back and is submitted again when the future completes (or when the pipeline stops, whichever is
 * first). The last worker to end finishes the sink and calls {@code whenDone}.
 *
 * <p>{@code stopped}: written by any worker, read by all between chunks. {@code parked}: guarded by
 * its own lock.
 */
public final class PipelineExecutor {
  private final Pipeline pipeline;
  private final QueryContext query;
  private final TaskQueue queue;
  private final OperatorProfile totals;
  private final Runnable whenDone;
  private final List<WorkerTask> parked = new ArrayList<>();
  private final AtomicInteger running = new AtomicInteger();
  private volatile boolean stopped;
  private volatile boolean failed;

  public PipelineExecutor(
      Pipeline pipeline,
      QueryContext query,
      TaskQueue queue,
      OperatorProfile totals,
      Runnable whenDone) {
    this.pipeline = pipeline;
    this.query = query;
    this.queue = queue;
    this.totals = totals;
    this.whenDone = whenDone;
  }

  /** Prepares the source and submits the workers. */
  public void start() {
    int useful = Math.min(pipeline.chain().source().prepare(query), pipeline.sink().maxWorkers());
    int workers = Math.max(1, Math.min(useful, query.threads()));
    running.set(workers);
    for (int i = 0; i < workers; i++) {
      queue.submit(new WorkerTask(workers == 1), workers == 1);
    }
  }

  /** Ends the pipeline soon: parked workers are woken, running ones stop after their chunk. */
  public void stop(boolean becauseOfError) {
    if (becauseOfError) {
      failed = true;
    }
    stopped = true;
    List<WorkerTask> woken;
    synchronized (parked) {
      woken = new ArrayList<>(parked);
      parked.clear();
    }
    for (WorkerTask task : woken) {
      queue.submit(task, task.alone);
    }
  }

  private void workerEnded() {
    if (running.decrementAndGet() > 0) {
      return;
    }
    if (!failed) {
      try {
        long start = totals.timed() ? query.env().nanoTime() : 0;
        pipeline.sink().finish(query);
        if (totals.timed() && pipeline.sinkNumber() >= 0) {
          synchronized (totals) {
            totals.addNanos(pipeline.sinkNumber(), query.env().nanoTime() - start);
          }
        }
      } catch (Throwable e) {
        queue.fail(e);
      }
    }
    whenDone.run();
  }

  /** One worker. Run by one thread at a time; handed from thread to thread through the queue. */
  private final class WorkerTask implements TaskQueue.Task {
    private final boolean alone;
    private @Nullable WorkerContext context;
    private @Nullable ChunkStream stream;
    private Sink.@Nullable Worker sink;
    private @Nullable DataChunk held;
    private long batch = Long.MIN_VALUE;

    WorkerTask(boolean alone) {
      this.alone = alone;
    }

    @Override
    public void run(boolean onCaller) {
      try {
        if (!work(onCaller)) {
          return;
        }
        Sink.Worker ending = sink;
        if (!failed && ending != null) {
          ending.nextBatch(Long.MAX_VALUE);
          ending.combine();
        }
      } catch (Throwable e) {
        queue.fail(e);
      }
      close();
      workerEnded();
    }

    /** Answers false when the task was parked or submitted again. */
    private boolean work(boolean onCaller) {
      if (stopped) {
        return true;
      }
      ChunkStream chunks = stream;
      Sink.Worker target = sink;
      if (chunks == null || target == null) {
        WorkerContext own = query.newWorkerContext();
        context = own;
        // The sink's worker comes first: ordered sinks count workers before they take a batch.
        target = pipeline.sink().newWorker(own);
        sink = target;
        chunks = new ChunkStream(pipeline.chain(), own);
        stream = chunks;
      }
      while (!stopped) {
        DataChunk chunk = held;
        if (chunk == null) {
          Source.Status status = chunks.next();
          if (status == Source.Status.BLOCKED) {
            // A worker that waits for others must not hold them up with a batch it has finished.
            enterBatch(target, chunks.batchIndex());
            if (park(chunks.blockedOn())) {
              return false;
            }
            continue;
          }
          if (status == Source.Status.END) {
            if (chunks.isFinished()) {
              stop(false);
            }
            return true;
          }
          chunk = chunks.chunk();
          enterBatch(target, chunks.batchIndex());
          if (chunk.size() == 0) {
            continue;
          }
        }
        switch (consume(target, chunk)) {
          case MORE -> held = null;
          case BLOCKED -> {
            held = chunk;
            if (park(target.blockedOn())) {
              return false;
            }
          }
          case FINISHED -> {
            held = null;
            stop(false);
            return true;
          }
        }
        if (onCaller && queue.callerWanted()) {
          queue.submit(this, alone);
          return false;
        }
      }
      return true;
    }

    private void enterBatch(Sink.Worker target, long current) {
      if (current != batch) {
        batch = current;
        target.nextBatch(batch);
      }
    }

    private Sink.Status consume(Sink.Worker target, DataChunk chunk) {
      OperatorProfile profile = totals;
      if (!profile.timed() || pipeline.sinkNumber() < 0 || context == null) {
        return target.consume(chunk, batch);
      }
      long start = query.env().nanoTime();
      Sink.Status status = target.consume(chunk, batch);
      context.profile().addNanos(pipeline.sinkNumber(), query.env().nanoTime() - start);
      return status;
    }

    /** Answers false when there is no need to wait. */
    private boolean park(CompletableFuture<?> future) {
      if (future.isDone()) {
        return false;
      }
      synchronized (parked) {
        if (stopped) {
          return false;
        }
        parked.add(this);
      }
      future.whenComplete((value, error) -> wake());
      return true;
    }

    private void wake() {
      boolean mine;
      synchronized (parked) {
        mine = parked.remove(this);
      }
      if (mine) {
        queue.submit(this, alone);
      }
    }

    private void close() {
      try {
        if (stream != null) {
          stream.close();
        }
        if (sink != null) {
          sink.close();
        }
      } catch (Throwable e) {
        queue.fail(e);
      }
      if (context != null) {
        totals.merge(context.profile());
      }
    }
  }
}
