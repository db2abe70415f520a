// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.suite;

import dev.eider.bench.data.DataDirectory;
import dev.eider.bench.data.DataFile;
import dev.eider.bench.harness.Engine;
import dev.eider.bench.harness.MemoryUse;
import dev.eider.bench.harness.Query;
import dev.eider.bench.harness.Report;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Peak memory over taxi files of growing size, one fresh process per engine and file, heap as the
 * JVM chooses it. All queries run once in the check pass, where the memory is watched.
 */
public final class MemorySuite {
  public static final Set<String> OPTIONS =
      Set.of(
          "sizes",
          "engines",
          "data",
          "out",
          "threads",
          "eider",
          "launcher",
          "gate",
          "warmups",
          "check");

  /** Of the taxi file, near enough to turn sizes into rows. */
  private static final long BYTES_PER_ROW = 419;

  /** Largest peak without file pages that our engine may have. */
  private static final long LIMIT = 600_000_000L;

  private MemorySuite() {}

  public static Report run(Options options, PrintStream log)
      throws IOException, InterruptedException {
    List<Engine> engines = Engines.of(options);
    DataDirectory data = new DataDirectory(options.dataDirectory(), options.threads(), log);
    SuiteRun run = new SuiteRun(options, log);
    List<DataFile> files = new ArrayList<>();
    for (String size : options.list("sizes", "1g,4g")) {
      // Whole thousands keep the file names short.
      long rows = Options.countOf("--sizes", size) / BYTES_PER_ROW / 1000 * 1000;
      files.add(data.taxi(Math.max(1000, rows)));
    }
    for (DataFile file : files) {
      run.uses(file);
      List<Query> queries = new ArrayList<>(TaxiSuite.queries(file.name()));
      queries.add(Query.of("count", "rows", "SELECT count(*) FROM '" + file.name() + "'"));
      String title = String.format(Locale.ROOT, "Memory, %s", file.name());
      run.inProcess(title, engines, data.path(), List.of(), queries, 1, List.of());
      run.wholeProcess(
          title, TaxiSuite.wholeProcesses(engines, data.path()), queries, 1, List.of());
    }
    return run.report();
  }

  /** Lines that say for each of our engines and each way to run it whether the limit is kept. */
  public static List<String> verdicts(Report report) {
    List<String> out = new ArrayList<>();
    report
        .sections()
        .forEach(section ->
            section.memory().forEach((name, use) -> verdict(section.title(), name, use, out)));
    return out;
  }

  private static void verdict(String title, String name, MemoryUse use, List<String> out) {
    if (Engine.isOurs(name) && use.peakAnon() >= 0) {
      out.add(
          String.format(
              Locale.ROOT,
              "%s: %s peak without file pages %d MB, %s %d MB",
              title,
              name,
              use.peakAnon() / 1_000_000,
              use.peakAnon() <= LIMIT ? "within" : "ABOVE",
              LIMIT / 1_000_000));
    }
  }

  /** False if one of our engines needed more than the limit in any section. */
  public static boolean withinLimit(Report report) {
    return verdicts(report).stream().noneMatch(line -> line.contains("ABOVE"));
  }
}
