// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function;

import dev.eider.base.type.LogicalType;
import dev.eider.base.type.TypeId;
import dev.eider.base.type.Value;
import org.jspecify.annotations.Nullable;

/**
 * What the binding of a function sees of an argument: its type before any cast, its value when it
 * is a constant, the name it was passed under ({@code name := value}, or the alias of a struct
 * field; else empty), for a lambda the type of its body, and whether it was written as a literal,
 * which takes the type of what it stands beside.
 */
public record Argument(
    LogicalType type,
    @Nullable Value constant,
    String name,
    @Nullable LogicalType lambdaResult,
    boolean literal) {
  /** An argument whose type says whether it is a literal. */
  public Argument(
      LogicalType type, @Nullable Value constant, String name, @Nullable LogicalType lambdaResult) {
    this(type, constant, name, lambdaResult, isLiteral(type));
  }

  /** An argument that is not a lambda and has no name. */
  public static Argument of(LogicalType type, @Nullable Value constant) {
    return new Argument(type, constant, "", null);
  }

  private static boolean isLiteral(LogicalType type) {
    return type.id() == TypeId.INTEGER_LITERAL || type.id() == TypeId.STRING_LITERAL;
  }
}
