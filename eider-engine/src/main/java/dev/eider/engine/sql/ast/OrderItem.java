// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql.ast;

/**
 * One element of an ORDER BY list.
 *
 * @param value what to sort by; an {@link Expr.Star} without qualifier or list stands for {@code
 *     ORDER BY ALL}
 * @param direction as written
 * @param nulls as written
 */
public record OrderItem(Expr value, Direction direction, Nulls nulls) {
  /** Sort direction as written; {@code DEFAULT} follows the setting {@code default_order}. */
  public enum Direction {
    DEFAULT,
    ASCENDING,
    DESCENDING
  }

  /** Place of NULL as written; {@code DEFAULT} follows the setting {@code default_null_order}. */
  public enum Nulls {
    DEFAULT,
    FIRST,
    LAST
  }
}
