// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.suite;

import dev.eider.bench.data.DataFile;
import dev.eider.bench.harness.Figure;
import dev.eider.bench.harness.InProcessContestant;
import dev.eider.bench.harness.MemoryUse;
import dev.eider.bench.harness.Query;
import dev.eider.bench.harness.QueryResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Other shapes of files in a slow store, and a scan with little memory. */
final class RemoteFiles {
  private static final String LOCAL = "eider-local";

  private static final double GIANT = 1.3;
  private static final double SMALL_MS = 3_000;
  private static final double CSV_SHARE = 90;
  private static final int MEMORY_LIMIT_MB = 256;
  private static final int MEMORY_BESIDE_MB = 300;

  /** Of the taxi file, near enough to turn sizes into rows. */
  private static final long CSV_BYTES_PER_ROW = 419;

  private RemoteFiles() {}

  /** All rows in one row group against row groups of the usual size. */
  static void giant(RemoteRun remote) throws IOException, InterruptedException {
    double scale = Math.min(remote.scale, RemoteData.GIANT_SCALE_MAX);
    Path many = remote.data.lineitem(scale);
    Path one = remote.data.giantLineitem(scale);
    remote.run.file(remote.data.describe(one));
    List<Query> queries =
        List.of(Query.of("many", "row groups", sum(many)), Query.of("one", "row group", sum(one)));
    try (RemoteRun.Entrants entrants = new RemoteRun.Entrants()) {
      remote.start(entrants, remote.duckdb());
      remote.start(entrants, remote.slow("", RemoteRun.LINK));
      List<QueryResult> results =
          remote.run.contest(
              "One row group and many",
              entrants.all,
              RemoteRun.UNLISTED,
              queries,
              remote.rounds,
              List.of());
      String what = "slow store: one giant row group / many";
      Figure.Goal goal = Figure.atMost(GIANT);
      String refusal = refusal(results);
      List<String> columns = List.of("l_extendedprice", "l_quantity", "l_discount", "l_shipdate");
      remote.run.figure(
          refusal != null
              ? Figure.missing("giant", what, goal, refusal)
              : Figure.ratio(
                      "giant",
                      what,
                      RemoteRun.millis(results.get(1), Engines.EIDER),
                      RemoteRun.millis(results.get(0), Engines.EIDER),
                      goal)
                  .remark(
                      String.format(
                          Locale.ROOT,
                          "scale factor %s; bytes of the columns read: %.1f MB in one, %.1f MB in"
                              + " many",
                          scale,
                          remote.data.chunkBytes(one, columns) / 1e6,
                          remote.data.chunkBytes(many, columns) / 1e6)));
    }
  }

  private static String sum(Path file) {
    return "SELECT sum(l_extendedprice), sum(l_quantity), sum(l_discount), max(l_shipdate) FROM "
        + RemoteData.address(file);
  }

  private static @Nullable String refusal(List<QueryResult> results) {
    for (QueryResult result : results) {
      if (result.refusal() != null) {
        return result.refusal();
      }
    }
    return null;
  }

  /** Many small files with different columns. */
  static void small(RemoteRun remote) throws IOException, InterruptedException {
    int count =
        Math.toIntExact(remote.options.count("files", remote.options.flag("check") ? 20 : 1_000));
    Path folder = remote.data.smallFiles(count);
    String from =
        "read_parquet("
            + RemoteData.address(folder.resolve("*.parquet")).replace("%2A", "*")
            + ", union_by_name = true)";
    Query query =
        Query.of(
            "small",
            "files",
            "SELECT count(*), sum(id), sum(value), count(name), max(name) FROM " + from);
    try (RemoteRun.Entrants entrants = new RemoteRun.Entrants()) {
      remote.start(entrants, remote.duckdb());
      remote.start(entrants, remote.slow("", "latency_ms=50"));
      QueryResult result =
          remote
              .run
              .contest(
                  String.format(Locale.ROOT, "%,d small files at 50 ms", count),
                  entrants.all,
                  RemoteRun.UNLISTED,
                  List.of(query),
                  remote.rounds,
                  List.of())
              .getFirst();
      String what =
          String.format(Locale.ROOT, "%,d small files, union_by_name, 50 ms of latency", count);
      Figure.Goal goal = Figure.atMost(SMALL_MS);
      remote.run.figure(
          result.refusal() != null
              ? Figure.missing("small", what, goal, result.refusal())
              : Figure.of("small", what, RemoteRun.millis(result, Engines.EIDER), "ms", goal));
    }
  }

