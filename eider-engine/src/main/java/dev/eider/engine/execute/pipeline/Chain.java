// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.execute.pipeline;

import java.util.ArrayList;
import java.util.List;

/**
 * A source and the operators its chunks go through. Numbers are those of {@link OperatorProfile};
 * -1: not counted.
 */
public record Chain(Source source, int number, List<Step> steps) {
  public Chain {
    steps = List.copyOf(steps);
  }

  /** A chain without operators. */
  public static Chain of(Source source, int number) {
    return new Chain(source, number, List.of());
  }

  /** This chain with one more operator at its end. */
  public Chain then(Operator operator, int operatorNumber) {
    List<Step> longer = new ArrayList<>(steps);
    longer.add(new Step(operator, operatorNumber));
    return new Chain(source, number, longer);
  }

  /** An operator and its number. */
  public record Step(Operator operator, int number) {}
}
