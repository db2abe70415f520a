// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

/**
 * How often and after which waits a {@link RetryingStore} tries again. The wait before the nth
 * repetition is chance between nothing and {@code min(waitMillis * backoff^(n-1), waitMaxMillis)}
 * ("full jitter"), and never less than the store asks for.
 *
 * @param retries the most repetitions of a call that failed or whose fate is unclear
 * @param waitMillis bound of the first wait
 * @param backoff by what each bound is larger than the one before
 * @param waitMaxMillis bound of all waits
 * @param throttledMillis how long a call that the store throttles is repeated from its first
 *     refusal on; such refusals count against this time and not against {@code retries}
 */
public record RetryPolicy(
    int retries, long waitMillis, double backoff, long waitMaxMillis, long throttledMillis) {
  /** What settings start with; outlasts many seconds of refusals. */
  public static final RetryPolicy DEFAULT = new RetryPolicy(3, 100, 4, 5_000, 30_000);

  /** What values there can be. */
  public RetryPolicy {
    if (retries < 0 || waitMillis < 0 || waitMaxMillis < 0 || throttledMillis < 0) {
      throw new IllegalArgumentException("retries and waits are not negative");
    }
    if (!(backoff >= 1)) {
      throw new IllegalArgumentException("a backoff is at least 1, not " + backoff);
    }
  }

  /** The bound of the wait before the repetition with this number, from 1. */
  double waitBoundMillis(int repetition) {
    return Math.min(waitMaxMillis, waitMillis * Math.pow(backoff, repetition - 1));
  }
}
