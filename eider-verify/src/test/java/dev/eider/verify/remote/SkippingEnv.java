// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.remote;

import dev.eider.base.env.Env;
import dev.eider.base.env.SeededRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * A clock that nobody waits for: a wait between two attempts passes at once, by moving the clock.
 * Time-outs, which are longer than any such wait, are waits of real time and never come.
 */
final class SkippingEnv implements Env {
  /** Waits of at least so long are time-outs. */
  private static final long TIMEOUT_NANOS = 9_000_000_000L;

  private final AtomicLong skipped = new AtomicLong();
  private final AtomicLong seeds = new AtomicLong(1);

  /** Milliseconds that were waited for. */
  long skippedMillis() {
    return skipped.get() / 1_000_000;
  }

  @Override
  public long nanoTime() {
    return Env.system().nanoTime() + skipped.get();
  }

  @Override
  public long epochMicros() {
    return Env.system().epochMicros() + skipped.get() / 1000;
  }

  @Override
  public String defaultTimeZone() {
    return "UTC";
  }

  @Override
  public RandomGenerator newRandom() {
    return new SeededRandom(seeds.getAndIncrement());
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
    long nanos = unit.toNanos(amount);
    if (nanos >= TIMEOUT_NANOS) {
      return Env.system().delay(amount, unit);
    }
    skipped.addAndGet(nanos);
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void await(CompletableFuture<?> future) throws InterruptedException {
    Env.system().await(future);
  }
}
