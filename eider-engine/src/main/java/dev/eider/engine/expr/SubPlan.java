// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.expr;

import dev.eider.engine.expr.BoundExpr.ColumnRef;
import java.util.List;

/** A plan as an expression sees it: only its output columns. Implemented by logical operators. */
public interface SubPlan {
  /** The columns the plan yields, in order. */
  List<ColumnRef> output();
}
