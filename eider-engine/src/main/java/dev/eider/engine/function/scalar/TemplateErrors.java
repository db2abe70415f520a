// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.scalar;

import dev.eider.base.error.EiderException;
import dev.eider.base.type.LogicalType;

/** Errors about parameters that must agree in type, as the dialect words them. */
final class TemplateErrors {
  private TemplateErrors() {}

  /**
   * The second type does not agree with the first.
   *
   * @param signature the function with its type variables, for instance {@code list_contains(T[],
   *     T) -> BOOLEAN}
   */
  static EiderException mismatch(
      String variable, String signature, LogicalType first, LogicalType second) {
    return EiderException.binder(
        "Cannot deduce template type '"
            + variable
            + "' in function: '"
            + signature
            + "'\nType '"
            + variable
            + "' was inferred to be:\n - '"
            + first
            + "', from first occurrence\n - '"
            + second
            + "', which is incompatible with previously inferred type!");
  }
}
