// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.env;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The real clock, the real threads and seeds from the operating system. */
final class SystemEnv implements Env {
  static final SystemEnv INSTANCE = new SystemEnv();

  private static final String ZONE_FILES = "/zoneinfo/";

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
    String name = zoneName();
    return name != null ? name : ZoneId.systemDefault().getId();
  }

  /**
   * The zone's name as the system tells it in the usual places, or null. The JDK's own way makes it
   * read its zone rules, which takes longer than a small query.
   */
  private static @Nullable String zoneName() {
    String property = System.getProperty("user.timezone");
    if (property != null && !property.isEmpty() || System.getenv("TZ") != null) {
      return null;
    }
    try {
      String target = Files.readSymbolicLink(Path.of("/etc/localtime")).toString();
      int at = target.indexOf(ZONE_FILES);
      String name = at < 0 ? "" : target.substring(at + ZONE_FILES.length());
      return name.isEmpty() || name.startsWith("posix/") || name.startsWith("right/") ? null : name;
    } catch (IOException | UnsupportedOperationException | SecurityException e) {
      return null;
    }
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
  public Thread startVirtualThread(String name, Runnable body) {
    return Thread.ofVirtual().name(name).start(body);
  }

  @Override
  public CompletableFuture<Void> delay(long amount, TimeUnit unit) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    return done.completeOnTimeout(null, amount, unit);
  }

  @Override
  public void await(CompletableFuture<?> future) throws InterruptedException {
    try {
      future.get();
    } catch (ExecutionException | CancellationException e) {
      // Done with an error, which the future keeps for whoever asks it.
      return;
    }
  }
}
