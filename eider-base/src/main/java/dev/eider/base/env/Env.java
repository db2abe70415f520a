// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.base.env;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * Time, chance, threads and fault points. Implementations are safe for use by many threads; the
 * generators they hand out are not.
 */
public interface Env {
  /** A monotonic clock in nanoseconds, for durations only. */
  long nanoTime();

  /** Wall clock: microseconds since 1970-01-01T00:00:00Z. */
  long epochMicros();

  /** The IANA name of the zone the session starts with. */
  String defaultTimeZone();

  /** A new generator, owned by the caller; its seed comes from this environment. */
  RandomGenerator newRandom();

  /**
   * A pool of {@code threads} daemon platform threads named {@code name-N}; the caller closes it.
   */
  ExecutorService newPool(String name, int threads);

  /** Starts one daemon thread. */
  Thread startThread(String name, Runnable body);

  /**
   * Starts one virtual thread: for work that waits more than it computes. Never holds a platform
   * thread while it waits for a lock, a delay or a socket.
   */
  Thread startVirtualThread(String name, Runnable body);

  /** Completes after the delay; never blocks a thread while it waits. */
  CompletableFuture<Void> delay(long amount, TimeUnit unit);

  /**
   * Waits until the future is done in any way: with a value, an error, or cancelled. The caller
   * then asks the future, which no longer waits. Never called with a monitor held: a simulator runs
   * other threads meanwhile.
   *
   * @throws InterruptedException when this thread is interrupted
   */
  void await(CompletableFuture<?> future) throws InterruptedException;

  /** A named place where a simulator may throw or stall; does nothing in production. */
  default void faultPoint(String name) {}

  /** The process-wide real environment. */
  static Env system() {
    return SystemEnv.INSTANCE;
  }
}
