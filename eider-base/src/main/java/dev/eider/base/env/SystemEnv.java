// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.env;

import java.time.Instant;
import java.time.ZoneId;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/** The real clock, the real threads and seeds from the operating system. */
final class SystemEnv implements Env {
  static final SystemEnv INSTANCE = new SystemEnv();

  private SystemEnv() {}

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public long epochMicros() {
    Instant now = Instant.now();
    return Math.addExact(
        Math.multiplyExact(now.getEpochSecond(), 1_000_000L), now.getNano() / 1_000);
  }

  @Override
  public String defaultTimeZone() {
    return ZoneId.systemDefault().getId();
  }

  @Override
  public RandomGenerator newRandom() {
    return new SplittableRandom();
  }

  @Override
  public ExecutorService newPool(String name, int threads) {
    AtomicInteger next = new AtomicInteger();
    ThreadFactory factory =
        body -> {
          Thread thread = new Thread(null, body, name + "-" + next.getAndIncrement(), 16L << 20);
          thread.setDaemon(true);
          return thread;
        };
    return Executors.newFixedThreadPool(threads, factory);
  }

  @Override
  public Thread startThread(String name, Runnable body) {
    Thread thread = new Thread(null, body, name, 16L << 20);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  @Override
  public CompletableFuture<Void> delay(long amount, TimeUnit unit) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    return done.completeOnTimeout(null, amount, unit);
  }
}
