// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.suite;

import dev.eider.bench.harness.AnswerComparator;
import dev.eider.bench.harness.Contestant.EngineFailure;
import dev.eider.bench.harness.Engine;
import dev.eider.bench.harness.Figure;
import dev.eider.bench.harness.InProcessContestant;
import dev.eider.bench.harness.Query;
import dev.eider.bench.harness.QueryResult;
import dev.eider.bench.harness.Rotation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Parquet files of this machine, read and written, beside DuckDB. */
final class LocalParquet {
  private static final double NOT_SLOWER = 1;
  private static final double NOT_LARGER = 1.05;
  private static final List<String> TWO_THREADS = List.of("SET threads = 2");

  private LocalParquet() {}

  /** Two TPC-H queries and three sums, two threads, warm. */
  static void scan(RemoteRun remote) throws IOException, InterruptedException {
    Path file = remote.data.lineitem(remote.scale);
    String view = "CREATE VIEW lineitem AS SELECT * FROM " + RemoteData.quoted(file);
    List<Query> queries = new ArrayList<>(TpchSuite.queries(1, List.of("q01", "q06")));
    queries.add(
        Query.of(
            "sums",
            "of 3 columns",
            "SELECT sum(l_extendedprice), sum(l_quantity), sum(l_orderkey) FROM lineitem"));
    try (RemoteRun.Entrants entrants = new RemoteRun.Entrants()) {
      for (Engine engine : List.of(remote.eider(), remote.duckdb())) {
        remote.start(entrants, Engines.variant(engine, "", TWO_THREADS), view);
      }
      List<QueryResult> results =
          remote.run.contest(
              "Local Parquet, 2 threads",
              entrants.all,
              Set.of(),
              queries,
              remote.rounds,
              List.of());
      for (QueryResult result : results) {
        String name = result.query().name();
        String what = "local Parquet, " + name + ": DuckDB / Eider";
        Figure.Goal goal = Figure.atLeast(NOT_SLOWER);
        remote.run.figure(
            result.refusal() != null
                ? Figure.missing("local-" + name, what, goal, result.refusal())
                : Figure.ratio(
                    "local-" + name,
                    what,
                    RemoteRun.millis(result, Engines.DUCKDB_2),
                    RemoteRun.millis(result, Engines.EIDER),
                    goal));
      }
    }
  }

  /** {@code lineitem} from one Parquet file into another, with zstd. */
  static void write(RemoteRun remote) throws IOException, InterruptedException {
    Path file = remote.data.lineitem(remote.scale);
    String what = "Parquet write, zstd: ";
    Map<String, double[]> millis = new LinkedHashMap<>();
    try (RemoteRun.Entrants entrants = new RemoteRun.Entrants()) {
      for (Engine engine : List.of(remote.eider(), remote.duckdb())) {
        remote.run.version(remote.start(entrants, engine));
      }
      try {
        for (InProcessContestant one : entrants.all) {
          one.run(copy(file, target(remote, one)));
          check(remote, file, target(remote, one), one.name());
          millis.put(one.name(), new double[remote.rounds]);
        }
        for (int round = 0; round < remote.rounds; round++) {
          for (InProcessContestant one : Rotation.order(entrants.all, round)) {
            times(millis, one.name())[round] =
                one.run(copy(file, target(remote, one))).nanos() / 1e6;
          }
        }
        for (InProcessContestant one : entrants.all) {
          check(remote, file, target(remote, one), one.name());
        }
      } catch (EngineFailure e) {
        String reason = String.valueOf(e.getMessage());
        remote.run.figure(
            Figure.missing("write", what + "DuckDB / Eider", Figure.atLeast(NOT_SLOWER), reason));
        return;
      }
      double size =
          (double) Files.size(target(remote, entrants.all.get(0)))
              / Files.size(target(remote, entrants.all.get(1)));
      remote.run.figure(
          Figure.ratio(
              "write",
              what + "DuckDB / Eider",
              times(millis, Engines.DUCKDB_2),
              times(millis, Engines.EIDER),
              Figure.atLeast(NOT_SLOWER)));
      remote.run.figure(
          new Figure(
              "write-size",
              what + "size of Eider's file / DuckDB's",
              size,
              size,
              size,
              "x",
              Figure.atMost(NOT_LARGER),
              ""));
    } finally {
      Files.deleteIfExists(target(remote, Engines.EIDER));
      Files.deleteIfExists(target(remote, Engines.DUCKDB_2));
    }
  }

  private static double[] times(Map<String, double[]> millis, String name) {
    return millis.getOrDefault(name, new double[0]);
  }

  private static Path target(RemoteRun remote, InProcessContestant engine) {
    return target(remote, engine.name());
  }

  private static Path target(RemoteRun remote, String engine) {
    return remote.data.directory().path().resolve("written-by-" + engine + ".parquet");
  }

  private static String copy(Path from, Path to) {
    return "COPY (SELECT * FROM "
        + RemoteData.quoted(from)
        + ") TO "
        + RemoteData.quoted(to)
        + " (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE "
        + RemoteData.ROW_GROUP_ROWS
        + ")";
  }

  /** What was written is read by DuckDB and compared with the source. */
  private static void check(RemoteRun remote, Path from, Path to, String writer)
      throws IOException, EngineFailure {
    String difference =
        AnswerComparator.difference(
            remote.data.ask(summary(from)), remote.data.ask(summary(to)), List.of());
    if (difference != null) {
      throw new EngineFailure("the file of " + writer + " differs from its source: " + difference);
    }
  }

  private static String summary(Path file) {
    return "SELECT count(*), sum(hash(t)::HUGEINT) FROM " + RemoteData.quoted(file) + " AS t";
  }
}
