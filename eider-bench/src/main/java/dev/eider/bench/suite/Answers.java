// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.suite;

import dev.eider.bench.harness.Answer;
import dev.eider.bench.harness.Contestant.EngineFailure;
import dev.eider.bench.harness.InProcessContestant;
import dev.eider.bench.harness.Query;
import java.io.IOException;

/** Questions that a suite has of its own. */
final class Answers {
  private Answers() {}

  /** All rows; an error of the engine is fatal here. */
  static Answer of(InProcessContestant engine, String sql) throws IOException {
    try {
      return engine.ask(Query.of("", "", sql)).answer();
    } catch (EngineFailure e) {
      throw new IOException(engine.name() + " could not answer: " + sql + ": " + e.getMessage(), e);
    }
  }

  /** The first value of the first row. */
  static String one(InProcessContestant engine, String sql) throws IOException {
    return of(engine, sql).rows().getFirst().getFirst().text();
  }
}
