// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0

package dev.eider.bench;

import dev.eider.bench.harness.Report;
import dev.eider.bench.harness.ReportWriter;
import dev.eider.bench.harness.Section;
import dev.eider.bench.suite.Options;
import dev.eider.bench.suite.TaxiSuite;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Entry point of {@code bin/bench}. Exit codes: 0 all answers agree, 1 some differ (or, with {@code
 * --gate}, a number was not reached), 2 wrong command line, 3 something is missing on this machine.
 */
public final class Bench {
  private static final String USAGE =
      """
      usage: bin/bench COMMAND [options]
        taxi     four aggregations over a taxi file, in process and as whole processes
      """;

  private Bench() {}

  public static void main(String[] args) throws InterruptedException {
    System.exit(run(List.of(args)));
  }

  static int run(List<String> args) throws InterruptedException {
    if (args.isEmpty() || args.contains("--help")) {
      System.err.print(USAGE);
      return args.isEmpty() ? 2 : 0;
    }
    Path root = Path.of(System.getProperty("eider.root", "")).toAbsolutePath();
    String command = args.getFirst();
    List<String> rest = args.subList(1, args.size());
    try {
      return switch (command) {
        case "taxi" -> {
          Options options = Options.parse(command, rest, root, TaxiSuite.OPTIONS);
          yield finish(TaxiSuite.run(options, System.err), options);
        }
        default -> throw new IllegalArgumentException("Unknown command " + command);
      };
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.err.print(USAGE);
      return 2;
    } catch (IOException e) {
      System.err.println(e.getMessage());
      return 3;
    }
  }

  private static int finish(Report report, Options options) throws IOException {
    Path base = options.resultBase();
    ReportWriter.write(report, base);
    for (Section section : report.sections()) {
      System.out.println(ReportWriter.markdown(section));
    }
    System.out.println("All figures: " + base + ".json, " + base + ".md");
    if (!report.allAnswersAgree()) {
      System.err.println("Answers differ, or an engine failed: see above.");
      return 1;
    }
    if (options.flag("gate") && !report.targetsHold()) {
      System.err.println("A number to reach was not reached: see above.");
      return 1;
    }
    return 0;
  }
}
