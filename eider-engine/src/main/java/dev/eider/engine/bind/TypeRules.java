// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;
import dev.eider.base.type.Value;
import org.jspecify.annotations.Nullable;

/** The binder's door to the rules of types: common types and casts of single values. */
final class TypeRules {
  private TypeRules() {}

  /** The type both can be cast to without asking, or null. */
  static @Nullable LogicalType unify(LogicalType a, LogicalType b) {
    return dev.eider.engine.function.cast.TypeUnifier.unify(a, b);
  }

  /** The constant in another type, or null when it does not convert. */
  static @Nullable Value castConstant(Value value, LogicalType type, BindEnvironment env) {
    try {
      return dev.eider.engine.function.cast.ValueCasts.cast(value, type);
    } catch (EiderException e) {
      return null;
    }
  }
}
