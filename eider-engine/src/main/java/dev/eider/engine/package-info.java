// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * SQL text to chunks, one package for each stage of the life of a query.
 *
 * <p>Comes in: SQL text and tables behind the seam of {@code base.table}. Goes out: chunks. Start
 * here: {@code engine.session}. Who may depend on it: the wiring in {@code dev.eider} only.
 */
@NullMarked
package dev.eider.engine;

import org.jspecify.annotations.NullMarked;
