// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.json;

import dev.eider.engine.function.FunctionRegistry;

/** Registers every family of functions over JSON. */
public final class JsonFunctions {
  private JsonFunctions() {}

  public static void register(FunctionRegistry registry) {
    PathFunctions.register(registry);
    DocumentFunctions.register(registry);
    CreateFunctions.register(registry);
    EditFunctions.register(registry);
    TransformFunctions.register(registry);
    RowsFunctions.register(registry);
  }
}
