// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.suite;

import dev.eider.bench.data.DataDirectory;
import dev.eider.bench.data.DataFile;
import dev.eider.bench.harness.Engine;
import dev.eider.bench.harness.Query;
import dev.eider.bench.harness.Report;
import dev.eider.bench.harness.Target;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Set;

/** The four canonical queries over one file of taxi trips, in process and as whole processes. */
public final class TaxiSuite {
  public static final Set<String> OPTIONS =
      Set.of(
          "rows",
          "rounds",
          "whole-rounds",
          "warmups",
          "engines",
          "data",
          "out",
          "threads",
          "eider",
          "launcher",
          "gate",
          "check",
          "modes");

  private static final long ROWS = 2_000_000;
  private static final int ROUNDS = 5;

  private TaxiSuite() {}

  public static Report run(Options options, PrintStream log)
      throws IOException, InterruptedException {
    List<Engine> engines = Engines.of(options);
    DataDirectory data = new DataDirectory(options.dataDirectory(), options.threads(), log);
    DataFile taxi = data.taxi(options.count("rows", ROWS));
    SuiteRun run = new SuiteRun(options, log);
    run.uses(taxi);
    List<Query> queries = queries(taxi.name());
    List<String> modes = options.list("modes", "in,whole");
    if (modes.contains("in")) {
      run.inProcess(
          "Taxi",
          engines,
          data.path(),
          List.of(),
          queries,
          options.rounds(ROUNDS),
          List.of(
              new Target(Engines.EIDER, Engines.DUCKDB_2, 8),
              new Target(Engines.EIDER_SCALAR, Engines.DUCKDB_2, 4)));
    }
    if (modes.contains("whole")) {
      run.wholeProcess(
          "Taxi",
          Engines.wholeProcesses(engines, options, data.path()),
          queries,
          Math.toIntExact(options.count("whole-rounds", options.rounds(ROUNDS))),
          List.of(new Target(Engines.EIDER, Engines.DUCKDB_2, 2.5)));
    }
    return run.report();
  }

  static List<Query> queries(String file) {
    String from = " FROM '" + file + "' ";
    return List.of(
        Query.of(
            "Q01", "count by cab type", "SELECT cab_type, count(*)" + from + "GROUP BY cab_type"),
        Query.of(
            "Q02",
            "average by passengers",
            "SELECT passenger_count, avg(total_amount)" + from + "GROUP BY passenger_count"),
        Query.of(
            "Q03",
            "count by passengers, year",
            "SELECT passenger_count, year(pickup_datetime), count(*)" + from + "GROUP BY 1, 2"),
        new Query(
            "Q04",
            "and by distance, ordered",
            "SELECT passenger_count, year(pickup_datetime), round(trip_distance), count(*)"
                + from
                + "GROUP BY 1, 2, 3 ORDER BY 2, 4 DESC",
            List.of(1, 3)));
  }
}
