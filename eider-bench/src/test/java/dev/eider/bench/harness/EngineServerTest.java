// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.eider.bench.harness.Contestant.EngineFailure;
import dev.eider.bench.harness.Contestant.Reply;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real child processes, with DuckDB as the engine. */
class EngineServerTest {
  private static final List<String> FLAGS = List.of("--enable-native-access=ALL-UNNAMED");

  @TempDir private static Path folder;

  private static Engine engine;
  private static InProcessContestant server;

  @BeforeAll
  static void start() throws Exception {
    Path jar =
        Path.of(
            org.duckdb.DuckDBDriver.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    engine =
        new Engine(
            "duckdb", "jdbc:duckdb:", List.of(jar), FLAGS, List.of("SET threads = 2"), List.of());
    Files.writeString(folder.resolve("t.csv"), "a,b\n1,0.1\n2,0.2\n3,\n");
    server = InProcessContestant.start(engine, folder);
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  private static List<List<Cell>> rows(String sql) throws Exception {
    return server.ask(Query.of("q", "", sql)).answer().rows();
  }

  @Test
  void answersOverAFileOfTheWorkingDirectory() throws Exception {
    assertEquals(
        List.of(List.of(new Cell('I', "3"), new Cell('F', "0.30000000000000004"))),
        rows("SELECT count(*), sum(b) FROM 't.csv'"));
  }

  @Test
  void valuesKeepTheirKind() throws Exception {
    assertEquals(
        List.of(
            List.of(
                new Cell('N', ""),
                new Cell('I', "170141183460469231731687303715884105727"),
                new Cell('D', "1.50"),
                new Cell('S', "2013-04-05T06:07:08"),
                new Cell('S', "2013-04-05"),
                new Cell('S', "true"),
                new Cell('S', "tab\tline\nback\\"))),
        rows(
            "SELECT NULL, 170141183460469231731687303715884105727::HUGEINT, 1.50::DECIMAL(9,2),"
                + " TIMESTAMP '2013-04-05 06:07:08', DATE '2013-04-05', true,"
                + " 'tab' || chr(9) || 'line\nback\\'"));
  }

  @Test
  void anErrorIsReportedAndTheNextQueryWorks() throws Exception {
    EngineFailure e = assertThrows(EngineFailure.class, () -> rows("SELECT no_such_column"));
    assertTrue(e.getMessage().contains("no_such_column"), e.getMessage());
    assertEquals(1, rows("SELECT 1").size());
  }

  @Test
  void theEngineTellsItsVersion() {
    assertTrue(server.version().startsWith("DuckDB v2"), server.version());
  }

  @Test
  void aWholeProcessGivesTheSameAnswer() throws Exception {
    Query query = Query.of("q", "", "SELECT a, b FROM 't.csv'");
    WholeProcessContestant whole = WholeProcessContestant.of(engine, folder);
    Reply reply = whole.ask(query);
    assertNull(AnswerComparator.difference(server.ask(query).answer(), reply.answer(), List.of()));
    assertThrows(EngineFailure.class, () -> whole.ask(Query.of("q", "", "SELECT no_such_column")));
  }

  /** The canary: an engine that really computes, with one altered value, must be refused. */
  @Test
  void anAlteredValueOfARealEngineGetsNoNumber() throws Exception {
    Query query = Query.of("q", "", "SELECT a, b FROM 't.csv'");
    Contestant altered =
        new Contestant() {
          @Override
          public String name() {
            return "eider";
          }

          @Override
          public Reply ask(Query asked) throws IOException, EngineFailure {
            String sql =
                asked.sql().replace("SELECT a,", "SELECT CASE a WHEN 3 THEN 4 ELSE a END,");
            return server.ask(Query.of(asked.name(), "", sql));
          }

          @Override
          public void watchMemory(boolean on) {}

          @Override
          public MemoryUse memory() {
            return MemoryUse.UNKNOWN;
          }

          @Override
          public void close() {}
        };
    PrintStream silent = new PrintStream(PrintStream.nullOutputStream());
    QueryResult result =
        new Contest(List.of(altered, server), 0, 1, silent).run(List.of(query)).getFirst();
    assertNotNull(result.refusal());
    assertTrue(result.timings().isEmpty());
  }
}
