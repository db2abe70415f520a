// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ContestTest {
  private static final PrintStream SILENT = new PrintStream(PrintStream.nullOutputStream());
  private static final Query ONE = Query.of("one", "", "SELECT 1");
  private static final Query TWO = Query.of("two", "", "SELECT 2");

  private final List<String> calls = new ArrayList<>();

  /** Answers a constant in a constant time; from call {@code wrongFrom} on it answers another. */
  private final class Fake implements Contestant {
    private final String name;
    private final long millis;
    private int wrongFrom = Integer.MAX_VALUE;
    private boolean fails;
    private boolean watched;
    private int asked;

    Fake(String name, long millis) {
      this.name = name;
      this.millis = millis;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public Reply ask(Query query) throws EngineFailure {
      calls.add((watched ? "*" : "") + name + " " + query.name());
      if (fails) {
        throw new EngineFailure("no such function");
      }
      String value = ++asked >= wrongFrom ? "I43" : "I42";
      Answer answer = new Answer(List.of(List.of(Cell.ofWire(value))));
      return new Reply(answer, millis * 1_000_000, 0);
    }

    @Override
    public void watchMemory(boolean on) {
      watched = on;
    }

    @Override
    public MemoryUse memory() {
      return MemoryUse.UNKNOWN;
    }

    @Override
    public void close() {}
  }

  private static QueryResult single(List<QueryResult> results) {
    assertEquals(1, results.size());
    return results.getFirst();
  }

  @Test
  void enginesAlternateAndRotateEachRound() throws Exception {
    List<Fake> engines = List.of(new Fake("a", 1), new Fake("b", 1), new Fake("c", 1));
    new Contest(engines, 1, 4, SILENT).run(List.of(ONE));
    assertEquals(
        List.of(
            "*a one", "*b one", "*c one", // check, memory watched
            "a one", "b one", "c one", // warm-up
            "a one", "b one", "c one", "b one", "c one", "a one", "c one", "a one", "b one",
            "a one", "b one", "c one"),
        calls);
  }

  @Test
  void eachQueryIsAskedOfAllEnginesBeforeTheNext() throws Exception {
    new Contest(List.of(new Fake("a", 1), new Fake("b", 1)), 0, 2, SILENT).run(List.of(ONE, TWO));
    assertEquals(
        List.of("a one", "b one", "a two", "b two", "b one", "a one", "b two", "a two"),
        calls.subList(4, calls.size()));
  }

  @Test
  void aWrongAnswerGetsNoNumberAndIsNeverTimed() throws Exception {
    Fake ours = new Fake("eider", 1);
    ours.wrongFrom = 1;
    QueryResult result =
        single(new Contest(List.of(ours, new Fake("peer", 9)), 1, 5, SILENT).run(List.of(ONE)));
    assertNotNull(result.refusal());
    assertTrue(result.refusal().startsWith("eider differs from peer"), result.refusal());
    assertTrue(result.timings().isEmpty());
    assertTrue(result.ratios().isEmpty());
    assertEquals(List.of("*peer one", "*eider one"), calls);
  }

  @Test
  void anAnswerThatTurnsWrongInTheLastRoundGetsNoNumber() throws Exception {
    Fake ours = new Fake("eider", 1);
    ours.wrongFrom = 7;
    List<QueryResult> results =
        new Contest(List.of(ours, new Fake("peer", 9)), 1, 5, SILENT).run(List.of(ONE));
    assertNotNull(single(results).refusal());
    assertTrue(single(results).timings().isEmpty());
    Section section = new Section("s", List.of("eider", "peer"), results, Map.of(), List.of());
    assertFalse(section.allAnswersAgree());
    String page = ReportWriter.markdown(section);
    assertTrue(page.contains("eider differs from peer"), page);
    assertFalse(page.contains("x ("), "no ratio in " + page);
  }

  @Test
  void anEngineThatFailsTakesTheQueryOutButNotTheOthers() throws Exception {
    Fake failing = new Fake("peer-2", 1);
    failing.fails = true;
    QueryResult result =
        single(
            new Contest(List.of(new Fake("eider", 1), new Fake("peer", 9), failing), 0, 1, SILENT)
                .run(List.of(ONE)));
    assertEquals("peer-2 fails: no such function", result.refusal());
  }

  @Test
  void ratiosAreOfOurEnginesAgainstThePeersOnly() throws Exception {
    List<Fake> engines =
        List.of(
            new Fake("eider", 10),
            new Fake("eider-scalar", 20),
            new Fake("p1", 80),
            new Fake("p2", 40));
    QueryResult result = single(new Contest(engines, 1, 3, SILENT).run(List.of(ONE)));
    assertNull(result.refusal());
    assertEquals(
        List.of(
            new Ratio("eider", "p1", 8, 8, 8),
            new Ratio("eider", "p2", 4, 4, 4),
            new Ratio("eider-scalar", "p1", 4, 4, 4),
            new Ratio("eider-scalar", "p2", 2, 2, 2)),
        result.ratios());
    Section fast = section(result, 8);
    Section slow = section(result, 8.1);
    assertTrue(fast.targetsHold());
    assertFalse(slow.targetsHold());
    assertTrue(ReportWriter.markdown(slow).contains("below 8.1x"));
  }

  private static Section section(QueryResult result, double target) {
    return new Section(
        "s",
        List.copyOf(result.timings().keySet()),
        List.of(result),
        Map.of(),
        List.of(new Target("eider", "p1", target)));
  }
}
