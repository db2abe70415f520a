// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql.ast;

import org.jspecify.annotations.Nullable;

/**
 * {@code USING SAMPLE} or {@code TABLESAMPLE}.
 *
 * @param count number of rows or percentage: a number or a parameter
 * @param method {@code reservoir}, {@code bernoulli}, {@code system} as written; null when not
 *     given
 * @param seed REPEATABLE (n), null when not given
 */
public record Sample(
    Expr count, boolean isPercent, @Nullable String method, @Nullable Long seed, SourceSpan span) {}
