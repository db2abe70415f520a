// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.verify.fuzz;

import dev.eider.verify.support.HarnessThreads;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The program that damages Parquet files and reads them: {@code bin/run-verify
 * dev.eider.verify.fuzz.ParquetFuzz --minutes 30 --seed 7}. Run it with a small heap ({@code
 * EIDER_VERIFY_JVM=-Xmx512m}): what a damaged file claims must not be allocated.
 */
public final class ParquetFuzz {
  private static final String USAGE =
      """
      usage: ParquetFuzz [--minutes N | --count N] [--seed S] [--from I] [--only I] [--oracle no] [--keep DIR]
        Damages small Parquet files and reads them, N minutes long or N times (default: 1000 times).
        Mutation I of a seed is always the same: --only I makes it alone, --from I begins there.
        --keep DIR writes the damaged files of findings there. --oracle no: without files of DuckDB.
        Ends with the line "N passed, N failed".
      """;
  private static final int EXIT_FAILED = 1;
  private static final int EXIT_USAGE = 2;
  private static final int FINDINGS_MAX = 100;

  private long minutes;
  private long count = 1_000;
  private long seed = 1;
  private long from;
  private boolean oracle = true;
  private @Nullable Path keep;

  private ParquetFuzz() {}

  /** Told about each finding as it comes. */
  interface Listener {
    /** One more. */
    void found(long number, Sample sample, String what, byte[] bytes) throws IOException;
  }

  /** Runs and exits: 0 without findings, 1 with some, 2 for a wrong command line. */
  public static void main(String[] arguments) throws IOException, SQLException {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    ParquetFuzz program = new ParquetFuzz();
    int status;
    try {
      program.parse(arguments);
      status = program.run(out) ? 0 : EXIT_FAILED;
    } catch (IllegalArgumentException wrong) {
      System.err.println("ParquetFuzz: " + wrong.getMessage());
      System.err.print(USAGE);
      status = EXIT_USAGE;
    }
    out.flush();
    Runtime.getRuntime().halt(status);
  }

  private void parse(String[] arguments) {
    for (int i = 0; i < arguments.length; i += 2) {
      if (i + 1 >= arguments.length) {
        throw new IllegalArgumentException("no value: " + arguments[i]);
      }
      String value = arguments[i + 1];
      switch (arguments[i]) {
        case "--minutes" -> {
          minutes = Long.parseLong(value);
          count = Long.MAX_VALUE;
        }
        case "--count" -> count = Long.parseLong(value);
        case "--seed" -> seed = Long.parseLong(value);
        case "--from" -> from = Long.parseLong(value);
        case "--only" -> {
          from = Long.parseLong(value);
          count = 1;
        }
        case "--oracle" -> oracle = !value.equals("no");
        case "--keep" -> keep = Path.of(value);
        default -> throw new IllegalArgumentException("unknown option " + arguments[i]);
      }
    }
  }

  private boolean run(PrintStream out) throws IOException, SQLException {
    Path directory = Files.createTempDirectory("eider-fuzz");
    long end = minutes == 0 ? Long.MAX_VALUE : HarnessThreads.millis() + minutes * 60_000;
    long[] failed = {0};
    long made;
    try {
      made =
          run(
              directory,
              oracle,
              seed,
              from,
              count,
              end,
              (number, sample, what, bytes) -> {
                failed[0]++;
                out.println(
                    "--seed " + seed + " --only " + number + " (" + sample.name() + "): " + what);
                Path kept = keep;
                if (kept != null) {
                  Files.createDirectories(kept);
                  Files.write(kept.resolve(seed + "-" + number + ".parquet"), bytes);
                }
              });
    } finally {
      try (var files = Files.list(directory)) {
        for (Path file : (Iterable<Path>) files::iterator) {
          Files.delete(file);
        }
      }
      Files.delete(directory);
    }
    out.println(made - failed[0] + " passed, " + failed[0] + " failed");
    return failed[0] == 0;
  }

  /**
   * Makes mutations and reads them; stops at {@value #FINDINGS_MAX} findings.
   *
   * @param end by the clock of {@link HarnessThreads#millis}
   * @return how many were made
   */
  static long run(
      Path directory, boolean oracle, long seed, long from, long count, long end, Listener listener)
      throws IOException, SQLException {
    List<Sample> samples = Samples.make(directory, oracle);
    Mutator mutator = new Mutator(samples, seed);
    long made = 0;
    int found = 0;
    try (Probe probe = new Probe(directory)) {
      for (Sample sample : samples) {
        for (int query = 0; query < 2; query++) {
          String wrong = probe.check(sample.bytes(), query);
          if (wrong != null) {
            throw new IllegalStateException("a sound file, " + sample.name() + ": " + wrong);
          }
        }
      }
      while (made < count && found < FINDINGS_MAX && HarnessThreads.millis() < end) {
        long number = from + made++;
        byte[] bytes = mutator.mutate(number);
        String wrong = probe.check(bytes, number);
        if (wrong != null) {
          found++;
          listener.found(number, mutator.sample(number), wrong, bytes);
        }
      }
    }
    return made;
  }
}
