// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.support;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Real threads and real time for the harness. The engine's own door to them is not used on purpose:
 * a watchdog must keep working when that door is what is broken.
 */
public final class HarnessThreads {
  private HarnessThreads() {}

  /** Starts a thread that does not keep the process alive. */
  public static Thread start(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /**
   * Waits for the end of a thread.
   *
   * @return false when it still runs after the time, or the waiting thread was interrupted
   */
  public static boolean await(Thread thread, long millis) {
    try {
      thread.join(millis);
      return !thread.isAlive();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Runs each task in a thread of its own and waits; answers the first unchecked throwable. */
  public static @Nullable Throwable runConcurrently(String name, List<Runnable> tasks) {
    AtomicReference<@Nullable Throwable> broken = new AtomicReference<>();
    List<Thread> threads = new ArrayList<>();
    for (Runnable task : tasks) {
      threads.add(
          start(
              name + " concurrent",
              () -> {
                try {
                  task.run();
                } catch (Throwable thrown) {
                  broken.compareAndSet(null, thrown);
                }
              }));
    }
    for (Thread thread : threads) {
      await(thread, 0);
    }
    return broken.get();
  }

  /** Waits about that long. */
  public static void sleep(long nanos) {
    LockSupport.parkNanos(nanos);
  }

  /** Milliseconds on a clock that only moves forward. */
  public static long millis() {
    return System.nanoTime() / 1_000_000;
  }
}
