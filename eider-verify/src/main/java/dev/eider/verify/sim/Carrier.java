// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.sim;

import java.util.ArrayDeque;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A platform thread that runs one simulated thread after another, of any simulation: starting
 * threads of the system costs more than most of them do.
 */
final class Carrier extends Thread {
  private static final ArrayDeque<Carrier> IDLE = new ArrayDeque<>();

  /** Written by whoever gives the task, before it sets {@link #resumed}. */
  private @Nullable SimThread task;

  /** Set by whoever passes the baton, cleared by this thread; publishes all that was done. */
  private volatile boolean resumed;

  private Carrier() {
    super(null, null, "sim-carrier", 1L << 20);
    setDaemon(true);
  }

  /** A carrier for the thread, which waits for the baton. */
  static Carrier take(SimThread task) {
    Carrier carrier;
    synchronized (IDLE) {
      carrier = IDLE.poll();
    }
    if (carrier == null) {
      carrier = new Carrier();
      carrier.task = task;
      carrier.start();
    } else {
      carrier.task = task;
    }
    return carrier;
  }

  /** The simulated thread that runs here; null on every other thread. */
  static @Nullable SimThread current() {
    return Thread.currentThread() instanceof Carrier carrier ? carrier.task : null;
  }

  /** Gives the baton to this thread. */
  void give() {
    resumed = true;
    LockSupport.unpark(this);
  }

  /** Waits for the baton; called by this thread. */
  void waitForBaton() {
    while (!resumed) {
      LockSupport.park(this);
    }
    resumed = false;
  }

  /** Its thread has ended: it may be given another. */
  void release() {
    task = null;
    synchronized (IDLE) {
      IDLE.push(this);
    }
  }

  @Override
  public void run() {
    while (true) {
      waitForBaton();
      SimThread mine = task;
      if (mine != null) {
        mine.runBody();
        mine.end();
      }
    }
  }
}
