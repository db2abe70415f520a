// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * The parsed form of SQL: immutable records under a few sealed interfaces, one record per kind of
 * statement, query, table reference, type name and expression.
 *
 * <p>Comes in: what {@code dev.eider.engine.sql} reads from the text. Goes out: to the binder,
 * which gives names and types a meaning. Nothing here is bound: names are text, types are names.
 *
 * <p>Start here: {@link dev.eider.engine.sql.ast.Statement}, then {@link
 * dev.eider.engine.sql.ast.Query} and {@link dev.eider.engine.sql.ast.Expr}.
 *
 * <p>Invariants: lists are unmodifiable; sugar is already undone in the way the dialect defines it
 * ({@code EXTRACT(year FROM d)} is a call of {@code date_part}, {@code x IN (SELECT ...)} is {@code
 * x = ANY(SELECT ...)}, {@code CASE x WHEN 1} compares {@code x = 1}), so a consumer meets each
 * meaning in one shape only. Two trees are equal when they mean the same text; positions do not
 * count (see {@link dev.eider.engine.sql.ast.SourceSpan}). Identifiers keep the case in which they
 * were written.
 *
 * <p>May be used by: {@code engine.sql}, {@code engine.bind}, {@code engine.session}.
 */
@NullMarked
package dev.eider.engine.sql.ast;

import org.jspecify.annotations.NullMarked;
