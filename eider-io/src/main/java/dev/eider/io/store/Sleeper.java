// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

import dev.eider.base.env.Env;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Waits of a store that its close and the interrupt of the waiting thread end. Any thread. */
final class Sleeper {
  private final Env env;
  private final String address;
  private final Set<CompletableFuture<Void>> waiting = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  Sleeper(Env env, String address) {
    this.env = env;
    this.address = address;
  }

  /**
   * Waits.
   *
   * @throws StoreException INTERRUPTED
   */
  void sleep(long nanos) throws StoreException {
    StoreErrors.checkRunning(address, closed);
    if (nanos <= 0) {
      return;
    }
    CompletableFuture<Void> delay = env.delay(nanos, TimeUnit.NANOSECONDS);
    waiting.add(delay);
    try {
      if (!closed) {
        env.await(delay);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw StoreErrors.interrupted(address, e);
    } finally {
      waiting.remove(delay);
      delay.cancel(false);
    }
    StoreErrors.checkRunning(address, closed);
  }

  /** Waits until a moment of {@link Env#nanoTime}. */
  void sleepUntil(long nanoTime) throws StoreException {
    sleep(nanoTime - env.nanoTime());
  }

  void close() {
    closed = true;
    waiting.forEach(delay -> delay.complete(null));
  }
}
