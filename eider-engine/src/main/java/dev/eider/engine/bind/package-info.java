// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * The binder: gives names and types of a parsed statement a meaning.
 *
 * <p>In: a {@link dev.eider.engine.sql.ast.Statement} and a {@link
 * dev.eider.engine.bind.BindEnvironment} (catalogs, functions, settings). Out: a {@link
 * dev.eider.engine.bind.BoundStatement}, for queries a {@link
 * dev.eider.engine.plan.LogicalOperator} tree that may still hold subquery expressions and
 * dependent joins; the optimizer removes those. Start at {@link dev.eider.engine.bind.Binder}, then
 * {@code QueryBinder}, {@code SelectBinder} and {@code ExpressionBinder}.
 *
 * <h2>How a SELECT is bound</h2>
 *
 * Every expression is bound against the columns of FROM. A call of an aggregate, a window function
 * or UNNEST is put aside and leaves a new column in its place; when all clauses are bound, the plan
 * is stacked up (filter, aggregate, filter, window, filter, unnest, project, distinct, sort, limit)
 * and what stands above the aggregate is rewritten to its groups ({@code GroupRewriter}).
 *
 * <p>A column of an outer query is simply its id: a subquery is correlated when its plan reads ids
 * that no operator in it makes.
 *
 * <p>May be used by {@code optimize} (not at all so far) and {@code session}.
 */
@NullMarked
package dev.eider.engine.bind;

import org.jspecify.annotations.NullMarked;
