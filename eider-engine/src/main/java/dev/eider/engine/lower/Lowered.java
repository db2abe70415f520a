// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.lower;

import dev.eider.base.type.LogicalType;
import dev.eider.engine.execute.OperatorNode;
import dev.eider.engine.execute.pipeline.Chain;
import dev.eider.engine.expr.BoundExpr.ColumnRef;
import java.util.ArrayList;
import java.util.List;

/**
 * A part of a plan that was lowered: the chain that yields its rows, and their columns in order.
 */
record Lowered(Chain chain, List<ColumnRef> columns, OperatorNode node) {
  /** The same with the number of rows it is thought to have; -1: none is known. */
  Lowered estimated(long rows) {
    return rows < 0 || node.estimate() >= 0
        ? this
        : new Lowered(chain, columns, node.withEstimate(rows));
  }

  List<LogicalType> types() {
    List<LogicalType> types = new ArrayList<>(columns.size());
    for (ColumnRef column : columns) {
      types.add(column.type());
    }
    return types;
  }
}
