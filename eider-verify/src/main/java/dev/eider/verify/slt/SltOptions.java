// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.slt;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The command line of the runner. Mutable while it is parsed, read-only afterwards. */
final class SltOptions {
  static final String USAGE =
      """
      usage: slt [option…] PATH…
        --engine NAME          eider (default) or duckdb
        --data-dir D           the directory relative paths in the tests mean (default: .)
        --skip-list F          files known not to pass, with reasons
        --write-skip-list F    write the list as this run would have it
        --oracle-list F        for --write-skip-list: the files the oracle itself fails
        --run-listed no        do not run listed files (then a stale list is not noticed)
        --config F             settings for every file, see RunConfig
        --wave N[,N…]          the files of these waves under the data directory that need no
                               extension
        --no-extensions        leave out files that need an extension
        --filter GLOB          only files whose name matches
        --slow                 .test_slow files too
        --complete             rewrite expectations in place
        --jobs N               files at a time (default 2)
        --timeout SECONDS      for each file (default 60)
        --summary-by-dir       pass rates by directory and wave
        --quiet                no details of failures
        --verbose              a line for each file
      Ends with the line "N passed, N failed, N skipped".
      """;

  String engine = "eider";
  Path dataDirectory = Path.of("").toAbsolutePath();
  @Nullable Path skipList;
  @Nullable Path writeSkipList;
  @Nullable Path oracleList;
  @Nullable Path config;
  final Set<Integer> waves = new TreeSet<>();
  @Nullable String filter;
  boolean runListed = true;
  boolean noExtensions;
  boolean slow;
  boolean complete;
  boolean summaryByDirectory;
  boolean quiet;
  boolean verbose;
  int jobs = 2;
  long timeoutMillis = 60_000;
  final List<Path> paths = new ArrayList<>();

  private SltOptions() {}

  /**
   * Parses arguments.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  static SltOptions parse(String[] arguments) {
    SltOptions options = new SltOptions();
    for (int i = 0; i < arguments.length; i++) {
      String argument = arguments[i];
      if (!argument.startsWith("--")) {
        options.paths.add(Path.of(argument));
      } else if (!options.flag(argument)) {
        if (i + 1 >= arguments.length) {
          throw new IllegalArgumentException("unknown option, or no value: " + argument);
        }
        options.value(argument, arguments[++i]);
      }
    }
    if (options.paths.isEmpty() && options.waves.isEmpty()) {
      throw new IllegalArgumentException("no PATH and no --wave given");
    }
    return options;
  }

  private boolean flag(String argument) {
    switch (argument) {
      case "--no-extensions" -> noExtensions = true;
      case "--slow" -> slow = true;
      case "--complete" -> complete = true;
      case "--summary-by-dir" -> summaryByDirectory = true;
      case "--quiet" -> quiet = true;
      case "--verbose" -> verbose = true;
      default -> {
        return false;
      }
    }
    return true;
  }

  private void value(String argument, String value) {
    switch (argument) {
      case "--engine" -> engine = value;
      case "--data-dir" -> dataDirectory = Path.of(value).toAbsolutePath().normalize();
      case "--skip-list" -> skipList = Path.of(value);
      case "--write-skip-list" -> writeSkipList = Path.of(value);
      case "--oracle-list" -> oracleList = Path.of(value);
      case "--run-listed" -> runListed = !value.equalsIgnoreCase("no");
      case "--config" -> config = Path.of(value);
      case "--filter" -> filter = value;
      case "--jobs" -> jobs = Math.max(1, number(argument, value));
      case "--timeout" -> timeoutMillis = number(argument, value) * 1000L;
      case "--wave" -> {
        for (String wave : value.split(",", -1)) {
          waves.add(number(argument, wave));
        }
      }
      default -> throw new IllegalArgumentException("unknown option " + argument);
    }
  }

  private static int number(String argument, String value) {
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException notANumber) {
      throw new IllegalArgumentException(argument + " needs a number, not '" + value + "'");
    }
  }
}
