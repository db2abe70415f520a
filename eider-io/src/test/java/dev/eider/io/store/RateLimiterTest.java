// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Halves on refusal and comes back. */
class RateLimiterTest {
  private final ManualEnv env = ManualEnv.standing(1);
  private final RateLimiter limiter = new RateLimiter(env);

  /** Requests at a steady rate, as long as the limiter lets them. */
  private int run(int millis, int perSecond) {
    int sent = 0;
    for (int i = 0; i < millis * perSecond / 1000; i++) {
      long wait = limiter.take();
      sent += wait == 0 ? 1 : 0;
      env.advance(1000 / perSecond);
    }
    return sent;
  }

  @Test
  void thereIsNoBoundWithoutARefusal() {
    assertEquals(2000, run(2000, 1000));
    assertEquals(Double.POSITIVE_INFINITY, limiter.perSecond());
  }

  @Test
  void aRefusalHalvesWhatItWas() {
    run(2000, 200);
    limiter.refused();
    assertEquals(100, limiter.perSecond(), 2);
    limiter.refused();
    assertEquals(100, limiter.perSecond(), 2, "those under way are refused together");
    env.advance(600);
    limiter.refused();
    assertEquals(50, limiter.perSecond(), 1);
    env.advance(600);
    limiter.refused();
    assertEquals(50, limiter.perSecond(), 1, "the least there is");
    long waits = 0;
    for (int i = 0; i < 50; i++) {
      waits = limiter.take();
    }
    assertEquals(1.0, waits / 1e9, 0.1, "fifty requests take a second");
  }

  @Test
  void itRecovers() {
    run(2000, 200);
    limiter.refused();
    env.advance(1000);
    limiter.take();
    assertEquals(150, limiter.perSecond(), 3);
    for (int second = 0; second < 3; second++) {
      env.advance(1000);
      limiter.take();
    }
    assertEquals(Double.POSITIVE_INFINITY, limiter.perSecond());
  }

  @Test
  void itNeverStops() {
    for (int i = 0; i < 100; i++) {
      env.advance(600);
      limiter.refused();
    }
    assertTrue(limiter.perSecond() >= 50);
  }
}
