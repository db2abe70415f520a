// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program as a whole: selection, completion, the list, the last line. */
class SltMainTest {
  @TempDir Path root;

  private String run(String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of("--engine", "duckdb", "--data-dir", root + ""));
    all.addAll(List.of(arguments));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    boolean green = SltMain.run(SltOptions.parse(all.toArray(String[]::new)), out);
    String last = bytes.toString(StandardCharsets.UTF_8).lines().toList().getLast();
    return last + (green ? "" : " (red)");
  }

  private void write(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  @Test
  void selection() throws IOException {
    write("test/sql/select/a.test", "query I\nSELECT 1\n----\n1\n");
    write("test/sql/select/b.test", "require no_such\n\nstatement ok\nSELECT 1\n");
    write("test/sql/join/c.test", "query I\nSELECT 1\n----\n2\n");
    write("test/sql/join/d.test_slow", "query I\nSELECT 1\n----\n2\n");
    assertEquals("1 passed, 1 failed, 1 skipped (red)", run("test"));
    assertEquals("1 passed, 2 failed, 1 skipped (red)", run("--slow", "test"));
    assertEquals("1 passed, 1 failed, 0 skipped (red)", run("--no-extensions", "test"));
    assertEquals("1 passed, 0 failed, 0 skipped", run("--filter", "**/a.*", "test"));
    assertEquals("0 passed, 1 failed, 0 skipped (red)", run("test/sql/join/d.test_slow"));
    Path list = root.resolve("list");
    String listed = list.toString();
    run("--write-skip-list", listed, "test");
    assertEquals("1 passed, 0 failed, 2 skipped", run("--skip-list", listed, "test"));
    assertEquals(
        "1 passed, 0 failed, 1 skipped", run("--skip-list", listed, "--run-listed", "no", "test"));
    write("test/sql/join/c.test", "query I\nSELECT 1\n----\n1\n");
    assertEquals("1 passed, 1 failed, 1 skipped (red)", run("--skip-list", listed, "test"));
  }

  @Test
  void completion() throws IOException {
    write(
        "a.slt",
        """
        # head

        query II rowsort
        SELECT * FROM (VALUES (2, 'x'), (1, 'y')) t
        ----

        statement error
        SELECT nope
        ----
        Parser Error

        query I
        SELECT 3
        ----
        4
        5

        loop i 0 2

        query I
        SELECT 7
        ----

        endloop

        query I
        SELECT 1
        ----
        1 values hashing to 00000000000000000000000000000000
        """);
    assertEquals("1 passed, 0 failed, 0 skipped", run("--complete", "a.slt"));
    assertEquals(
        """
        # head

        query II rowsort
        SELECT * FROM (VALUES (2, 'x'), (1, 'y')) t
        ----
        1	y
        2	x

        statement error
        SELECT nope
        ----
        Binder Error: Referenced column "nope" was not found because the FROM clause is missing

        query I
        SELECT 3
        ----
        3

        loop i 0 2

        query I
        SELECT 7
        ----
        7

        endloop

        query I
        SELECT 1
        ----
        1 values hashing to b026324c6904b2a9cb4b88d6d61c81d1
        """,
        Files.readString(root.resolve("a.slt")));
    assertEquals("1 passed, 0 failed, 0 skipped", run("a.slt"));
    write("b.slt", "loop i 0 2\n\nquery I\nSELECT {i}\n----\n\nendloop\n");
    assertEquals("0 passed, 1 failed, 0 skipped (red)", run("--complete", "b.slt"));
  }

  @Test
  void wrongCommandLines() {
    assertThrows(IllegalArgumentException.class, () -> SltOptions.parse(new String[] {}));
    assertThrows(IllegalArgumentException.class, () -> SltOptions.parse(new String[] {"--what"}));
    assertThrows(
        IllegalArgumentException.class, () -> SltOptions.parse(new String[] {"--jobs", "x", "a"}));
    assertThrows(IOException.class, () -> run("missing"));
    IllegalArgumentException unknown =
        assertThrows(IllegalArgumentException.class, () -> run("--engine", "other", "a"));
    assertTrue(String.valueOf(unknown.getMessage()).contains("eider and duckdb"));
  }
}
