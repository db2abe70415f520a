// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.suite;

import dev.eider.bench.harness.AnswerComparator;
import dev.eider.bench.harness.Contestant.EngineFailure;
import dev.eider.bench.harness.Contestant.Reply;
import dev.eider.bench.harness.Figure;
import dev.eider.bench.harness.InProcessContestant;
import dev.eider.bench.harness.LinkUse;
import dev.eider.bench.harness.Plot;
import dev.eider.bench.harness.Query;
import dev.eider.bench.harness.QueryResult;
import dev.eider.bench.harness.Series;
import dev.eider.bench.harness.Transfer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * TPC-H queries 6 and 1 on {@code lineitem} in a slow store: without read-ahead, as it comes, and
 * tuned. Times come from a contest; what passed the link is watched afterwards, in passes that are
 * not timed.
 */
final class RemoteScan {
  private static final String NO_READ_AHEAD = "eider-depth0";
  private static final String TUNED = "eider-tuned";
  private static final String LOCAL = "eider-local";

  /** The one kept free for what waits; what it holds is bounded by jobs, not by memory. */
  private static final List<String> TUNING =
      List.of("SET async_threads = 48", "SET read_ahead_depth = 64");

  private static final Map<String, List<String>> COLUMNS =
      Map.of(
          "q06",
          List.of("l_shipdate", "l_discount", "l_quantity", "l_extendedprice"),
          "q01",
          List.of(
              "l_shipdate",
              "l_returnflag",
              "l_linestatus",
              "l_quantity",
              "l_extendedprice",
              "l_discount",
              "l_tax"));

  private static final double SPEEDUP = 3;
  private static final double LINK_SHARE = 90;
  private static final double FIRST_BYTE_MS = 3 * RemoteRun.LATENCY_MS;
  private static final double FETCHED = 1.1;

  /** As a network interface is usually watched. */
  private static final long PLOT_STEP_NANOS = 50_000_000;

  private RemoteScan() {}

  static void run(RemoteRun remote) throws IOException, InterruptedException {
    Path file = remote.data.lineitem(remote.scale);
    remote.run.file(remote.data.describe(file));
    String near = "CREATE VIEW lineitem AS SELECT * FROM " + RemoteData.quoted(file);
    String far = "CREATE VIEW lineitem AS SELECT * FROM " + RemoteData.address(file);
    List<Query> queries = TpchSuite.queries(1, List.of("q06", "q01")).reversed();
    try (RemoteRun.Entrants entrants = new RemoteRun.Entrants()) {
      InProcessContestant reference = remote.start(entrants, remote.duckdb(), near);
      List<InProcessContestant> watched =
          List.of(
              remote.start(
                  entrants,
                  remote.slow("-depth0", RemoteRun.LINK, "SET read_ahead_depth = 0"),
                  far),
              remote.start(entrants, remote.slow("", RemoteRun.LINK), far),
              remote.start(
                  entrants,
                  remote.slow("-tuned", RemoteRun.LINK, TUNING.toArray(new String[0])),
                  far));
      remote.start(entrants, Engines.variant(remote.eider(), "-local", List.of()), near);
      List<QueryResult> results =
          remote.run.contest(
              "TPC-H on Parquet in a slow store",
              entrants.all,
              RemoteRun.UNLISTED,
              queries,
              remote.rounds,
              List.of());
      for (QueryResult result : results) {
        speedups(remote, result);
        if (result.refusal() == null) {
          watch(remote, reference, watched, result, file);
        }
      }
    }
  }

  private static void speedups(RemoteRun remote, QueryResult result) {
    String query = result.query().name();
    String what = query + ", slow store: without read-ahead / ";
    if (result.refusal() != null) {
      remote.run.figure(
          Figure.missing(
              "async-" + query, what + "as it comes", Figure.atLeast(SPEEDUP), result.refusal()));
      return;
    }
    double[] without = RemoteRun.millis(result, NO_READ_AHEAD);
    double[] with = RemoteRun.millis(result, Engines.EIDER);
    remote.run.figure(
        Figure.ratio(
            "async-" + query, what + "as it comes", without, with, Figure.atLeast(SPEEDUP)));
    remote.run.figure(
        Figure.ratio(
            "tuned-" + query,
            what + "tuned",
            without,
            RemoteRun.millis(result, TUNED),
            Figure.atLeast(SPEEDUP)));
    remote.run.figure(
        Figure.ratio(
            "local-" + query,
            query + ": slow store / local file",
            with,
            RemoteRun.millis(result, LOCAL),
            null));
  }

