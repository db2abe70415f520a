// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import org.jspecify.annotations.Nullable;

/**
 * What the binding of a function sees of an argument: its type before any cast, its value when it
 * is a constant, the name it was passed under ({@code name := value}, or the alias of a struct
 * field; else empty), and for a lambda the type of its body.
 */
public record Argument(
    LogicalType type, @Nullable Value constant, String name, @Nullable LogicalType lambdaResult) {
  /** An argument that is not a lambda and has no name. */
  public static Argument of(LogicalType type, @Nullable Value constant) {
    return new Argument(type, constant, "", null);
  }
}
