// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.harness;

import java.io.IOException;

/** One engine, measured in one way. Confined to the thread that runs the contest. */
public interface Contestant extends AutoCloseable {
  /** The engine's name, unique in a contest. */
  String name();

  /**
   * Asks once and waits for the whole answer.
   *
   * @throws EngineFailure if the engine answered with an error; it can be asked again
   * @throws IOException if the engine's process is gone
   */
  Reply ask(Query query) throws IOException, EngineFailure, InterruptedException;

  /** Starts or stops watching the memory of the engine's process; never on in timed rounds. */
  void watchMemory(boolean on);

  /** What was seen of its memory so far. */
  MemoryUse memory() throws IOException;

  @Override
  void close() throws IOException;

  /**
   * An answer and what it cost.
   *
   * @param cpuNanos processor time of the engine's process, 0 if unknown
   */
  record Reply(Answer answer, long nanos, long cpuNanos) {}

  /** The engine refused the query or failed on it. */
  final class EngineFailure extends Exception {
    private static final long serialVersionUID = 1L;

    public EngineFailure(String message) {
      super(message);
    }
  }
}
