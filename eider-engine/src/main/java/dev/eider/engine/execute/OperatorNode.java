// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute;

import java.util.List;

/**
 * An operator as EXPLAIN shows it: its number in the profile, its name ({@code HASH_JOIN}), lines
 * of detail and its inputs.
 */
public record OperatorNode(
    int number, String name, List<String> details, List<OperatorNode> inputs) {
  public OperatorNode {
    details = List.copyOf(details);
    inputs = List.copyOf(inputs);
  }
}
