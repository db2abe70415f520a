// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.aggregate;

import dev.eider.engine.function.FunctionRegistry;

/** Registers every family of aggregate functions. */
public final class AggregateFunctions {
  private AggregateFunctions() {}

  public static void register(FunctionRegistry registry) {
    CoreAggregates.register(registry);
    Spread.register(registry);
    Shape.register(registry);
    Regression.register(registry);
    ValuePickers.register(registry);
    LogicAggregates.register(registry);
    Collectors.register(registry);
    Quantiles.register(registry);
    ReservoirQuantile.register(registry);
    ApproxQuantile.register(registry);
    DistinctSketch.register(registry);
    TopState.register(registry);
    BinnedHistogram.register(registry);
    Means.register(registry);
    BitStrings.register(registry);
    StateFunctions.register(registry);
    LargestTriangles.register(registry);
  }
}
