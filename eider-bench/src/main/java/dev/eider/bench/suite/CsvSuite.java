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
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What people do with CSV files besides the four taxi queries, one query each, in process. */
public final class CsvSuite {
  public static final Set<String> OPTIONS =
      Set.of(
          "rows",
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

  /** Rows of the taxi file; the others keep their proportion to it. */
  private static final long ROWS = 2_000_000;

  private static final int ROUNDS = 5;

  private CsvSuite() {}

  public static Report run(Options options, PrintStream log)
      throws IOException, InterruptedException {
    List<Engine> engines = Engines.of(options);
    DataDirectory data = new DataDirectory(options.dataDirectory(), options.threads(), log);
    long rows = options.count("rows", ROWS);
    DataFile taxi = data.taxi(rows);
    DataFile wide = data.wide(Math.max(1, rows / 4));
    DataFile quoted = data.quoted(Math.max(1, rows / 2));
    DataFile events = data.events(rows * 5);
    DataFile dimension = data.dimension();
    SuiteRun run = new SuiteRun(options, log);
    List.of(taxi, wide, quoted, events, dimension).forEach(run::uses);
    List<String> only = options.list("only", "");
    List<Query> queries = new ArrayList<>();
    for (Query query :
        queries(taxi.name(), wide.name(), quoted.name(), events.name(), dimension.name())) {
      if (only.isEmpty() || only.contains(query.name())) {
        queries.add(query);
      }
    }
    if (queries.isEmpty()) {
      throw new IllegalArgumentException("--only names no query of the csv benchmark");
    }
    run.inProcess(
        "CSV",
        engines,
        data.path(),
        List.of(),
        queries,
        options.rounds(ROUNDS),
        List.of(new Target(Engines.EIDER, Engines.DUCKDB_2, 1)));
    return run.report();
  }

  private static List<Query> queries(
      String taxi, String wide, String quoted, String events, String dimension) {
    return List.of(
        Query.of("count", "rows", "SELECT count(*) FROM '" + taxi + "'"),
        new Query(
            "limit", "SELECT * LIMIT 10", "SELECT * FROM '" + taxi + "' LIMIT 10", List.of(0)),
        Query.of(
            "where",
            "1 % hits",
            "SELECT trip_id, pickup_datetime, passenger_count, total_amount FROM '"
                + taxi
                + "' WHERE trip_distance > 13.36"),
        Query.of("wide", "sum of 58th of 60", "SELECT sum(c58), count(c58) FROM '" + wide + "'"),
        Query.of(
            "quoted",
            "text by author",
            "SELECT author, count(*), sum(length(body)), avg(score), max(body) FROM '"
                + quoted
                + "' GROUP BY author"),
        // The groups are folded to one row, so that the groups are measured and not their
        // transport.
        Query.of(
            "groups",
            "as many groups as half the rows",
            "SELECT count(*), sum(c), max(s), sum(key % 1009 * s) FROM (SELECT key, count(*) AS c,"
                + " sum(value) AS s FROM '"
                + events
                + "' GROUP BY key)"),
        Query.of(
            "distinct",
            "pairs of names",
            "SELECT DISTINCT pickup_ntaname, dropoff_ntaname FROM '" + taxi + "'"),
        new Query(
            "topn",
            "ORDER BY LIMIT 20",
            "SELECT total_amount, trip_id, pickup_datetime FROM '"
                + taxi
                + "' ORDER BY total_amount DESC, trip_id LIMIT 20",
            List.of(0, 1)),
        Query.of(
            "median",
            "by cab type",
            "SELECT cab_type, median(total_amount), median(trip_distance) FROM '"
                + taxi
                + "' GROUP BY cab_type"),
        Query.of(
            "join",
            "with 50,000 rows",
            "SELECT d.region, count(*), sum(e.value * d.weight) FROM '"
                + events
                + "' AS e JOIN '"
                + dimension
                + "' AS d ON e.dim = d.id GROUP BY d.region"));
  }
}
