// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute;

import java.util.List;

/**
 * An operator as EXPLAIN shows it.
 *
 * @param number its number in the profile; -1 when nothing is counted for it
 * @param name in upper case ({@code HASH_JOIN}); says the algorithm that runs
 * @param details what else there is to say, in the order in which it is shown
 * @param estimate how many rows it is thought to yield; -1 when that is not known
 */
public record OperatorNode(
    int number, String name, List<Detail> details, List<OperatorNode> inputs, long estimate) {
  public OperatorNode {
    details = List.copyOf(details);
    inputs = List.copyOf(inputs);
  }

  /** Without an estimate. */
  public OperatorNode(int number, String name, List<Detail> details, List<OperatorNode> inputs) {
    this(number, name, details, inputs, -1);
  }

  /** The same with an estimate of its rows. */
  public OperatorNode withEstimate(long rows) {
    return new OperatorNode(number, name, details, inputs, rows);
  }

  /** One thing to say: {@code Join Type: INNER}. */
  public record Detail(String key, List<String> values) {
    public Detail {
      values = List.copyOf(values);
    }

    /** A detail of one value. */
    public static Detail of(String key, String value) {
      return new Detail(key, List.of(value));
    }

    /** A detail of several values. */
    public static Detail of(String key, List<String> values) {
      return new Detail(key, values);
    }
  }
}
