// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.io.store;

import dev.eider.base.env.Env;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What was asked of the stores of a database: sums by store and operation, and the last requests
 * one by one. Any thread.
 */
public final class StoreStatistics implements StoreObserver {
  /** Requests that are remembered one by one. */
  public static final int LOG_MAX = 4_096;

  private final Env env;
  private final Map<Key, Sums> sums = new ConcurrentHashMap<>();

  /** Guarded by itself. */
  private final ArrayDeque<Entry> log = new ArrayDeque<>();

  /** Nothing yet. */
  public StoreStatistics(Env env) {
    this.env = env;
  }

  private record Key(String store, StoreOperation operation) {}

  /** Guarded by itself. */
  private static final class Sums {
    private final LatencyHistogram latencies = new LatencyHistogram();
    private long inFlight;
    private long requests;
    private long failures;
    private long retries;
    private long bytes;
  }

  /**
   * The sums of one operation on one store; times in milliseconds.
   *
   * @param requests that have ended, repetitions too
   * @param retries how many of them were repetitions
   */
  public record Row(
      String store,
      StoreOperation operation,
      long requests,
      long failures,
      long retries,
      long inFlight,
      long bytes,
      double mean,
      double p50,
      double p99) {}

  /** One request; {@code endMicros} since 1970 UTC. */
  public record Entry(long endMicros, String store, Attempt attempt) {}

  private Sums of(String store, StoreOperation operation) {
    return sums.computeIfAbsent(new Key(store, operation), key -> new Sums());
  }

  @Override
  public void began(String store, StoreOperation operation) {
    Sums of = of(store, operation);
    synchronized (of) {
      of.inFlight++;
    }
  }

  @Override
  public void ended(String store, Attempt attempt) {
    Sums of = of(store, attempt.operation());
    synchronized (of) {
      of.inFlight--;
      of.requests++;
      of.bytes += attempt.bytes();
      of.retries += attempt.number() > 1 ? 1 : 0;
      of.failures += attempt.failure() == null ? 0 : 1;
      of.latencies.add(attempt.nanos());
    }
    Entry entry = new Entry(env.epochMicros(), store, attempt);
    synchronized (log) {
      if (log.size() == LOG_MAX) {
        log.remove();
      }
      log.add(entry);
    }
  }

  /** The sums, by store and operation. */
  public List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (Map.Entry<Key, Sums> entry : sums.entrySet()) {
      Key key = entry.getKey();
      Sums of = entry.getValue();
      synchronized (of) {
        rows.add(
            new Row(
                key.store(),
                key.operation(),
                of.requests,
                of.failures,
                of.retries,
                of.inFlight,
                of.bytes,
                of.latencies.meanMillis(),
                of.latencies.quantileMillis(0.5),
                of.latencies.quantileMillis(0.99)));
      }
    }
    rows.sort(Comparator.comparing(Row::store).thenComparing(Row::operation));
    return rows;
  }

  /** The last requests, the oldest first. */
  public List<Entry> log() {
    synchronized (log) {
      return List.copyOf(log);
    }
  }
}
