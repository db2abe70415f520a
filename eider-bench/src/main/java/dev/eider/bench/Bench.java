// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench;

import dev.eider.bench.data.DataDirectory;
import dev.eider.bench.harness.Report;
import dev.eider.bench.harness.ReportWriter;
import dev.eider.bench.harness.Section;
import dev.eider.bench.storage.EncodingBench;
import dev.eider.bench.suite.CsvSuite;
import dev.eider.bench.suite.IndexSuite;
import dev.eider.bench.suite.MemorySuite;
import dev.eider.bench.suite.Options;
import dev.eider.bench.suite.RemoteSuite;
import dev.eider.bench.suite.RequestSuite;
import dev.eider.bench.suite.StartupSuite;
import dev.eider.bench.suite.TaxiSuite;
import dev.eider.bench.suite.TpchSuite;
import dev.eider.bench.suite.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * Entry point of {@code bin/bench}. Exit codes: 0 all answers agree, 1 some differ (or, with {@code
 * --gate}, a number was not reached), 2 wrong command line, 3 something is missing on this machine.
 */
public final class Bench {
  private static final String USAGE =
      """
      usage: bin/bench COMMAND [options]
        taxi     four aggregations over a taxi file, in process and as whole processes
        csv      ten other things people do with CSV files, in process
        tpch     the 22 TPC-H queries over CSV files, in process
        remote   files in a store far away, and Parquet files: each with its number to reach
        http     processor time of a request: our S3 client beside the AWS SDK
        index    the index of stored tables beside a TreeMap
        startup  the smallest query from a cold start
        memory   peak memory over files of growing size
        encodings QUERY [THREADS [ROUNDS]]   columns of a result encoded and decoded in memory
        kernels  JMH benchmarks whose name matches a pattern; JMH's own options
        data     only makes the taxi file and prints its path
      options (each command names those it knows when it sees a wrong one)
        --rows N        rows of the taxi file (2m), keys of the index (1m)
        --sf F          TPC-H scale factor (0.1; remote 1)
        --sizes A,B     sizes of the files of the memory benchmark (1g,4g)
        --rounds N      timed rounds                 --warmups N   passes before them (1)
        --whole-rounds N, --modes in,whole           taxi only
        --csv-size N    size of the CSV file of remote (2g)   --files N   small files (1k)
        --only A,B      only these queries (csv, tpch) or parts (remote: scan,giant,small,csv,
                        memory,local,write,s3; index: sequence,random,text)
        --engines A,B   eider,eider-scalar,duckdb-2.0.0,duckdb-1.5.5
        --data DIR      generated files (bench-data) --out BASE    result pages without extension
        --eider PATHS   class path of Eider (dist/eider.jar)   --launcher FILE   (eider)
        --threads N     all cores
        --check         one round: the answers matter, not the times
        --gate          fail also when a number to reach is not reached
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
        case "csv" -> {
          Options options = Options.parse(command, rest, root, CsvSuite.OPTIONS);
          yield finish(CsvSuite.run(options, System.err), options);
        }
        case "tpch" -> {
          Options options = Options.parse(command, rest, root, TpchSuite.OPTIONS);
          yield finish(TpchSuite.run(options, System.err), options);
        }
        case "remote" -> {
          Options options = Options.parse(command, rest, root, RemoteSuite.OPTIONS);
          yield finish(RemoteSuite.run(options, System.err), options);
        }
        case "http" -> {
          Options options = Options.parse(command, rest, root, RequestSuite.OPTIONS);
          yield finish(RequestSuite.run(options, System.err), options);
        }
        case "index" -> {
          Options options = Options.parse(command, rest, root, IndexSuite.OPTIONS);
          yield finish(IndexSuite.run(options, System.err), options);
        }
        case "startup" -> {
          Options options = Options.parse(command, rest, root, StartupSuite.OPTIONS);
          Report report = StartupSuite.run(options, System.err);
          yield finish(report, StartupSuite.verdicts(report), options);
        }
        case "memory" -> {
          Options options = Options.parse(command, rest, root, MemorySuite.OPTIONS);
          Report report = MemorySuite.run(options, System.err);
          yield finish(report, MemorySuite.verdicts(report), options);
        }
        case "encodings" -> {
          EncodingBench.run(rest);
          yield 0;
        }
        case "data" -> {
          Options options = Options.parse(command, rest, root, Set.of("rows", "data", "threads"));
          DataDirectory data =
              new DataDirectory(options.dataDirectory(), options.threads(), System.err);
          System.out.println(data.taxi(options.count("rows", 2_000_000)).path());
          yield 0;
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
    return finish(report, List.of(), options);
  }

  private static int finish(Report report, List<Verdict> verdicts, Options options)
      throws IOException {
    Path base = options.resultBase();
    ReportWriter.write(report, base);
    if (!report.figures().isEmpty()) {
      System.out.println(ReportWriter.markdown(report.figures()));
    }
    for (Section section : report.sections()) {
      System.out.println(ReportWriter.markdown(section));
    }
    verdicts.forEach(System.out::println);
    System.out.println("All figures: " + base + ".json, " + base + ".md");
    if (!report.allAnswersAgree()) {
      System.err.println("Answers differ, or an engine failed: see above.");
      return 1;
    }
    boolean held = report.targetsHold() && verdicts.stream().allMatch(Verdict::holds);
    if (options.flag("gate") && !held) {
      System.err.println("A number to reach was not reached: see above.");
      return 1;
    }
    return 0;
  }
}
