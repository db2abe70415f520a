// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.storage.wal;

import java.util.EnumSet;
import java.util.Set;

/**
 * Times and bounds of the protocol.
 *
 * @param retentionMillis R: what a checkpoint makes unnecessary stays for so long at least; half of
 *     it is the margin for clocks of the store that disagree
 * @param leaseTtlMillis how long an owner that no longer renews keeps others out
 * @param leaseRenewalMillis how often the owner renews
 * @param hedgeMillis after so long without a reply a slot is sent a second time
 * @param backoffMillis the wait after the first failure; it doubles with each that follows
 * @param backoffMaxMillis the longest wait between two attempts
 * @param attempts of a read before its error is told
 * @param outcomeMillis after so long the outcome of a commit is told to be unknown
 * @param slotBytesMax the most bytes of a slot
 * @param readWindow the most slots that are fetched at once
 * @param rules all of them, but in tests
 */
public record ProtocolSettings(
    long retentionMillis,
    long leaseTtlMillis,
    long leaseRenewalMillis,
    long hedgeMillis,
    long backoffMillis,
    long backoffMaxMillis,
    int attempts,
    long outcomeMillis,
    int slotBytesMax,
    int readWindow,
    Set<ProtocolRule> rules) {
  /** R is never shorter: pauses and disagreeing clocks must stay below half of it. */
  public static final long RETENTION_MILLIS_MIN = 600_000;

  /** Bounds that make sense together. */
  public ProtocolSettings {
    if (retentionMillis < RETENTION_MILLIS_MIN) {
      throw new IllegalArgumentException(
          "the retention is at least " + RETENTION_MILLIS_MIN + " ms, not " + retentionMillis);
    }
    if (leaseRenewalMillis * 2 > leaseTtlMillis) {
      throw new IllegalArgumentException("a lease is renewed twice in its time to live");
    }
    if (slotBytesMax > 16 << 20 || slotBytesMax < 1024 || readWindow < 1 || attempts < 1) {
      throw new IllegalArgumentException("a bound is out of range");
    }
    rules = Set.copyOf(rules);
  }

  /** What production uses. */
  public static ProtocolSettings standard() {
    return new ProtocolSettings(
        3_600_000,
        30_000,
        10_000,
        1_000,
        50,
        5_000,
        8,
        60_000,
        16 << 20,
        16,
        EnumSet.allOf(ProtocolRule.class));
  }

  /** The same with another R. */
  public ProtocolSettings withRetention(long millis) {
    return new ProtocolSettings(
        millis,
        leaseTtlMillis,
        leaseRenewalMillis,
        hedgeMillis,
        backoffMillis,
        backoffMaxMillis,
        attempts,
        outcomeMillis,
        slotBytesMax,
        readWindow,
        rules);
  }

  /** The same without some rules, for tests that show what they are for. */
  public ProtocolSettings without(Set<ProtocolRule> broken) {
    EnumSet<ProtocolRule> left = EnumSet.allOf(ProtocolRule.class);
    left.removeAll(broken);
    return new ProtocolSettings(
        retentionMillis,
        leaseTtlMillis,
        leaseRenewalMillis,
        hedgeMillis,
        backoffMillis,
        backoffMaxMillis,
        attempts,
        outcomeMillis,
        slotBytesMax,
        readWindow,
        left);
  }

  /** Whether a rule is kept. */
  public boolean keeps(ProtocolRule rule) {
    return rules.contains(rule);
  }

  /**
   * Whether a moment lies so close after another, both by the store's clock, that nothing that was
   * needed at the first can have been deleted at the second. Unknown times (0) do not.
   */
  public boolean isClose(long earlierMillis, long laterMillis) {
    return earlierMillis > 0
        && laterMillis > 0
        && laterMillis - earlierMillis < retentionMillis / 2;
  }
}
