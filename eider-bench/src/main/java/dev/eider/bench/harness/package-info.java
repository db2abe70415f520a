// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0

/**
 * The method: answers first, timing second; engines alternate and rotate; medians of rounds; ratios
 * with their spread.
 *
 * <p>In: contestants (an engine in a process of its own) and queries. Out: a {@link
 * dev.eider.bench.harness.Report}. Start here: {@link dev.eider.bench.harness.Contest}.
 *
 * <p>Invariant: a query gets numbers only if every contestant gave the same answer in the check
 * pass and in every timed round. Used by {@code dev.eider.bench.suite}; depends on {@code
 * dev.eider.bench.server} for the line format and for the names of the main classes.
 */
@NullMarked
package dev.eider.bench.harness;

import org.jspecify.annotations.NullMarked;
