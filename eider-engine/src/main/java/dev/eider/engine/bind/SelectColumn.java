// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.bind;

import dev.eider.engine.expr.BoundExpr;
import dev.eider.engine.sql.ast.Expr;
import org.jspecify.annotations.Nullable;

/**
 * One column of a select list after stars were expanded: an expression still to bind, or one that
 * is bound already.
 */
record SelectColumn(
    @Nullable Expr expr, @Nullable BoundExpr bound, String name, @Nullable String alias, int at) {}
