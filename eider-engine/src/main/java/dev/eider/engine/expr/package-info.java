// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Bound expressions: names resolved, types known, casts explicit.
 *
 * <p>In: the binder makes them from parsed expressions. Out: the optimizer rewrites them, {@code
 * eval} runs them. Start at {@link dev.eider.engine.expr.BoundExpr}.
 *
 * <p>Columns are named by an id that is unique in the query ({@link
 * dev.eider.engine.expr.BoundExpr.ColumnRef}), never by position: plans can be reordered without
 * touching expressions, and a correlated column is simply an id that the sub-plan does not produce.
 * Lowering replaces ids by positions ({@link dev.eider.engine.expr.BoundExpr.InputRef}).
 *
 * <p>Depends on {@code base} and {@code engine.function}; knows no plan (a subquery holds its plan
 * as {@link dev.eider.engine.expr.SubPlan}).
 */
@NullMarked
package dev.eider.engine.expr;

import org.jspecify.annotations.NullMarked;
