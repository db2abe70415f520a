// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.temporal;

import dev.eider.engine.function.FunctionRegistry;

/** Registers every family of functions over dates and times. */
public final class TemporalFunctions {
  private TemporalFunctions() {}

  public static void register(FunctionRegistry registry) {
    PartFunctions.register(registry);
    SpanFunctions.register(registry);
    ZoneFunctions.register(registry);
    MakeFunctions.register(registry);
    IntervalFunctions.register(registry);
    TextTimeFunctions.register(registry);
  }
}
