// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute;

import dev.eider.base.env.Env;
import dev.eider.base.memory.MemoryManager;
import dev.eider.base.memory.SpillSpace;
import dev.eider.base.table.ScanContext;
import dev.eider.engine.function.EvalContext;

/** What the session gives a query. {@code timed}: measure time for EXPLAIN ANALYZE. */
public record QueryServices(
    Env env,
    MemoryManager memory,
    SpillSpace spill,
    String timeZone,
    boolean timed,
    EvalContexts evalContexts) {

  /** Makes an evaluation context for each worker. Any thread. */
  @FunctionalInterface
  public interface EvalContexts {
    /** A context whose {@code checkInterrupted} asks {@code query}. */
    EvalContext newContext(ScanContext query);
  }
}
