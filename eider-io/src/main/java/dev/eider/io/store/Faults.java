// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

/**
 * What a {@link FaultyStore} does wrong, and how often. Rates are chances of one call, 0 to 1.
 *
 * @param seed determines every choice, for one sequence of calls
 * @param throttled that a burst of THROTTLED begins
 * @param burstCalls how many calls a burst refuses at least
 * @param burstMillis how long a burst lasts at least
 * @param retryAfterMillis what the refusals of a burst ask for; 0 for nothing
 * @param unavailable that a call fails before it is made
 * @param reset of a read: that the connection breaks in the middle of the body
 * @param wrongLength of a read: that the body is shorter than promised
 * @param slow that the call takes {@code slowMillis} longer
 * @param slowMillis how much longer
 * @param lostReply of a write: that it is applied and UNCLEAR
 * @param lostRequest of a write: that it is never applied and UNCLEAR
 * @param delayed of a write: that it is UNCLEAR and applied {@code delayedMillis} later
 * @param delayedMillis how much later
 */
public record Faults(
    long seed,
    double throttled,
    int burstCalls,
    long burstMillis,
    long retryAfterMillis,
    double unavailable,
    double reset,
    double wrongLength,
    double slow,
    long slowMillis,
    double lostReply,
    double lostRequest,
    double delayed,
    long delayedMillis) {
  /** Rates and times there can be. */
  public Faults {
    double[] reads = {throttled, unavailable, reset, wrongLength, slow};
    double[] writes = {throttled, unavailable, slow, lostReply, lostRequest, delayed};
    check(reads);
    check(writes);
    if (burstCalls < 1 || (burstMillis | retryAfterMillis | slowMillis | delayedMillis) < 0) {
      throw new IllegalArgumentException("times are not negative, and a burst has a call");
    }
  }

  private static void check(double[] rates) {
    double sum = 0;
    for (double rate : rates) {
      if (!(rate >= 0)) {
        throw new IllegalArgumentException("a rate is 0 to 1, not " + rate);
      }
      sum += rate;
    }
    if (sum > 1.0000001) {
      throw new IllegalArgumentException("the rates of a call add up to " + sum + ", more than 1");
    }
  }

  /** No faults. */
  public static Faults none(long seed) {
    return new Faults(seed, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  }

  /** All kinds, so that about {@code rate} of the calls meet one. */
  public static Faults all(long seed, double rate) {
    double each = rate / 6;
    return new Faults(
        seed, each / 2, 2, 0, 0, each, 2 * each, each, each, 20, each, each, each, 50);
  }

  /** These, with bursts of refusals. */
  public Faults withThrottled(double rate, int calls, long millis, long retryAfter) {
    return new Faults(
        seed,
        rate,
        calls,
        millis,
        retryAfter,
        unavailable,
        reset,
        wrongLength,
        slow,
        slowMillis,
        lostReply,
        lostRequest,
        delayed,
        delayedMillis);
  }

  /** These, with failures of reads. */
  public Faults withBrokenReads(double unavailableRate, double resetRate, double wrongLengthRate) {
    return new Faults(
        seed,
        throttled,
        burstCalls,
        burstMillis,
        retryAfterMillis,
        unavailableRate,
        resetRate,
        wrongLengthRate,
        slow,
        slowMillis,
        lostReply,
        lostRequest,
        delayed,
        delayedMillis);
  }

  /** These, with slow calls. */
  public Faults withSlow(double rate, long millis) {
    return new Faults(
        seed,
        throttled,
        burstCalls,
        burstMillis,
        retryAfterMillis,
        unavailable,
        reset,
        wrongLength,
        rate,
        millis,
        lostReply,
        lostRequest,
        delayed,
        delayedMillis);
  }

  /** These, with writes whose fate is unclear. */
  public Faults withUnclearWrites(
      double lostReplyRate, double lostRequestRate, double delayedRate, long delayMillis) {
    return new Faults(
        seed,
        throttled,
        burstCalls,
        burstMillis,
        retryAfterMillis,
        unavailable,
        reset,
        wrongLength,
        slow,
        slowMillis,
        lostReplyRate,
        lostRequestRate,
        delayedRate,
        delayMillis);
  }
}
