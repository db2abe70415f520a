// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.suite;

import dev.eider.bench.data.DataDirectory;
import dev.eider.bench.data.DataFile;
import dev.eider.bench.harness.Engine;
import dev.eider.bench.harness.Query;
import dev.eider.bench.harness.Report;
import dev.eider.bench.harness.Section;
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
  private static final double LIMIT_MB = 600;

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
          title, Engines.wholeProcesses(engines, options, data.path()), queries, 1, List.of());
    }
    return run.report();
  }

  /** For each of our engines, each file and each way to run it: whether the limit is kept. */
  public static List<Verdict> verdicts(Report report) {
    List<Verdict> out = new ArrayList<>();
    for (Section section : report.sections()) {
      section
          .memory()
          .forEach((name, use) -> {
            if (Engine.isOurs(name) && use.peakAnon() >= 0) {
              String what = section.title() + ": " + name + ", peak without file pages";
              out.add(new Verdict(what, use.peakAnon() / 1e6, LIMIT_MB, "MB"));
            }
          });
    }
    return out;
  }
}
