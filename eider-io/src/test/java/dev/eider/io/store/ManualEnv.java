// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

import dev.eider.base.env.Env;
import dev.eider.base.env.SeededRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * A clock that stands still until it is told to go on, and chance from a seed. In a run of one
 * thread every wait that is asked for passes at once, by moving the clock; otherwise waits end when
 * {@link #advance} passes them, in the order of their ends.
 */
public final class ManualEnv implements Env {
  private record Wait(long end, long number, CompletableFuture<Void> done) {}

  private final boolean oneThread;
  private final PriorityQueue<Wait> waits =
      new PriorityQueue<>(Comparator.comparingLong(Wait::end).thenComparingLong(Wait::number));
  private long now = 1_000_000_000_000L;
  private long numbers;
  private long seeds;

  private ManualEnv(boolean oneThread, long seed) {
    this.oneThread = oneThread;
    this.seeds = seed;
  }

  /** For one thread: waiting moves the clock. */
  public static ManualEnv moving(long seed) {
    return new ManualEnv(true, seed);
  }

  /** For several threads: only {@link #advance} moves the clock. */
  public static ManualEnv standing(long seed) {
    return new ManualEnv(false, seed);
  }

  @Override
  public synchronized long nanoTime() {
    return now;
  }

  @Override
  public synchronized long epochMicros() {
    return 1_800_000_000_000_000L + now / 1000;
  }

  @Override
  public String defaultTimeZone() {
    return "UTC";
  }

  @Override
  public synchronized RandomGenerator newRandom() {
    return new SeededRandom(seeds++);
  }

  @Override
  public ExecutorService newPool(String name, int threads) {
    return Env.system().newPool(name, threads);
  }

  @Override
  public Thread startThread(String name, Runnable body) {
    return Env.system().startThread(name, body);
  }

  @Override
  public Thread startVirtualThread(String name, Runnable body) {
    return Env.system().startVirtualThread(name, body);
  }

  @Override
  public CompletableFuture<Void> delay(long amount, TimeUnit unit) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    synchronized (this) {
      waits.add(new Wait(now + unit.toNanos(amount), numbers++, done));
    }
    return done;
  }

  /** In a run of one thread nothing else can happen before the end of the wait. */
  @Override
  public void await(CompletableFuture<?> future) throws InterruptedException {
    if (oneThread) {
      advanceTo(future);
    } else {
      Env.system().await(future);
    }
  }

  private void advanceTo(CompletableFuture<?> done) {
    while (!done.isDone()) {
      Wait next;
      synchronized (this) {
        next = waits.remove();
        now = Math.max(now, next.end);
      }
      next.done.complete(null);
    }
  }

  /** Lets time pass. */
  public void advance(long millis) {
    long until;
    synchronized (this) {
      until = now + millis * 1_000_000;
    }
    while (true) {
      List<Wait> due = new ArrayList<>();
      synchronized (this) {
        if (!waits.isEmpty() && waits.element().end <= until) {
          due.add(waits.remove());
          now = Math.max(now, due.getFirst().end);
        } else {
          now = until;
          return;
        }
      }
      due.forEach(wait -> wait.done.complete(null));
    }
  }

  /** How many waits have not ended; those that were given up count until their time comes. */
  public synchronized int waiting() {
    return (int) waits.stream().filter(wait -> !wait.done.isDone()).count();
  }

  /** Milliseconds since the clock was made. */
  public synchronized long elapsedMillis() {
    return (now - 1_000_000_000_000L) / 1_000_000;
  }
}
