// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The project's own corpus against the oracle: what the corpus claims about the dialect must be
 * true of it. Records under {@code onlyif eider} are left out.
 */
class OracleCorpusTest {
  @TestFactory
  List<DynamicTest> corpus() throws IOException {
    FileRunner runner = Runs.runner(Corpus.projectRoot());
    List<Suite.TestFile> files = Corpus.files();
    assertFalse(files.isEmpty());
    return files.stream()
        .map(file -> DynamicTest.dynamicTest(file.name(), () -> passes(runner, file)))
        .toList();
  }

  private static void passes(FileRunner runner, Suite.TestFile file) {
    Outcome outcome = runner.run(file.path(), file.name(), false);
    assertFalse(outcome instanceof Outcome.Failed, outcome::toString);
  }

  @Test
  void theCanaryFailsEachTimeInTheSameWay() {
    Suite.TestFile canary = Corpus.canary();
    FileRunner runner = Runs.runner(Corpus.projectRoot());
    Outcome first = runner.run(canary.path(), canary.name(), false);
    Outcome.Failed failed = assertInstanceOf(Outcome.Failed.class, first);
    assertEquals(Outcome.Kind.WRONG_RESULT, failed.kind());
    assertEquals(11, failed.source().line());
    assertEquals(first, runner.run(canary.path(), canary.name(), false));
  }
}
