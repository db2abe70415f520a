// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.text;

import dev.eider.engine.function.FunctionRegistry;

/** Registers every family of functions over text. */
public final class TextFunctions {
  private TextFunctions() {}

  public static void register(FunctionRegistry registry) {
    BasicFunctions.register(registry);
    ConcatFunctions.register(registry);
    SearchFunctions.register(registry);
    RegexFunctions.register(registry);
    SplitFunctions.register(registry);
    SimilarityFunctions.register(registry);
    CodecFunctions.register(registry);
    FormatFunctions.register(registry);
    NumeralFunctions.register(registry);
    PathFunctions.register(registry);
    GraphemeFunctions.register(registry);
  }
}
