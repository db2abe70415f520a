// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.suite;

import dev.eider.bench.harness.Engine;
import dev.eider.bench.harness.InProcessContestant;
import dev.eider.bench.harness.QueryResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the parts of the remote benchmark share: the engines, the files, the link that all slow
 * stores have, and how contestants are started and closed.
 */
final class RemoteRun {
  static final String LINK = "latency_ms=30,jitter_ms=15,stream_mb_s=88,link_gbit_s=5";
  static final double LINK_BYTES_PER_SECOND = 5e9 / 8;
  static final double LATENCY_MS = 30;

  /** Gives answers to compare with and no column of a table. */
  static final Set<String> UNLISTED = Set.of(Engines.DUCKDB_2);

  final Options options;
  final SuiteRun run;
  final RemoteData data;
  final double scale;
  final int rounds;

  RemoteRun(Options options, SuiteRun run, RemoteData data, double scale) {
    this.options = options;
    this.run = run;
    this.data = data;
    this.scale = scale;
    this.rounds = options.flag("check") ? 1 : options.rounds(RemoteSuite.ROUNDS);
  }

  Engine eider() throws IOException, InterruptedException {
    return Engines.engine(Engines.EIDER, options);
  }

  Engine duckdb() throws IOException, InterruptedException {
    return Engines.engine(Engines.DUCKDB_2, options);
  }

  /**
   * Eider with all stores, {@code file://} too, behind a link. Nothing is kept from one query for
   * the next: each of them reads over the link.
   */
  Engine slow(String suffix, String link, String... settings)
      throws IOException, InterruptedException {
    List<String> all = new ArrayList<>();
    all.add("SET eider_simulated_store = '" + link + "'");
    all.add("SET enable_external_file_cache = false");
    all.addAll(List.of(settings));
    return Engines.variant(eider(), suffix, all);
  }

  /** Contestants under way; closes all of them. */
  static final class Entrants implements AutoCloseable {
    final List<InProcessContestant> all = new ArrayList<>();

    @Override
    public void close() throws IOException {
      for (InProcessContestant one : all) {
        one.close();
      }
    }
  }

  /** Starts one engine and runs statements in it. */
  InProcessContestant start(Entrants entrants, Engine engine, String... statements)
      throws IOException {
    InProcessContestant contestant = InProcessContestant.start(engine, data.directory().path());
    entrants.all.add(contestant);
    for (String sql : statements) {
      contestant.execute(sql);
    }
    return contestant;
  }

  /** The rounds of one engine in ms, empty if the query got no number. */
  static double[] millis(QueryResult result, String engine) {
    return millis(result.timings(), engine);
  }

  private static double[] millis(Map<String, QueryResult.Timing> timings, String engine) {
    QueryResult.Timing timing = timings.get(engine);
    return timing == null ? new double[0] : timing.millis();
  }
}
