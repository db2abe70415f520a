// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.harness;

import dev.eider.bench.harness.Contestant.EngineFailure;
import dev.eider.bench.harness.Contestant.Reply;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Asks all contestants all queries.
 *
 * <ol>
 *   <li>Check pass: every answer is compared with the reference's. A query whose answers differ, or
 *       that any engine cannot run, is out: it gets no number. Memory is watched here.
 *   <li>Warm-up passes, not reported.
 *   <li>Timed rounds: within each query the engines alternate, and their order moves on by one
 *       place each round. Answers are compared again; a difference in any round takes the query
 *       out.
 * </ol>
 */
public final class Contest {
  private final List<? extends Contestant> contestants;
  private final int warmups;
  private final int rounds;
  private final PrintStream log;

  /** The contestants stay the caller's to close. */
  public Contest(List<? extends Contestant> contestants, int warmups, int rounds, PrintStream log) {
    if (contestants.isEmpty() || rounds < 1) {
      throw new IllegalArgumentException("A contest needs an engine and a round");
    }
    this.contestants = List.copyOf(contestants);
    this.warmups = warmups;
    this.rounds = rounds;
    this.log = log;
  }

  /** Runs all passes; the result has one entry per query, in the same order. */
  public List<QueryResult> run(List<Query> queries) throws IOException, InterruptedException {
    Map<Query, Course> courses = new LinkedHashMap<>();
    contestants.forEach(contestant -> contestant.watchMemory(true));
    for (Query query : queries) {
      courses.put(query, check(query));
    }
    contestants.forEach(contestant -> contestant.watchMemory(false));
    for (int round = -warmups; round < rounds; round++) {
      log.println(round < 0 ? "warm-up" : "round " + (round + 1) + " of " + rounds);
      for (Course course : courses.values()) {
        for (Contestant contestant : Rotation.order(contestants, Math.max(0, round))) {
          step(course, contestant, round);
        }
      }
    }
    List<QueryResult> results = new ArrayList<>();
    courses.values().forEach(course -> results.add(course.result(rounds)));
    return results;
  }

  /** The peer that others are compared with: not one of ours, if there is another. */
  private Contestant reference() {
    for (Contestant contestant : contestants) {
      if (!Engine.isOurs(contestant.name())) {
        return contestant;
      }
    }
    return contestants.getFirst();
  }

  private Course check(Query query) throws IOException, InterruptedException {
    log.printf(Locale.ROOT, "check %s%n", query.name());
    Course course = new Course(query);
    try {
      course.expected = reference().ask(query).answer();
    } catch (EngineFailure e) {
      course.refuse(reference().name() + " fails: " + e.getMessage(), log);
      return course;
    }
    for (Contestant contestant : contestants) {
      if (contestant != reference()) {
        step(course, contestant, -1);
      }
    }
    return course;
  }

  private void step(Course course, Contestant contestant, int round)
      throws IOException, InterruptedException {
    Answer expected = course.expected;
    if (course.refusal != null || expected == null) {
      return;
    }
    try {
      Reply reply = contestant.ask(course.query);
      String difference =
          AnswerComparator.difference(expected, reply.answer(), course.query.orderedBy());
      if (difference != null) {
        course.refuse(
            contestant.name() + " differs from " + reference().name() + ": " + difference, log);
      } else if (round >= 0) {
        course.add(contestant.name(), reply);
      }
    } catch (EngineFailure e) {
      course.refuse(contestant.name() + " fails: " + e.getMessage(), log);
    }
  }

  /** The state of one query on its way through the passes. */
  private static final class Course {
    final Query query;
    @Nullable Answer expected;
    @Nullable String refusal;
    private final Map<String, List<long[]>> costs = new LinkedHashMap<>();

    Course(Query query) {
      this.query = query;
    }

    void refuse(String reason, PrintStream log) {
      refusal = reason;
      log.printf(Locale.ROOT, "%s gets no number: %s%n", query.name(), reason);
    }

    void add(String name, Reply reply) {
      costs
          .computeIfAbsent(name, key -> new ArrayList<>())
          .add(new long[] {reply.nanos(), reply.cpuNanos()});
    }

    QueryResult result(int rounds) {
      Answer answer = expected;
      if (refusal != null || answer == null) {
        return QueryResult.refused(query, refusal == null ? "not run" : refusal);
      }
      Map<String, QueryResult.Timing> timings = new LinkedHashMap<>();
      costs.forEach((name, list) -> {
        double[] millis = new double[rounds];
        double[] cpu = new double[rounds];
        for (int i = 0; i < rounds; i++) {
          millis[i] = list.get(i)[0] / 1e6;
          cpu[i] = list.get(i)[1] / 1e6;
        }
        timings.put(name, new QueryResult.Timing(millis, cpu));
      });
      return new QueryResult(query, null, answer.rows().size(), timings);
    }
  }
}
