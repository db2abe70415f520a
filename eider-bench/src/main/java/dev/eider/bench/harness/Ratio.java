// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.harness;

/**
 * How much longer a peer takes than a subject.
 *
 * @param value median of the peer's rounds / median of the subject's rounds
 * @param min smallest ratio of a single round
 * @param max largest ratio of a single round
 */
public record Ratio(String subject, String peer, double value, double min, double max) {
  /** Ratio of two series, measured in the same rounds. */
  static Ratio of(String subject, double[] ours, String peer, double[] theirs) {
    if (ours.length != theirs.length) {
      throw new IllegalArgumentException(
          "Rounds differ: "
              + ours.length
              + " of "
              + subject
              + ", "
              + theirs.length
              + " of "
              + peer);
    }
    double[] perRound = new double[ours.length];
    for (int i = 0; i < perRound.length; i++) {
      perRound[i] = theirs[i] / ours[i];
    }
    return new Ratio(
        subject,
        peer,
        Series.median(theirs) / Series.median(ours),
        Series.min(perRound),
        Series.max(perRound));
  }
}
