// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.base.type.LogicalType;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import dev.eider.engine.plan.LogicalOperator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A bound query: its plan and the names of its columns (not unique, as the user sees them). A set
 * operation also says by what else its columns may be ordered.
 */
record BoundQuery(LogicalOperator plan, List<String> names, @Nullable SetColumns setColumns) {
  BoundQuery {
    names = List.copyOf(names);
  }

  BoundQuery(LogicalOperator plan, List<String> names) {
    this(plan, names, null);
  }

  List<LogicalType> types() {
    return plan.output().stream().map(ColumnRef::type).toList();
  }
}
