// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.plan;

import dev.eider.base.type.LogicalType;
import dev.eider.engine.expr.BoundExpr.ColumnRef;

/** Hands out the ids of one statement's columns and common table expressions. One thread. */
public final class ColumnIds {
  private int nextColumn;
  private int nextCte;

  /** A column that no plan has yet. */
  public ColumnRef column(String name, LogicalType type) {
    return new ColumnRef(nextColumn++, name, type);
  }

  /** A column like another one, with an id of its own. */
  public ColumnRef copyOf(ColumnRef column) {
    return column(column.name(), column.type());
  }

  /** Ids that no statement reaches, for a plan that is run on the side. */
  public static ColumnIds aside() {
    ColumnIds ids = new ColumnIds();
    ids.nextColumn = 1 << 29;
    ids.nextCte = 1 << 29;
    return ids;
  }

  /** An id for a common table expression. */
  public int cte() {
    return nextCte++;
  }
}
