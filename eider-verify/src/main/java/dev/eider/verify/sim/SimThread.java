// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.sim;

/** One thread of a simulated process. Only under the baton. */
final class SimThread {
  final SimProcess process;
  final String name;
  private final Simulation simulation;
  private final Runnable body;
  private final Carrier carrier;

  SimThread(Simulation simulation, SimProcess process, String name, Runnable body) {
    this.simulation = simulation;
    this.process = process;
    this.name = name;
    this.body = body;
    this.carrier = Carrier.take(this);
  }

  Carrier carrier() {
    return carrier;
  }

  /** Runs on the carrier, with the baton. */
  void runBody() {
    try {
      if (!process.isDead()) {
        body.run();
      }
    } catch (ProcessKilled e) {
      // The end of a thread whose process died.
      return;
    } catch (Throwable e) {
      if (!process.isDead()) {
        simulation.fail("thread " + name + " of " + process.name() + " died of " + e, e);
      }
    }
  }

  /** Passes the baton on for good. */
  void end() {
    simulation.ended(this);
  }
}
