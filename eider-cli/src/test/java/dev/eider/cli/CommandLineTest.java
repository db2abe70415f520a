// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.cli.CommandLine.Step.Kind;
import dev.eider.cli.output.OutputMode;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommandLineTest {
  private static CommandLine parse(String... args) throws UsageException {
    return CommandLine.parse(args);
  }

  @Test
  void aLoneArgumentWithWhiteSpaceIsSql() throws UsageException {
    CommandLine line = parse("SELECT 1");
    assertEquals("", line.database());
    assertEquals(List.of(new CommandLine.Step("SELECT 1", Kind.TEXT)), line.steps());
  }

  @Test
  void aLoneArgumentWithoutWhiteSpaceIsADatabase() throws UsageException {
    CommandLine line = parse("some.db");
    assertEquals("some.db", line.database());
    assertTrue(line.steps().isEmpty());
  }

  @Test
  void aLoneDotCommandIsRun() throws UsageException {
    CommandLine line = parse(".tables");
    assertEquals("", line.database());
    assertEquals(List.of(new CommandLine.Step(".tables", Kind.TEXT)), line.steps());
    assertEquals("./tables", parse("./tables").database());
    assertEquals(".tables.db", parse(".tables.db").database());
  }

  @Test
  void sqlWithoutQuotesIsToldSo() {
    UsageException error = assertThrows(UsageException.class, () -> parse("select", "1", "+", "1"));
    assertEquals(
        "SQL is one argument: put it between quotes, eider \"select 1 + 1\"", error.getMessage());
  }

  @Test
  void databaseThenSql() throws UsageException {
    CommandLine line = parse("-csv", ":memory:", "SELECT 1");
    assertEquals(":memory:", line.database());
    assertEquals(List.of(new CommandLine.Step("SELECT 1", Kind.TEXT)), line.steps());
    assertEquals(OutputMode.CSV, line.output().mode());
  }

  @Test
  void oneDashOrTwoAndEqualsSigns() throws UsageException {
    CommandLine line =
        parse("--threads", "3", "-memory_limit=1GB", "--json", "-c", "SELECT 1", "-f", "x.sql");
    assertEquals("3", line.settings().get("threads"));
    assertEquals("1GB", line.settings().get("memory_limit"));
    assertEquals(OutputMode.JSON, line.output().mode());
    assertEquals(
        List.of(
            new CommandLine.Step("SELECT 1", Kind.TEXT), new CommandLine.Step("x.sql", Kind.FILE)),
        line.steps());
  }

  @Test
  void sqlThatBeginsWithACommentIsNoOption() throws UsageException {
    CommandLine line = parse("-- one\nSELECT 1");
    assertEquals("-- one\nSELECT 1", line.steps().getFirst().text());
  }

  @Test
  void theLastOfTwoModesCounts() throws UsageException {
    assertEquals(OutputMode.LINE, parse("-csv", "-line").output().mode());
    assertFalse(parse("-header", "-noheader").output().headers());
  }

  @Test
  void theSeparatorSurvivesTheMode() throws UsageException {
    assertEquals("\t", parse("-separator", "\\t", "-csv").output().columnSeparator());
  }

  @Test
  void rootAndOtherSettings() throws UsageException {
    CommandLine line = parse("--root", "/data", "-set", "TimeZone=UTC");
    assertEquals("/data", line.settings().get("eider_root"));
    assertEquals("UTC", line.settings().get("TimeZone"));
  }

  @Test
  void wrongArgumentsSayWhatIsWrong() {
    assertMessage("unknown option -cvs, did you mean -csv?", "-cvs");
    assertMessage("option -c needs a value: -c SQL", "-c");
    assertMessage("option -csv takes no value, got -csv=1", "-csv=1");
    assertMessage("option -threads needs a number, got two", "-threads", "two");
    assertMessage("option -threads needs a number of at least 1, got 0", "-threads", "0");
    assertMessage("option -set needs NAME=VALUE, got x", "-set", "x");
  }

  private static void assertMessage(String expected, String... args) {
    UsageException error = assertThrows(UsageException.class, () -> CommandLine.parse(args));
    String message = String.valueOf(error.getMessage());
    assertTrue(message.startsWith(expected), message);
  }

  @Test
  void vectorModuleIsForSessionsAndWishes() {
    assertTrue(VectorPolicy.wanted(null, true, List.of()));
    assertTrue(VectorPolicy.wanted("1", false, List.of()));
    assertFalse(VectorPolicy.wanted("0", true, List.of()));
    assertFalse(VectorPolicy.wanted(null, false, List.of("SELECT 'a' FROM 'pom.xml'")));
  }

  @Test
  void everyOptionIsInTheHelp() {
    String usage = CommandLine.usage();
    for (Option option : Option.values()) {
      assertTrue(usage.contains("  -" + option.text() + " "), option.text());
    }
  }
}
