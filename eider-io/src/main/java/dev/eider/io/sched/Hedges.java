// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.sched;

import dev.eider.base.env.Env;
import dev.eider.io.store.LatencyHistogram;
import dev.eider.io.store.ObjectStore;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * When a request is so much slower than others of its size to the same store that a second one is
 * worth it: beyond the time that 99 of 100 do not exceed. At most a few of a hundred requests are
 * asked for twice, and none for a while when second requests stop being the faster ones: then it is
 * the store that is slow, not a connection. Any thread.
 */
final class Hedges {
  /** Requests of a size that must have ended before one can be called slow. */
  static final int SAMPLES_MIN = 100;

  /** Times are aged when there are so many. */
  private static final int SAMPLES_MAX = 1_000;

  private static final double SLOW = 0.99;

  /** What is faster is not slow, whatever the others are. */
  private static final long FLOOR_NANOS = 50_000_000;

  /** Second requests that may be made at once after a quiet time. */
  private static final double BURST = 4;

  /** After so many second requests that were all slower than the first ... */
  static final int LOSSES_MAX = 16;

  /** ... none are made for so many requests. */
  static final int PAUSE = 1_000;

  private final Env env;

  /** Guarded by this, with all that is in it. */
  private final Map<ObjectStore, Seen> stores = new WeakHashMap<>();

  /** What was seen of a store. */
  private static final class Seen {
    /** By the power of two of the length. */
    private final Map<Integer, LatencyHistogram> times = new HashMap<>();

    private double allowed;
    private int losses;
    private long pause;
  }

  Hedges(Env env) {
    this.env = env;
  }

  Env env() {
    return env;
  }

  private static int size(long length) {
    return 64 - Long.numberOfLeadingZeros(length);
  }

  /** How long a request may take before it is slow; -1 when that is not known. */
  synchronized long slowNanos(ObjectStore store, long length) {
    Seen seen = stores.get(store);
    LatencyHistogram times = seen == null ? null : seen.times.get(size(length));
    return times == null || times.count() < SAMPLES_MIN
        ? -1
        : Math.max(FLOOR_NANOS, Math.round(times.quantileMillis(SLOW) * 1e6));
  }

  /**
   * A request has ended well.
   *
   * @param percent second requests that are allowed for a hundred first ones
   */
  synchronized void ended(ObjectStore store, long length, long nanos, int percent) {
    Seen seen = stores.computeIfAbsent(store, key -> new Seen());
    LatencyHistogram times =
        seen.times.computeIfAbsent(size(length), key -> new LatencyHistogram());
    times.add(nanos);
    if (times.count() >= SAMPLES_MAX) {
      times.age();
    }
    seen.allowed = Math.min(BURST, seen.allowed + percent / 100.0);
    seen.pause = Math.max(0, seen.pause - 1);
  }

  /** Whether a second request may be made; it is counted then. */
  synchronized boolean take(ObjectStore store) {
    Seen seen = stores.get(store);
    if (seen == null || seen.pause > 0 || seen.allowed < 1) {
      return false;
    }
    seen.allowed--;
    return true;
  }

  /** Which of two requests was the faster one. */
  synchronized void decided(ObjectStore store, boolean second) {
    Seen seen = stores.get(store);
    if (seen == null) {
      return;
    }
    seen.losses = second ? 0 : seen.losses + 1;
    if (seen.losses >= LOSSES_MAX) {
      seen.losses = 0;
      seen.pause = PAUSE;
    }
  }
}
