// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * EXPLAIN: plans as trees of operators, and trees as text.
 *
 * <p>In: logical plans, and the operators that lowering describes. Out: the text of one of the
 * formats of {@link dev.eider.engine.session.explain.ExplainFormat}. Start there. A physical plan
 * names the algorithms that run, nothing else: its nodes come from the place that makes the
 * operators.
 */
@NullMarked
package dev.eider.engine.session.explain;

import org.jspecify.annotations.NullMarked;
