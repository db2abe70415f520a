// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.type.LogicalType;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.plan.ColumnIds;
import dev.eider.engine.plan.LogicalOperator;
import java.util.List;

/**
 * A statement as a plan.
 *
 * @param names the names of the result's columns, as the user sees them
 * @param kind what the result is
 * @param ids where the optimizer takes ids of new columns from
 */
public record BoundStatement(LogicalOperator plan, List<String> names, Kind kind, ColumnIds ids) {
  public BoundStatement {
    names = List.copyOf(names);
  }

  /** What a statement answers. */
  public enum Kind {
    /** Rows of a query. */
    ROWS,
    /** One row with the number of rows that were changed. */
    COUNT,
    /** Nothing. */
    NOTHING
  }

  /** The types of the result's columns. */
  public List<LogicalType> types() {
    return plan.output().stream().map(ColumnRef::type).toList();
  }
}
