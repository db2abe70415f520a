// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.expr;

/** One ORDER BY item. */
public record SortKey(BoundExpr expr, boolean descending, boolean nullsFirst) {}
