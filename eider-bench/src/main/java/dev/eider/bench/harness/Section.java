// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.bench.harness;

import java.util.List;
import java.util.Map;

/**
 * One table of a report.
 *
 * @param engines names in the order of the columns
 * @param memory peak memory by engine name
 */
public record Section(
    String title,
    List<String> engines,
    List<QueryResult> results,
    Map<String, MemoryUse> memory,
    List<Target> targets) {

  public boolean allAnswersAgree() {
    return results.stream().allMatch(result -> result.refusal() == null);
  }

  /** True if each target whose engines took part holds for each query with numbers. */
  public boolean targetsHold() {
    for (Target target : targets) {
      for (QueryResult result : results) {
        Ratio ratio = result.ratio(target.subject(), target.peer());
        if (ratio != null && ratio.value() < target.atLeast()) {
          return false;
        }
      }
    }
    return true;
  }
}
