// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.function.cast;

import dev.eider.base.vector.FlatVector;
import java.time.ZoneId;

/**
 * How a cast behaves: TRY_CAST puts NULL where a value does not convert.
 *
 * @param tryCast whether it is a TRY_CAST
 * @param zone the session's time zone
 */
public record CastContext(boolean tryCast, ZoneId zone) {
  /**
   * Asked by a kernel about a row that does not convert: makes the row NULL and answers true under
   * TRY_CAST; else answers false and the kernel throws.
   */
  public boolean nullInstead(FlatVector result, int row) {
    if (tryCast) {
      result.setNull(row);
    }
    return tryCast;
  }
}
