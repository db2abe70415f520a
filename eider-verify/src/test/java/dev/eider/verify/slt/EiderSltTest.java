// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.verify.engine.JdbcEngine;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The project's own corpus against Eider, one test per file. */
class EiderSltTest {
  private static final long TIMEOUT_MILLIS = 120_000;

  private static FileRunner runner() {
    JdbcEngine engine = JdbcEngine.eider();
    assertTrue(engine.isAvailable(), "Eider's JDBC driver must be on the class path");
    return new FileRunner(engine, RunConfig.none(), Corpus.projectRoot(), TIMEOUT_MILLIS);
  }

  @TestFactory
  List<DynamicTest> corpus() throws IOException {
    FileRunner runner = runner();
    List<Suite.TestFile> files = Corpus.files();
    assertFalse(files.isEmpty());
    return files.stream()
        .map(file -> DynamicTest.dynamicTest(file.name(), () -> passes(runner, file)))
        .toList();
  }

  /**
   * The same with every file behind a store that fails one request in twenty: 503s, connections
   * that break in the middle of a body, bodies that are too short. What is asked for again gives
   * the same answers.
   */
  @TestFactory
  List<DynamicTest> corpusThroughAStoreWithFaults() throws IOException {
    JdbcEngine engine = JdbcEngine.eider();
    RunConfig faulty =
        new RunConfig(
            List.of(),
            List.of(
                "SET eider_simulated_store = 'local=1,fault_rate=0.05,fault_seed=7'",
                "SET http_retry_wait_ms = 1",
                "SET http_retries = 8"),
            null,
            SltRecord.Sort.NONE,
            Map.of(),
            Map.of());
    FileRunner runner = new FileRunner(engine, faulty, Corpus.projectRoot(), TIMEOUT_MILLIS);
    return Corpus.files().stream()
        // Where connections may change no setting, they cannot be sent to the store.
        .filter(file -> !file.name().endsWith("settings/lock.slt"))
        .map(file -> DynamicTest.dynamicTest(file.name(), () -> passes(runner, file)))
        .toList();
  }

  private static void passes(FileRunner runner, Suite.TestFile file) {
    Outcome outcome = runner.run(file.path(), file.name(), false);
    assertInstanceOf(Outcome.Passed.class, outcome, () -> String.valueOf(outcome));
  }

  @Test
  void theCanaryFails() {
    Suite.TestFile canary = Corpus.canary();
    Outcome outcome = runner().run(canary.path(), canary.name(), false);
    Outcome.Failed failed = assertInstanceOf(Outcome.Failed.class, outcome);
    assertEquals(Outcome.Kind.WRONG_RESULT, failed.kind());
    assertEquals(11, failed.source().line());
  }
}
