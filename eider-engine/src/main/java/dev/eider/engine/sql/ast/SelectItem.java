// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql.ast;

import org.jspecify.annotations.Nullable;

/**
 * An element of a select list, RETURNING list or PIVOT list.
 *
 * @param alias as written after AS, after the expression, or before it ({@code a: expr}); null when
 *     absent
 */
public record SelectItem(Expr value, @Nullable String alias, SourceSpan span) {}
