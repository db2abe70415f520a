// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.session.explain;

import dev.eider.base.table.FetchCounts;
import dev.eider.engine.execute.OperatorNode;
import dev.eider.engine.execute.pipeline.OperatorProfile;
import org.jspecify.annotations.Nullable;

/**
 * What is shown: the operators, and after EXPLAIN ANALYZE what they did.
 *
 * @param profile rows and times by operator number; null when nothing ran
 * @param totalNanos the time of the whole query
 * @param bytesRead bytes that scans read
 * @param fetched what came from stores
 * @param waitedNanos the time that workers waited for bytes, all together
 * @param sql the statement
 */
public record PlanReport(
    OperatorNode root,
    @Nullable OperatorProfile profile,
    long totalNanos,
    long bytesRead,
    FetchCounts fetched,
    long waitedNanos,
    String sql) {
  /** A plan that did not run. */
  public static PlanReport of(OperatorNode root) {
    return new PlanReport(root, null, 0, 0, FetchCounts.NONE, 0, "");
  }

  /** Whether there is a measurement of an operator. */
  boolean measures(OperatorNode node) {
    return profile != null && node.number() >= 0;
  }

  /** The rows an operator yielded. */
  long rows(OperatorNode node) {
    return profile == null ? 0 : profile.rows(node.number());
  }

  /** The seconds an operator took, of all threads together. */
  double seconds(OperatorNode node) {
    return profile == null ? 0 : profile.nanos(node.number()) / 1e9;
  }

  /** The seconds that workers waited for bytes, all together. */
  double waitedSeconds() {
    return waitedNanos / 1e9;
  }

  /** The seconds of the whole query. */
  double totalSeconds() {
    return totalNanos / 1e9;
  }
}
