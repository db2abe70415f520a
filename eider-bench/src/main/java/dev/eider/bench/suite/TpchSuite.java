// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.suite;

import dev.eider.bench.data.DataDirectory;
import dev.eider.bench.harness.Engine;
import dev.eider.bench.harness.Query;
import dev.eider.bench.harness.Report;
import dev.eider.bench.harness.Target;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The 22 queries of TPC-H with their validation parameters, over views on CSV files. Not a TPC
 * result: the rules for those are not followed.
 */
public final class TpchSuite {
  public static final Set<String> OPTIONS =
      Set.of(
          "sf",
          "rounds",
          "warmups",
          "engines",
          "data",
          "out",
          "threads",
          "eider",
          "launcher",
          "gate",
          "check",
          "only");

  private static final int QUERIES = 22;
  private static final int ROUNDS = 3;

  /** ORDER BY columns by query number, as positions in the result. */
  private static final Map<Integer, List<Integer>> ORDER =
      Map.ofEntries(
          Map.entry(1, List.of(0, 1)),
          Map.entry(2, List.of(0, 2, 1, 3)),
          Map.entry(3, List.of(1, 2)),
          Map.entry(4, List.of(0)),
          Map.entry(5, List.of(1)),
          Map.entry(7, List.of(0, 1, 2)),
          Map.entry(8, List.of(0)),
          Map.entry(9, List.of(0, 1)),
          Map.entry(10, List.of(2)),
          Map.entry(11, List.of(1)),
          Map.entry(12, List.of(0)),
          Map.entry(13, List.of(1, 0)),
          Map.entry(15, List.of(0)),
          Map.entry(16, List.of(3, 0, 1, 2)),
          Map.entry(18, List.of(4, 3)),
          Map.entry(20, List.of(0)),
          Map.entry(21, List.of(1, 0)),
          Map.entry(22, List.of(0)));

  private TpchSuite() {}

  public static Report run(Options options, PrintStream log)
      throws IOException, InterruptedException {
    double scale = options.decimal("sf", 0.1);
    List<Engine> engines = Engines.of(options);
    DataDirectory data = new DataDirectory(options.dataDirectory(), options.threads(), log);
    Path folder = data.tpch(scale);
    SuiteRun run = new SuiteRun(options, log);
    run.fact("scale factor", options.text("sf", "0.1"));
    run.inProcess(
        "TPC-H queries on CSV, SF " + options.text("sf", "0.1"),
        engines,
        folder,
        schema(),
        queries(scale, options.list("only", "")),
        options.rounds(ROUNDS),
        List.of(new Target(Engines.EIDER, Engines.DUCKDB_2, 1)));
    return run.report();
  }

  /** The statements that make the eight views. */
  static List<String> schema() throws IOException {
    List<String> out = new ArrayList<>();
    for (String statement : resource("schema.sql").split(";", -1)) {
      if (!statement.isBlank()) {
        out.add(statement.strip());
      }
    }
    return out;
  }

  /** What the view of one table selects. */
  static String table(String name) throws IOException {
    String head = "CREATE VIEW " + name + " AS ";
    for (String statement : schema()) {
      if (statement.startsWith(head)) {
        return statement.substring(head.length());
      }
    }
    throw new IllegalArgumentException("No view " + name);
  }

  static List<Query> queries(double scale, List<String> only) throws IOException {
    List<Query> out = new ArrayList<>();
    for (int number = 1; number <= QUERIES; number++) {
      String name = String.format(Locale.ROOT, "q%02d", number);
      if (only.isEmpty() || only.contains(name)) {
        String sql = resource(name + ".sql").strip();
        if (sql.endsWith(";")) {
          sql = sql.substring(0, sql.length() - 1);
        }
        // Query 11's threshold is defined as 0.0001 / scale factor.
        sql = sql.replace("${fraction}", String.format(Locale.ROOT, "%.10f", 0.0001 / scale));
        out.add(new Query(name, "", sql, ORDER.getOrDefault(number, List.of())));
      }
    }
    if (out.isEmpty()) {
      throw new IllegalArgumentException("--only must name queries from q01 to q22");
    }
    return out;
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = TpchSuite.class.getResourceAsStream("/dev/eider/bench/tpch/" + name)) {
      if (in == null) {
        throw new IOException("Not in the benchmark's jar: tpch/" + name);
      }
      return withoutComments(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static String withoutComments(String text) {
    StringBuilder out = new StringBuilder();
    for (String line : text.split("\n", -1)) {
      if (!line.startsWith("--")) {
        out.append(line).append('\n');
      }
    }
    return out.toString();
  }
}
