// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute;

import dev.eider.base.env.Env;
import dev.eider.base.memory.MemoryManager;
import dev.eider.base.memory.SpillSpace;
import dev.eider.base.secret.SecretLookup;
import dev.eider.base.table.FetchService;
import dev.eider.base.table.ScanContext;
import dev.eider.base.type.Value;
import dev.eider.engine.function.EvalContext;
import org.jspecify.annotations.Nullable;

/**
 * What the session gives a query.
 *
 * @param timed measure time for EXPLAIN ANALYZE
 * @param fetches opens the query's fetcher
 * @param secrets what the session sees of them
 * @param deadlineNanos when it is to be stopped, by the clock of {@code env}; {@link #NO_DEADLINE}
 */
public record QueryServices(
    Env env,
    MemoryManager memory,
    SpillSpace spill,
    String timeZone,
    boolean timed,
    long deadlineNanos,
    EvalContexts evalContexts,
    FetchService fetches,
    SecretLookup secrets,
    Settings settings) {
  /** A query may take as long as it takes. */
  public static final long NO_DEADLINE = Long.MAX_VALUE;

  /** The session's settings. Any thread. */
  @FunctionalInterface
  public interface Settings {
    /** A setting's value, or null when there is no such setting. */
    @Nullable Value value(String name);
  }

  /** Makes an evaluation context for each worker. Any thread. */
  @FunctionalInterface
  public interface EvalContexts {
    /** A context whose {@code checkInterrupted} asks {@code query}. */
    EvalContext newContext(ScanContext query);
  }
}
