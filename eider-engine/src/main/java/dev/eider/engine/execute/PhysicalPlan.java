// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute;

import dev.eider.base.type.LogicalType;
import dev.eider.engine.execute.pipeline.Pipeline;
import java.util.List;

/**
 * What one execution of a query runs: pipelines in order (each may rely on the sinks before it),
 * the last of which ends in {@code result}. Used once.
 *
 * @param root the operators for EXPLAIN; their numbers are those of the profile
 * @param operatorCount numbers in use
 */
public record PhysicalPlan(
    List<Pipeline> pipelines,
    ResultSink result,
    List<String> names,
    List<LogicalType> types,
    OperatorNode root,
    int operatorCount) {
  public PhysicalPlan {
    pipelines = List.copyOf(pipelines);
    names = List.copyOf(names);
    types = List.copyOf(types);
  }
}
