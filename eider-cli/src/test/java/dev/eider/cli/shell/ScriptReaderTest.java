// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScriptReaderTest {
  private static List<String> parts(String script) throws IOException {
    ScriptReader reader = new ScriptReader(new StringReader(script));
    List<String> parts = new ArrayList<>();
    for (String part = reader.next(); part != null; part = reader.next()) {
      parts.add(part);
    }
    return parts;
  }

  @Test
  void linesUpToASemicolonAreOnePart() throws IOException {
    assertEquals(
        List.of("SELECT 1;", "SELECT\n2; SELECT 3;"), parts("SELECT 1;\n\nSELECT\n2; SELECT 3;\n"));
  }

  @Test
  void aLineWithADotIsACommandOnlyBetweenStatements() throws IOException {
    assertEquals(
        List.of(".mode csv", "SELECT 1\n.5;", ".exit"), parts(".mode csv\nSELECT 1\n.5;\n.exit"));
  }

  @Test
  void semicolonsInStringsAndCommentsEndNothing() throws IOException {
    assertEquals(List.of("SELECT ';\n' -- ;\n;"), parts("SELECT ';\n' -- ;\n;"));
  }

  @Test
  void whatIsLeftAtTheEndIsAPart() throws IOException {
    assertEquals(List.of("SELECT 1"), parts("SELECT 1"));
    assertEquals(List.of(), parts("\n  \n"));
  }

  @Test
  void wordsOfCommands() {
    assertEquals(List.of(".mode", "csv"), CommandWords.split(".mode   csv"));
    assertEquals(List.of(".print", "a b", "c\td"), CommandWords.split(".print 'a b' \"c\\td\""));
    assertEquals(List.of(".nullvalue", ""), CommandWords.split(".nullvalue ''"));
  }

  @Test
  void commandsByName() {
    assertEquals(DotCommand.MODE, DotCommand.find("mode"));
    assertEquals(DotCommand.TABLES, DotCommand.find("tab"));
    assertEquals(null, DotCommand.find("ma"));
    assertEquals(null, DotCommand.find("nothing"));
  }

  @Test
  void theBarShowsWhatIsKnown() {
    assertEquals(
        " 50% ▕███████████████               ▏ 3 s, 1.0 MiB read, 3 s left",
        ProgressBar.line(0.5, 3, 1 << 20, 0));
    assertEquals("1:05 min, 7 rows", ProgressBar.line(-1, 65, 0, 7));
  }
}
