// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
package dev.eider.engine.sql.ast;

/**
 * A statement of the dialect.
 *
 * <p>The kinds are grouped by what they touch: {@link DataStatement} reads and writes rows, {@link
 * DefinitionStatement} changes the catalog, {@link SessionStatement} changes the session or
 * database as a whole. A switch over {@code Statement} may name the groups or each record.
 */
public sealed interface Statement extends Node
    permits DataStatement, DefinitionStatement, SessionStatement {}
