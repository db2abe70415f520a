// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.suite;

import dev.eider.bench.data.DataDirectory;
import dev.eider.bench.harness.InProcessContestant;
import dev.eider.bench.harness.Report;
import java.io.IOException;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Files that are far away, and Parquet files: each number to reach beside the number reached. Far
 * away is a simulated link in the process of the engine, so that every machine has the same one.
 */
public final class RemoteSuite {
  public static final Set<String> OPTIONS =
      Set.of(
          "sf",
          "rounds",
          "warmups",
          "csv-size",
          "files",
          "data",
          "out",
          "threads",
          "eider",
          "gate",
          "check",
          "only");

  static final int ROUNDS = 5;

  private RemoteSuite() {}

  /** One part: makes its files, measures, and adds sections and figures. */
  private interface Part {
    void run(RemoteRun run) throws IOException, InterruptedException;
  }

  private static Map<String, Part> parts() {
    Map<String, Part> parts = new LinkedHashMap<>();
    parts.put("scan", RemoteScan::run);
    parts.put("giant", RemoteFiles::giant);
    parts.put("small", RemoteFiles::small);
    parts.put("csv", RemoteFiles::csv);
    parts.put("memory", RemoteFiles::memory);
    parts.put("local", LocalParquet::scan);
    parts.put("write", LocalParquet::write);
    parts.put("s3", RemoteS3::run);
    return parts;
  }

  public static Report run(Options options, PrintStream log)
      throws IOException, InterruptedException {
    Map<String, Part> parts = parts();
    List<String> only = options.list("only", "");
    if (!parts.keySet().containsAll(only)) {
      throw new IllegalArgumentException("--only knows " + String.join(",", parts.keySet()));
    }
    double scale = options.decimal("sf", options.flag("check") ? 0.01 : 1);
    DataDirectory directory = new DataDirectory(options.dataDirectory(), options.threads(), log);
    SuiteRun suite = new SuiteRun(options, log);
    suite.fact("scale factor", Double.toString(scale));
    suite.fact("link of the slow store", RemoteRun.LINK);
    try (InProcessContestant writer =
        InProcessContestant.start(Engines.engine(Engines.DUCKDB_2, options), directory.path())) {
      RemoteRun run = new RemoteRun(options, suite, new RemoteData(directory, writer), scale);
      for (Map.Entry<String, Part> part : parts.entrySet()) {
        if (only.isEmpty() || only.contains(part.getKey())) {
          part.getValue().run(run);
        }
      }
    }
    return suite.report();
  }
}
