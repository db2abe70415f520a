// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.verify.slt.Outcome.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file must not take the run down with it. */
class FileRunnerTest {
  @TempDir Path root;

  private Outcome.Failed fails(Kind kind, String script) {
    FileRunner runner = new FileRunner(new FakeEngine(), RunConfig.none(), root, 200);
    Outcome outcome = runner.runText("a.slt", script, null);
    Outcome.Failed failed = assertInstanceOf(Outcome.Failed.class, outcome, outcome::toString);
    assertEquals(kind, failed.kind(), failed::toString);
    return failed;
  }

  @Test
  void whatThrowsIsAnInternalError() {
    assertTrue(fails(Kind.INTERNAL, "statement ok\noverflow\n").seen().contains("StackOverflow"));
    assertTrue(fails(Kind.INTERNAL, "statement ok\nexhaust\n").seen().contains("heap space"));
    Outcome.Failed crash = fails(Kind.INTERNAL, "statement ok\nfine\n\nstatement ok\ncrash\n");
    assertEquals(4, crash.source().line());
    assertEquals("crash", crash.sql());
    // Even where an error is expected.
    fails(Kind.INTERNAL, "statement error\noverflow\n----\n\n");
  }

  @Test
  void whatHangsIsCancelled() {
    Outcome.Failed failed = fails(Kind.TIMEOUT, "statement ok\nfine\n\nstatement ok\nhang\n");
    assertEquals(4, failed.source().line());
    fails(Kind.TIMEOUT, "query T\nhang\n----\nhang\n");
  }

  @Test
  void whatCannotBeCancelledIsInterrupted() {
    fails(Kind.TIMEOUT, "statement ok\nhang for ever\n");
  }

  @Test
  void scratchDirectoriesAreRemoved() {
    FileRunner runner = Runs.runner(root);
    Outcome.Failed failed =
        assertInstanceOf(
            Outcome.Failed.class,
            runner.runText(
                "a.slt",
                """
                statement ok
                COPY (SELECT 1) TO '{TEST_DIR}/x.csv'

                query T
                SELECT '{TEST_DIR}'
                ----
                nowhere
                """,
                null));
    Path scratch = Path.of(failed.seen().lines().toList().getLast());
    assertTrue(scratch.isAbsolute(), failed::toString);
    assertFalse(Files.exists(scratch));
  }

  @Test
  void severalFilesAtATimeInTheirOrder() throws Exception {
    for (int i = 0; i < 12; i++) {
      String answer = i % 3 == 0 ? "wrong" : "f" + i;
      String text = "query T\nf" + i + "\n----\n" + answer + "\n";
      Files.writeString(root.resolve("f%02d.slt".formatted(i)), text);
    }
    FileRunner runner = new FileRunner(new FakeEngine(), RunConfig.none(), root, 60_000);
    List<Suite.TestFile> files = Suite.find(root, root, false);
    List<String> first = names(Suite.run(files, runner, false, 4, result -> {}));
    assertEquals(12, first.size());
    assertEquals("f00.slt failed", first.getFirst());
    assertEquals("f11.slt passed", first.getLast());
    assertEquals(first, names(Suite.run(files, runner, false, 1, result -> {})));
  }

  private static List<String> names(List<Suite.Result> results) {
    return results.stream()
        .map(result ->
            result.file().name()
                + (result.outcome() instanceof Outcome.Passed ? " passed" : " failed"))
        .toList();
  }
}
