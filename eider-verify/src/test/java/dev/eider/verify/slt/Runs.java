// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.eider.verify.engine.JdbcEngine;
import dev.eider.verify.slt.Outcome.Kind;
import java.nio.file.Path;
import org.junit.jupiter.api.Assertions;

/** Runs small scripts against the oracle, which makes failures of the runner visible. */
final class Runs {
  private static final long TIMEOUT_MILLIS = 60_000;

  private Runs() {}

  static FileRunner runner(Path root) {
    return new FileRunner(JdbcEngine.duckDb(), RunConfig.none(), root, TIMEOUT_MILLIS);
  }

  static Outcome run(Path root, String script) {
    return runner(root).runText("test/inline.test", script, null);
  }

  static Outcome run(String script) {
    return run(Path.of("").toAbsolutePath(), script);
  }

  /** Expects success and answers how many records ran. */
  static int passes(String script) {
    Outcome outcome = run(script);
    return assertInstanceOf(Outcome.Passed.class, outcome, outcome::toString).recordCount();
  }

  /** Expects a failure at a line. */
  static Outcome.Failed fails(Kind kind, int line, String script) {
    Outcome outcome = run(script);
    Outcome.Failed failed = assertInstanceOf(Outcome.Failed.class, outcome, outcome::toString);
    Assertions.assertEquals(kind, failed.kind(), failed::toString);
    Assertions.assertEquals(line, failed.source().line(), failed::toString);
    return failed;
  }

  static String skips(String script) {
    Outcome outcome = run(script);
    return assertInstanceOf(Outcome.Skipped.class, outcome, outcome::toString).reason();
  }
}
