// Copyright the Eider authors. Licensed under the Apache License, Version 2.0.
// SPDX-License-Identifier: Apache-2.0

/**
 * The benchmarks: which files, which queries, which engines, which numbers to reach.
 *
 * <p>In: {@link dev.eider.bench.suite.Options}. Out: a {@link dev.eider.bench.harness.Report}.
 * Start here: {@link dev.eider.bench.suite.TaxiSuite}. The engines are data in {@link
 * dev.eider.bench.suite.Engines}. Used by {@code dev.eider.bench}; depends on {@code
 * dev.eider.bench.data} and {@code dev.eider.bench.harness}.
 */
@NullMarked
package dev.eider.bench.suite;

import org.jspecify.annotations.NullMarked;
