// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.suite;

import dev.eider.bench.data.DataFile;
import dev.eider.bench.harness.Contest;
import dev.eider.bench.harness.Contestant;
import dev.eider.bench.harness.Engine;
import dev.eider.bench.harness.Figure;
import dev.eider.bench.harness.InProcessContestant;
import dev.eider.bench.harness.Machine;
import dev.eider.bench.harness.MemoryUse;
import dev.eider.bench.harness.Plot;
import dev.eider.bench.harness.Query;
import dev.eider.bench.harness.QueryResult;
import dev.eider.bench.harness.Report;
import dev.eider.bench.harness.Section;
import dev.eider.bench.harness.Target;
import dev.eider.bench.harness.WholeProcessContestant;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What all suites do the same way: start engines, run contests, collect a report. */
final class SuiteRun {
  private final Options options;
  private final PrintStream log;
  private final Map<String, String> facts = new LinkedHashMap<>(Machine.describe());
  private final Map<String, String> versions = new LinkedHashMap<>();
  private final List<String> files = new ArrayList<>();
  private final List<Section> sections = new ArrayList<>();
  private final List<Figure> figures = new ArrayList<>();
  private final List<Plot> plots = new ArrayList<>();

  SuiteRun(Options options, PrintStream log) {
    this.options = options;
    this.log = log;
    facts.put("threads", Integer.toString(options.threads()));
  }

  void uses(DataFile file) {
    files.add(
        String.format(
            Locale.ROOT, "%s: %,d rows, %,d bytes", file.name(), file.rows(), file.bytes()));
  }

  void fact(String name, String value) {
    facts.put(name, value);
  }

  void file(String line) {
    files.add(line);
  }

  void figure(Figure figure) {
    figures.add(figure);
  }

  void plot(Plot plot) {
    plots.add(plot);
  }

  /** A table of times that were measured elsewhere. */
  void table(String title, List<String> columns, List<QueryResult> results) {
    sections.add(new Section(title, columns, results, Map.of(), List.of()));
  }

  void version(InProcessContestant contestant) {
    versions.put(contestant.name(), contestant.version());
  }

  /**
   * Contestants that the caller has started; those of {@code unlisted} give answers to compare with
   * and have no columns in the table.
   *
   * @return what the table shows, one entry for each query
   */
  List<QueryResult> contest(
      String title,
      List<InProcessContestant> contestants,
      Set<String> unlisted,
      List<Query> queries,
      int rounds,
      List<Target> targets)
      throws IOException, InterruptedException {
    contestants.forEach(this::version);
    contest(title, contestants, queries, options.warmups(), rounds, targets);
    Section all = sections.removeLast();
    List<String> engines = new ArrayList<>(all.engines());
    engines.removeAll(unlisted);
    Map<String, MemoryUse> memory = new LinkedHashMap<>(all.memory());
    memory.keySet().removeAll(unlisted);
    List<QueryResult> results = new ArrayList<>();
    for (QueryResult result : all.results()) {
      Map<String, QueryResult.Timing> timings = new LinkedHashMap<>(result.timings());
      timings.keySet().removeAll(unlisted);
      results.add(new QueryResult(result.query(), result.refusal(), result.rows(), timings));
    }
    sections.add(new Section(title, engines, results, memory, targets));
    return results;
  }

  /** Engines kept running, timed from inside; {@code prepare} statements run first in each. */
  void inProcess(
      String title,
      List<Engine> engines,
      Path directory,
      List<String> prepare,
      List<Query> queries,
      int rounds,
      List<Target> targets)
      throws IOException, InterruptedException {
    List<InProcessContestant> contestants = new ArrayList<>();
    try {
      for (Engine engine : engines) {
        InProcessContestant contestant = InProcessContestant.start(engine, directory);
        contestants.add(contestant);
        versions.put(engine.name(), contestant.version());
        for (String sql : prepare) {
          contestant.execute(sql);
        }
      }
      contest(title + ", in process", contestants, queries, options.warmups(), rounds, targets);
    } finally {
      for (Contestant contestant : contestants) {
        contestant.close();
      }
    }
  }

  /** A fresh process per query, timed from outside. */
  void wholeProcess(
      String title,
      List<WholeProcessContestant> contestants,
      List<Query> queries,
      int rounds,
      List<Target> targets)
      throws IOException, InterruptedException {
    contest(title + ", whole process", contestants, queries, options.warmups(), rounds, targets);
  }

  private void contest(
      String title,
      List<? extends Contestant> contestants,
      List<Query> queries,
      int warmups,
      int rounds,
      List<Target> targets)
      throws IOException, InterruptedException {
    log.println("== " + title);
    Contest contest = new Contest(contestants, warmups, options.flag("check") ? 1 : rounds, log);
    List<QueryResult> results = contest.run(queries);
    List<String> names = new ArrayList<>();
    Map<String, MemoryUse> memory = new LinkedHashMap<>();
    for (Contestant contestant : contestants) {
      names.add(contestant.name());
      memory.put(contestant.name(), contestant.memory());
    }
    sections.add(new Section(title, names, results, memory, targets));
  }

  Report report() {
    return new Report(
        options.commandLine(),
        facts,
        versions,
        files,
        List.copyOf(sections),
        List.copyOf(figures),
        List.copyOf(plots));
  }

  PrintStream log() {
    return log;
  }
}
