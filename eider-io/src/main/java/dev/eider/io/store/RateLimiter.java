// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

import dev.eider.base.env.Env;

/**
 * The rate of requests to one host: without bound until the host asks to come slower, then half of
 * what it was, and from there back up while the host is content. Any thread.
 *
 * <p>A refusal halves the rate at most once in {@value #EPISODE_MILLIS} ms, because all that were
 * under way are refused together. Each second without refusal makes the bound {@value #RECOVERY}
 * times larger; at twice the rate at which the trouble began it is lifted.
 */
final class RateLimiter {
  private static final long EPISODE_MILLIS = 500;
  private static final double RECOVERY = 1.5;

  /** A host is never asked less often than this: slower than so, the waits of each call do it. */
  private static final double LEAST_PER_SECOND = 50;

  private static final long SECOND = 1_000_000_000;

  private final Env env;

  // All guarded by this.
  private boolean bounded;
  private double perSecond;
  private double liftAt;
  private long lastChange;
  private long nextSlot;
  private long windowStart;
  private int inWindow;
  private double measured;

  RateLimiter(Env env) {
    this.env = env;
    this.windowStart = env.nanoTime();
    this.nextSlot = windowStart;
    this.lastChange = windowStart - SECOND;
  }

  /** Takes the next place; how long to wait for it, in nanoseconds. */
  synchronized long take() {
    long now = env.nanoTime();
    measure(now);
    if (bounded) {
      recover(now);
    }
    if (!bounded) {
      nextSlot = now;
      return 0;
    }
    long slot = nextSlot - now > 0 ? nextSlot : now;
    nextSlot = slot + (long) (SECOND / perSecond);
    return slot - now;
  }

  private void measure(long now) {
    long passed = now - windowStart;
    if (passed >= SECOND) {
      measured = inWindow * (double) SECOND / passed;
      windowStart = now;
      inWindow = 0;
    }
    inWindow++;
  }

  /** Not less than a twentieth of a second: a few requests in less are no rate. */
  private double secondsMeasured(long now) {
    return Math.max(now - windowStart, SECOND / 20) / (double) SECOND;
  }

  private void recover(long now) {
    while (bounded && now - lastChange >= SECOND) {
      lastChange += SECOND;
      perSecond *= RECOVERY;
      bounded = perSecond < liftAt;
    }
  }

  /** The host has refused a request because there were too many. */
  synchronized void refused() {
    long now = env.nanoTime();
    if (now - lastChange < EPISODE_MILLIS * 1_000_000) {
      return;
    }
    double rate = bounded ? perSecond : Math.max(measured, inWindow / secondsMeasured(now));
    if (!bounded) {
      liftAt = 2 * Math.max(rate, LEAST_PER_SECOND);
      nextSlot = now;
    }
    bounded = true;
    perSecond = Math.max(LEAST_PER_SECOND, rate / 2);
    lastChange = now;
  }

  /** The bound in requests per second; infinite when there is none. */
  synchronized double perSecond() {
    return bounded ? perSecond : Double.POSITIVE_INFINITY;
  }
}
