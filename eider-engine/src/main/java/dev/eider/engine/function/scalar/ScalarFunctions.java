// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.scalar;

import dev.eider.engine.function.FunctionRegistry;

/** Registers every family of scalar functions. */
public final class ScalarFunctions {
  private ScalarFunctions() {}

  public static void register(FunctionRegistry registry) {
    ArithmeticFunctions.register(registry);
    DivisionFunctions.register(registry);
    TemporalArithmetic.register(registry);
    registry.alias("add", "+");
    registry.alias("subtract", "-");
    registry.alias("multiply", "*");
    BitFunctions.register(registry);
    MathFunctions.register(registry);
    BinFunctions.register(registry);
    RoundFunctions.register(registry);
    IntegerFunctions.register(registry);
    CompareFunctions.register(registry);
    SystemFunctions.register(registry);
    ListFunctions.register(registry);
    ListOrderFunctions.register(registry);
    RangeFunctions.register(registry);
    LambdaFunctions.register(registry);
    StructFunctions.register(registry);
    EnumFunctions.register(registry);
    MapFunctions.register(registry);
    VectorSpaceFunctions.register(registry);
    ListAggregateFunctions.register(registry);
  }
}
