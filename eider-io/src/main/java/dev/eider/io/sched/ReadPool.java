// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.sched;

import dev.eider.base.env.Env;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The threads that wait for stores. Work comes in lanes, one for each query; lanes share the
 * threads by bytes and requests (deficit round robin), so that a query of few does not stand behind
 * one of many. Within a lane work begins in the order it was given. An urgent lane (footers, logs)
 * goes first and has threads of its own beside the others, so that no scan delays it.
 *
 * <p>Threads are made when there is work for them and end when there is none. Any thread may call.
 */
final class ReadPool {
  /** Threads that urgent work may have beyond the bound. */
  static final int URGENT_THREADS = 8;

  /** What a lane may have begun in one turn: bytes, and those that requests cost. */
  private static final long QUANTUM = 4L << 20;

  /** What a request costs besides its bytes: a stream has so many in the time to its first one. */
  private static final long REQUEST_COST = 1L << 20;

  private final Env env;
  private final ReentrantLock lock = new ReentrantLock();
  private final ArrayDeque<Lane> waiting = new ArrayDeque<>();
  private final ArrayDeque<Lane> urgentWaiting = new ArrayDeque<>();
  private int limit;
  private int running;
  private int urgentRunning;
  private int peak;

  /** A pool of at most {@code limit} threads. */
  ReadPool(Env env, int limit) {
    this.env = env;
    this.limit = Math.max(1, limit);
  }

  /**
   * Changes the bound, at least 1, so that what was given is done; threads above it end after their
   * present work.
   */
  void setLimit(int threads) {
    lock.lock();
    try {
      limit = Math.max(1, threads);
      startThreads();
    } finally {
      lock.unlock();
    }
  }

  /** The most threads that ever worked at once. */
  int peak() {
    lock.lock();
    try {
      return peak;
    } finally {
      lock.unlock();
    }
  }

  /** A lane for one query. */
  Lane open(boolean urgent) {
    return new Lane(urgent);
  }

  /** Called with the lock held. */
  private void startThreads() {
    boolean more = true;
    while (more && running < limit) {
      more = startThread(false);
    }
    more = true;
    while (more && urgentRunning < URGENT_THREADS) {
      more = startThread(true);
    }
  }

  /** Takes the first piece of work and starts a thread with it. Called with the lock held. */
  private boolean startThread(boolean urgent) {
    Work first = urgent ? poll(urgentWaiting) : poll(waiting);
    if (first == null) {
      return false;
    }
    if (urgent) {
      urgentRunning++;
    } else {
      running++;
    }
    peak = Math.max(peak, running + urgentRunning);
    env.startVirtualThread("eider-io", () -> runAll(first, urgent));
    return true;
  }

  private void runAll(Work first, boolean urgent) {
    Work work = first;
    while (work != null) {
      work.run();
      lock.lock();
      try {
        work.lane.ended(work);
        work = null;
        if (urgent) {
          work = poll(urgentWaiting);
          if (work == null) {
            urgentRunning--;
          }
        } else if (running <= limit) {
          work = poll(waiting);
        }
        if (!urgent && work == null) {
          running--;
        }
      } finally {
        lock.unlock();
      }
    }
  }

  /** The next piece of work of the lanes in their turn. Called with the lock held. */
  private @Nullable Work poll(ArrayDeque<Lane> lanes) {
    while (true) {
      Lane lane = lanes.peek();
      if (lane == null) {
        return null;
      }
      Work next = lane.queue.peek();
      if (next == null) {
        lanes.poll();
        lane.listed = false;
        lane.credit = 0;
        continue;
      }
      if (lane.credit <= 0 && lanes.size() > 1) {
        lanes.add(lanes.poll());
        lane.credit += QUANTUM;
        continue;
      }
      lane.queue.poll();
      lane.credit -= next.bytes + REQUEST_COST;
      lane.running++;
      lane.begun.add(next);
      return next;
    }
  }

  /** The work of one query. */
  final class Lane {
    private final boolean urgent;
    private final ArrayDeque<Work> queue = new ArrayDeque<>();
    private final Set<Work> begun = new HashSet<>();
    private final Condition quiet = lock.newCondition();
    private boolean listed;
    private boolean closed;
    private long credit;
    private int running;

    private Lane(boolean urgent) {
      this.urgent = urgent;
    }

    /**
     * Gives work to the pool.
     *
     * @param bytes what it will fetch
     * @param body blocks while it waits; its errors are its own affair
     * @param dropped is called instead of {@code body} when the work was cancelled before it began
     */
    Work submit(long bytes, Runnable body, Runnable dropped) {
      Work work = new Work(this, bytes, body, dropped);
      boolean refused;
      lock.lock();
      try {
        refused = closed;
        if (!refused) {
          queue.add(work);
          if (!listed) {
            listed = true;
            credit = QUANTUM;
            (urgent ? urgentWaiting : waiting).add(this);
          }
          startThreads();
        }
      } finally {
        lock.unlock();
      }
      if (refused) {
        dropped.run();
      }
      return work;
    }

    /** Cancels all work that was given: what has not begun is dropped, what runs is interrupted. */
    void cancel() {
      List<Work> all;
      lock.lock();
      try {
        all = new ArrayList<>(begun);
        all.addAll(queue);
      } finally {
        lock.unlock();
      }
      all.reversed().forEach(Work::cancel);
    }

    /** Called with the lock held. */
    private void ended(Work work) {
      begun.remove(work);
      running--;
      if (running == 0) {
        quiet.signalAll();
      }
    }

    /** Drops what has not begun and waits, interrupted or not, for what has. */
    void close() {
      List<Work> left;
      lock.lock();
      try {
        closed = true;
        left = new ArrayList<>(queue);
        queue.clear();
      } finally {
        lock.unlock();
      }
      left.forEach(work -> work.dropped.run());
      lock.lock();
      try {
        while (running > 0) {
          quiet.awaitUninterruptibly();
        }
      } finally {
        lock.unlock();
      }
    }

    private boolean remove(Work work) {
      lock.lock();
      try {
        return queue.remove(work);
      } finally {
        lock.unlock();
      }
    }
  }

  /** One request under way or waiting. */
  static final class Work {
    private final Lane lane;
    private final long bytes;
    private final Runnable body;
    private final Runnable dropped;

    /** The thread that runs it; guarded by this. */
    private @Nullable Thread thread;

    private boolean cancelled;

    private Work(Lane lane, long bytes, Runnable body, Runnable dropped) {
      this.lane = lane;
      this.bytes = bytes;
      this.body = body;
      this.dropped = dropped;
    }

    private void run() {
      boolean skip;
      synchronized (this) {
        skip = cancelled;
        thread = Thread.currentThread();
      }
      try {
        (skip ? dropped : body).run();
      } finally {
        synchronized (this) {
          thread = null;
          // A cancel that came late is not for the work that follows on this thread.
          boolean late = Thread.interrupted();
          assert !late || cancelled : "interrupted by somebody else";
        }
      }
    }

    /** Drops the work, or interrupts it if it runs. Any thread, idempotent. */
    void cancel() {
      if (lane.remove(this)) {
        dropped.run();
        return;
      }
      synchronized (this) {
        cancelled = true;
        if (thread != null) {
          thread.interrupt();
        }
      }
    }
  }
}
