// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0
/**
 * The differential harness: the same seeded random queries over the same seeded random tables on
 * two engines, and a report of every difference.
 *
 * <p>Purpose: to find where Eider and the oracle disagree where nobody thought of writing a test.
 * Comes in: a seed and a number of queries. Goes out: differences, shrunk, each with the one line
 * that reproduces it; the last line is {@code N passed, N failed}.
 *
 * <p>Start here: {@link dev.eider.verify.differential.Differential} is the program, {@link
 * dev.eider.verify.differential.Campaign} the loop, {@link
 * dev.eider.verify.differential.QueryGenerator} makes queries out of the resource {@code
 * grammar.txt}, {@link dev.eider.verify.differential.Comparison} judges. To cover another function
 * add a line to the grammar.
 *
 * <p>Everything random comes from the seed. Depends on {@code verify.engine}; only tests depend on
 * it.
 */
@NullMarked
package dev.eider.verify.differential;

import org.jspecify.annotations.NullMarked;
