// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.sim;

/** Ends the threads of a simulated process that has died. Nobody catches it. */
public final class ProcessKilled extends Error {
  private static final long serialVersionUID = 1L;

  ProcessKilled() {
    super("the simulated process is dead", null, false, false);
  }
}
