// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.eval;

import dev.eider.base.vector.FlatVector;
import dev.eider.engine.function.Operand;

/** Combines validity masks. */
final class Validity {
  private Validity() {}

  /** Makes rows of {@code result} NULL where the operand is NULL. */
  static void and(FlatVector result, Operand operand, int count) {
    if (operand.isConstant()) {
      if (operand.vector().isNull(0)) {
        result.setNulls(0, count);
      }
      return;
    }
    and(result, operand.vector(), count);
  }

  /** Makes rows of {@code result} NULL where {@code source} is NULL. */
  static void and(FlatVector result, FlatVector source, int count) {
    long[] from = source.validity();
    if (from == null) {
      return;
    }
    if (result.type().isNested()) {
      for (int i = 0; i < count; i++) {
        if ((from[i >> 6] >>> i & 1) == 0) {
          result.setNull(i);
        }
      }
      return;
    }
    long[] to = result.ensureValidity();
    int words = FlatVector.words(count);
    for (int w = 0; w < words; w++) {
      to[w] &= from[w];
    }
  }
}
