// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute;

import dev.eider.base.env.Env;
import dev.eider.base.error.EiderException;
import dev.eider.base.error.ErrorType;
import dev.eider.base.memory.MemoryManager;
import dev.eider.base.memory.SpillSpace;
import dev.eider.base.secret.SecretLookup;
import dev.eider.base.table.FetchCounts;
import dev.eider.base.table.Fetcher;
import dev.eider.base.table.ObjectAccess;
import dev.eider.base.type.Value;
import dev.eider.engine.execute.pipeline.OperatorProfile;
import dev.eider.engine.execute.pipeline.Pipeline;
import dev.eider.engine.execute.pipeline.PipelineExecutor;
import dev.eider.engine.execute.pipeline.QueryContext;
import dev.eider.engine.execute.pipeline.TaskQueue;
import dev.eider.engine.execute.pipeline.WorkerContext;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One running query: its pipelines one after the other, its tasks, its cancel flag.
 *
 * <p>Invariants: a task is in at most one queue, or run by one thread, or parked; pipeline {@code i
 * + 1} starts when the last worker of pipeline {@code i} has ended; {@code done} is set once, after
 * every worker has ended and everything is closed. All mutable fields without volatile are guarded
 * by {@code lock}.
 */
final class QueryRun implements QueryContext, TaskQueue {
  private final Executor executor;
  private final PhysicalPlan plan;
  private final QueryServices services;
  private final int threads;
  private final OperatorProfile profile;
  private final AtomicLong bytesRead = new AtomicLong();
  private final AtomicLong waitedNanos = new AtomicLong();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ArrayDeque<Task> shared = new ArrayDeque<>();
  private final ArrayDeque<Task> callerOnly = new ArrayDeque<>();
  private int pipelineIndex = -1;
  private @Nullable PipelineExecutor current;
  private final List<PipelineExecutor> nested = new ArrayList<>();
  private @Nullable Throwable error;
  private @Nullable Fetcher fetcher;

  /** What the fetcher told when it was closed. */
  private FetchCounts fetched = FetchCounts.NONE;

  private @Nullable ObjectAccess objects;
  private boolean started;
  private boolean done;
  private volatile boolean stopping;

  QueryRun(Executor executor, PhysicalPlan plan, QueryServices services, int threads) {
    this.executor = executor;
    this.plan = plan;
    this.services = services;
    this.threads = threads;
    this.profile = new OperatorProfile(plan.operatorCount(), services.timed());
    plan.result().onChange(this::signal);
  }

  // What operators see.

  @Override
  public SpillSpace spill() {
    return services.spill();
  }

  @Override
  public Env env() {
    return services.env();
  }

  @Override
  public MemoryManager memory() {
    return services.memory();
  }

