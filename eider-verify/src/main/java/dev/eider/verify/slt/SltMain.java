// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import dev.eider.verify.engine.JdbcEngine;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The program behind {@code bin/slt}. */
public final class SltMain {
  private static final int EXIT_FAILED = 1;
  private static final int EXIT_USAGE = 2;

  private SltMain() {}

  /** Runs and exits: 0 when nothing failed, 1 when something did, 2 for a wrong command line. */
  public static void main(String[] arguments) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    int status = EXIT_USAGE;
    try {
      status = run(parse(arguments), out) ? 0 : EXIT_FAILED;
    } catch (IllegalArgumentException | IOException wrong) {
      System.err.println("slt: " + wrong.getMessage());
    }
    out.flush();
    // Threads that could not be stopped must not keep the process alive, nor may a native engine.
    Runtime.getRuntime().halt(status);
  }

  private static SltOptions parse(String[] arguments) {
    try {
      return SltOptions.parse(arguments);
    } catch (IllegalArgumentException wrong) {
      System.err.print(SltOptions.USAGE);
      throw wrong;
    }
  }

  static boolean run(SltOptions options, PrintStream out) throws IOException {
    JdbcEngine engine = JdbcEngine.named(options.engine);
    if (!engine.isAvailable()) {
      throw new IllegalArgumentException(
          "no JDBC driver for engine '" + options.engine + "' on the class path");
    }
    Path listFile = options.skipList;
    SkipList skipList = listFile == null ? SkipList.empty() : SkipList.read(listFile);
    Path configFile = options.config;
    RunConfig config = configFile == null ? RunConfig.none() : RunConfig.read(configFile);
    List<Suite.TestFile> files = select(options, config, skipList);
    FileRunner runner =
        new FileRunner(engine, config, options.dataDirectory, options.timeoutMillis);
    Suite.Listener listener = result -> progress(options, result, out);
    List<Suite.Result> results = Suite.run(files, runner, options.complete, options.jobs, listener);
    Report report = new Report(skipList, out);
    results.forEach(report::add);
    Path written = options.writeSkipList;
    if (written != null) {
      Path oracleFile = options.oracleList;
      SkipList oracle = oracleFile == null ? SkipList.empty() : SkipList.read(oracleFile);
      write(skipList, oracle, results, written);
    }
    report.print(!options.quiet, options.summaryByDirectory);
    return report.isGreen();
  }

  private static List<Suite.TestFile> select(
      SltOptions options, RunConfig config, SkipList skipList) throws IOException {
    Path root = options.dataDirectory;
    List<Suite.TestFile> found = new ArrayList<>();
    for (Path path : options.paths) {
      Path inRoot = root.resolve(path);
      found.addAll(Suite.find(Files.exists(path) ? path : inRoot, root, options.slow));
    }
    for (Waves.Wave wave : Waves.all()) {
      if (options.waves.contains(wave.number())) {
        for (String directory : wave.directories()) {
          found.addAll(Suite.find(root.resolve(directory), root, options.slow));
        }
      }
    }
    boolean noExtensions = options.noExtensions || !options.waves.isEmpty();
    PathPattern filter = new PathPattern(options.filter == null ? "**" : options.filter);
    SkipList skips =
        new SkipList(
            config.skips().entrySet().stream()
                .map(skip -> new SkipList.Entry(skip.getKey(), skip.getValue()))
                .toList());
    List<Suite.TestFile> selected = new ArrayList<>();
    for (Suite.TestFile file : found) {
      if (filter.matches(file.name())
          && skips.reason(file.name()) == null
          && (options.runListed || skipList.reason(file.name()) == null)
          && !(noExtensions && Suite.needsExtension(file))) {
        selected.add(file);
      }
    }
    return selected;
  }

  private static void progress(SltOptions options, Suite.Result result, PrintStream out) {
    if (!options.verbose) {
      return;
    }
    String what =
        switch (result.outcome()) {
          case Outcome.Passed passed -> "pass (" + passed.recordCount() + " records)";
          case Outcome.Skipped skipped -> "skip: " + skipped.reason();
          case Outcome.Failed failed -> "FAIL " + failed.source().line() + ": " + failed.headline();
        };
    out.println(result.file().name() + "  " + what + "  " + result.millis() + " ms");
  }

  private static void write(
      SkipList skipList, SkipList oracle, List<Suite.Result> results, Path file)
      throws IOException {
    SkipList base = Files.exists(file) ? SkipList.read(file) : skipList;
    Map<String, Outcome> outcomes = new LinkedHashMap<>();
    for (Suite.Result result : results) {
      outcomes.put(result.file().name(), result.outcome());
    }
    base.updated(outcomes, oracle)
        .write(
            file,
            Set.of(
                "Files of the foreign suite that do not pass yet: path, two spaces, reason (by"
                    + " design, unsupported, bug); [auto] marks reasons no one has looked at."));
  }
}