  /** One large CSV file. */
  static void csv(RemoteRun remote) throws IOException, InterruptedException {
    long size =
        remote.options.count("csv-size", remote.options.flag("check") ? 5_000_000 : 2_000_000_000L);
    // Whole thousands keep the file names short.
    long rows = Math.max(1000, size / CSV_BYTES_PER_ROW / 1000 * 1000);
    DataFile taxi = remote.data.directory().taxi(rows);
    remote.run.uses(taxi);
    // With the same words for the local file: only who has a simulated store reads it from there.
    Query query =
        Query.of(
            "csv",
            "average by passengers",
            "SELECT passenger_count, avg(total_amount) FROM read_csv("
                + RemoteData.address(taxi.path())
                + ") GROUP BY passenger_count");
    try (RemoteRun.Entrants entrants = new RemoteRun.Entrants()) {
      remote.start(entrants, remote.duckdb());
      remote.start(entrants, remote.slow("", RemoteRun.LINK));
      remote.start(entrants, Engines.variant(remote.eider(), "-local", List.of()));
      QueryResult result =
          remote
              .run
              .contest(
                  "CSV in a slow store",
                  entrants.all,
                  RemoteRun.UNLISTED,
                  List.of(query),
                  remote.rounds,
                  List.of())
              .getFirst();
      String what = "CSV, slow store: share of the link's or the local scan's rate";
      Figure.Goal goal = Figure.atLeast(CSV_SHARE);
      if (result.refusal() != null) {
        remote.run.figure(Figure.missing("csv", what, goal, result.refusal()));
        return;
      }
      double[] slow = RemoteRun.millis(result, Engines.EIDER);
      double[] local = RemoteRun.millis(result, LOCAL);
      double link = taxi.bytes() / RemoteRun.LINK_BYTES_PER_SECOND * 1e3;
      double[] bound = Arrays.stream(local).map(millis -> Math.max(millis, link)).toArray();
      Figure ratio = Figure.ratio("csv", what, bound, slow, null);
      remote.run.figure(
          new Figure(
              "csv",
              what,
              100 * ratio.value(),
              100 * ratio.min(),
              100 * ratio.max(),
              "%",
              goal,
              String.format(Locale.ROOT, "the link alone needs %.0f ms", link)));
    }
  }

  /** The scan with a small memory limit, in a process of its own. */
  static void memory(RemoteRun remote) throws IOException, InterruptedException {
    Path file = remote.data.lineitem(remote.scale);
    String far = "CREATE VIEW lineitem AS SELECT * FROM ";
    try (RemoteRun.Entrants entrants = new RemoteRun.Entrants()) {
      remote.start(entrants, remote.duckdb(), far + RemoteData.quoted(file));
      InProcessContestant ours =
          remote.start(
              entrants,
              remote.slow("", RemoteRun.LINK, "SET memory_limit = '" + MEMORY_LIMIT_MB + "MB'"),
              far + RemoteData.address(file));
      List<QueryResult> results =
          remote.run.contest(
              "Slow store with a memory limit of " + MEMORY_LIMIT_MB + " MB",
              entrants.all,
              RemoteRun.UNLISTED,
              TpchSuite.queries(1, List.of("q01", "q06")),
              1,
              List.of());
      MemoryUse use = ours.memory();
      String what = "slow store, memory_limit " + MEMORY_LIMIT_MB + " MB: peak without file pages";
      Figure.Goal goal = Figure.atMost(MEMORY_LIMIT_MB + MEMORY_BESIDE_MB);
      String refusal = refusal(results);
      if (refusal == null && use.peakAnon() < 0) {
        refusal = "this system does not tell";
      }
      double peak = use.peakAnon() / 1e6;
      remote.run.figure(
          refusal != null
              ? Figure.missing("memory", what, goal, refusal)
              : new Figure("memory", what, peak, peak, peak, "MB", goal, "")
                  .remark(
                      String.format(Locale.ROOT, "with file pages %.0f MB", use.peakRss() / 1e6)));
    }
  }
}
