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
