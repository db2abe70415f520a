// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.suite;

import dev.eider.bench.harness.Query;
import dev.eider.bench.harness.QueryResult;
import dev.eider.bench.harness.Report;
import dev.eider.bench.harness.WholeProcessContestant;
import dev.eider.bench.server.Nothing;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** How long the smallest query takes from a cold start, with an empty JVM for comparison. */
public final class StartupSuite {
  public static final Set<String> OPTIONS =
      Set.of(
          "rounds",
          "warmups",
          "engines",
          "data",
          "out",
          "threads",
          "eider",
          "launcher",
          "check",
          "gate");

  private static final int ROUNDS = 21;

  /** Largest median that our engine may need. */
  private static final double LIMIT_MS = 200;

  private StartupSuite() {}

  public static Report run(Options options, PrintStream log)
      throws IOException, InterruptedException {
    Path directory = Files.createDirectories(options.dataDirectory());
    List<WholeProcessContestant> contestants =
        new ArrayList<>(Engines.wholeProcesses(Engines.of(options), options, directory));
    SuiteRun run = new SuiteRun(options, log);
    contestants.forEach(c -> run.fact("command of " + c.name(), String.join(" ", c.command())));
    int rounds = options.rounds(ROUNDS);
    Query one = Query.of("select", "1", "SELECT 1");
    run.wholeProcess("Start-up", contestants, List.of(one), rounds, List.of());
    WholeProcessContestant empty =
        WholeProcessContestant.ofMain("empty-jvm", Nothing.class, directory);
    run.wholeProcess(
        "Empty JVM", List.of(empty), List.of(Query.of("nothing", "", "")), rounds, List.of());
    return run.report();
  }

  /** Whether our engine starts fast enough. */
  public static List<Verdict> verdicts(Report report) {
    List<Verdict> out = new ArrayList<>();
    for (QueryResult result : report.sections().getFirst().results()) {
      QueryResult.Timing timing = result.timings().get(Engines.EIDER);
      if (timing != null) {
        String what = "SELECT 1 as a whole process, median";
        out.add(new Verdict(what, timing.medianMillis(), LIMIT_MS, "ms"));
      }
    }
    return out;
  }
}