  @Override
  public Fetcher fetcher() {
    lock.lock();
    try {
      Fetcher open = fetcher;
      if (open == null) {
        open = services.fetches().open(this);
        fetcher = open;
      }
      return open;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public ObjectAccess objects() {
    lock.lock();
    try {
      ObjectAccess reader = objects;
      if (reader == null) {
        reader = services.fetches().objects(this);
        objects = reader;
      }
      return reader;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public @Nullable Value setting(String name) {
    return services.settings().value(name);
  }

  @Override
  public SecretLookup secrets() {
    return services.secrets();
  }

  @Override
  public int threads() {
    return threads;
  }

  @Override
  public String timeZone() {
    return services.timeZone();
  }

  @Override
  public void checkInterrupted() {
    if (stopping) {
      throw EiderException.interrupted();
    }
    long deadline = services.deadlineNanos();
    if (deadline != QueryServices.NO_DEADLINE && services.env().nanoTime() - deadline > 0) {
      throw new EiderException(ErrorType.INTERRUPT, "Query exceeded maximum execution time");
    }
  }

  @Override
  public void addBytesRead(long bytes) {
    bytesRead.addAndGet(bytes);
  }

  @Override
  public void addWaited(long nanos) {
    waitedNanos.addAndGet(nanos);
  }

  long waitedNanos() {
    return waitedNanos.get();
  }

  FetchCounts fetched() {
    lock.lock();
    try {
      return fetcher == null ? fetched : fetcher.counts();
    } finally {
      lock.unlock();
    }
  }

  long bytesRead() {
    return bytesRead.get();
  }

  OperatorProfile profile() {
    return profile;
  }

  @Override
  public WorkerContext newWorkerContext() {
    return new WorkerContext(
        this,
        services.evalContexts().newContext(this),
        new OperatorProfile(plan.operatorCount(), services.timed()));
  }

  @Override
  public void runParallel(int tasks, ParallelTask task) {
    ParallelWork work = new ParallelWork(tasks, task);
    int helpers = Math.min(tasks, threads) - 1;
    for (int i = 0; i < helpers; i++) {
      submit(work, false);
    }
    work.run(false);
    work.await();
  }

  @Override
  public void runPipelines(List<Pipeline> pipelines) {
    try {
      for (Pipeline pipeline : pipelines) {
        checkInterrupted();
        runNested(pipeline);
        checkInterrupted();
      }
    } finally {
      // The sink of the last pipeline is the caller's.
      for (int i = 0; i < pipelines.size(); i++) {
        if (i < pipelines.size() - 1) {
          pipelines.get(i).sink().close();
        }
        pipelines.get(i).chain().source().close();
      }
    }
  }

  private void runNested(Pipeline pipeline) {
    AtomicBoolean ended = new AtomicBoolean();
    PipelineExecutor executor =
        new PipelineExecutor(
            pipeline,
            this,
            this,
            profile,
            () -> {
              ended.set(true);
              signal();
            });
    lock.lock();
    try {
      nested.add(executor);
    } finally {
      lock.unlock();
    }
    try {
      executor.start();
      helpUntil(ended);
    } finally {
      lock.lock();
      try {
        nested.remove(executor);
      } finally {
        lock.unlock();
      }
    }
  }

  /** Works on tasks of this query until the flag is set. */
  private void helpUntil(AtomicBoolean ended) {
    boolean interrupted = false;
    while (!ended.get()) {
      Task task;
      lock.lock();
      try {
        task = callerOnly.poll();
        if (task == null) {
          task = shared.poll();
        }
        if (task == null) {
          if (!ended.get()) {
            changed.await();
          }
          continue;
        }
      } catch (InterruptedException e) {
        interrupted = true;
        fail(EiderException.interrupted());
        continue;
      } finally {
        lock.unlock();
      }
      task.run(false);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  // The queue.

  @Override
  public void submit(Task task, boolean onlyCaller) {
    lock.lock();
    try {
      (onlyCaller ? callerOnly : shared).add(task);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (!onlyCaller) {
      executor.hand(this::runOne);
    }
  }

  private void runOne() {
    Task task;
    lock.lock();
    try {
      task = shared.poll();
    } finally {
      lock.unlock();
    }
    if (task != null) {
      task.run(false);
    }
  }

  @Override
  public boolean callerWanted() {
    return plan.result().isReady();
  }

  private void signal() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void fail(Throwable thrown) {
    List<PipelineExecutor> running;
    lock.lock();
    try {
      if (error == null) {
        error = thrown;
      }
      stopping = true;
      running = new ArrayList<>(nested);
      if (current != null) {
        running.add(current);
      }
    } finally {
      lock.unlock();
    }
    for (PipelineExecutor executing : running) {
      executing.stop(true);
    }
  }

  /** Asks the query to end with INTERRUPT. Any thread. */
  void cancel() {
    fail(EiderException.interrupted());
    signal();
  }

  // The waiting thread.

  /** Starts the query if it has not been started. */
  void start() {
    if (!started) {
      started = true;
      advance();
    }
  }

  /**
   * Works on the query, or waits, until a result is ready or all is done. Answers whether all is
   * done.
   */
  boolean help() {
    while (true) {
      Task task;
      lock.lock();
      try {
        if (done) {
          return true;
        }
        if (plan.result().isReady() && error == null) {
          return false;
        }
        task = callerOnly.poll();
        if (task == null) {
          task = shared.poll();
        }
        if (task == null) {
          changed.await();
          continue;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        fail(EiderException.interrupted());
        continue;
      } finally {
        lock.unlock();
      }
      task.run(true);
    }
  }

  /** Stops the query and waits until its workers have ended. */
  void close() {
    if (!started) {
      started = true;
      finishAll();
      return;
    }
    lock.lock();
    try {
      if (done) {
        return;
      }
    } finally {
      lock.unlock();
    }
    fail(EiderException.interrupted());
    boolean interrupted = Thread.interrupted();
    while (!help()) {
      // The result's chunks are dropped.
      plan.result().discard();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** The error the query ended with, or null. */
  @Nullable EiderException error() {
    lock.lock();
    try {
      return error == null ? null : asEider(error);
    } finally {
      lock.unlock();
    }
  }

  private static EiderException asEider(Throwable thrown) {
    return switch (thrown) {
      case EiderException known -> known;
      case OutOfMemoryError heap ->
          new EiderException(
              ErrorType.OUT_OF_MEMORY,
              "the Java heap is full ("
                  + heap.getMessage()
                  + ")\n\nPossible solutions:\n* Lowering the memory limit below the heap size (SET"
                  + " memory_limit='...GB')\n* A larger heap (-Xmx)",
              heap);
      case StackOverflowError deep ->
          new EiderException(ErrorType.INVALID_INPUT, "an expression is nested too deeply", deep);
      default -> new EiderException(ErrorType.INTERNAL, String.valueOf(thrown), thrown);
    };
  }

  // From pipeline to pipeline.

  private void advance() {
    PipelineExecutor next = null;
    lock.lock();
    try {
      current = null;
      if (error == null && pipelineIndex + 1 < plan.pipelines().size()) {
        pipelineIndex++;
        next =
            new PipelineExecutor(
                plan.pipelines().get(pipelineIndex), this, this, profile, this::advance);
        current = next;
      }
    } finally {
      lock.unlock();
    }
    if (next == null) {
      finishAll();
      return;
    }
    try {
      next.start();
    } catch (Throwable e) {
      fail(e);
      // Nothing was submitted: prepare failed.
      advance();
    }
  }

  private void finishAll() {
    for (Pipeline pipeline : plan.pipelines()) {
      try {
        pipeline.sink().close();
      } catch (Throwable e) {
        fail(e);
      }
      try {
        pipeline.chain().source().close();
      } catch (Throwable e) {
        fail(e);
      }
    }
    closeFetcher();
    lock.lock();
    try {
      done = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** After the sources, whose readers use it. */
  private void closeFetcher() {
    Fetcher open;
    lock.lock();
    try {
      open = fetcher;
      if (open != null) {
        fetched = open.counts();
      }
      fetcher = null;
    } finally {
      lock.unlock();
    }
    if (open != null) {
      try {
        open.close();
      } catch (Throwable e) {
        fail(e);
      }
    }
  }

  double progress() {
    int index;
    lock.lock();
    try {
      index = pipelineIndex;
    } finally {
      lock.unlock();
    }
    if (index < 0) {
      return 0;
    }
    double part = plan.pipelines().get(index).chain().source().progress();
    return part < 0 ? -1 : (index + part) / plan.pipelines().size();
  }

  /** Work of {@link #runParallel}: threads take numbers until there are none left. */
  private final class ParallelWork implements Task {
    private final int count;
    private final ParallelTask task;
    private int next;
    private int ended;
    private @Nullable Throwable failure;

    ParallelWork(int count, ParallelTask task) {
      this.count = count;
      this.task = task;
    }

    @Override
    public void run(boolean onCaller) {
      while (true) {
        int index;
        synchronized (this) {
          if (next >= count) {
            return;
          }
          if (failure != null || stopping) {
            ended += count - next;
            next = count;
            notifyAll();
            return;
          }
          index = next++;
        }
        Throwable thrown = null;
        try {
          task.run(index);
        } catch (Throwable e) {
          thrown = e;
        }
        synchronized (this) {
          if (thrown != null && failure == null) {
            failure = thrown;
          }
          if (++ended == count) {
            notifyAll();
          }
        }
      }
    }

    synchronized void await() {
      boolean interrupted = false;
      while (ended < count) {
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true;
          stopping = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
        throw EiderException.interrupted();
      }
      if (failure != null) {
        throw asEider(failure);
      }
      checkInterrupted();
    }
  }
}
