// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.harness;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a contest found out about one query.
 *
 * @param refusal why there are no numbers, null if the answers agree; {@code timings} is empty then
 * @param rows rows of the agreed answer
 */
public record QueryResult(
    Query query, @Nullable String refusal, int rows, Map<String, Timing> timings) {
  public QueryResult {
    timings = new LinkedHashMap<>(timings);
    if (refusal != null && !timings.isEmpty()) {
      throw new IllegalArgumentException("A query whose answers differ gets no number");
    }
  }

  static QueryResult refused(Query query, String reason) {
    return new QueryResult(query, reason, 0, Map.of());
  }

  /**
   * Ratios of each of our engines against each peer; without ours, of the first against the rest.
   */
  public List<Ratio> ratios() {
    List<Ratio> out = new ArrayList<>();
    List<String> names = List.copyOf(timings.keySet());
    boolean anyOurs = names.stream().anyMatch(Engine::isOurs);
    for (String subject : names) {
      boolean isSubject = anyOurs ? Engine.isOurs(subject) : subject.equals(names.getFirst());
      for (String peer : names) {
        if (isSubject && !peer.equals(subject) && !Engine.isOurs(peer)) {
          out.add(Ratio.of(subject, timing(subject).millis(), peer, timing(peer).millis()));
        }
      }
    }
    return out;
  }

  /** The ratio of one pair, null if there is none. */
  public @Nullable Ratio ratio(String subject, String peer) {
    for (Ratio ratio : ratios()) {
      if (ratio.subject().equals(subject) && ratio.peer().equals(peer)) {
        return ratio;
      }
    }
    return null;
  }

  private Timing timing(String name) {
    Timing timing = timings.get(name);
    if (timing == null) {
      throw new IllegalArgumentException("No timing of " + name);
    }
    return timing;
  }

  /**
   * One engine's rounds, in round order.
   *
   * @param millis wall time
   * @param cpuMillis processor time of the process, 0 where unknown
   */
  public record Timing(double[] millis, double[] cpuMillis) {
    public double medianMillis() {
      return Series.median(millis);
    }

    public double medianCpuMillis() {
      return Series.median(cpuMillis);
    }
  }
}
