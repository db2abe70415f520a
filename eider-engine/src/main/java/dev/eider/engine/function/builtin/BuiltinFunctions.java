// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.builtin;

import dev.eider.engine.function.FunctionRegistry;
import dev.eider.engine.function.aggregate.AggregateFunctions;
import dev.eider.engine.function.json.JsonFunctions;
import dev.eider.engine.function.scalar.ScalarFunctions;
import dev.eider.engine.function.temporal.TemporalFunctions;
import dev.eider.engine.function.text.TextFunctions;

/** The registry of all built-in functions. */
public final class BuiltinFunctions {
  private BuiltinFunctions() {}

  /** The one registry; each kind of function is added when the first of it is looked for. */
  public static FunctionRegistry registry() {
    return Holder.REGISTRY;
  }

  private static void addScalars(FunctionRegistry registry) {
    ScalarFunctions.register(registry);
    TextFunctions.register(registry);
    TemporalFunctions.register(registry);
    JsonFunctions.register(registry);
  }

  private static final class Holder {
    static final FunctionRegistry REGISTRY =
        new FunctionRegistry(BuiltinFunctions::addScalars, AggregateFunctions::register);
  }
}