  /** The passes in which the link is watched. */
  private static void watch(
      RemoteRun remote,
      InProcessContestant reference,
      List<InProcessContestant> engines,
      QueryResult result,
      Path file)
      throws IOException {
    Query query = result.query();
    List<Plot.Curve> curves = new ArrayList<>();
    for (InProcessContestant engine : engines) {
      List<LinkUse> uses = new ArrayList<>();
      for (int i = 0; i < remote.rounds; i++) {
        uses.add(observe(reference, engine, query));
      }
      curves.add(curve(engine.name(), uses.getFirst()));
      if (!engine.name().equals(NO_READ_AHEAD)) {
        figures(remote, engine.name(), query, uses, file);
      }
    }
    remote.run.plot(
        new Plot(
            query.name(),
            "TPC-H " + query.name() + " on Parquet in a slow store, first watched pass",
            "seconds since the start of the query",
            "MB/s",
            curves,
            List.of(new Plot.Level("link", RemoteRun.LINK_BYTES_PER_SECOND / 1e6))));
  }

  private static LinkUse observe(
      InProcessContestant reference, InProcessContestant engine, Query query) throws IOException {
    List<Transfer> seen = new ArrayList<>();
    try {
      Reply reply = engine.observe(query, seen);
      String difference =
          AnswerComparator.difference(
              reference.ask(query).answer(), reply.answer(), query.orderedBy());
      if (difference != null) {
        throw new IOException(engine.name() + " differs when watched: " + difference);
      }
    } catch (EngineFailure e) {
      throw new IOException(engine.name() + " fails when watched: " + e.getMessage(), e);
    }
    if (seen.isEmpty()) {
      throw new IOException(engine.name() + " tells nothing of its link");
    }
    return new LinkUse(seen);
  }

  private static Plot.Curve curve(String name, LinkUse use) {
    double[] bytes = use.bytesPerInterval(PLOT_STEP_NANOS);
    double seconds = PLOT_STEP_NANOS / 1e9;
    double[] rates = new double[bytes.length];
    for (int i = 0; i < rates.length; i++) {
      rates[i] = bytes[i] / seconds / 1e6;
    }
    return new Plot.Curve(name, seconds, rates);
  }

  private static void figures(
      RemoteRun remote, String engine, Query query, List<LinkUse> uses, Path file)
      throws IOException {
    double[] share = new double[uses.size()];
    double[] first = new double[uses.size()];
    double[] fetched = new double[uses.size()];
    int most = 0;
    long projected = remote.data.chunkBytes(file, COLUMNS.getOrDefault(query.name(), List.of()));
    for (int i = 0; i < share.length; i++) {
      LinkUse use = uses.get(i);
      share[i] = 100 * use.dataRate() / RemoteRun.LINK_BYTES_PER_SECOND;
      first[i] = use.firstByteMillis();
      fetched[i] = (double) use.bytes() / projected;
      most = Math.max(most, use.mostAtOnce());
    }
    String who = query.name() + (engine.equals(TUNED) ? ", tuned" : "");
    String suffix = engine.equals(TUNED) ? "-tuned-" : "-";
    remote.run.figure(
        Figure.of(
                "link" + suffix + query.name(),
                who + ": share of the link, first to last data byte",
                share,
                "%",
                Figure.atLeast(LINK_SHARE))
            .remark(
                String.format(
                    Locale.ROOT,
                    "%d requests of %.2f MB on average, at most %d at once",
                    uses.getFirst().dataRequests(),
                    uses.getFirst().dataBytes() / 1e6 / uses.getFirst().dataRequests(),
                    most)));
    if (!engine.equals(TUNED)) {
      remote.run.figure(
          Figure.of(
              "first-" + query.name(),
              who + ": start of the query to first data byte",
              first,
              "ms",
              Figure.atMost(FIRST_BYTE_MS)));
      remote.run.figure(
          new Figure(
              "bytes-" + query.name(),
              who + ": bytes fetched / bytes of the projected column chunks",
              Series.median(fetched),
              Series.min(fetched),
              Series.max(fetched),
              "x",
              Figure.atMost(FETCHED),
              ""));
    }
  }
}
