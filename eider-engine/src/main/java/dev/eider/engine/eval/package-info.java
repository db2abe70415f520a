// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * Runs expressions on chunks.
 *
 * <p>In: a bound expression after lowering ({@link dev.eider.engine.expr.BoundExpr.InputRef}
 * instead of column ids) and chunks. Out: vectors, or selections for predicates. Start at {@code
 * Evaluator} (values) and {@code FilterEvaluator} (rows that qualify); {@code ConstantFolder} uses
 * the same code for the optimizer. An evaluator belongs to one worker and keeps its scratch
 * vectors.
 */
@NullMarked
package dev.eider.engine.eval;

import org.jspecify.annotations.NullMarked;
