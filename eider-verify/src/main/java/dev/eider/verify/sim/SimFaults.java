// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.sim;

/**
 * What goes wrong between processes and the server, as chances of one request.
 *
 * @param unavailable that it is not sent
 * @param throttled that the server refuses it with 503
 * @param conflict that the server refuses a conditional write with 409
 * @param lostReply that it is applied and no reply comes
 * @param lostRequest that it never arrives
 * @param late that it arrives when the client has given up
 * @param duplicate that it arrives again, now or much later
 * @param reset that the connection breaks before the reply
 * @param torn that the body of a read ends early
 * @param wrongBytes that the body of a read is not what was written
 * @param slow that it takes seconds
 * @param lateNanosMax how late at most
 * @param skewMillis how much the clocks of the server's front ends disagree at most
 */
public record SimFaults(
    double unavailable,
    double throttled,
    double conflict,
    double lostReply,
    double lostRequest,
    double late,
    double duplicate,
    double reset,
    double torn,
    double wrongBytes,
    double slow,
    long lateNanosMax,
    long skewMillis) {
  /** Nothing goes wrong. */
  public static final SimFaults NONE =
      new SimFaults(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1_000_000_000, 0);

  /** Some of the faults, each in a strength of this run. */
  public static SimFaults some(Simulation simulation, long lateNanosMax, long skewMillis) {
    return new SimFaults(
        rate(simulation),
        rate(simulation),
        rate(simulation),
        rate(simulation),
        rate(simulation),
        rate(simulation),
        rate(simulation),
        rate(simulation),
        rate(simulation),
        rate(simulation) / 4,
        rate(simulation),
        lateNanosMax,
        skewMillis);
  }

  /** The same with more replies that are lost. */
  public SimFaults withLostReplies(double rate) {
    return new SimFaults(
        unavailable,
        throttled,
        conflict,
        rate,
        lostRequest,
        late,
        duplicate,
        reset,
        torn,
        wrongBytes,
        slow,
        lateNanosMax,
        skewMillis);
  }

  /** The same, but bodies that arrive are as they were written: for code that has no checksums. */
  public SimFaults withoutWrongBytes() {
    return new SimFaults(
        unavailable,
        throttled,
        conflict,
        lostReply,
        lostRequest,
        late,
        duplicate,
        reset,
        torn,
        0,
        slow,
        lateNanosMax,
        skewMillis);
  }

  private static double rate(Simulation simulation) {
    return simulation.chance(0.5) ? 0 : simulation.logUniform(1_000, 80_000) / 1e6;
  }
}
