// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.verify.slt.Outcome.Kind;
import dev.eider.verify.slt.SltRecord.Source;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The list of files known not to pass, and the report that judges by it. */
class SkipListTest {
  @TempDir Path directory;

  private static Outcome.Failed failed(Kind kind, String seen) {
    return new Outcome.Failed(kind, new Source("x", 7), "SELECT 1", "", seen);
  }

  private SkipList list(String text) throws IOException {
    return SkipList.read(Files.writeString(directory.resolve("list"), text));
  }

  @Test
  void entriesAndPatterns() throws IOException {
    SkipList list =
        list(
            """
            # comment
            test/a.test  by design: other text
            test/b.test\tbug: wrong sum
            test/slow/**  unsupported: storage
            test/*/c?.test  unsupported: c
            """);
    assertEquals("by design: other text", list.reason("test/a.test"));
    assertEquals("bug: wrong sum", list.reason("test/b.test"));
    assertEquals("unsupported: storage", list.reason("test/slow/deep/x.test"));
    assertEquals("unsupported: c", list.reason("test/any/c1.test"));
    assertNull(list.reason("test/any/deep/c1.test"));
    assertTrue(list.namesExactly("test/a.test"));
    assertFalse(list.namesExactly("test/slow/x.test"));
  }

  @Test
  void reasonsMustSayWhichKind() {
    assertThrows(IllegalArgumentException.class, () -> list("test/a.test  because\n"));
    assertThrows(IllegalArgumentException.class, () -> list("test/a.test because\n"));
  }

  @Test
  void updatesKeepWhatPeopleWrote() throws IOException {
    SkipList list =
        list(
            """
            test/fixed.test  bug: was broken
            test/known.test  by design: we differ
            test/other.test  bug: not run this time
            test/stale.test  bug: line 1, old reason [auto]
            """);
    SkipList updated =
        list.updated(
            Map.of(
                "test/fixed.test", new Outcome.Passed(3),
                "test/known.test", failed(Kind.WRONG_RESULT, "1"),
                "test/stale.test", failed(Kind.UNEXPECTED_ERROR, "Parser Error: syntax error"),
                "test/new.test", failed(Kind.WRONG_RESULT, "1"),
                "test/same.test", failed(Kind.WRONG_RESULT, "1"),
                "test/skipped.test", new Outcome.Skipped("require x")),
            list("test/new.test  bug: line 70, x\ntest/same.test  bug: line 7, x\n"));
    Path file = directory.resolve("out");
    updated.write(file, Set.of("head"));
    assertEquals(
        """
        # head
        test/known.test  by design: we differ
        test/new.test  bug: line 7, wrong result: wrong result [auto]
        test/other.test  bug: not run this time
        test/same.test  by design: the oracle's release differs from the suite too, at line 7 [auto]
        test/stale.test  unsupported: line 7, unexpected error: Parser Error: syntax error [auto]
        """,
        Files.readString(file));
    assertEquals("by design: we differ", SkipList.read(file).reason("test/known.test"));
  }

  @Test
  void theReportCountsAgainstTheList() throws IOException {
    SkipList list = list("test/a.test  bug: a\ntest/b.test  bug: b\n");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Report report = new Report(list, new PrintStream(bytes, true, StandardCharsets.UTF_8));
    report.add(result("test/a.test", failed(Kind.WRONG_RESULT, "1")));
    report.add(result("test/c.test", new Outcome.Passed(1)));
    report.add(result("test/d.test", new Outcome.Skipped("require x")));
    assertTrue(report.isGreen());
    assertEquals("1 passed, 0 failed, 2 skipped", report.counts());
    report.add(result("test/b.test", new Outcome.Passed(1)));
    assertFalse(report.isGreen());
    report.add(result("test/sql/join/e.test", failed(Kind.UNEXPECTED_ERROR, "Binder Error: e")));
    report.print(true, true);
    String text = bytes.toString(StandardCharsets.UTF_8);
    assertTrue(text.contains("test/b.test: listed but passes: remove it from the list"), text);
    assertTrue(text.contains("FAIL x:7  unexpected error"), text);
    assertTrue(text.contains("wave 2 relational"), text);
    assertTrue(text.endsWith("1 passed, 2 failed, 2 skipped\n"), text);
  }

  private static Suite.Result result(String name, Outcome outcome) {
    return new Suite.Result(new Suite.TestFile(Path.of(name), name), outcome, 0);
  }

  @Test
  void wavesAreFoundByTheLongestDirectory() {
    assertEquals(1, Waves.of("test/sql/select/a.test", Waves.all()));
    assertEquals(6, Waves.of("test/sql/optimizer/deep/a.test", Waves.all()));
    assertEquals(0, Waves.of("elsewhere/a.test", Waves.all()));
    assertEquals(8, Waves.all().size());
  }
}
