// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.sched;

import dev.eider.base.error.EiderException;
import dev.eider.base.memory.TemporaryMemory;
import dev.eider.base.table.ReadAhead;
import dev.eider.base.table.ScanTask;
import dev.eider.base.table.TableScan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of one scan, with the bytes of the next ones under way.
 *
 * <p>Order: jobs are made, begun and claimed strictly in the order of the scan's tasks. Memory: a
 * job is charged from the moment it begins until the claimer closes its bytes, when decoding has
 * ended. Depth: with a depth of 0 a job begins when it is claimed; with N, up to N unclaimed jobs
 * are under way; with -1 as many as fit into the scan's share of the temporary memory. However
 * little there is, one job may always begin while no other holds memory; when not even that fits,
 * the query ends with OUT_OF_MEMORY. A job that could not begin is claimed all the same; it begins
 * when memory comes back, and its claimer waits for its bytes as always. So nothing ever waits for
 * a worker that waits.
 *
 * <p>A task that falls into slices is one job: it leaves the queue with its last slice, and its
 * bytes are given back when the last slice is decoded.
 *
 * <p>All fields are guarded by this; fetches are begun outside, by one thread at a time.
 */
final class ReadAheadQueue implements ReadAhead {
  /** As many jobs as the memory allows. */
  static final int DEPTH_BY_MEMORY = -1;

  private final TableScan scan;
  private final StoreFetcher fetcher;
  private final int depth;
  private final long budgetMax;
  private final TemporaryMemory.Claim share;
  private final ArrayDeque<Job> unclaimed = new ArrayDeque<>();

  /** Jobs that wait for memory, oldest first: a suffix of what was made. */
  private final ArrayDeque<Job> waiting = new ArrayDeque<>();

  private long charged;
  private int holding;
  private boolean exhausted;
  private boolean pumping;
  private boolean pumpAgain;
  private boolean closed;

  /** A task; without a fetch when its bytes do not come from a store. */
  private static final class Job {
    private final ScanTask task;
    private final @Nullable StoreFetch fetch;

    /** The slices that nobody claimed; none for a task that is decoded as a whole. */
    private final ArrayDeque<ScanTask> slices;

    private final @Nullable SharedBytes shared;

    Job(ScanTask task, @Nullable StoreFetch fetch) {
      this.task = task;
      this.fetch = fetch;
      slices = new ArrayDeque<>(task.slices());
      shared = slices.isEmpty() ? null : new SharedBytes(slices.size());
      if (shared != null && fetch != null) {
        shared.set(fetch);
      }
    }

    /** Whether a slice was claimed and others were not. */
    boolean isBroken() {
      return shared != null && slices.size() < task.slices().size();
    }

    /** Nobody claims it, or what is left of it, any more. */
    void drop() {
      if (shared == null) {
        if (fetch != null) {
          fetch.close();
        }
        return;
      }
      for (int left = slices.size(); left > 0; left--) {
        shared.release();
      }
      slices.clear();
    }
  }

  ReadAheadQueue(
      TableScan scan,
      StoreFetcher fetcher,
      int depth,
      long budgetMin,
      long budgetMax,
      TemporaryMemory memory) {
    this.scan = scan;
    this.fetcher = fetcher;
    this.depth = depth;
    this.budgetMax = budgetMax;
    share = memory.register("READ_AHEAD", budgetMin);
    share.want(budgetMax);
  }

  @Override
  public ReadAhead.@Nullable Claim claim() {
    topUp();
    Job job;
    boolean begins;
    ScanTask slice;
    synchronized (this) {
      job = unclaimed.poll();
      if (job == null && !exhausted && !closed) {
        job = make();
      }
      if (job == null) {
        return null;
      }
      begins = !job.isBroken();
      slice = job.slices.poll();
      if (!job.slices.isEmpty()) {
        unclaimed.addFirst(job);
      }
    }
    StoreFetch fetch = job.fetch;
    if (fetch == null || !fetcher.isInline()) {
      pump();
    } else if (begins) {
      beginHere(job, fetch);
    }
    SharedBytes shared = job.shared;
    if (slice == null || shared == null) {
      return new ReadAhead.Claim(
          job.task, fetch != null ? fetch : fetcher.fetch(job.task.fetchPlan()));
    }
    if (fetch == null && begins) {
      fetchNear(job.task, shared);
    }
    return new ReadAhead.Claim(slice, shared.share());
  }

