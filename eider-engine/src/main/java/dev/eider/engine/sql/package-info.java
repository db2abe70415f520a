// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * SQL text to trees, by hand-written recursive descent.
 *
 * <p>Comes in: SQL text. Goes out: {@link dev.eider.engine.sql.ast.Statement} records with
 * positions, or one error that shows the place.
 *
 * <p>May be used by: {@code engine.bind}, {@code engine.session} and everything above the engine
 * that has to split or complete SQL text.
 */
@NullMarked
package dev.eider.engine.sql;

import org.jspecify.annotations.NullMarked;
