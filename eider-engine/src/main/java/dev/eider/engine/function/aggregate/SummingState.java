// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.engine.function.AggregateState;

/** States that are sums with the number of values. */
interface SummingState extends AggregateState {
  SumWords sum(int group);

  /** Sets an empty group. */
  void setSum(int group, SumWords sum);
}