  private void fetchNear(ScanTask task, SharedBytes shared) {
    try {
      shared.set(fetcher.fetch(task.fetchPlan()));
    } catch (Throwable e) {
      shared.fail(e);
      throw e;
    }
  }

  /** Makes jobs up to the depth and begins what may begin. */
  private void topUp() {
    while (true) {
      synchronized (this) {
        if (exhausted || closed || !roomForOneMore()) {
          break;
        }
        Job job = make();
        if (job == null) {
          break;
        }
        unclaimed.add(job);
        if (job.fetch != null) {
          fetcher.ahead(unclaimed.size());
        }
      }
      pump();
    }
  }

  /** Called with the monitor held. */
  private boolean roomForOneMore() {
    Job last = unclaimed.peekLast();
    if (last != null && last.fetch == null) {
      // What is read here and now is read when it is claimed.
      return false;
    }
    if (depth >= 0) {
      // What a slice was claimed of is under way for a worker that has it.
      Job first = unclaimed.peekFirst();
      int broken = first != null && first.isBroken() ? 1 : 0;
      return unclaimed.size() - broken < depth;
    }
    // A job that another thread is about to begin does not wait for memory.
    return (waiting.isEmpty() || pumping) && charged < budget();
  }

  private long budget() {
    return Math.min(budgetMax, share.granted());
  }

  /** The next task's job, or null at the end. Called with the monitor held. */
  private @Nullable Job make() {
    ScanTask task = scan.nextTask();
    if (task == null) {
      exhausted = true;
      return null;
    }
    if (fetcher.isNear(task.fetchPlan())) {
      return new Job(task, null);
    }
    Holder holder = new Holder();
    StoreFetch fetch = fetcher.prepare(task.fetchPlan(), !task.slices().isEmpty(), holder);
    holder.charge = fetch.charge();
    Job job = new Job(task, fetch);
    if (!fetcher.isInline()) {
      waiting.add(job);
    }
    // What waits counts against the budget too: it decides how many jobs are made.
    charged += holder.charge;
    return job;
  }

  /** Makes the requests on this thread, or leaves them to who gives memory back. */
  private void beginHere(Job job, StoreFetch fetch) {
    boolean must;
    synchronized (this) {
      must = holding == 0;
      holding++;
    }
    if (!fetcher.begin(fetch, must)) {
      synchronized (this) {
        holding--;
        waiting.add(job);
      }
      pump();
    }
  }

  /** Gives a job's charge back. */
  private final class Holder implements Runnable {
    private long charge;

    @Override
    public void run() {
      synchronized (ReadAheadQueue.this) {
        charged -= charge;
        holding--;
      }
      pump();
    }
  }

  /**
   * Begins the jobs that wait, in order, as far as memory allows. Any thread; one at a time works.
   */
  private void pump() {
    synchronized (this) {
      pumpAgain = true;
      if (pumping) {
        return;
      }
      pumping = true;
    }
    while (true) {
      Job next;
      boolean must;
      synchronized (this) {
        if (pumpAgain) {
          pumpAgain = false;
        }
        next = waiting.peek();
        if (next == null) {
          pumping = false;
          return;
        }
        must = holding == 0;
      }
      StoreFetch fetch = next.fetch;
      if (fetch == null || fetch.isClosed()) {
        synchronized (this) {
          waiting.poll();
          charged -= fetch == null ? 0 : fetch.charge();
        }
        continue;
      }
      synchronized (this) {
        holding++;
      }
      if (fetcher.begin(fetch, must)) {
        synchronized (this) {
          waiting.poll();
        }
        continue;
      }
      synchronized (this) {
        holding--;
        // Memory may have come back since it was refused.
        if (!pumpAgain && holding > 0) {
          pumping = false;
          return;
        }
      }
    }
  }

  @Override
  public void close() {
    List<Job> left;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      left = new ArrayList<>(unclaimed);
      unclaimed.clear();
    }
    // The last first: what has not begun never does.
    left.reversed().forEach(Job::drop);
    share.close();
  }

  /** A depth as users set it. */
  static int checkDepth(long depth) {
    if (depth < DEPTH_BY_MEMORY) {
      throw EiderException.invalidInput(
          "read_ahead_depth must be -1 (as much as memory allows), 0 (off) or a number of jobs, not"
              + " "
              + depth);
    }
    return Math.clamp(depth, DEPTH_BY_MEMORY, Integer.MAX_VALUE);
  }
}
